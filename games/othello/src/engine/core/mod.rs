//! The search, written once and compiled for each set of instructions: the module that includes it brings
//! `flips`, `mobility` and the macro `hot`.
//!
//! Every search asks one question: is the score more than `alpha`? The answer is a bound on the score, above
//! `alpha` from below and otherwise from above, and often a better bound than was asked for. A driver outside
//! narrows the score down by a few such questions; so nothing here knows windows, and all nodes are alike.
//!
//! What a node does depends on how many squares are empty:
//!
//! | empty squares | file | what is done |
//! | --- | --- | --- |
//! | 1 to 4 | `last` | squares that are tried one by one, those in odd quarters of the board first |
//! | up to [`SHALLOW_EMPTIES`] | `shallow` | legal moves, from six on ordered by what they leave to the opponent |
//! | up to [`MEDIUM_EMPTIES`] | `medium` | a small table, moves ordered by what they leave to the opponent |
//! | more | `deep` | a large table, moves ordered by what the position after them is worth (`judge`) |

mod deep;
mod judge;
mod last;
mod medium;
mod middle;
mod moves;
mod perft;
mod shallow;

pub(in crate::engine) use deep::test;
pub(in crate::engine) use middle::search_middle;
pub(in crate::engine) use perft::{count_made_leaves, perft};

use super::{flips, mobility};
use crate::engine::bitboard::Bitboard;

/// Up to this many empty squares nothing is kept.
const SHALLOW_EMPTIES: u32 = 6;

/// Up to this many empty squares a glance orders the moves, and a small table keeps what is known.
const MEDIUM_EMPTIES: u32 = 12;

hot! {
    /// The squares on which the player to move may put a disc.
    pub(in crate::engine) fn mobility_of(board: Bitboard) -> u64 {
        mobility(board.own, board.opp)
    }
}

hot! {
    /// The discs that the player to move would flip by a disc on a square.
    pub(in crate::engine) fn flips_of(board: Bitboard, square: usize) -> u64 {
        flips(board.own, board.opp, square)
    }
}
