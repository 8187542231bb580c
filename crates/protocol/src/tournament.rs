//! Tournaments of people: what is agreed, who plays, round by round, and how they stand.

use framework::Millis;
use serde::{Deserialize, Serialize};

use crate::{Person, TableId, TournamentId};

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Everybody meets everybody once.
    RoundRobin,
    /// So many rounds, in which players of about the same score meet; as many as find one winner if it is 0.
    Swiss {
        /// How many.
        rounds: u32,
    },
    /// Who loses is out; who draws plays again.
    KnockOut,
}

/// What a person wants who makes a tournament: the body of `POST /api/tournaments`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// What it is called.
    pub name: String,
    /// The id of the game, which is for two.
    pub game: String,
    /// Its options; empty for the usual game.
    #[serde(default)]
    pub options: String,
    /// How many rounds each match has, as at a table; what is usual if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub length: Option<String>,
    /// How long the players may think; a tournament needs a clock.
    pub clock: String,
    /// Whether the matches count for ratings.
    #[serde(default)]
    pub rated: bool,
    /// Who meets whom.
    pub format: TournamentFormat,
    /// How long a player may take to sit down before the match is lost.
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub arrival: Millis,
}

/// How far a tournament is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TournamentPhase {
    /// People may join.
    Open,
    /// It is played.
    Running,
    /// It is over.
    Over,
    /// It was called off.
    Cancelled,
}

/// A player of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Entrant {
    /// Who it is.
    pub person: Person,
    /// Whether they have left; all their further matches are lost.
    #[serde(default)]
    pub has_left: bool,
}

/// What came of a match of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ContestResult {
    /// The first player has won.
    First,
    /// The second player has won.
    Second,
    /// Nobody has won.
    Draw,
    /// The first player has won because the second did not come, or has left the tournament.
    FirstByForfeit,
    /// The second player has won because the first did not come, or has left the tournament.
    SecondByForfeit,
    /// Neither came, so both have lost.
    NobodyCame,
}

/// A match of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Contest {
    /// The player on the first chair: an index into the players.
    pub first: u32,
    /// The other player.
    pub second: u32,
    /// The table at which they meet; nothing where one of them had left before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub table: Option<TableId>,
    /// What came of it; nothing while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub result: Option<ContestResult>,
    /// Until when both have to sit down, in milliseconds since 1970.
    pub deadline: u64,
}

/// A round of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentRound {
    /// When it began, in milliseconds since 1970.
    pub began: u64,
    /// Its matches.
    pub contests: Vec<Contest>,
    /// The player who is free, if one is: an index into the players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub free: Option<u32>,
}

/// A tournament, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tournament {
    /// Which one.
    pub id: TournamentId,
    /// Who made it, starts it and may call it off.
    pub host: Person,
    /// What is agreed.
    pub terms: NewTournament,
    /// How far it is.
    pub phase: TournamentPhase,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// The players: in the order in which they joined, and once it runs by strength.
    pub players: Vec<Entrant>,
    /// The rounds that have begun.
    pub rounds: Vec<TournamentRound>,
}

/// How a player of a tournament stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentStanding {
    /// The player: an index into the players.
    pub player: u32,
    /// The place, from 1; who is equal in everything shares one.
    pub rank: u32,
    /// Points: 1 for a win, half of one for a draw, and 1 for a free round of a Swiss tournament.
    pub points: f64,
    /// Matches won, also by forfeit.
    pub won: u32,
    /// Matches drawn.
    pub drawn: u32,
    /// Matches lost, also by forfeit.
    pub lost: u32,
    /// The points of all opponents together, which decide between equal points.
    pub buchholz: f64,
    /// The points of those who were beaten and half of those with whom it was a draw, which decide next.
    pub sonneborn_berger: f64,
}

/// A tournament and how everybody stands: the answer to `GET /api/tournaments/ID`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentView {
    /// The tournament.
    pub tournament: Tournament,
    /// How everybody stands, the best first.
    pub standings: Vec<TournamentStanding>,
}

/// A tournament in a list: the answer to `GET /api/tournaments` is a list of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentSummary {
    /// Which one.
    pub id: TournamentId,
    /// Who made it.
    pub host: Person,
    /// What is agreed.
    pub terms: NewTournament,
    /// How far it is.
    pub phase: TournamentPhase,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// How many play.
    pub n_players: u32,
    /// How many rounds have begun.
    pub n_rounds: u32,
}

impl Tournament {
    /// The tournament as a line of a list.
    #[must_use]
    pub fn summary(&self) -> TournamentSummary {
        TournamentSummary {
            id: self.id.clone(),
            host: self.host.clone(),
            terms: self.terms.clone(),
            phase: self.phase,
            created: self.created,
            n_players: u32::try_from(self.players.len()).unwrap_or(u32::MAX),
            n_rounds: u32::try_from(self.rounds.len()).unwrap_or(u32::MAX),
        }
    }

    /// The players of a match.
    #[must_use]
    pub fn players_of(&self, contest: &Contest) -> Option<[&Person; 2]> {
        let person = |player: u32| self.players.get(player as usize).map(|entrant| &entrant.person);
        Some([person(contest.first)?, person(contest.second)?])
    }
}
