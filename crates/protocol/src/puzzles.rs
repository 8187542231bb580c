//! Puzzles, and mistakes that come back, over plain HTTP.

use framework::{Text, Valuation};
use serde::{Deserialize, Serialize};

use crate::TableId;

/// A motif by which puzzles are told apart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThemeCard {
    /// The word for it.
    pub id: String,
    /// What people call it.
    pub name: Text,
    /// How many puzzles of the game are about it.
    pub n_puzzles: u32,
}

/// How a person does with the puzzles of a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SolverCard {
    /// How strong they are.
    pub rating: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
    /// How many puzzles they have tried.
    pub tries: u32,
    /// How many of them were solved at once.
    pub solved: u32,
    /// How many in a row, up to the last one.
    pub streak: u32,
    /// The longest row.
    pub best_streak: u32,
}

/// The puzzles of a game, and how whoever asks does with them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleOverview {
    /// The id of the game.
    pub game: String,
    /// How many there are.
    pub n_puzzles: u32,
    /// What they are about.
    pub themes: Vec<ThemeCard>,
    /// How whoever asks does.
    pub you: SolverCard,
    /// The word for the puzzle of today.
    pub daily: String,
    /// Whether that one was solved at once; nothing if it was not tried yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub daily_solved: Option<bool>,
    /// How many mistakes of one's own have come back.
    pub n_due: u32,
}

/// A puzzle, without what gives it away.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleCard {
    /// The id of the game.
    pub game: String,
    /// The word for it.
    pub id: String,
    /// The options of the game.
    pub options: String,
    /// The position.
    pub position: String,
    /// How hard it is.
    pub rating: f64,
    /// How many people have tried it.
    pub tries: u32,
    /// How many of them have solved it at once.
    pub solved: u32,
    /// What it is about: ids of themes.
    pub themes: Vec<String>,
}

/// The solver's own moves from the position on, without the answers between them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PuzzleMoves {
    /// The moves; none to see the solution.
    pub moves: Vec<String>,
}

/// What moves have come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleState {
    /// All were right so far, and the other side has answered.
    Right,
    /// The puzzle is solved.
    Solved,
    /// The last one was legal, but another one is better.
    Wrong,
    /// No move was sent: the solution is shown.
    Shown,
}

/// Why a solution is one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleExplanation {
    /// The moves that solve it, with the answers between them.
    pub solution: Vec<String>,
    /// How the game goes on if both sides do their best.
    pub line: Vec<String>,
    /// What the game is worth with the solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub worth: Option<Valuation>,
    /// What it is worth with the best of the other moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub second: Option<Valuation>,
}

/// The answer to moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleVerdict {
    /// What they have come to.
    pub state: PuzzleState,
    /// The answer of the other side to right moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reply: Option<String>,
    /// Once it is solved or given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub explanation: Option<PuzzleExplanation>,
    /// How far one's rating has moved, if this was the first try.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub gained: Option<f64>,
    /// How one does now, if that has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub you: Option<SolverCard>,
}

/// A mistake in a finished match that shall come back as a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewMistake {
    /// At which table.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub table: TableId,
    /// The round, from 0.
    pub round: u32,
    /// How many moves and rolls were made in it before the mistake.
    pub ply: u32,
    /// What should have been played.
    pub best: String,
}

/// A mistake of one's own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MistakeCard {
    /// The id of the game.
    pub game: String,
    /// The word for it.
    pub id: String,
    /// The options of the game.
    pub options: String,
    /// The position.
    pub position: String,
    /// What was played.
    pub played: String,
    /// At which table.
    pub table: TableId,
    /// How often in a row it was solved when it came back.
    pub stage: u8,
    /// When it comes back, in milliseconds since 1970; nothing if it is mended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub due: Option<u64>,
    /// Whether it has come back.
    pub is_due: bool,
}
