//! What a client wants.

use framework::{Action, Digest, Nonce};
use serde::{Deserialize, Serialize};

use crate::{Channel, ClientId, EnginePace, NewTable, TableId};

/// A command with the number that the client gives it.
///
/// The numbers of a client grow. A command whose answer was lost is sent again with the same number and takes
/// effect only once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The number of the command.
    pub number: u64,
    /// What is wanted.
    pub command: Command,
}

/// What a client wants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Say who one is: the first command of every connection.
    Hello {
        /// The version of the message set.
        version: u32,
        /// Which client it is, over all its connections.
        client: ClientId,
    },
    /// Ask for an answer, to see whether the connection lives.
    Ping,
    /// Hear of everything in the lobby, beginning with a list.
    EnterLobby,
    /// Hear of the lobby no more.
    LeaveLobby,
    /// Make a table.
    CreateTable {
        /// What is agreed there.
        table: NewTable,
    },
    /// Take a chair, or come back to one's own.
    Sit {
        /// At which table.
        table: TableId,
        /// Which chair, from 0; the first free one if none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        chair: Option<u8>,
        /// The password, if the table has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        password: Option<String>,
        /// The invitation by which one came, which stands for the password.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        invite: Option<String>,
    },
    /// Leave one's chairs.
    Stand {
        /// At which table.
        table: TableId,
    },
    /// Hear of everything at a table, beginning with a snapshot or with what was missed.
    Watch {
        /// Which table.
        table: TableId,
        /// The number of the last event that the client knows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        since: Option<u64>,
        /// How much is told about each position.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<Detail>"))]
        detail: Detail,
        /// The invitation by which one came, where only the invited may watch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        invite: Option<String>,
    },
    /// Hear of a table no more.
    Unwatch {
        /// Which table.
        table: TableId,
    },
    /// Play: a move, a roll, an offer, an answer.
    Act {
        /// At which table.
        table: TableId,
        /// How many plies of the round the client has seen.
        ply: u32,
        /// What to do.
        action: Action,
        /// The chair, for a person who has several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        chair: Option<u8>,
    },
    /// Roll the dice with a nonce of one's own, and decide to roll first where that is a decision.
    Roll {
        /// At which table.
        table: TableId,
        /// How many plies of the round the client has seen.
        ply: u32,
        /// Random bytes that the client has drawn for this roll alone.
        nonce: Nonce,
        /// The chair, for a person who has several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        chair: Option<u8>,
    },
    /// Promise the nonce that one will reveal at the next roll which waits for it.
    Pledge {
        /// At which table; without one, at the next table at which one sits down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        table: Option<TableId>,
        /// The hash of the nonce, as the book's chapter about fair dice tells.
        pledge: Digest,
        /// The chair, for a person who has several. Without a table, a promise for no certain chair is for the
        /// first that one takes, and takes the place of everything that was promised before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        chair: Option<u8>,
    },
    /// Reveal the nonce that one has promised, when the event `rolling` names one's chair.
    Reveal {
        /// At which table.
        table: TableId,
        /// The nonce.
        nonce: Nonce,
        /// The chair, for a person who has several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        chair: Option<u8>,
    },
    /// Let a computer player sit on a chair that is free or was left.
    Seat {
        /// At which table.
        table: TableId,
        /// Which chair, from 0.
        chair: u8,
        /// Which player: `level5`, or a player of the game by its name, with its weights if others are wanted.
        player: String,
    },
    /// Choose what happens without being asked on one's chairs.
    Prefer {
        /// At which table.
        table: TableId,
        /// Whether dice are rolled by themselves.
        auto_roll: bool,
        /// Whether one confirms that one cannot move, instead of passing by itself.
        confirm_blocked: bool,
        /// On which of one's chairs, from 0; on all of them if none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        chair: Option<u8>,
    },
    /// Set how fast computer players play among themselves, pause them, or let them play a single move; for the host of
    /// a table at which no person plays.
    SetPace {
        /// At which table.
        table: TableId,
        /// How fast.
        pace: EnginePace,
    },
    /// Begin the match at a table where it begins on a player's word, once every chair is taken.
    Begin {
        /// At which table.
        table: TableId,
    },
    /// Ask for good moves, where the table allows it.
    Hint {
        /// At which table.
        table: TableId,
    },
    /// Ask what a position is worth and which moves are good there, as after a game.
    Evaluate {
        /// The id of the game.
        game: String,
        /// Its options; empty for the usual game.
        #[serde(default)]
        options: String,
        /// The position in the game's notation, in which a seat is to move.
        position: String,
        /// The move that was played there, which is valued in any case.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        played: Option<String>,
        /// The evaluation that explains the best moves term by term, such as `welfenlab-2006`; its player chooses them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        explain: Option<String>,
    },
    /// Look at a position deeper and deeper, and hear after each step what is known of it: `analysis`, until one is the
    /// last. Another one over the same connection takes its place.
    Analyze {
        /// The id of the game.
        game: String,
        /// Its options; empty for the usual game.
        #[serde(default)]
        options: String,
        /// The position in the game's notation, in which a seat is to move.
        position: String,
        /// Of how many of the best moves the whole line is told, at most 5; of one if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        lines: Option<u8>,
    },
    /// Look at the position no longer.
    StopAnalysis,
    /// Say something.
    Chat {
        /// Where.
        channel: Channel,
        /// What.
        text: String,
    },
    /// Play again: a new table with the same settings, at which the players sit one chair further.
    Rematch {
        /// The table whose match is over.
        table: TableId,
    },
    /// Wait for an opponent who wants to play the same.
    Pair {
        /// What to play.
        seek: Seek,
    },
    /// Wait no longer.
    Unpair,
}

/// What a person who waits for an opponent wants to play.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Seek {
    /// The id of the game.
    pub game: String,
    /// Its options; empty for the usual game.
    #[serde(default)]
    pub options: String,
    /// How long the players may think, as in `5m+3s` or `none`.
    pub clock: String,
    /// How many rounds; one if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub length: Option<String>,
    /// Whether the result counts for ratings.
    #[serde(default)]
    pub rated: bool,
}

/// How much is told about each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// The position as text: for programs that know the rules.
    #[default]
    Plain,
    /// Also a drawing, and the legal moves if one is to move: for screens that know no rules.
    Drawn,
}
