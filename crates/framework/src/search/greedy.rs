//! One ply.

use super::{Engine, Evaluator, Found, RootMove, SearchRequest, budget::Budget, found};
use crate::{Position, Valuation};

/// Plays the move after which the evaluation is best for the mover, and looks no further.
#[derive(Clone, Copy, Debug)]
pub struct Greedy<E>(pub E);

impl<P: Position, E: Evaluator<P>> Engine<P> for Greedy<E> {
    fn search(&mut self, mut request: SearchRequest<'_, P>) -> Found<P::Move> {
        let (pos, mover) = (request.pos(), request.mover());
        let mut budget = Budget::new(request.limits(), request.control());
        let mut found = Found::unsearched(pos);
        for root in &mut found.moves {
            if budget.pay().is_none() {
                break;
            }
            *root = RootMove { mv: root.mv, value: self.0.value(&pos.after(root.mv), mover), exact: true };
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
