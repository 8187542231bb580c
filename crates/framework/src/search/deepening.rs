//! Searching ply by ply.

use super::{Found, SearchRequest, budget::Budget, found};
use crate::{Position, Seat};

/// Searches the moves at the root ply by ply until the limits are reached.
pub(super) fn deepen<P: Position>(
    mut request: SearchRequest<'_, P>,
    usual_depth: u32,
    mut value: impl FnMut(&P, Seat, u32, &mut Budget<'_>) -> Option<f32>,
) -> Found<P::Move> {
    let (pos, mover, limits) = (request.pos(), request.mover(), request.limits());
    let mut budget = Budget::new(limits, request.control());
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
        request.report(&found);
    }
    found
}
