//! What a search has found out, in the end and on the way.

use super::Evaluator;
use crate::{Millis, Position, Valuation};

/// A move of the position that is searched, and what is known about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// What the game is worth to the mover after it.
    pub value: f32,
    /// Whether the value is exact for the depth searched; otherwise it is at most this, or a mean that still moves.
    pub exact: bool,
    /// The same in the unit in which people count, where the engine has found it out on the way: then nothing has to be
    /// searched again to [`appraise`](super::Engine::appraise) the move.
    pub worth: Option<Valuation>,
}

impl<M> RootMove<M> {
    /// A move of which only the value is known.
    #[must_use]
    pub const fn new(mv: M, value: f32, exact: bool) -> Self {
        Self { mv, value, exact, worth: None }
    }

    /// A move of which nothing is known.
    #[must_use]
    pub const fn unknown(mv: M) -> Self {
        Self::new(mv, f32::NEG_INFINITY, false)
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found<M> {
    /// The best move.
    pub best: M,
    /// What the game is worth to the mover when it is played.
    pub value: f32,
    /// How many plies were looked ahead completely.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
    /// What both sides will play if the search is right, the best move first.
    pub line: Vec<M>,
    /// All moves, the best first.
    pub moves: Vec<RootMove<M>>,
    /// Whether every line was followed to the end of the game, so that no value is a guess.
    pub complete: bool,
}

/// What a search has found so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress<'a, M> {
    /// What it would answer now.
    pub found: &'a Found<M>,
    /// How long it has thought.
    pub elapsed: Millis,
}

impl<M> Progress<'_, M> {
    /// Positions visited in a second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        self.found.nodes.saturating_mul(1_000) / self.elapsed.0.max(1)
    }
}

impl<M> Found<M> {
    /// What a move is worth as the evaluation says by which it was judged; `None` if nothing is known about it.
    pub(super) fn appraised_by<P: Position<Move = M>>(
        &self,
        evaluator: &impl Evaluator<P>,
        pos: &P,
        root: &RootMove<M>,
    ) -> Option<Valuation> {
        root.value.is_finite().then(|| evaluator.appraise(pos, root.value, self.complete))
    }
}

impl<M: Copy> Found<M> {
    /// What is known before a search of a position in which a seat is to move: the legal moves, of which the first would
    /// be played.
    pub(super) fn unsearched<P: Position<Move = M>>(pos: &P) -> Self {
        Self::of_moves(legal_moves(pos))
    }

    /// The same where the legal moves are known already.
    pub(super) fn of_moves(moves: Vec<M>) -> Self {
        let &best = moves.first().expect("a seat to move has a move");
        let moves = moves.into_iter().map(RootMove::unknown).collect();
        Self { best, value: 0.0, depth: 0, nodes: 0, line: vec![best], moves, complete: false }
    }
}

/// The moves of the seat to move.
pub(super) fn legal_moves<P: Position>(pos: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves
}

/// Puts the best of the moves first, equal ones in their old order, and takes it as the answer.
pub(super) fn rank<M: Copy + PartialEq>(found: &mut Found<M>) {
    found.moves.sort_by(|left, right| right.value.total_cmp(&left.value));
    let first = found.moves[0];
    if first.value.is_finite() {
        found.best = first.mv;
        found.value = first.value;
        if found.line.first() != Some(&first.mv) {
            found.line = vec![first.mv];
        }
    }
}
