//! The network play of the 2018 course: a number per message, without any socket.
//!
//! The side that waits for a connection is yellow and begins; for every further game the colors are swapped. Each
//! message is a column, counted from 0, or -1 from the side that is to move when the game is over.

mod layout;

use std::{fmt, iter, ops::RangeInclusive};

use framework::{Position as _, Turn};
use thiserror::Error;

pub use self::layout::{Layout, NumberBuffer};
use crate::{Board, Column, Size};

/// The port on which one waits unless something else is said: the first of those that the course used.
pub const PORT: u16 = 31_000;

/// The ports that the course used.
const PORTS: RangeInclusive<u16> = PORT..=31_009;

/// The ports on which one may wait when this one is wanted: if it is one of the course, any other of them will do when
/// it is taken.
///
/// ```
/// use connect4::original::ports_from;
/// assert_eq!(ports_from(31_008).collect::<Vec<_>>()[..3], [31_008, 31_000, 31_001]);
/// assert_eq!(ports_from(31_008).count(), 10);
/// assert_eq!(ports_from(80).collect::<Vec<_>>(), [80]);
/// ```
pub fn ports_from(wanted: u16) -> impl Iterator<Item = u16> {
    let others = PORTS.filter(move |&port| PORTS.contains(&wanted) && port != wanted);
    iter::once(wanted).chain(others)
}

/// The bytes of one message in the usual layout.
pub const MESSAGE_BYTES: usize = 4;

/// What says that the game is over.
const GAME_OVER: i32 = -1;

/// A message.
///
/// ```
/// use connect4::{Column, original::Message};
/// let message = Message::Column(Column::new(3));
/// assert_eq!(message.to_bytes(), [3, 0, 0, 0]);
/// assert_eq!(Message::GameOver.to_bytes(), [0xff; 4]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Message {
    /// A disc is dropped into a column.
    Column(Column),
    /// The game is over: there is no move.
    GameOver,
    /// The end once more, from a program that says so after its own last column too. It means nothing.
    ExtraGameOver,
}

impl Message {
    /// The number that travels.
    #[must_use]
    pub const fn number(self) -> i32 {
        match self {
            Self::Column(column) => column.index() as i32,
            Self::GameOver | Self::ExtraGameOver => GAME_OVER,
        }
    }

    /// The bytes that travel in the usual layout.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; MESSAGE_BYTES] {
        self.number().to_le_bytes()
    }
}

/// As the course writes it: the number that travels.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// What breaks the connection: whatever is neither a legal column nor the end of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Broken {
    /// A number that is no column.
    #[error("{0} was sent, which is no column from 0 to 6; end the connection")]
    NoColumn(i32),
    /// Bytes that are no number in the layout that was agreed.
    #[error("{0} was sent, which is no number; look whether both sides use the same layout")]
    NoNumber(String),
    /// A column into which no disc can be dropped.
    #[error("column {0} was sent, into which no disc can be dropped now; end the connection")]
    Illegal(Column),
    /// The end of a game that is not over. The original's program sends it when its connection breaks.
    #[error("the other side says that the game is over, and it is not; its connection is broken")]
    NotOver,
    /// Something from the side that is not to speak.
    #[error("a number came from the side that is not to move; end the connection")]
    OutOfTurn,
}

/// How a game ended for one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// It has won.
    Won,
    /// It has lost.
    Lost,
    /// The board is full.
    Drawn,
}

/// One side of the conversation, as a state machine: it knows the board, and whose message is next.
///
/// ```
/// use connect4::{Column, original::{Message, Peer}};
/// let mut waiting = Peer::waiting();
/// let mut connecting = Peer::connecting();
/// assert!(waiting.speaks() && !connecting.speaks());
/// let message = waiting.play(Column::new(3)).expect("a legal column");
/// assert_eq!(connecting.hear(message.number()), Ok(message));
/// assert!(connecting.speaks());
/// ```
#[derive(Clone, Debug)]
pub struct Peer {
    board: Board<u64>,
    /// Whether this side has yellow and begins.
    is_yellow: bool,
    n_plies: u32,
    n_games: u32,
    /// Whether the other side has ended a game with its column, and may have sent the end as well.
    may_end_twice: bool,
}

impl Peer {
    /// The side that waits for a connection.
    #[must_use]
    pub fn waiting() -> Self {
        Self::new(true)
    }

    /// The side that connects.
    #[must_use]
    pub fn connecting() -> Self {
        Self::new(false)
    }

    fn new(is_yellow: bool) -> Self {
        Self { board: start(), is_yellow, n_plies: 0, n_games: 0, may_end_twice: false }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &Board<u64> {
        &self.board
    }

    /// Whether this side has yellow and begins this game.
    #[must_use]
    pub const fn is_yellow(&self) -> bool {
        self.is_yellow
    }

    /// How many games have ended.
    #[must_use]
    pub const fn n_games(&self) -> u32 {
        self.n_games
    }

    /// Whether the next message is this side's.
    #[must_use]
    pub const fn speaks(&self) -> bool {
        (self.n_plies.is_multiple_of(2)) == self.is_yellow
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn ended(&self) -> Option<Ended> {
        if self.board.turn() != Turn::Over {
            return None;
        }
        let payoffs = self.board.payoffs();
        let own = payoffs.iter().nth(usize::from(!self.is_yellow)).copied().unwrap_or_default();
        Some(match own {
            own if 0.0 < own => Ended::Won,
            own if own < 0.0 => Ended::Lost,
            _ => Ended::Drawn,
        })
    }

    /// Plays a column, and gives the message to send.
    ///
    /// # Errors
    /// If it is not this side's turn, or the column cannot be played.
    pub fn play(&mut self, column: Column) -> Result<Message, Broken> {
        if !self.speaks() {
            return Err(Broken::OutOfTurn);
        }
        self.drop(column)?;
        Ok(Message::Column(column))
    }

    /// Says that the game is over, if that is this side's to say; the next game begins then.
    pub fn end(&mut self) -> Option<Message> {
        let says_it = self.speaks() && self.board.turn() == Turn::Over;
        says_it.then(|| {
            self.next_game();
            Message::GameOver
        })
    }

    /// Hears a number of the other side. After the end of a game the next one begins.
    ///
    /// The end of a game is for the side to move to say, which is the one that did not play the last column. Programs
    /// of the course are known that say it after their own winning column as well. One such number is no error: it is
    /// either still the end of that game, or comes before their first column of the next one.
    ///
    /// # Errors
    /// If it is anything else than a legal column or the end of a finished game. Nothing has changed then.
    pub fn hear(&mut self, number: i32) -> Result<Message, Broken> {
        let is_announced = self.board.turn() == Turn::Over && !self.speaks();
        if number == GAME_OVER && self.may_end_twice && !is_announced {
            self.may_end_twice = false;
            return Ok(Message::ExtraGameOver);
        }
        if self.speaks() {
            return Err(Broken::OutOfTurn);
        }
        if number == GAME_OVER {
            if self.board.turn() != Turn::Over {
                return Err(Broken::NotOver);
            }
            self.next_game();
            return Ok(Message::GameOver);
        }
        let index = u8::try_from(number).ok().filter(|&index| index < self.board.size().columns());
        let column = Column::new(index.ok_or(Broken::NoColumn(number))?);
        self.drop(column)?;
        self.may_end_twice = self.board.turn() == Turn::Over;
        Ok(Message::Column(column))
    }

    fn drop(&mut self, column: Column) -> Result<(), Broken> {
        if self.board.turn() == Turn::Over || !self.board.is_legal(column) {
            return Err(Broken::Illegal(column));
        }
        self.board.play(column);
        self.n_plies += 1;
        Ok(())
    }

    fn next_game(&mut self) {
        self.board = start();
        self.is_yellow = !self.is_yellow;
        self.n_plies = 0;
        self.n_games += 1;
    }
}

fn start() -> Board<u64> {
    Board::empty(Size::USUAL)
}
