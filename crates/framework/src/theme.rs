//! What puzzles of a game are about.

use serde::Serialize;

use crate::Text;

/// A motif by which puzzles of a game are told apart, such as a corner or a zugzwang.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Theme {
    /// The word for it in files and addresses.
    pub id: &'static str,
    /// What people call it.
    pub name: Text,
}

impl Theme {
    /// A motif with its names in English and German.
    #[must_use]
    pub const fn new(id: &'static str, en: &'static str, de: &'static str) -> Self {
        Self { id, name: Text::fixed(en, de) }
    }
}
