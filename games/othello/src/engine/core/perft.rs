//! Counting move paths, the test of moves and flips.

use framework::Perft;

use super::{flips, mobility};
use crate::engine::bitboard::Bitboard;

hot! {
    /// Counts move paths, those of the last ply without playing them.
    pub(in crate::engine) fn perft(board: Bitboard, depth: u32) -> Perft {
        if depth == 0 {
            return Perft { paths: 1, ended: 0 };
        }
        let mut moves = mobility(board.own, board.opp);
        if moves == 0 {
            let passed = board.passed();
            return match mobility(passed.own, passed.opp) {
                0 => Perft { paths: 0, ended: 1 },
                _ => perft(passed, depth - 1),
            };
        }
        if depth == 1 {
            return Perft { paths: moves.count_ones().into(), ended: 0 };
        }
        let mut sum = Perft::default();
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            sum += perft(board.after(1 << square, flips(board.own, board.opp, square)), depth - 1);
        }
        sum
    }
}

hot! {
    /// Counts the leaves of the game tree, a finished game once at any depth, and really makes each of them: `seen`
    /// is the exclusive or of all boards, which nobody can know without making them.
    pub(in crate::engine) fn count_made_leaves(board: Bitboard, depth: u32, seen: &mut u64) -> u64 {
        if depth == 0 {
            *seen ^= board.own ^ board.opp.rotate_left(1);
            return 1;
        }
        let mut moves = mobility(board.own, board.opp);
        if moves == 0 {
            let passed = board.passed();
            return match mobility(passed.own, passed.opp) {
                0 => 1,
                _ => count_made_leaves(passed, depth - 1, seen),
            };
        }
        let mut n_leaves = 0;
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let next = board.after(1 << square, flips(board.own, board.opp, square));
            if depth == 1 {
                *seen ^= next.own ^ next.opp.rotate_left(1);
                n_leaves += 1;
            } else {
                n_leaves += count_made_leaves(next, depth - 1, seen);
            }
        }
        n_leaves
    }
}
