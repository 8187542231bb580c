//! The last four empty squares, which are most of all nodes.

use super::flips;
use crate::engine::{
    bitboard::Bitboard,
    geometry::{NEIGHBORS, ODD_QUARTERS, QUARTER, flip_count_on_full_board},
    search::Search,
    stability::cut_by_stable_discs,
};

/// The score of the player with the discs `own` who is to move when only `square` is empty.
#[inline(always)]
fn solve_1(own: u64, square: usize) -> i32 {
    // Both play their only move, if they have it; the number of discs tells the rest, since the board will be full.
    let n_own = own.count_ones().cast_signed();
    let n_flips = flip_count_on_full_board(own, square);
    if n_flips != 0 {
        return 2 * (n_own + n_flips) + 2 - 64;
    }
    let n_lost = flip_count_on_full_board(!own & !(1 << square), square);
    if n_lost != 0 {
        return 2 * (n_own - n_lost) - 64;
    }
    // Nobody can move: the last square goes to the winner.
    if n_own < 32 { 2 * n_own - 64 } else { 2 * n_own + 2 - 64 }
}

/// Tells whether a disc on a square could flip anything at all.
#[inline(always)]
fn touches(discs: u64, square: usize) -> bool {
    NEIGHBORS[square] & discs != 0
}

/// Takes the lowest square out of a set.
#[inline(always)]
fn pop(set: &mut u64) -> usize {
    let square = set.trailing_zeros() as usize;
    *set &= *set - 1;
    square & 63
}

hot! {
    /// Two empty squares, in any order: both are in odd quarters, or none.
    #[inline]
    fn solve_2(search: &mut Search<'_>, board: Bitboard, alpha: i32) -> i32 {
        let Bitboard { own, opp } = board;
        let mut empties = board.empties();
        let (one, other) = (pop(&mut empties), pop(&mut empties));
        search.nodes += 1;
        let mut best = i32::MIN;
        if touches(opp, one) {
            let flipped = flips(own, opp, one);
            if flipped != 0 {
                search.nodes += 1;
                best = -solve_1(opp ^ flipped, other);
                if alpha < best {
                    return best;
                }
            }
        }
        if touches(opp, other) {
            let flipped = flips(own, opp, other);
            if flipped != 0 {
                search.nodes += 1;
                return best.max(-solve_1(opp ^ flipped, one));
            }
        }
        if best != i32::MIN {
            return best;
        }
        // A pass: now the opponent looks for the least.
        let mut least = i32::MAX;
        if touches(own, one) {
            let flipped = flips(opp, own, one);
            if flipped != 0 {
                search.nodes += 1;
                least = solve_1(own ^ flipped, other);
                if least <= alpha {
                    return least;
                }
            }
        }
        if touches(own, other) {
            let flipped = flips(opp, own, other);
            if flipped != 0 {
                search.nodes += 1;
                return least.min(solve_1(own ^ flipped, one));
            }
        }
        if least == i32::MAX { board.final_score() } else { least }
    }
}

hot! {
    /// Three empty squares. One that is alone in its quarter is tried first: who plays there has the last move
    /// everywhere else.
    fn solve_3(search: &mut Search<'_>, board: Bitboard, parity: u8, alpha: i32) -> i32 {
        search.nodes += 1;
        match try_3(search, board, parity, alpha) {
            i32::MIN => {
                let reply = try_3(search, board.passed(), parity, -alpha - 1);
                if reply == i32::MIN { board.final_score() } else { -reply }
            }
            best => best,
        }
    }
}

hot! {
    /// The best of the moves on three empty squares, or `i32::MIN` if there is none.
    #[inline]
    fn try_3(search: &mut Search<'_>, board: Bitboard, parity: u8, alpha: i32) -> i32 {
        let empties = board.empties();
        let odd = ODD_QUARTERS[usize::from(parity)];
        let mut best = i32::MIN;
        for mut squares in [empties & odd, empties & !odd] {
            while squares != 0 {
                let square = pop(&mut squares);
                if !touches(board.opp, square) {
                    continue;
                }
                let flipped = flips(board.own, board.opp, square);
                if flipped != 0 {
                    let score = -solve_2(search, board.after(1 << square, flipped), -alpha - 1);
                    best = best.max(score);
                    if alpha < score {
                        return best;
                    }
                }
            }
        }
        best
    }
}

hot! {
    /// Four empty squares.
    pub(super) fn solve_4(search: &mut Search<'_>, board: Bitboard, parity: u8, alpha: i32) -> i32 {
        search.nodes += 1;
        if let Some(bound) = cut_by_stable_discs(board, 4, alpha) {
            return bound;
        }
        match try_4(search, board, parity, alpha) {
            i32::MIN => {
                let reply = try_4(search, board.passed(), parity, -alpha - 1);
                if reply == i32::MIN { board.final_score() } else { -reply }
            }
            best => best,
        }
    }
}

hot! {
    /// The best of the moves on four empty squares, or `i32::MIN` if there is none.
    #[inline]
    fn try_4(search: &mut Search<'_>, board: Bitboard, parity: u8, alpha: i32) -> i32 {
        let empties = board.empties();
        let odd = ODD_QUARTERS[usize::from(parity)];
        let mut best = i32::MIN;
        for mut squares in [empties & odd, empties & !odd] {
            while squares != 0 {
                let square = pop(&mut squares);
                if !touches(board.opp, square) {
                    continue;
                }
                let flipped = flips(board.own, board.opp, square);
                if flipped != 0 {
                    let next = board.after(1 << square, flipped);
                    let score = -solve_3(search, next, parity ^ QUARTER[square], -alpha - 1);
                    best = best.max(score);
                    if alpha < score {
                        return best;
                    }
                }
            }
        }
        best
    }
}

hot! {
    /// At most three empty squares, as only a search that begins there meets them.
    pub(super) fn solve_fewer(search: &mut Search<'_>, board: Bitboard, parity: u8, alpha: i32) -> i32 {
        match board.n_empties() {
            0 => board.final_score(),
            1 => solve_1(board.own, board.empties().trailing_zeros() as usize),
            2 => solve_2(search, board, alpha),
            _ => solve_3(search, board, parity, alpha),
        }
    }
}
