//! The sources of the book: its chapters in the order of the summary, with everything that they include.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{MadeFile, language::Language};

/// The book of one language as its sources tell it.
#[derive(Debug)]
pub(crate) struct Book {
    pub(crate) language: &'static Language,
    pub(crate) chapters: Vec<Chapter>,
    /// Pictures, by the paths under which chapters show them.
    pub(crate) pictures: Vec<MadeFile>,
    /// Files and folders that were read.
    pub(crate) read_from: Vec<PathBuf>,
}

/// A chapter with its place in the book.
#[derive(Debug)]
pub(crate) struct Chapter {
    /// The name of its source without the ending.
    pub(crate) name: String,
    /// What the table of contents calls it.
    pub(crate) title: String,
    /// How many chapters it is a part of.
    pub(crate) depth: usize,
    /// Markdown in which nothing has to be included any more.
    pub(crate) text: String,
}

impl Chapter {
    /// The page of the chapter; the first one is where the manual opens.
    pub(crate) fn page(&self) -> String {
        page_of(&self.name)
    }
}

/// The page of the chapter with this name.
pub(crate) fn page_of(name: &str) -> String {
    let page = if name == "introduction" { "index" } else { name };
    format!("{page}.html")
}

impl Book {
    /// Reads the book of a language below the root of the repository.
    ///
    /// # Errors
    /// If a source is missing, or an include does not lead to lines that are there.
    pub(crate) fn read(root: &Path, language: &'static Language) -> Result<Self, String> {
        let sources = root.join("docs").join(language.sources);
        let mut read_from = vec![sources.clone(), root.join("crates/manual/build")];
        let mut chapters = Vec::new();
        for (depth, title, file) in summary(&text_of(&sources.join("SUMMARY.md"))?) {
            let name = file.strip_suffix(".md").ok_or(format!("SUMMARY.md: {file} is no chapter"))?;
            let text = with_includes(&sources, &file, &mut read_from)?;
            chapters.push(Chapter { name: name.to_owned(), title, depth, text });
        }
        let pictures = pictures(&sources)?;
        Ok(Self { language, chapters, pictures, read_from })
    }

    /// Whether it has a page of this name.
    pub(crate) fn has(&self, page: &str) -> bool {
        self.chapters.iter().any(|chapter| chapter.page() == page)
    }
}

/// The pictures beside the chapters; those of translations are the same as in the original and not there twice.
fn pictures(sources: &Path) -> Result<Vec<MadeFile>, String> {
    let mut pictures = Vec::new();
    let folder = sources.join("images");
    if !folder.exists() {
        return Ok(pictures);
    }
    for entry in fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        pictures.push((format!("images/{name}"), bytes));
    }
    Ok(pictures)
}

fn text_of(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Depth, title and file of every chapter that a summary lists.
fn summary(text: &str) -> Vec<(usize, String, String)> {
    let entries = text.lines().filter_map(|line| {
        let entry = line.trim_start();
        let depth = (line.len() - entry.len()) / 2;
        let (title, file) = entry.strip_prefix("- ").unwrap_or(entry).strip_prefix('[')?.split_once("](")?;
        Some((depth, title.to_owned(), file.strip_suffix(')')?.trim_start_matches("./").to_owned()))
    });
    entries.collect()
}

/// The text of a chapter, in which each `{{#include PATH:FIRST:LAST}}` is replaced by these lines of the file.
fn with_includes(sources: &Path, file: &str, read_from: &mut Vec<PathBuf>) -> Result<String, String> {
    let mut text = String::new();
    for line in text_of(&sources.join(file))?.lines() {
        let include = line.strip_prefix("{{#include ").and_then(|rest| rest.strip_suffix("}}"));
        let Some(include) = include else {
            text += line;
            text.push('\n');
            continue;
        };
        let wrong = || format!("{}: {line} leads nowhere", sources.join(file).display());
        let mut parts = include.split(':');
        let path = sources.join(parts.next().unwrap_or_default());
        let mut number = |usual: usize| match parts.next() {
            None => Ok(usual),
            Some(part) => part.parse::<usize>().map_err(|_| wrong()),
        };
        let (first, last) = (number(1)?, number(usize::MAX)?);
        let included = text_of(&path)?;
        read_from.push(path);
        let lines: Vec<_> = included.lines().collect();
        let lines = lines.get(first.saturating_sub(1)..last.min(lines.len())).ok_or_else(wrong)?;
        for line in lines {
            text += line;
            text.push('\n');
        }
    }
    Ok(text)
}
