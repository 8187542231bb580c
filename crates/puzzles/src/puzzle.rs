//! A puzzle, and whether moves solve it.

use std::{
    fmt,
    hash::{Hash as _, Hasher as _},
};

use framework::{AnyPosition, GameEntry, MoveError, StableHasher, Turn, Valuation};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The word for a puzzle: eight hexadecimal digits that follow from its options and its position, so that two makers who
/// find the same puzzle give it the same word.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PuzzleId(String);

impl PuzzleId {
    /// The word for the puzzle of a position.
    #[must_use]
    pub fn of(options: &str, position: &str) -> Self {
        let mut hasher = StableHasher::default();
        (options, position).hash(&mut hasher);
        Self(format!("{:08x}", hasher.finish() >> 32))
    }

    /// The word as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A position in which one move is much better than all others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Its word.
    pub id: PuzzleId,
    /// The options of the game.
    pub options: String,
    /// The position to solve.
    pub position: String,
    /// The moves of whoever solves it, with the answers of the other side between them: the first and the last one are the
    /// solver's.
    pub solution: Vec<String>,
    /// How the game goes on after that if both sides do their best.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// What the game is worth to the solver with the right move.
    pub worth: Valuation,
    /// What it is worth with the best of the other moves, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Valuation>,
    /// What it is about: ids of the game's themes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub themes: Vec<String>,
    /// How hard it is on the scale of ratings before anybody has tried it.
    pub rating: u16,
}

/// How far moves have solved a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// All moves were right, and the other side answers with this one.
    Right {
        /// The answer.
        reply: String,
    },
    /// The puzzle is solved.
    Solved,
    /// The last move was legal, but another one is better.
    Wrong,
}

/// Why a puzzle, or an attempt at it, makes no sense.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum PuzzleError {
    /// The options make no game.
    #[error("the options {0:?} make no game")]
    Options(String),
    /// The position cannot be read.
    #[error("the position cannot be read: {0}")]
    Position(String),
    /// A move of the solution or of an attempt is illegal.
    #[error("the move {mv:?} cannot be played: {error}")]
    Move {
        /// The move.
        mv: String,
        /// Why not.
        error: MoveError,
    },
    /// Moves that follow a wrong one or the end of the solution.
    #[error("an attempt ends with its first wrong move, and with the solution")]
    TooManyMoves,
    /// There is no solution, or it ends with a move of the other side.
    #[error("a solution has an odd number of moves")]
    Length,
    /// A motif that the game does not have.
    #[error("the game has no theme {0:?}")]
    Theme(String),
    /// The word does not follow from the position.
    #[error("the puzzle of this position is {0}")]
    Id(PuzzleId),
}

impl Puzzle {
    /// The position to solve.
    ///
    /// # Errors
    /// If the options or the position cannot be read.
    pub fn start(&self, entry: &GameEntry) -> Result<Box<dyn AnyPosition>, PuzzleError> {
        let game = entry.open_text(&self.options).map_err(|_| PuzzleError::Options(self.options.clone()))?;
        game.parse_position(&self.position).map_err(|error| PuzzleError::Position(error.to_string()))
    }

    /// Checks that everything in the puzzle can be read and played, and that it has the word that it should have.
    ///
    /// # Errors
    /// If something is wrong with it.
    pub fn check(&self, entry: &GameEntry) -> Result<(), PuzzleError> {
        let mut pos = self.start(entry)?;
        if self.solution.len().is_multiple_of(2) {
            return Err(PuzzleError::Length);
        }
        for mv in self.solution.iter().chain(&self.line) {
            pos.play(mv).map_err(|error| PuzzleError::Move { mv: mv.clone(), error })?;
        }
        let game = entry.open_text(&self.options).map_err(|_| PuzzleError::Options(self.options.clone()))?;
        let known = game.themes();
        if let Some(theme) = self.themes.iter().find(|theme| known.iter().all(|known| known.id != **theme)) {
            return Err(PuzzleError::Theme(theme.clone()));
        }
        let id = PuzzleId::of(&self.options, &self.position);
        if id == self.id { Ok(()) } else { Err(PuzzleError::Id(id)) }
    }

    /// How far the solver's own moves, without the answers between them, have come.
    ///
    /// A last move that ends the game in the solver's favor solves the puzzle as well: where several moves win at once,
    /// each of them is right.
    ///
    /// # Errors
    /// If a move is illegal, or moves follow a wrong one or the end.
    pub fn attempt(&self, entry: &GameEntry, moves: &[String]) -> Result<Attempt, PuzzleError> {
        let mut pos = self.start(entry)?;
        let mut left = self.solution.iter();
        for (idx, text) in moves.iter().enumerate() {
            let Some(right) = left.next() else { return Err(PuzzleError::TooManyMoves) };
            let Turn::Seat(solver) = pos.turn() else { return Err(PuzzleError::TooManyMoves) };
            let played = pos.play(text).map_err(|error| PuzzleError::Move { mv: text.clone(), error })?;
            let is_last = idx + 1 == moves.len();
            if played != *right {
                let wins = pos.turn() == Turn::Over && 0.0 < pos.payoffs()[solver];
                return match (is_last, wins) {
                    (false, _) => Err(PuzzleError::TooManyMoves),
                    (true, true) => Ok(Attempt::Solved),
                    (true, false) => Ok(Attempt::Wrong),
                };
            }
            match left.next() {
                None if is_last => return Ok(Attempt::Solved),
                None => return Err(PuzzleError::TooManyMoves),
                Some(reply) if is_last => return Ok(Attempt::Right { reply: reply.clone() }),
                Some(reply) => {
                    pos.play(reply).map_err(|error| PuzzleError::Move { mv: reply.clone(), error })?;
                }
            }
        }
        Err(PuzzleError::Length)
    }
}
