//! Ratings, results and statistics: what is asked over HTTP.

use serde::{Deserialize, Serialize};

use crate::{Person, TableId, TableSummary};

/// How strong a person is at a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingView {
    /// The id of the game.
    pub game: String,
    /// The rating; newcomers begin at 1500.
    pub rating: f64,
    /// How uncertain it is: the true strength lies within twice as much in 19 of 20 cases.
    pub deviation: f64,
    /// Whether it is too uncertain to be compared.
    pub provisional: bool,
    /// How many rated matches it rests on.
    pub games: u32,
}

/// What came of a match for one player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Won.
    Won,
    /// Drawn.
    Drawn,
    /// Lost.
    Lost,
}

/// Matches of one kind, counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tally {
    /// The id of the game.
    pub game: String,
    /// The chair, from 0: who sat on the first one began the first round.
    pub chair: u8,
    /// Against whom: `people`, the name of a computer player, or `several` of different kinds.
    pub opponent: String,
    /// Matches won.
    pub won: u32,
    /// Matches drawn.
    pub drawn: u32,
    /// Matches lost.
    pub lost: u32,
    /// Points won in all rounds.
    pub points: u64,
    /// Moves played.
    pub moves: u64,
    /// How long they took together, in milliseconds.
    pub thinking: u64,
}

/// Wins in a row at a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Streak {
    /// The id of the game.
    pub game: String,
    /// How many of the last matches were won in a row.
    pub current: u32,
    /// The most that were ever won in a row.
    pub longest: u32,
}

/// The page of a person: the answer to `GET /api/users/ID`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Profile {
    /// Who it is.
    pub person: Person,
    /// When they came first, in milliseconds since 1970.
    pub created: u64,
    /// Their ratings.
    pub ratings: Vec<RatingView>,
    /// Their matches by game, chair and opponent.
    pub tallies: Vec<Tally>,
    /// Their wins in a row by game.
    pub streaks: Vec<Streak>,
}

/// What a match did to a rating.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingChange {
    /// The chair, from 0.
    pub chair: u8,
    /// The rating before.
    pub before: f64,
    /// The rating after.
    pub after: f64,
    /// How uncertain it is now.
    pub deviation: f64,
    /// Whether it is too uncertain to be compared.
    pub provisional: bool,
}

/// What came of a match for one chair.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerResult {
    /// The chair, from 0.
    pub chair: u8,
    /// The name.
    pub name: String,
    /// Who it was; nothing for a computer player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub user: Option<crate::UserId>,
    /// What came of it.
    pub outcome: Outcome,
    /// Points won in all rounds.
    pub points: u32,
    /// Rounds won.
    pub rounds_won: u32,
}

/// A finished match in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FinishedMatch {
    /// The table at which it was played.
    pub table: TableId,
    /// The id of the game.
    pub game: String,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// When it was over, in milliseconds since 1970.
    pub finished: u64,
    /// The players, chair by chair.
    pub players: Vec<PlayerResult>,
}

/// A page of a person's finished matches, the newest first: the answer to `GET /api/users/ID/games`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct History {
    /// The matches.
    pub matches: Vec<FinishedMatch>,
    /// What to give as `before` to see older ones; nothing on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub before: Option<String>,
}

/// Everything about one match: the answer to `GET /api/games/TABLE`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchPage {
    /// What the lobby showed of the table.
    pub summary: TableSummary,
    /// When it was over, in milliseconds since 1970; nothing while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub finished: Option<u64>,
    /// The results, chair by chair.
    pub players: Vec<PlayerResult>,
    /// What the match did to ratings.
    pub changes: Vec<RatingChange>,
    /// Where the record can be fetched.
    pub record: String,
}

/// A line of a leaderboard: the answer to `GET /api/leaderboards/GAME` is a list of them, the strongest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Leader {
    /// Who it is.
    pub person: Person,
    /// How strong they are.
    pub rating: RatingView,
}
