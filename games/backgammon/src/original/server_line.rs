//! What a server sends.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::{Dialect, Steps, number};
use crate::{
    Board, Dice,
    notation::original::{read_board, write_board},
};

/// Two dice in the order in which they were told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Faces(u8, u8);

impl Faces {
    /// Two faces; `None` if a die has no such face.
    #[must_use]
    pub fn new(first: u8, second: u8) -> Option<Self> {
        Dice::new(first, second).map(|_| Self(first, second))
    }

    /// The roll, whatever its order.
    #[must_use]
    pub fn dice(self) -> Dice {
        Dice::new(self.0, self.1).expect("both were checked to be faces")
    }

    /// Two numbers in the paper; four from the later server, which tells a double four times and two zeros after
    /// anything else.
    #[must_use]
    pub fn written(self, dialect: Dialect) -> String {
        let Self(one, other) = self;
        match dialect {
            Dialect::Paper => format!("{one} {other}"),
            Dialect::Server if one == other => format!("{one} {one} {one} {one}"),
            Dialect::Server => format!("{one} {other} 0 0"),
        }
    }
}

impl FromStr for Faces {
    type Err = ();

    /// Two to four numbers, of which the first two count.
    fn from_str(text: &str) -> Result<Self, ()> {
        let numbers: Vec<u8> = text.split_whitespace().map(number).collect();
        match numbers.as_slice() {
            [first, second] | [first, second, _] | [first, second, _, _] => {
                Self::new(*first, *second).ok_or(())
            }
            _ => Err(()),
        }
    }
}

/// A game in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its number.
    pub game: i64,
    /// Who sits on the two seats.
    pub players: [Option<String>; 2],
    /// Whether a password is needed.
    pub locked: bool,
    /// The seconds for one turn; 0 for as long as one likes.
    pub timeout: u32,
    /// The rounds that are still to be played.
    pub rounds: u32,
}

/// A line from a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServerLine {
    /// `HELLO:text`, or `WELCOME:text`
    Hello(String),
    /// `CONFIRM:LOGIN;text`
    LoggedIn(String),
    /// `CONFIRM:LOGOUT`
    LoggedOut,
    /// `CONFIRM:JOIN;n`
    Joined(i64),
    /// `CONFIRM:JOIN;-1`
    Left,
    /// `CONFIRM:START`
    Started,
    /// `CONFIRM`: a message was delivered.
    Delivered,
    /// `ERROR:command;text`
    Refused {
        /// The command that is refused.
        command: String,
        /// Why.
        text: String,
    },
    /// `USERS:name;name`
    Users(Vec<String>),
    /// `LIST:game;game`
    List(Vec<Listed>),
    /// `CHAT:name;text`
    Chat {
        /// Who says it.
        from: String,
        /// What.
        text: String,
    },
    /// `BOARD:…`, as its receiver sees it.
    Board(Board),
    /// `DICE:…`: the receiver is to move.
    Dice(Faces),
    /// `INFO:DICE;…`: the other side is to move.
    OthersDice(Faces),
    /// `INFO:TURN;…`: what the other side played, as that side numbers the points; no steps if it could not move.
    OthersTurn(Steps),
    /// `ENDGAME:WIN;left;own other`
    RoundOver {
        /// Whether the receiver has won.
        won: bool,
        /// The rounds that are left.
        left: i64,
        /// The points of the receiver and of the other side in this round.
        points: [u32; 2],
    },
    /// `INFO:LOGIN;name`
    LoggedInToo(String),
    /// `INFO:LOGOUT;name`
    LoggedOutToo(String),
    /// `INFO:JOIN;n name`
    Came {
        /// The game.
        game: i64,
        /// Who sits there now.
        name: String,
    },
    /// `INFO:JOIN;-1 name`
    Went(String),
    /// `INFO:ENDGAME;n winner left points points`
    RoundOf {
        /// The game.
        game: i64,
        /// Who has won it; some servers do not say.
        winner: Option<String>,
        /// The rounds that are left.
        left: i64,
        /// The points of the winner and of the loser.
        points: [u32; 2],
    },
}

/// A line that no server of this protocol sends.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:.60}: this is no line of a backgammon server; look whether the address is right")]
pub struct ServerLineError(String);

impl ServerLine {
    /// The line as servers of a dialect write it.
    #[must_use]
    pub fn written(&self, dialect: Dialect) -> String {
        match self {
            Self::Dice(faces) => format!("DICE:{}", faces.written(dialect)),
            Self::OthersDice(faces) => format!("INFO:DICE;{}", faces.written(dialect)),
            Self::OthersTurn(steps) if steps.as_slice().is_empty() => "INFO:TURN".to_owned(),
            Self::OthersTurn(steps) => format!("INFO:TURN;{}", steps.told(dialect)),
            line => line.to_string(),
        }
    }
}

/// As the later server writes it.
impl fmt::Display for ServerLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello(text) => write!(f, "HELLO:{text}"),
            Self::LoggedIn(text) => write!(f, "CONFIRM:LOGIN;{text}"),
            Self::LoggedOut => f.write_str("CONFIRM:LOGOUT"),
            Self::Joined(game) => write!(f, "CONFIRM:JOIN;{game}"),
            Self::Left => f.write_str("CONFIRM:JOIN;-1"),
            Self::Started => f.write_str("CONFIRM:START"),
            Self::Delivered => f.write_str("CONFIRM"),
            Self::Refused { command, text } => write!(f, "ERROR:{command};{text}"),
            Self::Users(names) => write!(f, "USERS:{}", names.join(";")),
            Self::List(games) => {
                let games: Vec<_> = games.iter().map(ToString::to_string).collect();
                write!(f, "LIST:{}", games.join(";"))
            }
            Self::Chat { from, text } => write!(f, "CHAT:{from};{text}"),
            Self::Board(board) => write!(f, "BOARD:{}", write_board(*board)),
            Self::Dice(_) | Self::OthersDice(_) | Self::OthersTurn(_) => {
                f.write_str(&self.written(Dialect::Server))
            }
            Self::RoundOver { won, left, points: [own, others] } => {
                write!(f, "ENDGAME:{};{left};{own} {others}", if *won { "WIN" } else { "LOSE" })
            }
            Self::LoggedInToo(name) => write!(f, "INFO:LOGIN;{name}"),
            Self::LoggedOutToo(name) => write!(f, "INFO:LOGOUT;{name}"),
            Self::Came { game, name } => write!(f, "INFO:JOIN;{game} {name}"),
            Self::Went(name) => write!(f, "INFO:JOIN;-1 {name}"),
            Self::RoundOf { game, winner, left, points: [winners, losers] } => {
                write!(f, "INFO:ENDGAME;{game}")?;
                if let Some(winner) = winner {
                    write!(f, " {winner}")?;
                }
                write!(f, " {left} {winners} {losers}")
            }
        }
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.players;
        let name = |player: &'_ Option<String>| player.clone().unwrap_or_else(|| super::NOBODY.to_owned());
        let lock = if self.locked { 'p' } else { 'f' };
        let Self { game, timeout, rounds, .. } = self;
        write!(f, "{game} {} {} {lock} {timeout} {rounds}", name(first), name(second))
    }
}

impl FromStr for Listed {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let fields: Vec<_> = text.split_whitespace().collect();
        let [game, first, second, lock, timeout, rounds] = fields.as_slice() else { return Err(()) };
        let player = |name: &str| (name != super::NOBODY).then(|| name.to_owned());
        Ok(Self {
            game: game.parse().map_err(|_| ())?,
            players: [player(first), player(second)],
            locked: *lock == "p",
            timeout: number(timeout),
            rounds: number(rounds),
        })
    }
}

/// What cannot be read in a list is left out of it.
impl FromStr for ServerLine {
    type Err = ServerLineError;

    fn from_str(line: &str) -> Result<Self, ServerLineError> {
        read(line).ok_or_else(|| ServerLineError(line.to_owned()))
    }
}

fn read(line: &str) -> Option<ServerLine> {
    let Some((kind, rest)) = line.split_once(':') else {
        return (line == "CONFIRM").then_some(ServerLine::Delivered);
    };
    let (first, more) = rest.split_once(';').unwrap_or((rest, ""));
    let read = match (kind, first) {
        ("HELLO" | "WELCOME", _) => ServerLine::Hello(rest.to_owned()),
        ("CONFIRM", "LOGIN") => ServerLine::LoggedIn(more.to_owned()),
        ("CONFIRM", "LOGOUT") => ServerLine::LoggedOut,
        ("CONFIRM", "JOIN") => match more.trim_end_matches(';').trim().parse().ok()? {
            -1 => ServerLine::Left,
            game => ServerLine::Joined(game),
        },
        ("CONFIRM", "START") => ServerLine::Started,
        ("ERROR", command) => ServerLine::Refused { command: command.to_owned(), text: more.to_owned() },
        ("USERS", _) => {
            let names = rest.split(';').filter(|name| !name.is_empty());
            ServerLine::Users(names.map(str::to_owned).collect())
        }
        ("LIST", _) => ServerLine::List(rest.split(';').filter_map(|game| game.parse().ok()).collect()),
        ("CHAT", from) => ServerLine::Chat { from: from.to_owned(), text: more.to_owned() },
        ("BOARD", _) => ServerLine::Board(read_board(rest.trim_end_matches(';')).ok()?),
        ("DICE", dice) => ServerLine::Dice(dice.parse().ok()?),
        ("ENDGAME", result) => {
            let won = match result {
                "WIN" => true,
                "LOSE" => false,
                _ => return None,
            };
            let (left, points) = more.split_once(';')?;
            let mut points = points.trim_end_matches(';').split_whitespace().map(number);
            ServerLine::RoundOver { won, left: number(left), points: [points.next()?, points.next()?] }
        }
        ("INFO", about) => info(about, more)?,
        _ => return None,
    };
    Some(read)
}

fn info(about: &str, more: &str) -> Option<ServerLine> {
    let read = match about {
        "DICE" => ServerLine::OthersDice(more.trim_end_matches(';').parse().ok()?),
        "TURN" => ServerLine::OthersTurn(Steps::read_told(more).ok()?),
        "LOGIN" => ServerLine::LoggedInToo(more.to_owned()),
        "LOGOUT" => ServerLine::LoggedOutToo(more.to_owned()),
        "JOIN" => {
            let (game, name) = more.split_once(' ')?;
            let name = name.to_owned();
            match game.parse().ok()? {
                -1 => ServerLine::Went(name),
                game => ServerLine::Came { game, name },
            }
        }
        "ENDGAME" => {
            let fields: Vec<_> = more.trim_end_matches(';').split_whitespace().collect();
            let (winner, numbers) = match fields.as_slice() {
                [_, left, winners, losers] => (None, [left, winners, losers]),
                [_, winner, left, winners, losers] => (Some(*winner), [left, winners, losers]),
                _ => return None,
            };
            let [left, winners, losers] = numbers;
            ServerLine::RoundOf {
                game: fields[0].parse().ok()?,
                winner: winner.map(str::to_owned),
                left: number(left),
                points: [number(winners), number(losers)],
            }
        }
        _ => return None,
    };
    Some(read)
}
