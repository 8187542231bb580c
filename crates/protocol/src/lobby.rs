//! Who is here, and which tables there are.

use serde::{Deserialize, Serialize};

use crate::{Chair, Phase, Seek, TableId, UserId, Watchers};

/// A person who uses the server.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Person {
    /// Who it is.
    pub id: UserId,
    /// What people call them.
    pub name: String,
    /// Whether they play without an account.
    pub guest: bool,
    /// Whether a program plays under this name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub bot: bool,
}

impl Person {
    /// A person who plays without an account.
    #[must_use]
    pub const fn guest(id: UserId, name: String) -> Self {
        Self { id, name, guest: true, bot: false }
    }
}

/// A table in the list of the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableSummary {
    /// Which table it is.
    pub id: TableId,
    /// The id of the game.
    pub game: String,
    /// The options of the game in canonical form.
    pub options: String,
    /// Who made the table.
    pub host: Person,
    /// The chairs, in the order of the seats in the first round.
    pub chairs: Vec<Chair>,
    /// How many rounds are played, as in `points=7`.
    pub length: String,
    /// How long the players may think, as in `5m+3s`.
    pub clock: String,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// Whether a password is needed to sit down.
    pub locked: bool,
    /// Who may watch.
    pub watchers: Watchers,
    /// How far the table is.
    pub phase: Phase,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
}

/// A table of one's own whose match is not over: one sits there, or a chair is kept for oneself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OwnTable {
    /// The table.
    pub summary: TableSummary,
    /// Whether one is to move or to roll.
    pub my_turn: bool,
    /// When the time of the player to move is over, in milliseconds since 1970; only in correspondence games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub deadline: Option<u64>,
}

/// A person who waits for an opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpenSeek {
    /// Who waits.
    pub person: Person,
    /// What they want to play; the next person who wants the same is their opponent.
    pub seek: Seek,
}

/// Something that has changed in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum LobbyChange {
    /// A person came.
    Came(Person),
    /// A person went.
    Went(UserId),
    /// A table is new or has changed.
    Table(TableSummary),
    /// A table is over or closed.
    Gone(TableId),
    /// A person waits for an opponent, and for nothing that they wanted before.
    Seeks(OpenSeek),
    /// A person waits for no opponent any more.
    SeekGone(UserId),
}
