//! Formats of other programs: the games and positions that they write, and how ours are written for them.
//!
//! A game lists its formats in its catalog entry ([`GameEntry::formats`](crate::GameEntry::formats)). Code that is given
//! a file or a pasted text asks [`recognize`] what it is and lets that format read it; nothing else needs to know a
//! format by name.
//!
//! What is read is a [`Record`] in every case. A position is the record of a game that begins there and has no moves.
//!
//! ```
//! use framework::formats::{self, Source};
//! let text = b"brettwerk record 1
//! game nim 1+2
//! player 1 Anna
//! player 2 Bert
//! length rounds=1
//! clock none
//!
//! round 1 players 1 2
//! 1 1-1
//! result open
//! hash 5af1b3b3ea1b8a2a
//!
//! end
//! ";
//! let [best, ..] = &formats::recognize(&[nim::ENTRY], text, None)[..] else { panic!("it is a record") };
//! assert_eq!(best.format.id, "record");
//! let source = Source::new(text);
//! let games: Vec<_> = (best.format.read)(&source).collect::<Result<_, _>>()?;
//! assert_eq!(games[0].record.rounds[0].moves.len(), 1);
//! # Ok::<(), framework::formats::FormatError>(())
//! ```

mod error;
mod own;
mod recognize;
mod rounds;
pub mod sgf;
mod source;
mod transcriber;

use std::fmt;

pub use self::{
    error::{FormatError, Place},
    own::RECORD,
    recognize::{Recognized, by_extension, by_id, recognize},
    rounds::{RoundOf, rounds_of},
    source::Source,
    transcriber::{EarlyEnd, TextTranscriber, Transcriber, player_name, record_of, record_of_any},
};
use crate::{Record, Text};

/// A format of another program.
pub struct Format {
    /// The word for it on the command line.
    pub id: &'static str,
    /// Its name.
    pub name: Text,
    /// Whether it holds games or positions.
    pub holds: Holds,
    /// How names of its files end, without the dot and in lower case; the first one is used to write.
    pub extensions: &'static [&'static str],
    /// How names of further files end that belong to it, such as a list of players.
    pub companions: &'static [&'static str],
    /// Tells whether the beginning of a file looks like this format.
    pub looks_like: fn(&[u8]) -> Likeness,
    /// Reads what a file holds, one game after the other. An error about one game need not be the last item.
    pub read: for<'s> fn(&'s Source<'_>) -> Games<'s>,
    /// Writes games; `None` if the format is only read.
    pub write: Option<WriteGames>,
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Format").field(&self.id).finish()
    }
}

/// Writes games, all of them or none.
pub type WriteGames = fn(&[ForeignGame]) -> Result<Written, FormatError>;

/// The games of a file, read while they are asked for.
pub type Games<'s> = Box<dyn Iterator<Item = Result<ForeignGame, FormatError>> + 's>;

/// What a format holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// Games from their first move on.
    Games,
    /// Positions; of a game the last one is written.
    Positions,
}

/// How much a text looks like a format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Likeness {
    /// It cannot be in this format.
    No,
    /// It might be.
    Possible,
    /// It seems to be, and could be something else only by chance.
    Likely,
    /// It says that it is.
    Certain,
}

/// A game, with what a record has no place for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignGame {
    /// The game.
    pub record: Record,
    /// What else the text says about it.
    pub notes: Vec<Note>,
    /// How many variations beside the game were left out.
    pub n_variations: usize,
}

impl ForeignGame {
    /// A game about which nothing else is known.
    #[must_use]
    pub const fn new(record: Record) -> Self {
        Self { record, notes: Vec::new(), n_variations: 0 }
    }

    /// Tells whether it is only a position.
    #[must_use]
    pub fn is_position(&self) -> bool {
        matches!(self.record.rounds.as_slice(), [round] if round.start.is_some() && round.moves.is_empty())
    }

    /// The first value of a note about the whole game.
    #[must_use]
    pub fn about(&self, key: &str) -> Option<&str> {
        let note = self.notes.iter().find(|note| note.ply == 0 && note.key == key)?;
        note.values.first().map(String::as_str)
    }
}

/// Something that a text says besides the moves: an event, a date, a comment, a mark on a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The round, from 0.
    pub round: usize,
    /// How many moves and rolls of the round have been played; 0 for the whole round.
    pub ply: usize,
    /// What it is, by the name of the property of the Smart Game Format, such as `EV` or `C`.
    pub key: String,
    /// What it says.
    pub values: Vec<String>,
}

impl Note {
    /// A note about a whole game.
    pub fn about(key: &str, value: impl Into<String>) -> Self {
        Self { round: 0, ply: 0, key: key.to_owned(), values: vec![value.into()] }
    }
}

/// Games in a format.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// Further files that belong to it: how their names end, and what they hold.
    pub companions: Vec<(&'static str, Vec<u8>)>,
    /// How many notes the format has no place for.
    pub n_notes_left_out: usize,
}

impl Written {
    /// A text without further files, in which no notes have a place.
    #[must_use]
    pub fn text(text: String, games: &[ForeignGame]) -> Self {
        let n_notes_left_out = games.iter().map(|game| game.notes.len()).sum();
        Self { bytes: text.into_bytes(), companions: Vec::new(), n_notes_left_out }
    }
}
