//! What is known about positions near the end of the game: a table of one thread, so small that it stays in the cache.

use super::{
    bitboard::Bitboard,
    table::{NO_MOVE, prefetch},
};

/// How many positions it knows: 2¹³ of 32 bytes, each within one line, fit the second cache of any processor of today.
const N_LEAVES: usize = 1 << 13;

/// What is known about a position, which is kept whole: nothing else is ever taken for it.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Leaf {
    board: Bitboard,
    lower: i8,
    upper: i8,
    best: u8,
}

impl Leaf {
    /// No position: two discs on one square.
    const NONE: Self = Self { board: Bitboard { own: 1, opp: 1 }, lower: -64, upper: 64, best: NO_MOVE };
}

/// Bounds on the exact score of a position, and the move that was best last time or [`NO_MOVE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KnownLeaf {
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(super) best: u8,
}

/// The table; the newest position wins.
#[derive(Clone, Debug)]
pub(super) struct Leaves(Box<[Leaf]>);

impl Leaves {
    pub(super) fn new() -> Self {
        Self(vec![Leaf::NONE; N_LEAVES].into_boxed_slice())
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.fill(Leaf::NONE);
    }

    #[inline(always)]
    fn idx(board: Bitboard) -> usize {
        // One multiplication is enough here: a position that is overwritten too soon costs little.
        let mixed = (board.own ^ board.opp.rotate_left(31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 40) as usize % N_LEAVES
    }

    #[inline(always)]
    fn slot(&mut self, board: Bitboard) -> &mut Leaf {
        &mut self.0[Self::idx(board)]
    }

    /// Asks the memory for what is known about a position, and does not wait for it.
    #[inline(always)]
    pub(super) fn prefetch(&self, board: Bitboard) {
        prefetch(&self.0[Self::idx(board)]);
    }

    #[inline(always)]
    pub(super) fn probe(&mut self, board: Bitboard) -> Option<KnownLeaf> {
        let leaf = self.slot(board);
        (leaf.board == board).then(|| KnownLeaf {
            lower: leaf.lower.into(),
            upper: leaf.upper.into(),
            best: leaf.best,
        })
    }

    /// Notes that a search has found the score to be more than `alpha` or not, with the bound `score`.
    #[inline(always)]
    pub(super) fn store(&mut self, board: Bitboard, alpha: i32, score: i32, best: u8) {
        let leaf = self.slot(board);
        if leaf.board != board {
            *leaf = Leaf { board, ..Leaf::NONE };
        }
        // Scores of exact searches lie between −64 and 64.
        if alpha < score {
            leaf.lower = leaf.lower.max(score as i8);
        } else {
            leaf.upper = leaf.upper.min(score as i8);
        }
        leaf.best = best;
    }
}
