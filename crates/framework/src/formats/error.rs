//! What is wrong with a file in a foreign format.

use std::fmt;

use thiserror::Error;

use crate::NotationError;

/// Why a file cannot be read or written: where, what is wrong, and what to do about it.
///
/// ```
/// use framework::formats::FormatError;
/// let error = FormatError::new("this is no move", "write squares such as f5").at_line(3);
/// assert_eq!(error.to_string(), "line 3: this is no move; write squares such as f5");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}{problem}; {remedy}")]
pub struct FormatError {
    place: Place,
    problem: String,
    remedy: String,
}

/// Where something stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Place {
    /// The error is about all of it.
    #[default]
    Whole,
    /// In a line, from 1.
    Line(usize),
    /// At a byte, from 0.
    Byte(usize),
    /// In a game, from 1.
    Game(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Line(number) => write!(f, "line {number}: "),
            Self::Byte(offset) => write!(f, "byte {offset}: "),
            Self::Game(number) => write!(f, "game {number}: "),
        }
    }
}

impl FormatError {
    /// An error about all of a file.
    pub fn new(problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { place: Place::Whole, problem: problem.into(), remedy: remedy.into() }
    }

    /// The same error in a line, from 1.
    #[must_use]
    pub fn at_line(self, number: usize) -> Self {
        Self { place: Place::Line(number), ..self }
    }

    /// The same error at a byte, from 0.
    #[must_use]
    pub fn at_byte(self, offset: usize) -> Self {
        Self { place: Place::Byte(offset), ..self }
    }

    /// The same error in a game, from 1.
    #[must_use]
    pub fn in_game(self, number: usize) -> Self {
        Self { place: Place::Game(number), ..self }
    }

    /// Where it is.
    #[must_use]
    pub const fn place(&self) -> Place {
        self.place
    }

    /// What is wrong.
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

impl From<NotationError> for FormatError {
    fn from(error: NotationError) -> Self {
        Self::new(format!("cannot read \"{}\": {}", error.text(), error.problem()), error.remedy())
    }
}
