//! Enough empty squares that moves are worth sorting, and too few for anything that takes longer than a glance.

use arrayvec::ArrayVec;

use super::{MEDIUM_EMPTIES, SHALLOW_EMPTIES, flips, mobility, shallow::solve_shallow};
use crate::engine::{
    bitboard::Bitboard,
    geometry::{CORNERS, ODD_QUARTERS, QUARTER, around},
    search::{Search, Stopped},
    stability::cut_by_stable_discs,
    table::NO_MOVE,
};

/// With fewer empty squares a search is over sooner than anybody asks whether to stop.
const STOPPABLE_EMPTIES: u32 = 9;

/// A legal move before it is searched.
#[derive(Clone, Copy)]
struct Candidate {
    next: Bitboard,
    square: u8,
    /// How promising it looks.
    promise: i32,
}

hot! {
    /// Answers whether the score is more than `alpha`, with more than [`SHALLOW_EMPTIES`] and at most
    /// [`MEDIUM_EMPTIES`].
    pub(super) fn solve_medium(
        search: &mut Search<'_>,
        board: Bitboard,
        n_empties: u32,
        parity: u8,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        search.nodes += 1;
        if STOPPABLE_EMPTIES <= n_empties {
            search.check_stop()?;
        }
        if let Some(bound) = cut_by_stable_discs(board, n_empties, alpha) {
            return Ok(bound);
        }
        let mut table_move = NO_MOVE;
        if let Some(known) = search.leaves.probe(board) {
            if alpha < known.lower {
                return Ok(known.lower);
            }
            if known.upper <= alpha {
                return Ok(known.upper);
            }
            table_move = known.best;
        }
        let mut moves = mobility(board.own, board.opp);
        if moves == 0 {
            let passed = board.passed();
            return match mobility(passed.own, passed.opp) {
                0 => Ok(board.final_score()),
                _ => Ok(-solve_medium(search, passed, n_empties, parity, -alpha - 1)?),
            };
        }
        let odd = ODD_QUARTERS[usize::from(parity)];
        let mut candidates = ArrayVec::<Candidate, { MEDIUM_EMPTIES as usize }>::new();
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let flipped = flips(board.own, board.opp, square);
            if flipped == board.opp {
                return Ok(64);
            }
            let next = board.after(1 << square, flipped);
            let promise = if square as u8 == table_move { i32::MAX } else { order_hint(next, square, odd) };
            candidates.push(Candidate { next, square: square as u8, promise });
        }
        let (mut best, mut best_square) = (i32::MIN, NO_MOVE);
        while !candidates.is_empty() {
            let mut first = 0;
            for idx in 1..candidates.len() {
                if candidates[first].promise < candidates[idx].promise {
                    first = idx;
                }
            }
            let Candidate { next, square, .. } = candidates.swap_remove(first);
            let next_parity = parity ^ QUARTER[usize::from(square)];
            let score = -match n_empties - 1 {
                ..=SHALLOW_EMPTIES => solve_shallow(search, next, n_empties - 1, next_parity, -alpha - 1),
                _ => solve_medium(search, next, n_empties - 1, next_parity, -alpha - 1)?,
            };
            if best < score {
                (best, best_square) = (score, square);
                if alpha < score {
                    break;
                }
            }
        }
        search.leaves.store(board, alpha, best, best_square);
        Ok(best)
    }
}

hot! {
    /// How promising a move looks: what leaves the opponent little is searched soon, and comes first.
    #[inline]
    fn order_hint(next: Bitboard, square: usize, odd: u64) -> i32 {
        let replies = mobility(next.own, next.opp);
        let n_replies = (replies.count_ones() + (replies & CORNERS).count_ones()).cast_signed();
        let later = around(next.opp) & next.empties();
        let mut promise = -16 * n_replies - 3 * later.count_ones().cast_signed();
        if odd >> square & 1 != 0 {
            promise += 10;
        }
        if CORNERS >> square & 1 != 0 {
            promise += 4;
        }
        promise
    }
}
