//! What answers "which move?" in a game.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    AnyPosition, Match, Millis, RecordedMove, Seat, Turn,
    search::{Control, Limits},
};

/// A player: a search of ours, another program, the writer of a text file.
///
/// It is told about every new game, about everything that happens in it and about its end, and is asked for a decision when
/// it is its turn. What it keeps in mind about a game lives as long as the game. Whatever goes wrong with it is a
/// [`PlayerFault`], which loses the game and harms nobody else.
pub trait Player: Send {
    /// Hears that a new game begins, whatever became of the one before. No clock runs yet, so this may take a moment.
    fn new_game(&mut self) {}

    /// Hears that the round has gone on by a move or a roll, its own included; where several come at once, of the last.
    fn observe(&mut self, so_far: &RoundSoFar<'_>) {
        let _ = so_far;
    }

    /// Chooses a move and plays it on the position, which is of no use after any other answer.
    ///
    /// # Errors
    /// If no legal move came. The game is lost then, and the player should not be asked again in it.
    fn decide(&mut self, request: DecisionRequest<'_>) -> Result<Decision, PlayerFault>;

    /// Hears how the game has ended.
    fn game_over(&mut self, so_far: &RoundSoFar<'_>) {
        let _ = so_far;
    }
}

/// A round up to now.
#[derive(Clone, Copy, Debug)]
pub struct RoundSoFar<'a> {
    /// The position in which the round began, if not the usual one.
    pub start: Option<&'a str>,
    /// The moves and rolls so far.
    pub moves: &'a [RecordedMove],
    /// The position after them.
    pub pos: &'a dyn AnyPosition,
}

impl<'a> RoundSoFar<'a> {
    /// The present round of a match.
    #[must_use]
    pub fn of(contest: &'a Match) -> Self {
        let round = contest.record().rounds.last();
        Self {
            start: round.and_then(|round| round.start.as_deref()),
            moves: round.map_or(&[], |round| &round.moves),
            pos: contest.position(),
        }
    }

    /// The seat that decides or rolls now: the opening roll, which is nobody's, is the first seat's to make. `None`
    /// when the game is over.
    #[must_use]
    pub fn decider(&self) -> Option<Seat> {
        match self.pos.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance => Some(self.pos.roller().unwrap_or(Seat::FIRST)),
            Turn::Over => None,
        }
    }
}

/// What a player is asked.
#[derive(Debug)]
pub struct DecisionRequest<'a> {
    /// The position, in which the player is to move, and on which its move is played.
    pub pos: &'a mut dyn AnyPosition,
    /// The position in which the round began, if not the usual one.
    pub start: Option<&'a str>,
    /// The moves and rolls since the round began.
    pub moves: &'a [RecordedMove],
    /// How far it may look. It plans with the time; taking longer is no fault.
    pub limits: Limits,
    /// How long it may take until the game is lost, for players whom only a clock of ours ends; `None` if they may take
    /// as long as they like.
    pub deadline: Option<Millis>,
    /// What ends its search, and the time since it was asked.
    pub control: Control<'a>,
}

impl DecisionRequest<'_> {
    /// The round in which the player is to move.
    #[must_use]
    pub fn so_far(&self) -> RoundSoFar<'_> {
        RoundSoFar { start: self.start, moves: self.moves, pos: &*self.pos }
    }
}

/// What a player has decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// A move in its canonical notation, which has been played on the position.
    Played(String),
    /// To give up.
    Resigned,
    /// Nothing, because it was stopped before. A player that has a move at hand then plays it instead.
    Stopped,
}

/// Why a player lost a game otherwise than on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, Error)]
#[error("{detail}")]
pub struct PlayerFault {
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

impl PlayerFault {
    /// A fault of a kind, in words.
    pub fn new(kind: FaultKind, detail: impl fmt::Display) -> Self {
        Self { kind, detail: detail.to_string() }
    }
}
