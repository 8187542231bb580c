//! Boards of up to 16×16 squares in two words: rows 1 to 8 and rows 9 to 16.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::SquareSet;
use crate::Square;

/// The number of bits in each word.
const WORD_BITS: u32 = 128;

/// All columns but the outer ones, so that no shift leads around the edge.
const INNER_COLUMNS: WideSet = {
    let rows = u128::MAX / 0xffff * 0x7ffe;
    WideSet([rows; 2])
};

/// Each direction as columns and rows.
const DIRECTIONS: [(i8, i8); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// A set of squares of a board of up to 16×16.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WideSet([u128; 2]);

impl WideSet {
    fn shifted_ahead(self, bits: u32) -> Self {
        let [top, bottom] = self.0;
        Self([top << bits, bottom << bits | top >> (WORD_BITS - bits)])
    }

    fn shifted_back(self, bits: u32) -> Self {
        let [top, bottom] = self.0;
        Self([top >> bits | bottom << (WORD_BITS - bits), bottom >> bits])
    }
}

impl SquareSet for WideSet {
    const MAX_SIDE: u8 = 16;
    const EMPTY: Self = Self([0; 2]);

    fn of(square: Square) -> Self {
        let mut words = [0; 2];
        words[usize::from(square.number() >> 7)] = 1 << (square.number() & 127);
        Self(words)
    }

    fn board(side: u8) -> Self {
        BOARDS[usize::from(side)]
    }

    fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    fn pop_first(&mut self) -> Option<Square> {
        let (word_idx, word) = (0_u8..).zip(&mut self.0).find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros() as u8;
        *word &= *word - 1;
        Some(Square::from_number(word_idx << 7 | bit))
    }

    fn ends_of_runs(mover: Self, other: Self) -> Self {
        let inner = other & INNER_COLUMNS;
        let both_ways = |other, step| {
            ends_of_runs_by(mover, other, |set| set.shifted_ahead(step))
                | ends_of_runs_by(mover, other, |set| set.shifted_back(step))
        };
        both_ways(inner, 1) | both_ways(inner, 15) | both_ways(other, 16) | both_ways(inner, 17)
    }

    fn flips(mover: Self, other: Self, square: Square) -> Self {
        DIRECTIONS
            .iter()
            .fold(Self::EMPTY, |flips, &direction| flips | enclosed(mover, other, square, direction))
    }

    fn has(self, square: Square) -> bool {
        self.0[usize::from(square.number() >> 7)] >> (square.number() & 127) & 1 != 0
    }
}

/// The squares at the ends of runs of `other` that begin beside a disc of `mover`, in the direction of `shifted`.
fn ends_of_runs_by(mover: WideSet, other: WideSet, shifted: impl Fn(WideSet) -> WideSet) -> WideSet {
    let mut ends = WideSet::EMPTY;
    let mut run = shifted(mover) & other;
    while !run.is_empty() {
        let next = shifted(run);
        ends = ends | next;
        run = next & other;
    }
    ends
}

/// The discs of `other` from beside `square` up to the first disc that is not theirs, if that one is `mover`'s.
fn enclosed(mover: WideSet, other: WideSet, square: Square, (columns, rows): (i8, i8)) -> WideSet {
    let mut run = WideSet::EMPTY;
    let mut at = square;
    while let Some(next) = at.beside(columns, rows) {
        if !other.has(next) {
            return if mover.has(next) { run } else { WideSet::EMPTY };
        }
        run = run | WideSet::of(next);
        at = next;
    }
    WideSet::EMPTY
}

/// The squares of the boards with 0 to 16 squares a side.
static BOARDS: [WideSet; 17] = {
    let mut boards = [WideSet([0; 2]); 17];
    let mut side = 1;
    while side <= 16 {
        let mut row = 0;
        while row < side {
            boards[side].0[row / 8] |= (0xffff >> (16 - side)) << (16 * (row % 8));
            row += 1;
        }
        side += 1;
    }
    boards
};

impl BitAnd for WideSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitOr for WideSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl BitXor for WideSet {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
}

impl Not for WideSet {
    type Output = Self;

    fn not(self) -> Self {
        Self([!self.0[0], !self.0[1]])
    }
}
