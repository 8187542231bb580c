//! Markdown: enough of it to check links, and the links themselves.

use std::path::{Component, Path};

use crate::{report, tree};

/// The text without its fenced blocks of code.
pub(crate) fn without_code_blocks(text: &str) -> String {
    let mut in_block = false;
    let mut kept = String::new();
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        if !is_fence && !in_block {
            kept.push_str(line);
            kept.push('\n');
        }
        in_block ^= is_fence;
    }
    kept
}

/// The cells of a row of a table, trimmed; none if the line is no such row.
pub(crate) fn cells(line: &str) -> Vec<&str> {
    let inner = line.trim().strip_prefix('|').and_then(|rest| rest.strip_suffix('|'));
    inner.map(|inner| inner.split('|').map(str::trim).collect()).unwrap_or_default()
}

/// The targets of all links and pictures, in the order of the text.
pub(crate) fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in without_code_blocks(text).lines() {
        let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        for (opening, closing) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
            let rests = prose.split(opening).skip(1);
            found.extend(rests.filter_map(|rest| Some(rest.split_once(closing)?.0.to_owned())));
        }
    }
    found
}

/// The path that a link in a file leads to, from the root; `None` if it leads elsewhere.
fn target(file: &str, link: &str) -> Option<String> {
    let path = link.split(['#', ' ']).next()?;
    if path.is_empty() || path.contains("://") || path.starts_with("mailto:") {
        return None;
    }
    let mut parts = Vec::new();
    for part in Path::new(file).parent()?.join(path).components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            Component::Normal(part) => parts.push(part.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    Some(parts.join("/"))
}

/// Needs the pictures of the boards, which are drawn by the finished program.
#[test]
fn links_lead_to_files_that_exist() {
    let mut problems = Vec::new();
    for file in tree::files_below("").iter().filter(|file| tree::has_extension(file, &["md"])) {
        let links = links(&tree::read(file));
        let missing = links.iter().filter(|link| target(file, link).is_some_and(|path| !tree::exists(&path)));
        problems.extend(missing.map(|link| format!("{file}: there is no {link}")));
    }
    report(&problems);
}

#[test]
fn links_are_found_in_prose_only() {
    let text = "[a](b.md#c) and ![d](e.svg), not `[f](g)`.\n```text\n[h](i)\n```\n<img src=\"j.svg\">\n";
    assert_eq!(links(text), ["b.md#c", "e.svg", "j.svg"]);
    assert_eq!(target("docs/src/a.md", "../b.md#c").as_deref(), Some("docs/b.md"));
    assert_eq!(target("docs/src/a.md", "https://example.org/b.md"), None);
    assert_eq!(target("docs/src/a.md", "#c"), None);
}
