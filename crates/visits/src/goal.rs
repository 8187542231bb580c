//! What is to be done on a visit without further words.

use backgammon::original::Terms;
use blokus::original::{Mode, Setup};
use connect4::original::Layout;
use framework::Text;

use super::texts;

/// What is to be done on a visit without further words. Usually that is nothing.
#[derive(Clone, Debug, Default)]
pub struct VisitGoal {
    /// At which game of a lobby to sit down.
    pub lobby: LobbyGoal,
    /// What to ask for in a room.
    pub room: RoomGoal,
    /// How the numbers of the course travel.
    pub layout: Layout,
    /// Whether one is ready for every round and every next game of the same two without being asked.
    pub goes_on: bool,
    /// Whether the list of games is asked for again whenever it may have changed.
    pub keeps_list: bool,
}

/// At which game of a lobby to sit down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum LobbyGoal {
    /// At none.
    #[default]
    None,
    /// At the first free one, or at a new one.
    Any(Terms),
    /// At a new one.
    Create(Terms, String),
    /// At the one of a number.
    Join {
        /// The number.
        game: i64,
        /// Its password; empty for none.
        password: String,
        /// What holds if it is not there and shall be created; if nothing, it has to be there.
        or_create: Option<Terms>,
    },
}

/// What to ask for in a room of Blokus.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoomGoal {
    /// The game; the one that is there if none is named.
    pub mode: Option<Mode>,
    /// The sides of the board; the usual ones of the game, or those that are there, if nothing is said.
    pub size: Option<[u8; 2]>,
    /// The stones, as [`Setup::with_stones`](blokus::original::Setup::with_stones) reads them.
    pub stones: Option<String>,
    /// How many colors to play.
    pub seats: u8,
    /// Whether to ask for the start as soon as the seats are there.
    pub start: bool,
}

impl RoomGoal {
    /// The game that is wanted where another one is there; nothing if that one is fine.
    ///
    /// # Errors
    /// If the stones are no list of numbers, or it is no game that can be played here.
    pub fn setup(&self, now: Setup) -> Result<Option<Setup>, Text> {
        if self.mode.is_none() && self.size.is_none() && self.stones.is_none() {
            return Ok(None);
        }
        let mut setup = self.mode.map_or(now, Setup::usual);
        if let Some([width, height]) = self.size {
            setup = Setup { width, height, ..setup };
        }
        if let Some(stones) = &self.stones {
            setup = setup.with_stones(stones).map_err(|problem| {
                Text::new(problem.to_string(), format!("diese Steine lassen sich nicht lesen: {problem}"))
            })?;
        }
        texts::room::playable(setup).map(Some)
    }
}

impl VisitGoal {
    /// A game is to begin: in a hall one round without hurry, unless a person waits for another game.
    #[must_use]
    pub fn at_once() -> Self {
        Self {
            lobby: LobbyGoal::Any(Terms { timeout: 0, rounds: 1 }),
            room: RoomGoal { seats: 1, start: true, ..RoomGoal::default() },
            ..Self::default()
        }
    }
}
