//! Visits: a person plays on a server of an original program, and a server of ours carries what is said.
//!
//! A visit has a socket of its own. Its first wish is [`VisitWish::Open`], or [`VisitWish::Resume`] after the page was
//! loaded again; then the whole of what there is to see comes
//! whenever it has changed, and what happens comes line by line.

use std::fmt;

use framework::{Seat, Text};
use serde::{Deserialize, Serialize};

use crate::{Drawing, ToMove};

/// A password on its way, which is never shown.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(type = "string"))]
#[serde(transparent)]
pub struct VisitPassword(pub String);

impl fmt::Debug for VisitPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "VisitPassword()" } else { "VisitPassword(…)" })
    }
}

/// What a person asks for on a visit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum VisitWish {
    /// Connect; only the first wish can be this one.
    Open {
        /// Where to, and as whom: `welfenlab://anna@host:30167`.
        address: String,
        /// The password, where the protocol has one.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<VisitPassword>"))]
        password: VisitPassword,
        /// Whether to wait for a connection instead of connecting.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        listen: bool,
        /// Whether a game shall begin without further words: the first free one, or a new one.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        at_once: bool,
        /// The level of a computer that plays, from 1 to 10; nothing for who plays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        computer: Option<u8>,
        /// How many colors of Blokus to sit down on, from 0 to 4; without it 1 if a game begins at once, and else 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        seats: Option<u8>,
    },
    /// Come back to a visit of the same person; only the first wish can be this one.
    Resume {
        /// The word that [`VisitMessage::Begun`] has told.
        visit: String,
    },
    /// End the visit; it goes on for a while if the socket is only closed.
    Quit,
    /// Let a computer play, or play oneself again.
    Computer {
        /// Its level, from 1 to 10; nothing for who plays.
        level: Option<u8>,
    },
    /// Ask again for the games and the users.
    Look,
    /// Create a game of backgammon and sit down there.
    Create {
        /// How many rounds.
        rounds: u32,
        /// The seconds for one turn; 0 for as long as one likes.
        timeout: u32,
        /// The password of the game; empty for none.
        password: VisitPassword,
    },
    /// Sit down at a game of backgammon.
    Join {
        /// Its number.
        game: i64,
        /// Its password; empty for none.
        password: VisitPassword,
    },
    /// Begin: the next round, the game of all who have seats, or the next game.
    Begin,
    /// Leave the game, but not the server.
    Leave,
    /// Say something.
    Say {
        /// To whom; to everybody if nobody is named.
        to: Option<String>,
        /// What.
        text: String,
    },
    /// Play a move.
    Play {
        /// The move in the notation of our games.
        text: String,
    },
    /// Ask which rule forbids a move.
    WhyNot {
        /// The move.
        text: String,
    },
    /// Take a seat.
    Sit {
        /// Which color; any if none is named.
        color: Option<String>,
    },
    /// Give a seat back.
    Stand {
        /// Which color.
        color: String,
    },
    /// Ask for another game of Blokus.
    Mode {
        /// Its name: `classic`, `two-players`, `two-colors`, `duo` or `junior`.
        name: String,
        /// The sides of the board, if not the usual ones.
        size: Option<[u8; 2]>,
    },
    /// Ask the server for advice.
    Hint,
    /// Take the last move back.
    TakeBack,
}

/// What a person is told on a visit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum VisitMessage {
    /// Nobody has connected yet.
    Waiting {
        /// What the other side connects to.
        addresses: Vec<String>,
    },
    /// One is there, or has come back; all that was said comes once more then.
    Begun {
        /// The word by which one comes back, which nobody can guess.
        visit: String,
    },
    /// How everything stands; comes whenever it has changed.
    Stands {
        /// Everything there is to see.
        view: Box<VisitView>,
    },
    /// Something was said or has happened.
    Told {
        /// What.
        line: VisitLine,
    },
    /// A wish cannot be fulfilled now.
    Refused {
        /// Why not.
        text: Text,
    },
    /// The visit is over, or did not begin.
    Ended {
        /// Why.
        text: Text,
    },
}

/// Something that was said or has happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VisitLine {
    /// Who says it; nobody if it has happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub from: Option<String>,
    /// The one to whom it is said alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub to: Option<String>,
    /// What.
    pub text: Text,
}

/// Everything there is to see on a visit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VisitView {
    /// Where one is, and as whom.
    pub address: String,
    /// What the protocol has besides a board.
    pub place: VisitPlace,
    /// The board; nothing before the first game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub board: Option<VisitBoard>,
    /// The level of the computer that plays; nothing for who plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub computer: Option<u8>,
}

/// The board of a visit, as the boards of our own tables are told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VisitBoard {
    /// The id of the game.
    pub game: String,
    /// Its options.
    pub options: String,
    /// The position in the game's notation.
    pub position: String,
    /// What to draw, and the legal moves if one is to move.
    pub drawing: Drawing,
    /// One's own seat; nothing for who watches.
    pub seat: Option<Seat>,
    /// Who decides next.
    pub to_move: ToMove,
    /// What was played in this game, rolls included.
    pub played: Vec<VisitMove>,
    /// The move that the server advises.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub hint: Option<String>,
}

/// A move, or a roll of the dice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VisitMove {
    /// Who; nobody if it was the dice.
    pub seat: Option<Seat>,
    /// What.
    pub text: String,
}

/// What a protocol has besides a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum VisitPlace {
    /// A hall with many games of backgammon.
    Hall(VisitHall),
    /// A line between two who play Connect Four.
    Course(VisitCourse),
    /// A room with one game of Blokus.
    Room(VisitRoom),
}

/// A hall with many games of backgammon.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VisitHall {
    /// One's own name.
    pub name: String,
    /// Whether one is logged in.
    pub is_in: bool,
    /// Who is here.
    pub users: Vec<String>,
    /// The games there are.
    pub games: Vec<VisitGame>,
    /// The game in which one sits.
    pub seated: Option<i64>,
    /// Who sits opposite.
    pub opponent: Option<String>,
    /// Whether a round goes on.
    pub is_playing: bool,
    /// Whether one has said that the round may begin.
    pub is_ready: bool,
    /// The rounds of this game that are over.
    pub rounds: Vec<VisitRound>,
    /// The rounds that are left, once that is known.
    pub left: Option<i64>,
}

/// A game of a hall.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VisitGame {
    /// Its number.
    pub game: i64,
    /// Who sits there.
    pub players: Vec<String>,
    /// Whether it needs a password.
    pub is_locked: bool,
    /// The seconds for a turn; 0 for as long as one likes.
    pub timeout: u32,
    /// The rounds that are left.
    pub rounds: u32,
}

/// A round of backgammon that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VisitRound {
    /// Whether one has won it.
    pub won: bool,
    /// One's own points and those of the other side.
    pub points: [u32; 2],
}

/// How a game has ended for oneself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum VisitEnd {
    /// One has won.
    Won,
    /// One has lost.
    Lost,
    /// Nobody has won.
    Drawn,
}

/// A line between two who play Connect Four.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VisitCourse {
    /// The number of the game, from 1.
    pub game: u32,
    /// Whether one is yellow and begins.
    pub is_yellow: bool,
    /// How the game has ended; nothing while it goes on.
    pub end: Option<VisitEnd>,
    /// Whether one waits for the other side to begin the next game.
    pub is_waiting: bool,
    /// The games that were won, lost and drawn.
    pub results: [u32; 3],
}

/// A room with one game of Blokus.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VisitRoom {
    /// The name of the game, such as `duo`.
    pub mode: String,
    /// The sides of the board.
    pub size: [u8; 2],
    /// The colors that play, in their order.
    pub seats: Vec<VisitSeat>,
    /// How many clients there are.
    pub clients: u8,
    /// Whether the game goes on.
    pub is_running: bool,
    /// Whether the game is over.
    pub is_over: bool,
    /// Whose turn it is.
    pub current: Option<String>,
}

/// A color of a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VisitSeat {
    /// The color: `blue`, `yellow`, `red` or `green`.
    pub color: String,
    /// Who plays it.
    pub name: Text,
    /// Whether it is one's own.
    pub is_mine: bool,
    /// What it has counted, once the game has begun.
    pub points: Option<u32>,
}
