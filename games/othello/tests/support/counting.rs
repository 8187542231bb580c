//! Counting leaves in the custom in which a pass costs no ply.

use framework::Position;
use othello::{Board, SquareSet, Squares};

/// The leaves of the game tree after `depth` discs; a finished game is one leaf.
pub(crate) fn leaves_when_a_pass_costs_no_ply<S: SquareSet>(board: &Board<S>, depth: u32) -> u64 {
    let mobility = board.mobility();
    match depth {
        0 => 1,
        _ if board.must_pass() => leaves_when_a_pass_costs_no_ply(&board.passed(), depth),
        _ if mobility.is_empty() => 1,
        1 => mobility.count().into(),
        _ => Squares(mobility)
            .map(|square| leaves_when_a_pass_costs_no_ply(&board.placed(square), depth - 1))
            .sum(),
    }
}

/// The leaves of the game tree after `depth` plies, passes among them; a finished game is one leaf.
pub(crate) fn leaves_when_a_pass_is_a_ply<S: SquareSet>(board: &Board<S>, depth: u32) -> u64 {
    board.perft(depth).leaves()
}
