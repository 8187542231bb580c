//! Any move.

use super::{Engine, Found, RootMove, SearchRequest, found::legal_moves};
use crate::{Position, Rng, Valuation};

/// Plays any legal move, each equally likely: for tests, and as the weakest opponent there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RandomMover;

impl<P: Position> Engine<P> for RandomMover {
    fn search(&mut self, request: SearchRequest<'_, P>) -> Found<P::Move> {
        let (pos, limits) = (request.pos(), request.limits());
        let moves = legal_moves(pos);
        let best = moves[Rng::stream(limits.seed, "random mover", pos.key()).index(moves.len())];
        let moves = moves.into_iter().map(|mv| RootMove::new(mv, 0.0, false)).collect();
        Found { best, value: 0.0, depth: 0, nodes: 0, line: vec![best], moves, complete: false }
    }

    /// It knows nothing.
    fn appraise(&self, _: &P, _: &Found<P::Move>, _: &RootMove<P::Move>) -> Option<Valuation> {
        None
    }
}
