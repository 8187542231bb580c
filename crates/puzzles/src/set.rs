//! A file of puzzles: a header, and a line of JSON for each.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Puzzle, PuzzleId};

/// The word by which a file of puzzles begins.
const FORMAT: &str = "brettwerk puzzles 1";

/// The first line of a file of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    format: String,
    /// The id of the game.
    pub game: String,
    /// From what the puzzles were made; who goes on with a file must have the same.
    pub made: String,
}

impl Header {
    /// The header of a new file.
    #[must_use]
    pub fn new(game: &str, made: &str) -> Self {
        Self { format: FORMAT.to_owned(), game: game.to_owned(), made: made.to_owned() }
    }
}

/// A line after the header.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SetLine {
    /// All games before this number have been looked through.
    Examined {
        /// The number of the next game.
        examined: u64,
    },
    /// A puzzle.
    Puzzle(Box<Puzzle>),
}

impl SetLine {
    /// The line as it stands in a file, with its end.
    ///
    /// # Panics
    /// Never: its types have text keys and plain values.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string(self).expect("plain values become JSON");
        text.push('\n');
        text
    }
}

/// What is wrong with a file of puzzles.
#[derive(Debug, Error)]
pub enum SetError {
    /// It does not begin like one.
    #[error(
        "this is no file of puzzles: its first line should be like {{\"format\":\"{FORMAT}\",\"game\":\"connect4\",\"made\":\"\"}}"
    )]
    Header,
    /// A line cannot be read.
    #[error("line {line}: {error}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
}

/// The puzzles of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleSet {
    header: Header,
    puzzles: Vec<Puzzle>,
    by_id: HashMap<PuzzleId, usize>,
    examined: u64,
    complete_bytes: usize,
}

impl PuzzleSet {
    /// Reads a file. Of two puzzles of the same position the first is kept.
    ///
    /// # Errors
    /// If it is no file of puzzles, or a line cannot be read. A last line without an end is left out: whoever wrote it was
    /// interrupted.
    pub fn read(text: &str) -> Result<Self, SetError> {
        let mut set: Option<Self> = None;
        let mut bytes = 0;
        for (idx, line) in text.split_inclusive('\n').enumerate() {
            if !line.ends_with('\n') {
                break;
            }
            bytes += line.len();
            let Some(set) = &mut set else {
                let header: Header = serde_json::from_str(line).map_err(|_| SetError::Header)?;
                if header.format != FORMAT {
                    return Err(SetError::Header);
                }
                set = Some(Self {
                    header,
                    puzzles: Vec::new(),
                    by_id: HashMap::new(),
                    examined: 0,
                    complete_bytes: bytes,
                });
                continue;
            };
            let line = serde_json::from_str(line).map_err(|error| SetError::Line { line: idx + 1, error })?;
            match line {
                SetLine::Examined { examined } => (set.examined, set.complete_bytes) = (examined, bytes),
                SetLine::Puzzle(puzzle) => set.add(*puzzle),
            }
        }
        set.ok_or(SetError::Header)
    }

    fn add(&mut self, puzzle: Puzzle) {
        if !self.by_id.contains_key(&puzzle.id) {
            self.by_id.insert(puzzle.id.clone(), self.puzzles.len());
            self.puzzles.push(puzzle);
        }
    }

    /// The header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The puzzles, in the order of the file.
    #[must_use]
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The puzzle of a word.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Puzzle> {
        self.puzzles.iter().find(|puzzle| puzzle.id.as_str() == id)
    }

    /// The number of the first game that has not been looked through.
    #[must_use]
    pub const fn examined(&self) -> u64 {
        self.examined
    }

    /// How many bytes of the file belong to games that were looked through to the end: what follows was interrupted.
    #[must_use]
    pub const fn complete_bytes(&self) -> usize {
        self.complete_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "{\"format\":\"brettwerk puzzles 1\",\"game\":\"connect4\",\"made\":\"seed=1\"}\n";

    #[test]
    fn a_file_that_was_cut_off_goes_on_after_the_last_complete_game() {
        let text = format!("{HEADER}{{\"examined\":7}}\n{{\"id\":\"0");
        let set = PuzzleSet::read(&text).unwrap();
        assert_eq!((set.examined(), set.puzzles().len()), (7, 0));
        assert_eq!(&text[set.complete_bytes()..], "{\"id\":\"0");
    }

    #[test]
    fn what_is_no_file_of_puzzles_is_refused_with_the_line() {
        for text in
            ["", "[Event \"x\"]\n", "{\"format\":\"brettwerk puzzles 9\",\"game\":\"\",\"made\":\"\"}\n"]
        {
            assert!(matches!(PuzzleSet::read(text), Err(SetError::Header)), "{text:?}");
        }
        let error = PuzzleSet::read(&format!("{HEADER}{{\"id\":3}}\n")).unwrap_err();
        assert!(error.to_string().starts_with("line 2: "), "{error}");
    }
}
