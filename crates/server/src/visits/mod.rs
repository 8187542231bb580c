//! Visits: somebody of ours plays on a server of an original programme.
//!
//! A `Visit` is the conversation of one protocol, without sockets and clocks: bytes and wishes go in; bytes, lines for
//! people and a picture of everything come out. The page of a browser is one way to carry it on, and the terminal uses
//! the same [addresses](Address), [cutters](Cut) and [words].
//!
//! A server must not become a way into the network of whoever runs it, so [`Visits`] says where people may go.

mod address;
mod allowed;
mod cut;
mod freebloks;
mod praktikum;
mod welfenlab;
pub mod words;

use framework::{AnyGame, AnyPosition, MoveError, Seat, Text, Turn};
use protocol::{Drawing, ToMove, VisitBoard, VisitLine, VisitMove, VisitPlace, VisitWish};

pub(crate) use self::allowed::Agency;
pub use self::{
    address::{Address, AddressError, AddressProblem, Protocol},
    allowed::{AllowedHost, AllowedHostError, Visits},
    cut::{Cut, cut},
};

/// A conversation with a server of an original programme.
pub(crate) trait Visit: Send {
    /// Hears bytes, which may be any piece of what the server sends.
    ///
    /// # Errors
    /// If the conversation cannot go on.
    fn hear(&mut self, bytes: &[u8], out: &mut Outbox) -> Result<(), Lost>;

    /// Does what somebody wants.
    ///
    /// # Errors
    /// If it cannot be done now; nothing has changed then.
    fn wish(&mut self, wish: &VisitWish, out: &mut Outbox) -> Result<(), Text>;

    /// Says goodbye, where the protocol has a word for it.
    fn leave(&mut self, _out: &mut Outbox) {}

    /// What the protocol has besides a board; nothing until it is known.
    fn place(&self) -> Option<VisitPlace>;

    /// The board; nothing before the first game.
    fn board(&self) -> Option<VisitBoard>;
}

/// What comes of a step of a conversation.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    /// What is to be sent to the server.
    pub(crate) bytes: Vec<u8>,
    /// What people are told.
    pub(crate) lines: Vec<VisitLine>,
}

impl Outbox {
    /// Tells that something has happened.
    fn tell(&mut self, text: Text) {
        self.lines.push(VisitLine { from: None, to: None, text });
    }

    /// Tells that somebody said something.
    fn said(&mut self, from: String, to: Option<String>, text: &str) {
        self.lines.push(VisitLine { from: Some(from), to, text: Text::same(text) });
    }
}

/// Why a conversation cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lost(pub(crate) Text);

impl Lost {
    fn nonsense(problem: impl std::fmt::Display) -> Self {
        Self(Text::new(
            format!("the other side sends nonsense, so the connection has ended: {problem}"),
            format!("die andere Seite sendet Unsinn, darum ist die Verbindung beendet: {problem}"),
        ))
    }
}

/// A conversation that is about to begin.
///
/// `waited` tells whether the other side has connected to us; `at_once`, whether a game shall begin without further
/// words.
pub(crate) fn begin(
    address: &Address,
    password: &str,
    waited: bool,
    at_once: bool,
    out: &mut Outbox,
) -> Box<dyn Visit> {
    match address.protocol {
        Protocol::Welfenlab => Box::new(welfenlab::Hall::new(&address.name, password, at_once, out)),
        Protocol::Praktikum => Box::new(praktikum::Course::new(waited)),
        Protocol::Freebloks => Box::new(freebloks::Room::new(&address.name, at_once)),
    }
}

/// A position as the boards of our own tables are told.
struct Shown<'a> {
    game: &'a dyn AnyGame,
    position: &'a dyn AnyPosition,
    seat: Option<Seat>,
    /// Whether one is to move.
    is_active: bool,
    played: Vec<VisitMove>,
    hint: Option<String>,
}

impl Shown<'_> {
    fn board(self) -> VisitBoard {
        let Self { game, position, seat, is_active, played, hint } = self;
        let scene = position.scene(seat.unwrap_or(Seat::FIRST));
        VisitBoard {
            game: game.info().id.to_owned(),
            options: game.options(),
            position: position.text(),
            drawing: Drawing { scene, moves: if is_active { position.legal_moves() } else { Vec::new() } },
            seat,
            to_move: match position.turn() {
                Turn::Seat(seat) => ToMove::Seat(seat),
                // The dice of others fall on their server.
                Turn::Chance | Turn::Over => ToMove::Nobody,
            },
            played,
            hint,
        }
    }
}

/// What is wrong with a move.
fn explained(error: &MoveError) -> Text {
    match error {
        MoveError::Illegal(reason) => reason.sentence.clone(),
        MoveError::Unreadable(error) => Text::same(error.to_string()),
    }
}

/// What is said about a wish that the protocol does not know.
const fn no_word_for_it() -> Text {
    Text::fixed("this protocol has no word for that", "dafür hat dieses Protokoll kein Wort")
}
