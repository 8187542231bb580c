//! Visits: a person of ours plays on a server of an original program.
//!
//! A [`Visit`] is the conversation of one protocol, without sockets and clocks: bytes and requests go in; bytes, lines for
//! people and a picture of everything come out. A page and a terminal are two ways to carry it on: what is said on the
//! wire and to people is the same for both.
//!
//! A server must not become a way into the network of the operator, so [`Visits`] says where people may go.

mod address;
mod allowed;
mod cut;
mod freebloks;
mod goal;
mod outbox;
mod praktikum;
pub mod texts;
mod welfenlab;

use std::{sync::Arc, time::Duration};

use framework::{AnyGame, AnyPosition, Millis, MoveError, Seat, Text, Turn};
use protocol::{Drawing, ToMove, VisitBoard, VisitMove, VisitPlace, VisitWish};

use self::cut::cut;
pub use self::{
    address::{Address, AddressError, AddressProblem, Protocol},
    allowed::{AllowedHost, AllowedHostError, VisitRegistry, Visits},
    goal::{LobbyGoal, RoomGoal, VisitGoal},
    outbox::{Outbox, VisitAnswer, VisitEvent, WireMessage},
};

/// How long a visit usually goes on while no browser looks.
pub const DETACHED_VISIT_TIMEOUT: Duration = Duration::from_secs(60);

/// How long the other side may take to grant what a person came for: one of the protocols has no word for a refusal.
pub const GOAL_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a player of ours thinks where nobody limits it: people wait.
pub const DEFAULT_MOVE_TIME: Millis = Millis(3_000);

/// A conversation with a server of an original program.
pub trait Visit: Send {
    /// Takes bytes, which may be any piece of what the server sends.
    ///
    /// # Errors
    /// If the conversation cannot go on.
    fn on_bytes(&mut self, bytes: &[u8], out: &mut Outbox) -> Result<(), Lost>;

    /// Does what a person asks for.
    ///
    /// # Errors
    /// If it cannot be done now; nothing has changed then.
    fn on_request(&mut self, request: &VisitWish, out: &mut Outbox) -> Result<(), Text>;

    /// Says goodbye, where the protocol has a word for it; where it has none, nothing more is said.
    fn leave(&mut self, out: &mut Outbox) {
        out.hangs_up = true;
    }

    /// What the protocol has besides a board; nothing until it is known.
    fn place(&self) -> Option<VisitPlace>;

    /// The board; nothing before the first game.
    fn board(&self) -> Option<VisitBoard>;

    /// What one has to decide now, and how long a player of ours may think about it.
    fn turn(&self) -> Option<VisitTurn>;

    /// Tells whether the [`VisitGoal`] is done, as far as one can do it.
    fn is_settled(&self) -> bool {
        true
    }

    /// Gives up what is left of the [`VisitGoal`], because nobody has granted it for [`GOAL_TIMEOUT`].
    fn give_up_goal(&mut self, _out: &mut Outbox) {}

    /// What is played here and by whom, line by line.
    fn describe(&self) -> Vec<Text> {
        Vec::new()
    }
}

/// A turn that is one's own: what a player has to decide.
#[derive(Debug)]
pub struct VisitTurn {
    /// The rule set.
    pub game: Arc<dyn AnyGame>,
    /// The position.
    pub position: Box<dyn AnyPosition>,
    /// How long a player of ours may think about it, with a margin for the way.
    pub time: Millis,
}

/// Why a conversation cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lost {
    /// The other side does not want us.
    Refused(Text),
    /// What the other side says makes no sense.
    Nonsense(Text),
}

impl Lost {
    fn nonsense(problem: impl std::fmt::Display) -> Self {
        Self::Nonsense(Text::new(
            format!("the other side sends nonsense, so the connection has ended: {problem}"),
            format!("die andere Seite sendet Unsinn, darum ist die Verbindung beendet: {problem}"),
        ))
    }

    /// The reason for people.
    #[must_use]
    pub fn into_text(self) -> Text {
        match self {
            Self::Refused(text) | Self::Nonsense(text) => text,
        }
    }
}

/// Begins a conversation over a connection that has just been made. `waited` tells whether the other side has made it.
///
/// ```
/// use visits::{VisitGoal, Outbox, begin};
/// let mut out = Outbox::default();
/// begin(&"welfenlab://anna@localhost".parse()?, "swordfish", false, &VisitGoal::default(), &mut out);
/// assert_eq!(out.bytes, b"LOGIN:anna;swordfish;\r\n");
/// # Ok::<(), visits::AddressError>(())
/// ```
pub fn begin(
    address: &Address,
    password: &str,
    waited: bool,
    goal: &VisitGoal,
    out: &mut Outbox,
) -> Box<dyn Visit> {
    match address.protocol {
        Protocol::Welfenlab => Box::new(welfenlab::Lobby::new(&address.name, password, goal, out)),
        Protocol::Praktikum => Box::new(praktikum::Course::new(waited, goal, out)),
        Protocol::Freebloks => Box::new(freebloks::Room::new(&address.name, goal)),
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

/// What is said about a request that the protocol does not know.
const fn no_word_for_it() -> Text {
    Text::fixed("this protocol has no word for that", "dafür hat dieses Protokoll kein Wort")
}
