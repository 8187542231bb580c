//! The German chapters of the book say what the English ones say, as far as a machine can see it.

use crate::{markdown, report, tree};

const ORIGINAL: &str = "docs/src";
const TRANSLATION: &str = "docs/de";

/// What a chapter and its translation have in common, piece by piece in their order.
fn frame(chapter: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut is_code = false;
    for line in chapter.lines() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            is_code = !is_code;
            pieces.push(format!("a block of code {language}"));
        } else if is_code {
            // Comments may be translated.
            let code = if line.starts_with('#') { "" } else { line.split(" #").next().unwrap_or(line) };
            pieces.push(format!("code: {}", code.trim_end()));
        } else if line.starts_with('#') {
            let level = line.chars().take_while(|letter| *letter == '#').count();
            pieces.push(format!("a heading of level {level}"));
        } else if line.starts_with('|') {
            let cells = markdown::cells(line);
            // The first cell of a row is an option or an address, if it is code.
            let first = cells.first().filter(|cell| cell.starts_with('`')).copied();
            let first = first.map_or("", |cell| cell.split('`').nth(1).unwrap_or_default());
            pieces.push(format!("a row of {} cells: {first}", cells.len()));
        } else if line.starts_with("- ") || line.starts_with("![") {
            pieces.push(if line.starts_with('!') { "a picture" } else { "an entry of a list" }.to_owned());
        } else if line.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok()) {
            pieces.push("a step".to_owned());
        }
    }
    pieces
}

#[test]
fn translated_chapters_have_the_headings_examples_tables_and_lists_of_the_original() {
    let mut problems = Vec::new();
    let mut n_chapters = 0;
    for file in tree::files_below(TRANSLATION) {
        let name = file.rsplit('/').next().expect("a path has an end");
        if name == "SUMMARY.md" {
            continue;
        }
        n_chapters += 1;
        let original = format!("{ORIGINAL}/{name}");
        if !tree::exists(&original) {
            problems.push(format!("{file} translates nothing: there is no {original}"));
            continue;
        }
        let (expected, found) = (frame(&tree::read(&original)), frame(&tree::read(&file)));
        let differs = expected.iter().zip(&found).position(|(expected, found)| expected != found);
        if let Some(idx) = differs {
            problems
                .push(format!("{file}: piece {idx} is {}, and {original} has {}", found[idx], expected[idx]));
        } else if expected.len() != found.len() {
            problems.push(format!("{file} has {} pieces, and {original} {}", found.len(), expected.len()));
        }
    }
    report(&problems);
    assert!(5 < n_chapters, "{n_chapters}");
}

#[test]
fn the_german_summary_lists_what_is_translated_in_the_order_of_the_original() {
    let chapters = |summary: &str| {
        let links = markdown::links(&tree::read(summary));
        links.iter().map(|link| link.trim_start_matches("./").to_owned()).collect::<Vec<_>>()
    };
    let translated = chapters("docs/de/SUMMARY.md");
    let in_order: Vec<_> = chapters("docs/src/SUMMARY.md")
        .into_iter()
        .filter(|chapter| tree::exists(&format!("{TRANSLATION}/{chapter}")))
        .collect();
    assert_eq!(translated, in_order);
}
