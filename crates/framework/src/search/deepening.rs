//! Searching ply by ply.

use super::{Control, Found, Limits, Progress, budget::Budget, found};
use crate::{Position, Seat, Turn};

/// Searches the moves at the root ply by ply until the limits are reached.
pub(super) fn deepen<P: Position>(
    pos: &P,
    usual_depth: u32,
    limits: &Limits,
    control: Control<'_>,
    progress: &mut dyn FnMut(&Progress<'_, P::Move>),
    mut value: impl FnMut(&P, Seat, u32, &mut Budget<'_>) -> Option<f32>,
) -> Found<P::Move> {
    let Turn::Seat(mover) = pos.turn() else { panic!("a search begins where a seat is to move") };
    let mut budget = Budget::new(*limits, control);
    let mut found = Found::unsearched(pos);
    for depth in 1..=limits.depth.unwrap_or(usual_depth).max(1) {
        let values: Option<Vec<f32>> = found
            .moves
            .iter()
            .map(|root| value(&pos.after(root.mv), mover, depth - 1, &mut budget))
            .collect();
        found.nodes = budget.nodes();
        let Some(values) = values else { break };
        for (root, value) in found.moves.iter_mut().zip(values) {
            (root.value, root.exact) = (value, true);
        }
        found.depth = depth;
        found::rank(&mut found);
        progress(&Progress { found: &found, elapsed: control.elapsed() });
    }
    found
}
