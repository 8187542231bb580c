//! A set of cells in four words, laid out as in one integer: for boards that do not fit into one.

use std::ops::{BitAnd, BitOr, BitXor};

use super::{Bits, Direction, sealed::Sealed, words};
use crate::{Column, Size};

/// A set of cells of a board of up to 256 bits: column after column from the lowest bit, each with an empty cell on
/// top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Quad {
    high: u128,
    low: u128,
}

impl Quad {
    const BITS: u32 = 2 * u128::BITS;

    #[inline(always)]
    const fn shifted_left(self, by: u32) -> Self {
        match by {
            0 => self,
            1..128 => Self { high: self.high << by | self.low >> (128 - by), low: self.low << by },
            128..256 => Self { high: self.low << (by - 128), low: 0 },
            _ => Self::NONE,
        }
    }

    #[inline(always)]
    const fn shifted_right(self, by: u32) -> Self {
        match by {
            0 => self,
            1..128 => Self { high: self.high >> by, low: self.low >> by | self.high << (128 - by) },
            128..256 => Self { high: 0, low: self.high >> (by - 128) },
            _ => Self::NONE,
        }
    }
}

impl Sealed for Quad {}

impl Bits for Quad {
    const NONE: Self = Self { high: 0, low: 0 };

    fn fits(size: Size) -> bool {
        u32::from(size.columns()) * words::pitch(size) <= Self::BITS
    }

    #[inline]
    fn of_column(size: Size, column: Column, cells: u32) -> Self {
        Self { high: 0, low: cells.into() }.shifted_left(u32::from(column.index()) * words::pitch(size))
    }

    #[inline]
    fn in_column(&self, size: Size, column: Column) -> u32 {
        let cells = self.shifted_right(u32::from(column.index()) * words::pitch(size));
        cells.low as u32 & (u32::MAX >> (32 - size.rows()))
    }

    #[inline]
    fn with_next(self, size: Size, column: Column) -> Self {
        // The carry runs through the discs of the column and stops in the cell above them.
        let bottom = Self::cell(size, column, 0);
        let (low, carry) = self.low.overflowing_add(bottom.low);
        let high = self.high.wrapping_add(bottom.high).wrapping_add(carry.into());
        self | Self { high, low }
    }

    #[inline(always)]
    fn seen_from(self, size: Size, direction: Direction, steps: u8) -> Self {
        self.shifted_right(u32::from(steps) * words::stride(size, direction))
    }

    #[inline(always)]
    fn reached_from(self, size: Size, direction: Direction, steps: u8) -> Self {
        self.shifted_left(u32::from(steps) * words::stride(size, direction))
    }

    #[inline]
    fn count(self) -> u32 {
        self.high.count_ones() + self.low.count_ones()
    }

    #[inline]
    fn has_room(&self, size: Size, column: Column) -> bool {
        *self & Self::cell(size, column, size.rows() - 1) == Self::NONE
    }
}

impl BitAnd for Quad {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self { high: self.high & other.high, low: self.low & other.low }
    }
}

impl BitOr for Quad {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self { high: self.high | other.high, low: self.low | other.low }
    }
}

impl BitXor for Quad {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self { high: self.high ^ other.high, low: self.low ^ other.low }
    }
}
