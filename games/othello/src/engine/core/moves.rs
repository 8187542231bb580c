//! The moves of a position near the end of the game, which come out the most promising first.

use arrayvec::ArrayVec;

use crate::engine::{
    bitboard::Bitboard,
    geometry::{CORNERS, around},
};

/// More than any move is unpromising.
const PROMISE_OFFSET: i32 = 1 << 12;
/// An index below the promise of a move.
const INDEX_BITS: u32 = 4;
const LAST_INDEX: u32 = (1 << INDEX_BITS) - 1;

/// Legal moves before they are searched, of which `CAPACITY` is at most 16.
///
/// Which of a few numbers is the largest, and how often that is asked, cannot be predicted; so the numbers lie in an array
/// of fixed length that is looked through as a whole, without a branch, and those of moves that are gone are 0.
pub(super) struct Moves<const CAPACITY: usize> {
    candidates: ArrayVec<Candidate, CAPACITY>,
    /// The promise of each move, and below it the index, counted from the end so that the first of equal moves is chosen.
    keys: [u32; CAPACITY],
    /// The largest key as long as no move was taken out.
    largest: u32,
}

/// A legal move.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    /// The position after it.
    pub(super) next: Bitboard,
    /// The moves of the opponent there.
    pub(super) replies: u64,
    pub(super) square: u8,
}

impl<const CAPACITY: usize> Moves<CAPACITY> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { candidates: ArrayVec::new(), keys: [0; CAPACITY], largest: 0 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, candidate: Candidate, promise: i32) {
        let idx = self.candidates.len();
        let key = (promise + PROMISE_OFFSET).cast_unsigned() << INDEX_BITS | (LAST_INDEX - idx as u32);
        self.keys[idx] = key;
        self.largest = self.largest.max(key);
        self.candidates.push(candidate);
    }

    /// Takes out the most promising move.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Candidate> {
        let key = match self.largest {
            0 => self.keys.iter().fold(0, |largest, &key| largest.max(key)),
            key => key,
        };
        if key == 0 {
            return None;
        }
        self.largest = 0;
        let idx = (LAST_INDEX - (key & LAST_INDEX)) as usize;
        let &candidate = self.candidates.get(idx)?;
        self.keys[idx] = 0;
        Some(candidate)
    }
}

/// How promising a move looks: what leaves the opponent little is searched soon, and comes first.
#[inline(always)]
pub(super) fn order_hint(next: Bitboard, replies: u64, square: usize, odd: u64) -> i32 {
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
