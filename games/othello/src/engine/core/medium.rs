//! Enough empty squares that it pays to keep what is known, and too few for anything that takes longer than a glance.

use arrayvec::ArrayVec;

use super::{
    MEDIUM_EMPTIES, SHALLOW_EMPTIES, flips, mobility,
    moves::{Candidate, Moves, order_hint},
    shallow::solve_shallow,
};
use crate::engine::{
    bitboard::Bitboard,
    geometry::{ODD_QUARTERS, QUARTER},
    search::{Search, Stopped},
    stability::cut_by_stable_discs,
    table::NO_MOVE,
};

/// With fewer empty squares a search is over sooner than anybody asks whether to stop.
const STOPPABLE_EMPTIES: u32 = 9;

/// From this many empty squares on, all moves are looked up before one is searched.
const LOOKED_UP_EMPTIES: u32 = 9;

hot! {
    /// Answers whether the score is more than `alpha`, with at least five and at most [`MEDIUM_EMPTIES`], and the legal
    /// `moves`.
    #[inline]
    pub(super) fn solve_listed(
        search: &mut Search<'_>,
        board: Bitboard,
        moves: u64,
        n_empties: u32,
        parity: u8,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        match n_empties {
            ..=SHALLOW_EMPTIES => Ok(solve_shallow(search, board, moves, n_empties, parity, alpha)),
            _ => solve_medium(search, board, moves, n_empties, parity, alpha),
        }
    }
}

hot! {
    fn solve_medium(
        search: &mut Search<'_>,
        board: Bitboard,
        mut moves: u64,
        n_empties: u32,
        parity: u8,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        debug_assert!((SHALLOW_EMPTIES + 1..=MEDIUM_EMPTIES).contains(&n_empties));
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
        if moves == 0 {
            let passed = board.passed();
            return match mobility(passed.own, passed.opp) {
                0 => Ok(board.final_score()),
                replies => Ok(-solve_medium(search, passed, replies, n_empties, parity, -alpha - 1)?),
            };
        }
        let (mut best, mut best_square) = (i32::MIN, NO_MOVE);
        if table_move != NO_MOVE {
            // The best move of last time is searched before others are looked at.
            let square = usize::from(table_move) & 63;
            moves &= !(1 << square);
            let next = board.after(1 << square, flips(board.own, board.opp, square));
            let replies = mobility(next.own, next.opp);
            best = -solve_listed(search, next, replies, n_empties - 1, parity ^ QUARTER[square], -alpha - 1)?;
            best_square = table_move;
            if alpha < best {
                search.leaves.store(board, alpha, best, best_square);
                return Ok(best);
            }
        }
        let mut played = ArrayVec::<(Bitboard, u8), { MEDIUM_EMPTIES as usize }>::new();
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let flipped = flips(board.own, board.opp, square);
            if flipped == board.opp {
                return Ok(64);
            }
            let next = board.after(1 << square, flipped);
            if LOOKED_UP_EMPTIES <= n_empties {
                search.leaves.prefetch(next);
            }
            played.push((next, square as u8));
        }
        let odd = ODD_QUARTERS[usize::from(parity)];
        let mut sorted = Moves::<16>::new();
        for &(next, square) in &played {
            if LOOKED_UP_EMPTIES <= n_empties && let Some(known) = search.leaves.probe(next) {
                if alpha < -known.upper {
                    search.leaves.store(board, alpha, -known.upper, square);
                    return Ok(-known.upper);
                }
                if -known.lower <= alpha {
                    if best < -known.lower {
                        (best, best_square) = (-known.lower, square);
                    }
                    continue;
                }
            }
            let replies = mobility(next.own, next.opp);
            let candidate = Candidate { next, replies, square };
            sorted.push(candidate, order_hint(next, replies, square.into(), odd));
        }
        while let Some(Candidate { next, replies, square }) = sorted.pop() {
            let next_parity = parity ^ QUARTER[usize::from(square)];
            let score = -solve_listed(search, next, replies, n_empties - 1, next_parity, -alpha - 1)?;
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
