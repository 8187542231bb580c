//! The book has all its chapters, and shows the code that is really there.

use crate::{markdown, report, tree};

const SOURCES: &str = "docs/src";

#[test]
fn the_summary_lists_every_chapter() {
    let links = markdown::links(&tree::read("docs/src/SUMMARY.md"));
    let mut listed: Vec<_> =
        links.iter().map(|link| format!("{SOURCES}/{}", link.trim_start_matches("./"))).collect();
    listed.push(format!("{SOURCES}/SUMMARY.md"));
    listed.sort();
    let mut chapters = tree::files_below(SOURCES);
    chapters.retain(|file| tree::has_extension(file, &["md"]));
    assert_eq!(listed, chapters);
}

/// A piece of a file that a chapter shows: `<!-- begins: TEXT -->` and then `{{#include PATH:FIRST:LAST}}`.
#[derive(Debug)]
struct Piece {
    begins: String,
    path: String,
    first: usize,
    last: usize,
}

impl Piece {
    fn problem(&self) -> Option<String> {
        let source = tree::read(&self.path);
        let lines: Vec<_> = source.lines().map(str::trim).collect();
        let there = lines.get(self.first - 1).is_some_and(|line| line.starts_with(&self.begins));
        if there && self.last <= lines.len() {
            return None;
        }
        let now = lines.iter().position(|line| line.starts_with(&self.begins));
        let now = now.map_or("is gone".to_owned(), |idx| format!("now stands in line {}", idx + 1));
        let Self { begins, path, first, last } = self;
        Some(format!("{path}:{first}:{last} should begin with \"{begins}\", which {now}"))
    }
}

fn pieces(chapter: &str) -> Vec<Piece> {
    let mut begins = None;
    let mut pieces = Vec::new();
    for line in tree::read(chapter).lines() {
        if let Some(comment) = line.strip_prefix("<!-- begins: ") {
            begins = comment.strip_suffix(" -->").map(str::to_owned);
        }
        let Some(include) = line.strip_prefix("{{#include ../../").and_then(|rest| rest.strip_suffix("}}"))
        else {
            continue;
        };
        let parts: Vec<_> = include.split(':').collect();
        let [path, first, last] = parts.as_slice() else { panic!("{chapter}: {line} names no lines") };
        let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{chapter}: {line} names no lines"));
        pieces.push(Piece {
            begins: begins.take().unwrap_or_else(|| panic!("{chapter}: {line} does not say how it begins")),
            path: (*path).to_owned(),
            first: number(first),
            last: number(last),
        });
    }
    pieces
}

#[test]
fn code_in_the_book_begins_where_it_says() {
    let chapters = tree::files_below(SOURCES).into_iter().filter(|file| tree::has_extension(file, &["md"]));
    let pieces: Vec<_> = chapters.flat_map(|chapter| pieces(&chapter)).collect();
    assert!(!pieces.is_empty());
    report(&pieces.iter().filter_map(Piece::problem).collect::<Vec<_>>());
}

#[test]
fn the_chapter_about_writing_a_game_shows_all_of_nim() {
    let path = "examples/nim/src/lib.rs";
    let source = tree::read(path);
    let lines: Vec<_> = source.lines().collect();
    let mut shown = 0;
    for piece in pieces("docs/src/write-a-game.md").iter().filter(|piece| piece.path == path) {
        let left_out =
            lines.get(shown..piece.first - 1).unwrap_or_else(|| panic!("{piece:?} repeats a line"));
        assert!(left_out.iter().all(|line| line.is_empty()), "{piece:?} leaves out {left_out:?}");
        shown = piece.last;
    }
    assert_eq!(shown, lines.len(), "the last piece ends with the file");
}
