//! What people add to a round afterwards: comments, marks, and variations that were not played.

use std::{collections::BTreeMap, fmt, str::FromStr};

use thiserror::Error;

use super::RecordedMove;

/// How deep variations may lie within each other.
pub(super) const MAX_VARIATION_DEPTH: usize = 100;

/// Annotations of a line of moves, each with the position that it belongs to: the one after so many plies of the line.
///
/// None of them is empty, so that equal contents have one form.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    by_ply: BTreeMap<u32, Annotation>,
}

/// What is said about a position, and which moves could follow besides the one that does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotation {
    /// How good the move was that led here.
    pub mark: Option<MoveMark>,
    /// A text of any number of lines; empty if there is none.
    pub comment: String,
    /// Lines that begin here. No two of them begin with the same move, nor with the move that follows.
    pub variations: Vec<Variation>,
}

/// A line of moves that were not played, or not there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// At least one.
    pub moves: Vec<RecordedMove>,
    /// What is said about it. Where it begins it has none, and where it ends no variations.
    pub annotations: Annotations,
}

/// How good a move is in the eyes of who annotates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum MoveMark {
    /// A good move.
    #[serde(rename = "!")]
    Strong,
    /// An interesting move.
    #[serde(rename = "!?")]
    Interesting,
    /// A doubtful move.
    #[serde(rename = "?!")]
    Doubtful,
    /// A mistake.
    #[serde(rename = "?")]
    Mistake,
    /// A blunder.
    #[serde(rename = "??")]
    Blunder,
    /// The position after it is good for the mover.
    #[serde(rename = "good")]
    Good,
    /// The position after it is bad for the mover.
    #[serde(rename = "bad")]
    Bad,
}

impl MoveMark {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Strong,
        Self::Interesting,
        Self::Doubtful,
        Self::Mistake,
        Self::Blunder,
        Self::Good,
        Self::Bad,
    ];

    const fn text(self) -> &'static str {
        match self {
            Self::Strong => "!",
            Self::Interesting => "!?",
            Self::Doubtful => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
            Self::Good => "good",
            Self::Bad => "bad",
        }
    }
}

impl fmt::Display for MoveMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A text that is no [`MoveMark`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a mark is one of !, !?, ?!, ?, ??, good and bad")]
pub struct MoveMarkError;

impl FromStr for MoveMark {
    type Err = MoveMarkError;

    fn from_str(text: &str) -> Result<Self, MoveMarkError> {
        Self::ALL.into_iter().find(|mark| mark.text() == text).ok_or(MoveMarkError)
    }
}

impl Annotation {
    /// Tells whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Annotations {
    /// Tells whether nothing is said anywhere.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_ply.is_empty()
    }

    /// What is said about the position after so many plies.
    #[must_use]
    pub fn at(&self, ply: usize) -> Option<&Annotation> {
        self.by_ply.get(&u32::try_from(ply).ok()?)
    }

    /// All of them in the order of their positions.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Annotation)> {
        self.by_ply.iter().map(|(&ply, annotation)| (ply, annotation))
    }

    /// Says something about the position after so many plies instead of what was said there; an empty annotation takes
    /// it away.
    pub fn set(&mut self, ply: u32, annotation: Annotation) {
        if annotation.is_empty() {
            self.by_ply.remove(&ply);
        } else {
            self.by_ply.insert(ply, annotation);
        }
    }

    /// How many moves there are in all variations.
    #[must_use]
    pub fn n_moves(&self) -> usize {
        let variations = self.by_ply.values().flat_map(|annotation| &annotation.variations);
        variations.map(|variation| variation.moves.len() + variation.annotations.n_moves()).sum()
    }
}
