//! What is wrong with a command.

use framework::Text;
use serde::{Deserialize, Serialize};

/// The kinds of problems, for programs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The frame is no request that this version knows.
    Unreadable,
    /// The client speaks another version.
    Version,
    /// The first command was not `hello`, or a later one was.
    HelloFirst,
    /// Too many messages in a short time; wait a little.
    TooFast,
    /// There is no such table, person or invitation.
    NotFound,
    /// This person may not do that.
    NotAllowed,
    /// The password is missing, wrong or too short; or the name is, which is not told apart.
    Password,
    /// Another person has this name, or one that looks like it.
    Name,
    /// An account is needed: log in first, or sign up.
    Account,
    /// The operator of the server has banned this person; the sentence tells why.
    Banned,
    /// The settings of a table do not fit each other or the game.
    Settings,
    /// The chair is taken, or there is no such chair.
    Chair,
    /// The table is not in the phase for that.
    Phase,
    /// The command was meant for another moment of the game.
    Stale,
    /// Another seat is to move, or the dice.
    NotYourTurn,
    /// The rules forbid the move; `reason` tells the rule.
    IllegalMove,
    /// The action is not possible now.
    Refused,
    /// A limit of the server is reached; the sentence tells which one and what to do.
    Limit,
    /// Nobody is advised about a game of which they play a rated match.
    RatedMatch,
    /// The text is empty or too long.
    Text,
    /// A later command of this client has already been done, so this one is not any more.
    OutOfOrder,
    /// The server cannot write at present; nothing has happened, clocks stand still, try again.
    Unavailable,
    /// All computer players are busy; `position` tells the place in the queue.
    Busy,
    /// The server is about to stop; connect again.
    Stopping,
    /// Something that should not happen; the server has noted it.
    Internal,
}

/// What is wrong, for programs and for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// The kind of problem.
    pub code: Code,
    /// A sentence for people, which names the problem and the remedy.
    pub sentence: String,
    /// The game's own word for the rule that forbids a move, such as `column-full`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reason: Option<String>,
    /// What that rule says, or what is wrong with settings, in every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub rule: Option<Box<Text>>,
}

impl Problem {
    /// Makes a problem of a kind with a sentence.
    pub fn new(code: Code, sentence: impl Into<String>) -> Self {
        Self { code, sentence: sentence.into(), reason: None, rule: None }
    }

    /// Makes a problem of a kind with a sentence in every language.
    #[must_use]
    pub fn told(code: Code, text: Text) -> Self {
        Self { rule: Some(Box::new(text.clone())), ..Self::new(code, text.en) }
    }
}
