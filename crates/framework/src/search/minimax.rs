//! The plain look-ahead of a textbook.

use super::{Engine, Evaluator, Found, RootMove, SearchRequest, aging::backed_up, budget::Budget, found};
use crate::{Deterministic, Seat, Turn, TwoSeatZeroSum, Valuation};

/// How deep it looks when nothing else is said.
const USUAL_DEPTH: u32 = 4;

/// Looks at every line of play to a fixed depth, without any pruning.
///
/// It is the reference by which the faster searches are judged, and the way the programs of 2006 to 2018
/// thought.
#[derive(Clone, Copy, Debug)]
pub struct Minimax<E>(pub E);

impl<P: Deterministic + TwoSeatZeroSum, E: Evaluator<P>> Engine<P> for Minimax<E> {
    fn search(&mut self, mut request: SearchRequest<'_, P>) -> Found<P::Move> {
        let (pos, mover, limits) = (request.pos(), request.mover(), request.limits());
        let mut budget = Budget::new(limits, request.control());
        let depth = limits.depth.unwrap_or(USUAL_DEPTH).max(1);
        let mut found = Found::unsearched(pos);
        let mut best_line = Vec::new();
        let mut best_value = f32::NEG_INFINITY;
        for root in &mut found.moves {
            let mut line = vec![root.mv];
            let value = self.value(&pos.after(root.mv), mover, depth - 1, &mut budget, &mut line);
            let Some(value) = value.map(backed_up) else { break };
            (root.value, root.exact) = (value, true);
            if best_value < value {
                (best_value, best_line) = (value, line);
            }
        }
        found.depth = if found.moves.iter().all(|root| root.exact) { depth } else { 0 };
        found.nodes = budget.nodes();
        if !best_line.is_empty() {
            found.line = best_line;
        }
        found::rank(&mut found);
        request.report(&found);
        found
    }

    fn appraise(&self, pos: &P, found: &Found<P::Move>, root: &RootMove<P::Move>) -> Option<Valuation> {
        found.appraised_by(&self.0, pos, root)
    }
}

impl<E> Minimax<E> {
    /// What a position is worth to a seat; `line` gets what both play. `None` if the search is over.
    fn value<P>(
        &self,
        pos: &P,
        seat: Seat,
        depth: u32,
        budget: &mut Budget<'_>,
        line: &mut Vec<P::Move>,
    ) -> Option<f32>
    where
        P: Deterministic + TwoSeatZeroSum,
        E: Evaluator<P>,
    {
        budget.pay()?;
        let Turn::Seat(mover) = pos.turn() else { return Some(self.0.value(pos, seat)) };
        if depth == 0 {
            return Some(self.0.value(pos, seat));
        }
        let mut best: Option<(f32, Vec<P::Move>)> = None;
        for mv in found::legal_moves(pos) {
            let mut reply = vec![mv];
            let value = backed_up(self.value(&pos.after(mv), seat, depth - 1, budget, &mut reply)?);
            let better = |old: f32| if mover == seat { old < value } else { value < old };
            if best.as_ref().is_none_or(|&(old, _)| better(old)) {
                best = Some((value, reply));
            }
        }
        let (value, reply) = best?;
        line.extend(reply);
        Some(value)
    }
}
