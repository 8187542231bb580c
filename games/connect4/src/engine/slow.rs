//! The plainest solver, against which the fast one is tested: no table, no forced moves, no bounds.

use super::{node::win_at, shape::Shape};

/// The exact score of a position for the seat to move.
pub(super) fn score<S: Shape>(shape: S, own: u64, other: u64, stones: i32) -> i32 {
    search(shape, own, other, stones, -shape.cells(), shape.cells())
}

fn search<S: Shape>(shape: S, own: u64, other: u64, stones: i32, alpha: i32, beta: i32) -> i32 {
    let mut moves = shape.playable(own | other);
    let (mut best, mut alpha) = (if moves == 0 { 0 } else { -shape.cells() }, alpha);
    while moves != 0 {
        let cell = moves & moves.wrapping_neg();
        moves ^= cell;
        let value = match shape.has_line(own | cell) {
            true => win_at(shape, stones + 1),
            false => -search(shape, other, own | cell, stones + 1, -beta, -alpha),
        };
        best = best.max(value);
        alpha = alpha.max(best);
        if beta <= alpha {
            break;
        }
    }
    best
}
