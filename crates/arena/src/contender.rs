//! Who answers "which move?" at a table of the arena.

use std::{
    panic::{self, AssertUnwindSafe},
    time::Instant,
};

use framework::{
    AnyEngine, AnyPosition, Millis, RecordedMove,
    search::{Control, Limits, Stop},
};
use serde::{Deserialize, Serialize};

/// What a player is asked.
#[derive(Debug)]
pub struct Question<'a> {
    /// The position, in which the player is to move, and on which its move is played.
    pub pos: &'a mut dyn AnyPosition,
    /// The moves and rolls since the round began, which it did in the usual position.
    pub moves: &'a [RecordedMove],
    /// How far it may look.
    pub limits: &'a Limits,
    /// Ends its search when the whole run ends.
    pub stop: &'a Stop,
}

/// What a player answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A move in its canonical notation, which has been played on the position.
    Played(String),
    /// It gives up.
    Resigned,
}

/// A player at a table. Whoever it is, a fault of it loses the game and harms nobody else.
pub trait Contender: Send {
    /// Chooses a move and plays it on the position.
    ///
    /// # Errors
    /// If no legal move came. The game is lost then, and the player will be made anew for the next one.
    fn play(&mut self, question: Question<'_>) -> Result<Answer, Fault>;

    /// Forgets the game before, as a new one begins.
    fn forget(&mut self) {}
}

/// Why a player lost a game otherwise than on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// What kind of fault it was.
    pub kind: FaultKind,
    /// What happened, in words.
    pub detail: String,
}

/// The faults that are counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It took too long for a move.
    TimeOver,
    /// It ended or broke down.
    Crashed,
    /// Its answer was no legal move.
    IllegalMove,
}

impl Fault {
    /// A fault of a kind, in words.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }
}

/// A computer player of the house.
pub(crate) struct OfTheHouse(pub(crate) Box<dyn AnyEngine>);

impl Contender for OfTheHouse {
    fn play(&mut self, question: Question<'_>) -> Result<Answer, Fault> {
        let Question { pos, limits, stop, .. } = question;
        let began = Instant::now();
        let elapsed = || Millis(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX));
        let play = || self.0.play(pos, *limits, Control::new(stop, &elapsed));
        // A player that breaks down has lost; the other games of the night go on.
        let played = panic::catch_unwind(AssertUnwindSafe(play)).ok().flatten();
        let played = played.map(|played| Answer::Played(played.text));
        played.ok_or_else(|| Fault::new(FaultKind::Crashed, "the player broke down"))
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}
