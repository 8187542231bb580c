//! A second solver, written for the tests alone: alpha-beta over whole boards, without a table or any other idea.

use connect4::Board;
use framework::{Position, Turn};

/// The exact score of a position for the seat to move.
pub(crate) fn score(pos: &Board) -> i32 {
    search(pos, -100, 100)
}

fn search(pos: &Board, mut alpha: i32, beta: i32) -> i32 {
    if pos.turn() == Turn::Over {
        let in_hand = i32::from(pos.size().cells() - pos.ply()) / 2;
        return if pos.has_won(pos.mover().other()) { -1 - in_hand } else { 0 };
    }
    let mut best = i32::MIN;
    for column in pos.columns().filter(|&column| pos.is_legal(column)) {
        best = best.max(-search(&pos.after(column), -beta, -alpha));
        alpha = alpha.max(best);
        if beta <= alpha {
            break;
        }
    }
    best
}
