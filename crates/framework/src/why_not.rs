//! Why a move is illegal.

use std::fmt;

use serde::Serialize;

use crate::{Language, Text};

/// A game's own list of the rules that can forbid a move.
///
/// Each game has an enum for it, and finds the first reason that applies in the order in which its rules are
/// checked.
pub trait Reason: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// A stable word for programs, such as `column-full`.
    fn code(&self) -> &'static str;

    /// A sentence for people, lower case and without a full stop.
    fn sentence(&self) -> Text;
}

/// The reason of any game: its code and its sentence.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct WhyNot {
    /// A stable word for programs, such as `column-full`.
    pub code: &'static str,
    /// A sentence for people.
    pub sentence: Text,
}

impl WhyNot {
    /// Makes a reason out of its parts.
    #[must_use]
    pub const fn new(code: &'static str, sentence: Text) -> Self {
        Self { code, sentence }
    }

    /// Makes the general form of a game's own reason.
    #[must_use]
    pub fn of(reason: &impl Reason) -> Self {
        Self::new(reason.code(), reason.sentence())
    }

    /// The sentence in one language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> &str {
        self.sentence.in_language(language)
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence.fmt(f)
    }
}

/// A small game may use the general form as its own.
impl Reason for WhyNot {
    fn code(&self) -> &'static str {
        self.code
    }

    fn sentence(&self) -> Text {
        self.sentence.clone()
    }
}
