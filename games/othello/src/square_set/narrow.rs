//! Boards of up to 8×8 squares in one machine word: bit 0 is a1, bit 8 is a2.

use super::SquareSet;
use crate::{Square, engine::portable};

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

impl SquareSet for u64 {
    const MAX_SIDE: u8 = 8;
    const EMPTY: Self = 0;

    fn of(square: Square) -> Self {
        1 << index(square)
    }

    fn board(side: u8) -> Self {
        BOARDS[usize::from(side)]
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn pop_first(&mut self) -> Option<Square> {
        if *self == 0 {
            return None;
        }
        let bit = self.trailing_zeros() as u8;
        *self &= *self - 1;
        Some(Square::from_number((bit & 0b11_1000) << 1 | bit & 0b111))
    }

    fn ends_of_runs(mover: Self, other: Self) -> Self {
        portable::ends_of_runs(mover, other)
    }

    fn flips(mover: Self, other: Self, square: Square) -> Self {
        portable::flips(mover, other, index(square))
    }

    fn beside(self) -> Self {
        left_and_right(self) | self << 8 | self >> 8
    }

    fn around(self) -> Self {
        let rows = left_and_right(self) | self;
        (rows << 8 | rows >> 8) | left_and_right(self)
    }
}

/// The neighbors of squares in their rows.
const fn left_and_right(set: u64) -> u64 {
    (set & !LAST_COLUMN) << 1 | (set & !FIRST_COLUMN) >> 1
}

/// The bit of a square, below 64 for any square.
const fn index(square: Square) -> usize {
    ((square.number() >> 1 & 0b11_1000) | square.number() & 0b111) as usize
}

/// The squares of the boards with 0 to 8 squares a side.
static BOARDS: [u64; 9] = {
    let mut boards = [0; 9];
    let mut side = 1;
    while side <= 8 {
        let row = 0xff >> (8 - side);
        boards[side] = (u64::MAX >> (64 - 8 * side)) & (row * 0x0101_0101_0101_0101);
        side += 1;
    }
    boards
};
