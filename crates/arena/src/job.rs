//! What is to be played, and what came of it.

use framework::PlayerFault;
use serde::{Deserialize, Serialize};

use crate::Tempo;

/// One encounter that is to be played: who meets whom, and for the how many-th time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The round of a tournament, from 0.
    pub round: u32,
    /// The index of the player whose result is told.
    pub first: usize,
    /// The index of the other player.
    pub second: usize,
    /// The number of the encounter between them, from 0. Two that follow each other make a pair.
    pub number: u64,
}

/// The two players of an encounter, as their results are told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player whose result is told.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The side at an index of 0 or 1.
    pub(crate) const fn of(index: usize) -> Self {
        if index.is_multiple_of(2) { Self::First } else { Self::Second }
    }

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl Job {
    /// Which pair it belongs to: both encounters of a pair have the same openings and dice.
    #[must_use]
    pub const fn pair(&self) -> u64 {
        self.number / 2
    }

    /// Tells whether the second player has the first seat.
    #[must_use]
    pub const fn is_swapped(&self) -> bool {
        !self.number.is_multiple_of(2)
    }

    /// The index of the player on a side.
    #[must_use]
    pub const fn player(&self, side: Side) -> usize {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }
}

/// An encounter that was played to its end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finished {
    /// Which one it is.
    #[serde(flatten)]
    pub job: Job,
    /// What the first player won: points of a single game, or 1, 0 or −1 for a whole match.
    pub value: f64,
    /// How lucky its first player was with the dice, if somebody judged that.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub luck: Option<f64>,
    /// How many games it took.
    pub games: u32,
    /// The games that were lost otherwise than on the board.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub faults: Vec<(Side, PlayerFault)>,
    /// How long the moves took, for each side.
    pub tempos: [Tempo; 2],
    /// How long everything took, in nanoseconds, what judges of luck needed not included.
    pub nanos: u64,
    /// How much of it the players took, for their moves and to be ready for a game.
    pub players_nanos: u64,
    /// The record, which can be replayed.
    pub record: String,
}

/// Payoffs nearer to each other than this are the same: the shares of a tie at a table of three are not exact.
const SAME: f64 = 1e-6;

impl Finished {
    /// The score of the first player: 1 for a win, ½ for a draw, 0 for a loss.
    #[must_use]
    pub fn score(&self) -> f64 {
        score_of(self.value)
    }
}

/// The score that a payoff is: 1 for a win, ½ for a draw, 0 for a loss.
pub(crate) fn score_of(value: f64) -> f64 {
    if SAME < value {
        1.0
    } else if value < -SAME {
        0.0
    } else {
        0.5
    }
}
