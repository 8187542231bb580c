//! What a position seems to be worth, for the order of moves only: no score depends on it.

use super::{flips, mobility};
use crate::engine::{
    bitboard::Bitboard,
    geometry::{BESIDE_CORNERS, CORNERS, DIAGONAL_TO_CORNERS, around},
    patterns::{Features, Scalars, UNITS_PER_DISC, Weights},
    stability::stable_on_edges,
};

// The weights are those of the evaluation by which the framework's searches play.
const MOVE: i32 = 10;
const FRONTIER: i32 = -4;
const CORNER: i32 = 60;
const STABLE_ON_EDGE: i32 = 14;
const DIAGONAL: i32 = -32;
const BESIDE: i32 = -12;

/// More than any position seems to be worth.
pub(super) const MUCH: i32 = 100_000;
/// What a disc is worth when the game is over.
const DISC_AT_END: i32 = 1_000;

hot! {
    /// What a position seems to be worth to the player to move after so many plies.
    pub(super) fn judge(board: Bitboard, depth: u32, alpha: i32, beta: i32) -> i32 {
        let own_moves = mobility(board.own, board.opp);
        if own_moves == 0 {
            let passed = board.passed();
            return match mobility(passed.own, passed.opp) {
                0 => board.final_score() * DISC_AT_END,
                _ => -judge(passed, depth, -beta, -alpha),
            };
        }
        if depth == 0 {
            let opp_moves = mobility(board.opp, board.own);
            let moves = own_moves.count_ones().cast_signed() - opp_moves.count_ones().cast_signed();
            let empties = board.empties();
            return MOVE * moves + worth(board.own, board.opp, empties) - worth(board.opp, board.own, empties);
        }
        let (mut best, mut alpha) = (-MUCH, alpha);
        for mut squares in [own_moves & CORNERS, own_moves & !CORNERS] {
            while squares != 0 {
                let square = squares.trailing_zeros() as usize;
                squares &= squares - 1;
                let next = board.after(1 << square, flips(board.own, board.opp, square));
                best = best.max(-judge(next, depth - 1, -beta, -alpha));
                alpha = alpha.max(best);
                if beta <= alpha {
                    return best;
                }
            }
        }
        best
    }
}

hot! {
    /// What a position with these moves seems to be worth to the player to move, by learned weights and in their units.
    #[inline]
    pub(super) fn weigh(weights: &Weights, board: Bitboard, features: &Features, own_moves: u64) -> i32 {
        let opp_moves = mobility(board.opp, board.own);
        if own_moves != 0 {
            return weights.value(features, Scalars::of(board, own_moves, opp_moves));
        }
        if opp_moves == 0 {
            return board.final_score() * UNITS_PER_DISC;
        }
        -weights.value(&features.passed(), Scalars::of(board.passed(), opp_moves, 0))
    }
}

/// What the discs of a player seem to be worth, wherever they lie.
#[inline(always)]
fn worth(own: u64, opp: u64, empties: u64) -> i32 {
    let count = |set: u64| set.count_ones().cast_signed();
    let near_empty_corners = around(empties & CORNERS);
    FRONTIER * count(own & around(empties))
        + CORNER * count(own & CORNERS)
        + STABLE_ON_EDGE * count(stable_on_edges(own, opp))
        + DIAGONAL * count(own & DIAGONAL_TO_CORNERS & near_empty_corners)
        + BESIDE * count(own & BESIDE_CORNERS & near_empty_corners)
}
