//! What the server says.

use framework::{Seat, Text, Valuation};
use serde::{Deserialize, Serialize};

use crate::{
    ChatLine, Drawing, LobbyChange, Moment, OpenSeek, Person, Problem, RatingChange, Snapshot, TableEvent,
    TableId, TableSummary,
};

/// What the server says.
#[expect(
    clippy::large_enum_variant,
    reason = "the largest, what happens at a table, is nearly all that is sent"
)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Message {
    /// The answer to `hello`.
    Welcome {
        /// The version of the message set.
        version: u32,
        /// Who one is.
        you: Person,
        /// The time of the server, in milliseconds since 1970.
        time: u64,
        /// Whether tables may let computer players think while a person decides.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        can_ponder: bool,
    },
    /// A command has been done, and what it changed is on disk.
    Done {
        /// The number of the command.
        number: u64,
        /// The table that the command was about or made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        table: Option<TableId>,
        /// The number of the last event at the table that came of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        seq: Option<u64>,
    },
    /// A command has not been done, and nothing has changed.
    Refused {
        /// The number of the command; nothing if it could not be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        number: Option<u64>,
        /// Why not.
        problem: Problem,
    },
    /// Who is here, and which tables there are.
    Lobby {
        /// The people who are connected, the first few hundred of them.
        people: Vec<Person>,
        /// The tables that wait or play, the newest few hundred of them.
        tables: Vec<TableSummary>,
        /// Those who wait for an opponent, the first few hundred of them.
        #[serde(default)]
        seeks: Vec<OpenSeek>,
    },
    /// Something has changed in the lobby.
    LobbyChange {
        /// What.
        change: LobbyChange,
    },
    /// Everything about a table: the answer to `watch` without `since`.
    Table {
        /// The table at one moment.
        snapshot: Box<Snapshot>,
        /// How it looks, if that is wanted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        drawing: Option<Drawing>,
    },
    /// What has happened at a table, in order and without gaps.
    Events {
        /// Where.
        table: TableId,
        /// What.
        events: Vec<TableEvent>,
        /// What there is to see after the last of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        moment: Option<Moment>,
        /// How it looks, if that is wanted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        drawing: Option<Drawing>,
    },
    /// A person at a table has lost the connection, or is back.
    Presence {
        /// Where.
        table: TableId,
        /// Who.
        person: Person,
        /// Whether they are connected.
        connected: bool,
    },
    /// A person said something, or the server did.
    Chat {
        /// The line.
        line: ChatLine,
    },
    /// The answer to `hint`.
    Hint {
        /// The number of the command.
        number: u64,
        /// At which table.
        table: TableId,
        /// For which ply of the round.
        ply: u32,
        /// The moves, the best first.
        moves: Vec<HintMove>,
    },
    /// The answer to `evaluate`.
    Evaluation {
        /// The number of the command.
        number: u64,
        /// Who is to move in the position.
        seat: Seat,
        /// What it is worth to that seat, on the computer player's own scale.
        value: f32,
        /// The same in the unit in which players of the game count; nothing if it is not known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        worth: Option<Valuation>,
        /// The moves, the best first.
        moves: Vec<HintMove>,
    },
    /// What is known of a position that one has asked to `analyze`, so far.
    Analysis {
        /// The number of the command.
        number: u64,
        /// Who is to move in the position.
        seat: Seat,
        /// How many plies were looked ahead completely.
        depth: u32,
        /// How many positions were looked at in the last step.
        nodes: u64,
        /// How long that took, in milliseconds.
        elapsed: u64,
        /// The moves, the best first.
        moves: Vec<HintMove>,
        /// What both sides will play after the best of them: a line for each, which begins with it.
        lines: Vec<Vec<String>>,
        /// Whether this is the last: everything is known, or the time for one position is over.
        is_final: bool,
    },
    /// What a rated match has done to the ratings of its players.
    Rated {
        /// At which table.
        table: TableId,
        /// The changes, chair by chair.
        changes: Vec<RatingChange>,
    },
    /// A computer player waits for its turn to think.
    Busy {
        /// At which table.
        table: TableId,
        /// Its place in the queue, from 1.
        position: u32,
    },
    /// An opponent is found.
    Paired {
        /// The table at which one sits.
        table: TableId,
    },
    /// The server is about to stop: connect again after a while.
    Reconnect {
        /// How many milliseconds to wait at least.
        after: u64,
    },
}

/// A move in a hint.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HintMove {
    /// The move in the game's notation.
    pub text: String,
    /// What it is worth on the computer player's own scale, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub value: Option<f32>,
    /// The same in the unit in which players of the game count; nothing where it is not known for this move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub worth: Option<Valuation>,
    /// The terms of an evaluation for this move, if they were asked for; their shares add up to its value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<MoveTerm>>"))]
    pub terms: Vec<MoveTerm>,
}

/// One term of an evaluation of a move: how much there is of something, and what that counts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveTerm {
    /// A short name, the same in every language.
    pub name: String,
    /// What is counted.
    pub about: Text,
    /// How much of it there is.
    pub amount: f64,
    /// What one of it counts.
    pub weight: f64,
    /// What it adds to the value.
    pub share: f64,
}
