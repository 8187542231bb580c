//! A moment of a game, as a plain value.

use std::{
    fmt::Debug,
    hash::{Hash, Hasher},
};

use crate::{PerSeat, Perft, Seat, StableHasher, perft};

/// Who decides what happens next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// The player of a seat.
    Seat(Seat),
    /// Nobody: the dice.
    Chance,
    /// Nobody any more: the game is over.
    Over,
}

/// Everything the rules need to know about a moment of the game, and nothing else.
///
/// A position is a value: playing a move never disturbs another copy, so undo, threads, replay and search need
/// no care. Everything that happens is a move, the fall of the dice included.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A decision of a seat or an outcome of chance.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// The number of seats, 1 to [`MAX_SEATS`](crate::MAX_SEATS); it never changes during a game. Two, unless
    /// the game says otherwise.
    fn seats(&self) -> usize {
        2
    }

    /// Who decides next.
    fn turn(&self) -> Turn;

    /// Appends all moves that can happen now, each once: the moves of the seat to move, or all outcomes of
    /// chance. Empty exactly when the game is over: who must pass has a move for it.
    ///
    /// A search keeps one vector as a stack, so nothing is allocated here.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Plays a move that must be legal; an illegal one gives some wrong position or a panic, but never undefined
    /// behavior.
    fn play(&mut self, mv: Self::Move);

    /// What the game was worth to each seat, once it is over; all 0 before. The sum is 0.
    ///
    /// This is utility, not the score on the sheet: a win is 1 (times the stake where there is one), a loss −1.
    fn payoffs(&self) -> PerSeat<f32>;

    /// Appends every outcome of chance with its integer weight when the turn is [`Turn::Chance`].
    fn chance_outcomes(&self, out: &mut Vec<(Self::Move, u32)>) {
        let _ = out;
    }

    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// Visits every legal move with the position after it, in the order of [`legal_moves`](Self::legal_moves).
    ///
    /// A game whose generator meets these positions anyway can do it faster.
    fn for_each_child(&self, mut visit: impl FnMut(Self::Move, Self)) {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        for mv in moves {
            visit(mv, self.after(mv));
        }
    }

    /// Tells whether a move can be played now.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&mv)
    }

    /// A hash that is the same for equal positions on every machine.
    fn key(&self) -> u64 {
        let mut hasher = StableHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// Counts the paths of `depth` plies. A game may do the same faster.
    fn perft(&self, depth: u32) -> Perft {
        perft::count(self, depth)
    }
}

/// A game without chance: no position's turn is [`Turn::Chance`].
pub trait Deterministic: Position {}

/// A game of two seats in which one wins what the other loses.
///
/// Minimax search asks for this together with [`Deterministic`], so that alpha-beta on backgammon does not
/// compile.
pub trait TwoSeatZeroSum: Position {}
