//! The report about a game: what every decision cost, and what that says about those who played.
//!
//! Nothing here searches. A [`ReportPlan`] lists the decisions of a record; whoever has engines looks at each of them,
//! in any order and on any number of threads, and turns what was found into a [`Finding`]; [`ReportPlan::finish`] makes
//! the [`GameReport`] of them. Findings can be kept, so that a report that was interrupted goes on where it was.

mod finding;
mod loss;
mod plan;
mod summary;
mod words;

use serde::{Deserialize, Serialize};

pub use self::{
    finding::Finding,
    loss::{BLUNDER_FACTOR, Grade, Loss, LossUnit, MISTAKE_FACTOR},
    plan::{ReportPlan, ReportStep},
};
use crate::{End, PerSeat, Seat, Text, Valuation};

/// A game, or a match of several rounds, with every decision judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameReport {
    /// The id of the game.
    pub game: String,
    /// Its options.
    pub options: String,
    /// In which unit losses are told.
    pub unit: LossUnit,
    /// Losses from which a decision is an inaccuracy, a mistake and a blunder.
    pub thresholds: [f32; 3],
    /// What is said about each player, in the order of the record.
    pub players: Vec<PlayerReport>,
    /// The rounds in order.
    pub rounds: Vec<RoundReport>,
}

/// What the decisions of a player cost.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayerReport {
    /// The name.
    pub name: String,
    /// All decisions that count.
    pub decisions: LossSum,
    /// Those on the board; all of them in games without a doubling cube.
    pub plays: LossSum,
    /// Those about the cube.
    pub cube: LossSum,
    /// Those of the first, the middle and the last third of each round.
    pub phases: [LossSum; 3],
    /// How many inaccuracies, mistakes and blunders there were.
    pub grades: [u32; 3],
    /// How many decisions could not be judged.
    pub n_unknown: u32,
    /// How many plies wins came later and losses earlier than they had to, where results are exact.
    pub delay: u32,
    /// 500 times the mean loss, where that is equity: 0 is perfect, and the best people come to 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rating: Option<f32>,
    /// What the dice gave beyond their mean, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub luck: Option<f32>,
    /// How long decisions took, where that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub time: Option<TimeReport>,
}

/// A number of decisions, and what they lost together.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LossSum {
    /// How many.
    pub count: u32,
    /// What they lost.
    pub lost: f32,
}

impl LossSum {
    /// The mean loss; `None` without decisions.
    #[must_use]
    pub fn mean(&self) -> Option<f32> {
        (self.count != 0).then(|| self.lost / self.count as f32)
    }

    fn add(&mut self, lost: f32) {
        self.count += 1;
        self.lost += lost;
    }
}

/// The time of decisions, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TimeReport {
    /// How many decisions were not worse than an inaccuracy, and how long they took together.
    pub sound: (u32, u64),
    /// The same for mistakes and blunders.
    pub mistaken: (u32, u64),
}

impl TimeReport {
    /// How long all decisions took together.
    #[must_use]
    pub const fn total_millis(&self) -> u64 {
        self.sound.1 + self.mistaken.1
    }
}

/// A round with every decision judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RoundReport {
    /// Which player, from 0, sat at each seat.
    pub players: PerSeat<u8>,
    /// What the seats are called.
    pub seat_names: Vec<Text>,
    /// Everything that was played, rolls included.
    pub moves: Vec<JudgedMove>,
    /// How many plies were played before each turning point, the largest first.
    pub turning_points: Vec<u32>,
    /// How it ended and what each seat won; nothing while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub result: Option<(End, PerSeat<u32>)>,
    /// How it ended by the rules, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub sentence: Option<Text>,
    /// What each mover has at the end, as people count it: discs, squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number[]"))]
    pub tally: Option<Vec<i64>>,
}

/// A move or a roll, and what is said about it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct JudgedMove {
    /// Who played it; nobody if it is a roll.
    pub by: Option<Seat>,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The position before it.
    pub position: String,
    /// How long it took, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub spent: Option<u64>,
    /// What is said about a decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub verdict: Option<Verdict>,
    /// By how much a roll was better than rolls are on average.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub luck: Option<Luck>,
}

/// What is said about a decision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Verdict {
    /// What it was about.
    pub kind: DecisionKind,
    /// The best move.
    pub best: String,
    /// What follows the best move, which is its first.
    pub line: Vec<String>,
    /// What the position was worth to the mover.
    pub worth: Valuation,
    /// What the move that was played was worth; nothing if nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub got: Option<Valuation>,
    /// What it lost; nothing if nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub loss: Option<Loss>,
    /// Whether it counts as a decision: there was a choice, and it was not obvious.
    pub counts: bool,
}

/// What a decision was about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum DecisionKind {
    /// A move on the board.
    #[default]
    Play,
    /// To leave the stakes as they are, though they could be raised.
    NoDouble,
    /// To raise the stakes.
    Double,
    /// To take or to pass raised stakes.
    Answer,
}

/// By how much a roll was better for a seat than rolls are on average.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Luck {
    /// For whom the dice fell.
    pub seat: Seat,
    /// By how much, in equity.
    pub points: f32,
}
