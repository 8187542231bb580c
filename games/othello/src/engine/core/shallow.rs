//! Five and a few more empty squares: too few for a table to pay.

use super::{SHALLOW_EMPTIES, flips, last::solve_4, mobility};
use crate::engine::{
    bitboard::Bitboard,
    geometry::{CORNERS, ODD_QUARTERS, QUARTER},
    search::Search,
    stability::cut_by_stable_discs,
};

hot! {
    /// Answers whether the score is more than `alpha`, with `n_empties` from 5 to [`SHALLOW_EMPTIES`].
    pub(super) fn solve_shallow(
        search: &mut Search<'_>,
        board: Bitboard,
        n_empties: u32,
        parity: u8,
        alpha: i32,
    ) -> i32 {
        debug_assert!((5..=SHALLOW_EMPTIES).contains(&n_empties));
        search.nodes += 1;
        if let Some(bound) = cut_by_stable_discs(board, n_empties, alpha) {
            return bound;
        }
        let moves = mobility(board.own, board.opp);
        if moves == 0 {
            let passed = board.passed();
            return match mobility(passed.own, passed.opp) {
                0 => board.final_score(),
                _ => -solve_shallow(search, passed, n_empties, parity, -alpha - 1),
            };
        }
        let odd = ODD_QUARTERS[usize::from(parity)];
        let mut best = i32::MIN;
        for mut squares in [moves & odd & CORNERS, moves & odd & !CORNERS, moves & !odd & CORNERS, moves & !odd & !CORNERS] {
            while squares != 0 {
                let square = squares.trailing_zeros() as usize;
                squares &= squares - 1;
                let next = board.after(1 << square, flips(board.own, board.opp, square));
                let next_parity = parity ^ QUARTER[square];
                let score = -match n_empties {
                    5 => solve_4(search, next, next_parity, -alpha - 1),
                    _ => solve_shallow(search, next, n_empties - 1, next_parity, -alpha - 1),
                };
                if alpha < score {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }
}
