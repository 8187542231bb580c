//! One ply.

use super::{Control, Engine, Evaluator, Found, Limits, Progress, RootMove, budget::Budget, found};
use crate::{Position, Turn, Valuation};

/// Plays the move after which the evaluation is best for the mover, and looks no further.
#[derive(Clone, Copy, Debug)]
pub struct Greedy<E>(pub E);

impl<P: Position, E: Evaluator<P>> Engine<P> for Greedy<E> {
    fn search(
        &mut self,
        pos: &P,
        limits: &Limits,
        control: Control<'_>,
        progress: &mut dyn FnMut(&Progress<'_, P::Move>),
    ) -> Found<P::Move> {
        let Turn::Seat(mover) = pos.turn() else { panic!("a search begins where a seat is to move") };
        let mut budget = Budget::new(*limits, control);
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
        progress(&Progress { found: &found, elapsed: control.elapsed() });
        found
    }

    fn appraise(&self, pos: &P, found: &Found<P::Move>, root: &RootMove<P::Move>) -> Option<Valuation> {
        found.appraised_by(&self.0, pos, root)
    }
}
