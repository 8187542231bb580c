//! The numbers of leaves from the start position, in both customs for a pass.

use std::ops::RangeInclusive;

use framework::{Game, Position};
use othello::{Board, Othello, Squares};

use crate::truths;

/// Compares the leaves at some depths with the known numbers.
#[track_caller]
pub(crate) fn check_known_leaves(depths: RangeInclusive<u32>) {
    let start = Othello::standard().start();
    let known: Vec<_> = truths::perft().into_iter().filter(|row| depths.contains(&row.0)).collect();
    assert_eq!(known.len(), depths.count());
    for (depth, leaves, leaves_without_passes) in known {
        assert_eq!(start.perft(depth).leaves(), leaves, "{depth} plies, passes among them");
        assert_eq!(leaves_when_a_pass_costs_no_ply(&start, depth), leaves_without_passes, "{depth} discs");
    }
}

/// The leaves of the game tree after `depth` discs; a finished game is one leaf.
fn leaves_when_a_pass_costs_no_ply(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mobility = board.mobility();
    if mobility == 0 {
        return if board.must_pass() { leaves_when_a_pass_costs_no_ply(&board.passed(), depth) } else { 1 };
    }
    if depth == 1 {
        return mobility.count_ones().into();
    }
    Squares(mobility).map(|square| leaves_when_a_pass_costs_no_ply(&board.placed(square), depth - 1)).sum()
}
