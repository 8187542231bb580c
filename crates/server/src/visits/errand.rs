//! What is to be done on a visit without further words.

use backgammon::original::Terms;
use blokus::original::Mode;
use connect4::original::Layout;

/// What is to be done on a visit without further words. Usually that is nothing.
#[derive(Clone, Debug, Default)]
pub struct Errand {
    /// At which game of a hall to sit down.
    pub hall: HallErrand,
    /// What to ask for in a room.
    pub room: RoomErrand,
    /// How the numbers of the course travel.
    pub layout: Layout,
    /// Whether one is ready for every round and every next game of the same two without being asked.
    pub goes_on: bool,
    /// Whether the list of games is asked for again whenever it may have changed.
    pub keeps_list: bool,
}

/// At which game of a hall to sit down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum HallErrand {
    /// At none.
    #[default]
    None,
    /// At the first free one, or at a new one.
    Any(Terms),
    /// At a new one.
    Create(Terms, String),
    /// At the one of a number, with its password.
    Join(i64, String),
}

/// What to ask for in a room of Blokus.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RoomErrand {
    /// The game; the one that is there if none is named.
    pub mode: Option<Mode>,
    /// How many colours to play.
    pub seats: u8,
    /// Whether to ask for the start as soon as the seats are there.
    pub start: bool,
}

impl Errand {
    /// A game is to begin: in a hall one round without hurry, unless somebody waits for another game.
    #[must_use]
    pub fn at_once() -> Self {
        Self {
            hall: HallErrand::Any(Terms { timeout: 0, rounds: 1 }),
            room: RoomErrand { mode: None, seats: 1, start: true },
            ..Self::default()
        }
    }
}
