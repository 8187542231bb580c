//! Boards of up to 16×16 squares in four words of four rows each.

use std::{
    array,
    ops::{BitAnd, BitOr, BitXor, Not},
};

use super::SquareSet;
use crate::Square;

/// The bits from a square to the one below it.
const ROW: u8 = Square::SIDE;

/// All columns but the outer ones. A run that is to be enclosed sideways never reaches those, and without them
/// no step leads around the edge.
const INNER_COLUMNS: WideSet = WideSet([0x7ffe_7ffe_7ffe_7ffe; 4]);

const FIRST_COLUMN: WideSet = WideSet([0x0001_0001_0001_0001; 4]);
const LAST_COLUMN: WideSet = WideSet([0x8000_8000_8000_8000; 4]);

/// All rows but the outer ones, for steps upwards and downwards.
const INNER_ROWS: WideSet = WideSet([!0xffff, !0, !0, !0 >> ROW]);

/// A set of squares of a board of up to 16×16.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WideSet([u64; 4]);

impl WideSet {
    fn shifted_ahead<const BITS: u8>(self) -> Self {
        let [first, second, third, fourth] = self.0;
        let joined = |word: u64, before: u64| word << BITS | before >> (64 - BITS);
        Self([first << BITS, joined(second, first), joined(third, second), joined(fourth, third)])
    }

    fn shifted_back<const BITS: u8>(self) -> Self {
        let [first, second, third, fourth] = self.0;
        let joined = |word: u64, after: u64| word >> BITS | after << (64 - BITS);
        Self([joined(first, second), joined(second, third), joined(third, fourth), fourth >> BITS])
    }

    /// The neighbors of squares in their rows.
    fn left_and_right(self) -> Self {
        (self & !LAST_COLUMN).shifted_ahead::<1>() | (self & !FIRST_COLUMN).shifted_back::<1>()
    }

    /// The neighbors of squares in their columns.
    fn up_and_down(self) -> Self {
        self.shifted_ahead::<ROW>() | self.shifted_back::<ROW>()
    }

    fn map_with(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        Self(array::from_fn(|idx| operation(self.0[idx], other.0[idx])))
    }
}

impl SquareSet for WideSet {
    const MAX_SIDE: u8 = Square::SIDE;
    const EMPTY: Self = Self([0; 4]);

    fn of(square: Square) -> Self {
        let mut words = [0; 4];
        words[usize::from(square.number() >> 6)] = 1 << (square.number() & 63);
        Self(words)
    }

    fn board(side: u8) -> Self {
        BOARDS[usize::from(side)]
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn pop_first(&mut self) -> Option<Square> {
        let (word_idx, word) = (0_u8..).zip(&mut self.0).find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros() as u8;
        *word &= *word - 1;
        Some(Square::from_number(word_idx << 6 | bit))
    }

    fn ends_of_runs(mover: Self, other: Self) -> Self {
        let inner = other & INNER_COLUMNS;
        ends_on_line(mover, inner, Self::shifted_ahead::<1>, Self::shifted_back::<1>)
            | ends_on_line(mover, inner, Self::shifted_ahead::<15>, Self::shifted_back::<15>)
            | ends_on_line(mover, other, Self::shifted_ahead::<16>, Self::shifted_back::<16>)
            | ends_on_line(mover, inner, Self::shifted_ahead::<17>, Self::shifted_back::<17>)
    }

    fn flips(mover: Self, other: Self, square: Square) -> Self {
        let (sideways, upright) = (other & INNER_COLUMNS, other & INNER_ROWS);
        let diagonal = sideways & upright;
        let lines = [(sideways, 1), (diagonal, ROW - 1), (upright, ROW), (diagonal, ROW + 1)];
        let mut flips = Self::EMPTY;
        for (inner, step) in lines {
            add_enclosed(&mut flips, mover, inner, square, step);
            add_enclosed(&mut flips, mover, inner, square, step.wrapping_neg());
        }
        flips
    }

    fn beside(self) -> Self {
        self.left_and_right() | self.up_and_down()
    }

    fn around(self) -> Self {
        let sideways = self.left_and_right();
        sideways | (sideways | self).up_and_down()
    }

    fn has(self, square: Square) -> bool {
        self.0[usize::from(square.number() >> 6)] >> (square.number() & 63) & 1 != 0
    }
}

/// The squares at the ends of runs of `other` that begin beside a disc of `mover`, in both directions of a line.
fn ends_on_line(
    mover: WideSet,
    other: WideSet,
    ahead: impl Fn(WideSet) -> WideSet,
    back: impl Fn(WideSet) -> WideSet,
) -> WideSet {
    let (mut run_ahead, mut run_back) = (ahead(mover) & other, back(mover) & other);
    let mut ends = WideSet::EMPTY;
    while !(run_ahead | run_back).is_empty() {
        let (next_ahead, next_back) = (ahead(run_ahead), back(run_back));
        ends = ends | next_ahead | next_back;
        (run_ahead, run_back) = (next_ahead & other, next_back & other);
    }
    ends
}

/// Adds the discs of `inner` from beside `square` up to the first other one, if that one is `mover`'s.
///
/// Going around the edge does no harm: only the first step from `square` can, and it leads to an outer square,
/// which is not in `inner`.
fn add_enclosed(flips: &mut WideSet, mover: WideSet, inner: WideSet, square: Square, step: u8) {
    let beside = |square: Square, step| Square::from_number(square.number().wrapping_add(step));
    let mut at = beside(square, step);
    while inner.has(at) {
        at = beside(at, step);
    }
    if !mover.has(at) {
        return;
    }
    at = beside(at, step.wrapping_neg());
    while inner.has(at) {
        *flips = *flips | WideSet::of(at);
        at = beside(at, step.wrapping_neg());
    }
}

/// The squares of the boards with 0 to 16 squares a side.
static BOARDS: [WideSet; 17] = {
    let mut boards = [WideSet([0; 4]); 17];
    let mut side = 1;
    while side <= 16 {
        let mut row = 0;
        while row < side {
            boards[side].0[row / 4] |= (0xffff >> (16 - side)) << (16 * (row % 4));
            row += 1;
        }
        side += 1;
    }
    boards
};

impl BitAnd for WideSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.map_with(other, BitAnd::bitand)
    }
}

impl BitOr for WideSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.map_with(other, BitOr::bitor)
    }
}

impl BitXor for WideSet {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.map_with(other, BitXor::bitxor)
    }
}

impl Not for WideSet {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(Not::not))
    }
}
