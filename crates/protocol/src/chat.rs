//! What people say to each other, and what the server says to them.

use serde::{Deserialize, Serialize};

use crate::{Person, TableId, UserId};

/// Where a line is said.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Channel {
    /// In the lobby, to everybody there.
    Lobby,
    /// At a table, to its players and watchers.
    Table(TableId),
    /// To one person only.
    User(UserId),
}

/// What a line is, so that a screen can tell the kinds apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ChatKind {
    /// Said in the lobby.
    Lobby,
    /// Said at a table.
    Table,
    /// Said to one person.
    Private,
    /// The server tells something.
    Server,
    /// The server tells that something went wrong.
    Error,
    /// A person's connection was lost or came back.
    Connection,
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChatLine {
    /// Its number among all lines that are kept, which grows; 0 for a line that is not kept.
    pub number: u64,
    /// What it is.
    pub kind: ChatKind,
    /// Where it was said.
    pub channel: Channel,
    /// Who said it; nobody if it was the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub from: Option<Person>,
    /// What was said: plain text, never markup.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub time: u64,
}
