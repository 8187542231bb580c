//! One ply.

use super::{Engine, Evaluator, Found, RootMove, SearchRequest, budget::Budget, found};
use crate::{Position, Valuation};

/// How many positions are judged at once: some evaluations need for so many hardly more time than for a few.
const BATCH: usize = 64;

/// Plays the move after which the evaluation is best for the mover, and looks no further.
#[derive(Clone, Copy, Debug)]
pub struct Greedy<E>(pub E);

impl<P: Position, E: Evaluator<P>> Engine<P> for Greedy<E> {
    fn search(&mut self, mut request: SearchRequest<'_, P>) -> Found<P::Move> {
        let (pos, mover) = (request.pos(), request.mover());
        let mut budget = Budget::new(request.limits(), request.control());
        let (mut moves, mut children) = (Vec::new(), Vec::new());
        pos.for_each_child(|mv, child| {
            moves.push(mv);
            children.push(child);
        });
        let mut found = Found::of_moves(moves);
        let mut values = Vec::new();
        for (roots, children) in found.moves.chunks_mut(BATCH).zip(children.chunks(BATCH)) {
            let n_paid = children.iter().take_while(|_| budget.pay().is_some()).count();
            values.clear();
            self.0.values(&children[..n_paid], mover, &mut values);
            for (root, &value) in roots.iter_mut().zip(&values) {
                (root.value, root.exact) = (value, true);
            }
            if n_paid < children.len() {
                break;
            }
        }
        found.nodes = budget.nodes();
        found.depth = u32::from(found.moves.iter().all(|root| root.exact));
        found::rank(&mut found);
        request.report(&found);
        found
    }

    fn appraise(&self, pos: &P, found: &Found<P::Move>, root: &RootMove<P::Move>) -> Option<Valuation> {
        found.appraised_by(&self.0, pos, root)
    }
}
