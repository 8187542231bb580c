//! The text file by which two programs exchange moves.
//!
//! ```text
//! brettwerk 1
//! game connect4 7x6x4
//! seat 2
//! moves 4 4 3
//! ```

use std::{
    fmt, fs,
    io::{self, Write},
    path::Path,
    str::FromStr,
};

use framework::{AnyPosition, Seat};
use thiserror::Error;

use super::decider;

const HEADING: &str = "brettwerk 1";

/// What stands in such a file.
///
/// ```
/// use players::external::Exchange;
/// let file: Exchange = "brettwerk 1\ngame connect4 7x6x4\nseat 2\nmoves 4 4 3\n".parse()?;
/// assert_eq!(file.moves, ["4", "4", "3"]);
/// # Ok::<(), players::external::ExchangeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// The game and its options.
    pub game: String,
    /// The seat to move or to roll, from 1; `None` if the game is over.
    pub seat: Option<usize>,
    /// The whole record, one word a move.
    pub moves: Vec<String>,
}

/// A text that is no such file, or only a part of one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("this is no exchange of moves: {0}")]
pub struct ExchangeError(&'static str);

impl Exchange {
    /// The file about a position that these moves have led to.
    #[must_use]
    pub fn new(game: String, pos: &dyn AnyPosition, moves: &[String]) -> Self {
        let seat = decider(pos).map(Seat::number);
        Self { game, seat, moves: moves.iter().map(|mv| to_word(mv)).collect() }
    }

    /// Replaces a file as a whole, so that nobody sees half of it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut beside = path.as_os_str().to_owned();
        beside.push(format!(".{}.new", std::process::id()));
        let mut file = fs::File::create(&beside)?;
        file.write_all(self.to_string().as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    }
}

impl FromStr for Exchange {
    type Err = ExchangeError;

    fn from_str(text: &str) -> Result<Self, ExchangeError> {
        if !text.ends_with('\n') {
            return Err(ExchangeError("its last line is cut"));
        }
        let mut lines = text.lines();
        if lines.next() != Some(HEADING) {
            return Err(ExchangeError("it does not begin with \"brettwerk 1\""));
        }
        let (mut game, mut seat, mut moves) = (None, None, None);
        for line in lines {
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            match key {
                "game" => game = Some(value.trim().to_owned()),
                "seat" => seat = Some(value.trim().parse().ok()),
                "moves" => moves = Some(value.split_whitespace().map(str::to_owned).collect()),
                // Others may add to it.
                _ => {}
            }
        }
        Ok(Self {
            game: game.ok_or(ExchangeError("it has no line \"game\""))?,
            seat: seat.ok_or(ExchangeError("it has no line \"seat\""))?,
            moves: moves.ok_or(ExchangeError("it has no line \"moves\""))?,
        })
    }
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seat = self.seat.map_or_else(|| "-".to_owned(), |seat| seat.to_string());
        writeln!(f, "{HEADING}\ngame {}\nseat {seat}", self.game)?;
        writeln!(f, "{}", format!("moves {}", self.moves.join(" ")).trim_end())
    }
}

/// A move as one word: spaces inside become commas.
pub(super) fn to_word(mv: &str) -> String {
    mv.split_whitespace().collect::<Vec<_>>().join(",")
}

/// Plays a word: as it stands, or else with spaces for its commas, since some games use commas themselves.
pub(super) fn play_word(pos: &mut dyn AnyPosition, word: &str) -> Result<String, framework::MoveError> {
    pos.play(word).or_else(|error| pos.play(&word.replace(',', " ")).map_err(|_| error))
}
