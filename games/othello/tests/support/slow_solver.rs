//! The simplest solver that is quick enough: alpha-beta, and first the moves that leave the other the fewest.

use othello::{Board, Squares};

/// Below so many empty squares sorting the moves costs more than it saves.
const SORTED_EMPTIES: u32 = 5;

/// The final score of the side to move when both play perfectly.
pub(crate) fn perfect_score(board: &Board) -> i32 {
    search(board, -64, 64)
}

/// The score if it lies between `alpha` and `beta`, else a bound on the same side of them.
fn search(board: &Board, mut alpha: i32, beta: i32) -> i32 {
    let mobility = board.mobility();
    if mobility == 0 {
        return match board.final_score(board.to_move()) {
            Some(score) => score,
            None => -search(&board.passed(), -beta, -alpha),
        };
    }
    let mut nexts: Vec<Board> = Squares(mobility).map(|square| board.placed(square)).collect();
    if SORTED_EMPTIES <= board.empties().count_ones() {
        nexts.sort_by_cached_key(|next| next.mobility().count_ones());
    }
    let mut best = -64;
    for next in nexts {
        best = best.max(-search(&next, -beta, -alpha));
        alpha = alpha.max(best);
        if beta <= alpha {
            break;
        }
    }
    best
}
