//! Five and a few more empty squares: too few for a table to pay.

use super::{
    SHALLOW_EMPTIES, flips,
    last::solve_4,
    mobility,
    moves::{Candidate, Moves, order_hint},
};
use crate::engine::{
    bitboard::Bitboard,
    geometry::{CORNERS, ODD_QUARTERS, QUARTER},
    search::Search,
    stability::cut_by_stable_discs,
};

hot! {
    /// Answers whether the score is more than `alpha`, with `n_empties` from 5 to [`SHALLOW_EMPTIES`] and the legal
    /// `moves`.
    pub(super) fn solve_shallow(
        search: &mut Search<'_>,
        board: Bitboard,
        moves: u64,
        n_empties: u32,
        parity: u8,
        alpha: i32,
    ) -> i32 {
        debug_assert!((5..=SHALLOW_EMPTIES).contains(&n_empties));
        search.nodes += 1;
        if let Some(bound) = cut_by_stable_discs(board, n_empties, alpha) {
            return bound;
        }
        if moves == 0 {
            let passed = board.passed();
            return match mobility(passed.own, passed.opp) {
                0 => board.final_score(),
                replies => -solve_shallow(search, passed, replies, n_empties, parity, -alpha - 1),
            };
        }
        match n_empties {
            5 => try_5(search, board, moves, parity, alpha),
            _ => try_sorted(search, board, moves, n_empties, parity, alpha),
        }
    }
}

hot! {
    /// The best of the moves on five empty squares: those in odd quarters first, and of those the corners.
    #[inline]
    fn try_5(search: &mut Search<'_>, board: Bitboard, mut moves: u64, parity: u8, alpha: i32) -> i32 {
        let odd = ODD_QUARTERS[usize::from(parity)];
        let mut best = i32::MIN;
        while moves != 0 {
            let mut first = moves;
            for preferred in [CORNERS, odd, odd & CORNERS] {
                first = if moves & preferred == 0 { first } else { moves & preferred };
            }
            let square = first.trailing_zeros() as usize & 63;
            moves &= !(1 << square);
            let next = board.after(1 << square, flips(board.own, board.opp, square));
            let score = -solve_4(search, next, parity ^ QUARTER[square], -alpha - 1);
            best = best.max(score);
            if alpha < score {
                break;
            }
        }
        best
    }
}

hot! {
    /// The best of the moves, which are sorted by what they leave to the opponent. Sorting them costs little, since a
    /// position with six empty squares needs its moves anyway: 14 % of all nodes are saved.
    #[inline]
    fn try_sorted(
        search: &mut Search<'_>,
        board: Bitboard,
        mut moves: u64,
        n_empties: u32,
        parity: u8,
        alpha: i32,
    ) -> i32 {
        let odd = ODD_QUARTERS[usize::from(parity)];
        let mut sorted = Moves::<8>::new();
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let next = board.after(1 << square, flips(board.own, board.opp, square));
            let replies = mobility(next.own, next.opp);
            let candidate = Candidate { next, replies, square: square as u8 };
            sorted.push(candidate, order_hint(next, replies, square, odd));
        }
        let mut best = i32::MIN;
        while let Some(Candidate { next, replies, square }) = sorted.pop() {
            let next_parity = parity ^ QUARTER[usize::from(square)];
            let score = -solve_shallow(search, next, replies, n_empties - 1, next_parity, -alpha - 1);
            best = best.max(score);
            if alpha < score {
                break;
            }
        }
        best
    }
}
