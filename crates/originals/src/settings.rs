//! Which of the original protocols are spoken, where, and what a connection may do.

use std::{net::SocketAddr, time::Duration};

use ::limits::originals as limits;
use backgammon::original::Dialect;
use blokus::original::Layout;

/// Which of the original protocols are spoken, and where.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Originals {
    /// The line protocol of the backgammon program of 2006.
    pub welfenlab: Option<Welfenlab>,
    /// The numbers of the Connect Four course of 2018.
    pub praktikum: Option<Praktikum>,
    /// The packets of the Blokus program of 2005.
    pub freebloks: Option<Freebloks>,
    /// What a connection may do.
    pub limits: Limits,
}

/// How the line protocol of the backgammon program of 2006 is spoken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Welfenlab {
    /// The address and the port to listen on.
    pub listen: SocketAddr,
    /// The computer player who sits down opposite a person who is ready but alone.
    pub fill: Option<String>,
    /// How lines are written that servers have written in two ways.
    pub dialect: Dialect,
    /// What is said to everybody who connects, instead of the usual greeting.
    pub greeting: Option<String>,
    /// Whether only names of accounts are let in, with the password of the account or a token of a bot.
    pub registered_only: bool,
    /// How many connections there may be, if not as many as to other ports.
    pub max_connections: Option<usize>,
}

impl Welfenlab {
    /// The usual settings at an address.
    #[must_use]
    pub const fn new(listen: SocketAddr) -> Self {
        Self {
            listen,
            fill: None,
            dialect: Dialect::Server,
            greeting: None,
            registered_only: false,
            max_connections: None,
        }
    }
}

/// How the numbers of the Connect Four course of 2018 are spoken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Praktikum {
    /// The address and the port to listen on.
    pub listen: SocketAddr,
    /// The computer player against whom those play who connect.
    pub player: String,
    /// How long a person may sit down instead, before the computer player does.
    pub wait: Duration,
    /// How numbers travel.
    pub layout: connect4::original::Layout,
}

/// How the packets of the Blokus program of 2005 are spoken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Freebloks {
    /// The address and the port to listen on.
    pub listen: SocketAddr,
    /// The game with which people begin.
    pub game: Layout,
    /// The computer player on free seats.
    pub player: String,
    /// How many colors people may play, 0 to 4.
    pub people: u8,
    /// How long the move of a computer player waits, so that people can see it.
    pub pause: Duration,
    /// How many games there may be at a time.
    pub games: usize,
}

/// What a connection by an original protocol may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many connections one address may have.
    pub per_address: usize,
    /// How many connections there may be.
    pub in_all: usize,
    /// How long one may take to log in, or to send a packet that was begun.
    pub log_in: Duration,
    /// How long a client may take to say anything where nobody logs in.
    pub first_message: Duration,
    /// How long one may think about the first move where nobody logs in.
    pub first_move: Duration,
    /// How long one may be silent.
    pub silence: Duration,
    /// How many messages are read in which time; more of them wait.
    pub messages: (u32, Duration),
    /// How long a game of Blokus is silent until its clients are told that it still goes on.
    pub heartbeat: Duration,
    /// How long after the end of a match of backgammon its players are told that they are out of it.
    pub goodbye: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            per_address: limits::MAX_ORIGINAL_CONNECTIONS_PER_ADDRESS,
            in_all: limits::MAX_ORIGINAL_CONNECTIONS,
            log_in: limits::ORIGINAL_LOGIN_TIMEOUT,
            first_message: limits::ORIGINAL_FIRST_MESSAGE_TIMEOUT,
            first_move: limits::ORIGINAL_FIRST_MOVE_TIMEOUT,
            silence: limits::ORIGINAL_SILENCE_TIMEOUT,
            messages: (limits::ORIGINAL_MESSAGES.count, limits::ORIGINAL_MESSAGES.per),
            heartbeat: Duration::from_secs(30),
            goodbye: Duration::from_millis(300),
        }
    }
}
