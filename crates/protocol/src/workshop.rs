//! The workshop: improving and comparing the weights of computer players, for who runs Brettwerk at home.

use framework::Text;
use serde::{Deserialize, Serialize};

/// What can be worked on, and what is being worked on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WorkshopView {
    /// The players that have weights.
    pub players: Vec<WorkshopPlayer>,
    /// The most threads that a job may use.
    pub max_threads: u32,
    /// The most minutes that a job may take.
    pub max_minutes: u32,
    /// The most games that a job may play.
    pub max_games: u64,
    /// The present job, or the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub job: Option<WorkshopJob>,
}

/// A computer player with weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WorkshopPlayer {
    /// The id of its game.
    pub game: String,
    /// What people call the game.
    pub game_name: Text,
    /// The word by which it is chosen.
    pub player: String,
    /// How many weights it has.
    pub terms: u32,
}

/// How better weights are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum EvolutionMethod {
    /// A cloud of candidates that adapts its shape.
    CmaEs,
    /// Two measurements a step, for many weights.
    Spsa,
    /// The algorithm of the 2006 paper.
    Genetic,
}

/// An evolution that is to begin.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewEvolution {
    /// The id of the game.
    pub game: String,
    /// The player whose weights are improved.
    pub player: String,
    /// How.
    pub method: EvolutionMethod,
    /// How many games are played to find them.
    pub games: u64,
    /// When the search ends at the latest.
    pub minutes: u32,
    /// How many threads play.
    pub threads: u32,
    /// Where chance begins.
    pub seed: u64,
    /// A weight file to start from; the player's own weights if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub from: Option<String>,
}

/// Two weight files that are to be compared term by term.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewComparison {
    /// The text of the first file.
    pub left: String,
    /// The text of the second one; the player's own weights if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub right: Option<String>,
}

/// A match between two weight files that is to begin.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewWeightMatch {
    /// The text of the first file.
    pub left: String,
    /// The text of the second one; the player's own weights if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub right: Option<String>,
    /// How many games are played, in pairs with swapped seats.
    pub games: u64,
    /// When the match ends at the latest.
    pub minutes: u32,
    /// How many threads play.
    pub threads: u32,
    /// Where chance begins.
    pub seed: u64,
}

/// Two sets of weights of one player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WeightComparison {
    /// The id of the game.
    pub game: String,
    /// The player.
    pub player: String,
    /// Its weights.
    pub terms: Vec<ComparedTerm>,
}

/// A weight in two files, or before and after an evolution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ComparedTerm {
    /// The word for it in files.
    pub name: String,
    /// What it is.
    pub about: Text,
    /// In the first file, or before.
    pub left: f64,
    /// In the second file, or after.
    pub right: f64,
}

/// What a job is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum JobKind {
    /// Looking for better weights.
    Evolution,
    /// Playing two sets of weights against each other.
    Match,
}

/// How far a job is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum JobStage {
    /// An evolution looks for weights.
    Searching,
    /// An evolution tests what it has found, in fresh games.
    Testing,
    /// A match is played.
    Playing,
    /// It is over.
    Done,
    /// It was canceled; what was found before is there.
    Canceled,
    /// It has ended by an error.
    Failed,
}

impl JobStage {
    /// Whether nothing happens any more.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Canceled | Self::Failed)
    }
}

/// A job of the workshop.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WorkshopJob {
    /// Which, from 1.
    pub number: u64,
    /// What it is about.
    pub kind: JobKind,
    /// How far it is.
    pub stage: JobStage,
    /// The id of the game.
    pub game: String,
    /// The player.
    pub player: String,
    /// How many games were played.
    pub games: u64,
    /// How many are to be played, the last test not counted.
    pub planned_games: u64,
    /// How many generations there were.
    pub generation: u64,
    /// How long it has worked.
    pub seconds: u64,
    /// When its search ends at the latest.
    pub max_seconds: u64,
    /// The strength of the best weights over the games.
    pub strength: Vec<StrengthPoint>,
    /// The weights: at the start and the best so far, or those of both sides of a match.
    pub terms: Vec<ComparedTerm>,
    /// The best weights so far as a weight file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub file: Option<String>,
    /// What the last test or the match says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub result: Option<WeightResult>,
    /// Why it has failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub problem: Option<Text>,
}

/// The strength of weights at one moment of an evolution, in points a game, with an interval of 95 %.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StrengthPoint {
    /// The games played before.
    pub games: u64,
    /// The mean.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// What games between two sets of weights say, from the side of the better or the first ones.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WeightResult {
    /// How many games were played.
    pub games: u64,
    /// Points a game, in the mean.
    pub mean: f64,
    /// The lower end of the interval of 95 %.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}
