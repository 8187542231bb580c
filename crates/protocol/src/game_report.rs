//! Reports about games: how far one is, and what those of a person say.

use framework::report::{GameReport, LossUnit};
use serde::{Deserialize, Serialize};

use crate::TableId;

/// A report about a game, or how far it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameReportView {
    /// The id of the report, which follows from the record.
    pub id: String,
    /// How many decisions are judged.
    pub done: u32,
    /// How many there are.
    pub wanted: u32,
    /// How many other reports come first.
    pub ahead: u32,
    /// The report, when it is finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub report: Option<GameReport>,
}

/// What the report about a match says about one of its players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportedMatch {
    /// The id of the report.
    pub report: String,
    /// The table at which it was played.
    pub table: TableId,
    /// The id of the game.
    pub game: String,
    /// When the match was over.
    pub finished: u64,
    /// The unit of the loss.
    pub unit: LossUnit,
    /// How many decisions counted.
    pub decisions: u32,
    /// What a decision lost on average.
    pub mean: f32,
    /// The performance rating in backgammon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rating: Option<f32>,
    /// The luck of the dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub luck: Option<f32>,
    /// How many inaccuracies, mistakes and blunders there were.
    pub grades: [u32; 3],
}
