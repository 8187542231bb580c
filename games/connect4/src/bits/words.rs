//! A set of cells in one integer: column after column from the lowest bit, each with an empty cell on top.
//!
//! The empty cell keeps the columns apart: no run leads over the edge of the board, and a full column does not
//! carry into the next one.

use super::{Bits, Direction, sealed::Sealed};
use crate::{Column, Size};

/// How many bits lie between a cell and its neighbor on the right.
#[inline(always)]
pub(super) fn pitch(size: Size) -> u32 {
    u32::from(size.rows()) + 1
}

/// How many bits a step in a direction is.
#[inline(always)]
pub(super) fn stride(size: Size, direction: Direction) -> u32 {
    match direction {
        Direction::Upright => 1,
        Direction::Level => pitch(size),
        Direction::Rising => pitch(size) + 1,
        Direction::Falling => pitch(size) - 1,
    }
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl Sealed for $word {}

        impl Bits for $word {
            const NONE: Self = 0;

            fn fits(size: Size) -> bool {
                u32::from(size.columns()) * pitch(size) <= Self::BITS
            }

            #[inline]
            fn of_column(size: Size, column: Column, cells: u32) -> Self {
                Self::from(cells) << (u32::from(column.index()) * pitch(size))
            }

            #[inline]
            fn in_column(&self, size: Size, column: Column) -> u32 {
                let cells = self >> (u32::from(column.index()) * pitch(size));
                cells as u32 & (u32::MAX >> (32 - size.rows()))
            }

            #[inline]
            fn with_next(self, size: Size, column: Column) -> Self {
                // The carry runs through the discs of the column and stops in the cell above them.
                self | self.wrapping_add(Self::cell(size, column, 0))
            }

            #[inline(always)]
            fn seen_from(self, size: Size, direction: Direction, steps: u8) -> Self {
                self >> (u32::from(steps) * stride(size, direction))
            }

            #[inline(always)]
            fn reached_from(self, size: Size, direction: Direction, steps: u8) -> Self {
                self << (u32::from(steps) * stride(size, direction))
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn has_room(&self, size: Size, column: Column) -> bool {
                self & Self::cell(size, column, size.rows() - 1) == 0
            }
        }
    )*};
}

words!(u64, u128);
