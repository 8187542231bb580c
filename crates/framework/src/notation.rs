//! Errors of everything that reads moves and positions from text.

use thiserror::Error;

use crate::{Reason, WhyNot};

/// The longest piece of a wrong text that an error repeats.
const SHOWN_CHARS: usize = 40;

/// A text that does not follow the notation: what was read, what is wrong, and how to write it instead.
///
/// ```
/// use framework::NotationError;
/// let error = NotationError::new("x", "this is no column", "write a number from 1 to 7");
/// assert_eq!(error.to_string(), r#"cannot read "x": this is no column; write a number from 1 to 7"#);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("cannot read \"{text}\": {problem}; {remedy}")]
pub struct NotationError {
    text: String,
    problem: String,
    remedy: String,
}

impl NotationError {
    /// Makes an error about `text`, of which only the beginning is kept.
    pub fn new(text: &str, problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { text: shortened(text), problem: problem.into(), remedy: remedy.into() }
    }

    /// The beginning of the text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What to do about it.
    #[must_use]
    pub fn remedy(&self) -> &str {
        &self.remedy
    }

    /// What is wrong with the text.
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

/// Why a text is not a move that can be played now.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError<R: Reason = WhyNot> {
    /// The text does not follow the game's notation.
    #[error(transparent)]
    Unreadable(#[from] NotationError),
    /// The text names a move that the rules forbid now.
    #[error("illegal move: {}", .0.sentence())]
    Illegal(R),
}

impl<R: Reason> MoveError<R> {
    /// The same error with the reason in its general form.
    #[must_use]
    pub fn erased(&self) -> MoveError {
        match self {
            Self::Unreadable(error) => MoveError::Unreadable(error.clone()),
            Self::Illegal(reason) => MoveError::Illegal(WhyNot::of(reason)),
        }
    }
}

/// Keeps the beginning of a text for an error message, with control characters made visible.
pub(crate) fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN_CHARS).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    shown
}
