//! Sets of cells, in as few machine words as the board allows.

mod lanes;
mod quad;
mod words;

use std::{
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitOr, BitXor},
};

pub use lanes::Lanes;
pub use quad::Quad;

use crate::{Column, Size};

/// A direction in which a line can run, always towards the right except for the upright one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Up a column.
    Upright,
    /// Along a row.
    Level,
    /// To the right and up.
    Rising,
    /// To the right and down.
    Falling,
}

impl Direction {
    /// Every direction in which a line can run.
    pub const ALL: [Self; 4] = [Self::Upright, Self::Level, Self::Rising, Self::Falling];

    /// One step, as columns to the right and rows up.
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::Upright => (0, 1),
            Self::Level => (1, 0),
            Self::Rising => (1, 1),
            Self::Falling => (1, -1),
        }
    }
}

/// A set of cells of a board, small enough to be copied without a thought.
///
/// Rows are counted from 0 at the bottom. The set does not know its board, so every question about cells comes
/// with the [`Size`]; it must be the one for which the set was made.
///
/// Implemented for [`u64`], [`u128`], [`Quad`] and [`Lanes`], and for nothing outside this crate.
pub trait Bits:
    sealed::Sealed
    + Copy
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
{
    /// The set without any cell.
    const NONE: Self;

    /// Tells whether a board of this size has room in the set.
    fn fits(size: Size) -> bool;

    /// The set of some cells of one column, the lowest cell as the lowest bit. All must be on the board.
    fn of_column(size: Size, column: Column, cells: u32) -> Self;

    /// The cells of a column, the lowest cell as the lowest bit.
    fn in_column(&self, size: Size, column: Column) -> u32;

    /// Adds the lowest cell of the column that is not yet in the set. Below it there must be no gap and the
    /// column must not be full.
    #[must_use]
    fn with_next(self, size: Size, column: Column) -> Self;

    /// The cells from which `steps` steps in a direction lead to a cell of the set; also some cells outside the
    /// board, so a set of cells must be cut out of the answer.
    ///
    /// Except upright, `steps` must be less than the number of columns.
    #[must_use]
    fn seen_from(self, size: Size, direction: Direction, steps: u8) -> Self;

    /// The cells to which `steps` steps in a direction lead from a cell of the set: the way back of
    /// [`seen_from`](Self::seen_from), with the same care about cells outside the board.
    #[must_use]
    fn reached_from(self, size: Size, direction: Direction, steps: u8) -> Self;

    /// The number of cells.
    fn count(self) -> u32;

    /// All cells of a board.
    #[must_use]
    fn board(size: Size) -> Self {
        let column = u32::MAX >> (32 - size.rows());
        (0..size.columns())
            .map(Column::new)
            .fold(Self::NONE, |set, at| set | Self::of_column(size, at, column))
    }

    /// The set of one cell, which must be on the board.
    #[inline]
    fn cell(size: Size, column: Column, row: u8) -> Self {
        Self::of_column(size, column, 1 << row)
    }

    /// The set as a mirror shows it, left and right exchanged.
    #[must_use]
    fn mirrored(self, size: Size) -> Self {
        (0..size.columns()).fold(Self::NONE, |set, index| {
            let opposite = Column::new(size.columns() - 1 - index);
            set | Self::of_column(size, opposite, self.in_column(size, Column::new(index)))
        })
    }

    /// Tells whether the column's highest cell is missing.
    fn has_room(&self, size: Size, column: Column) -> bool {
        (self.in_column(size, column) >> (size.rows() - 1)) & 1 == 0
    }

    /// Tells whether the set contains a line of `k`.
    #[inline(always)]
    fn has_line(self, size: Size) -> bool {
        // The compiler knows the numbers of the first two, and leaves nothing of the loops.
        match size {
            Size::USUAL => has_run(self, Size::USUAL, 4),
            _ if size.k() == 4 => has_run(self, size, 4),
            _ => has_run(self, size, size.k()),
        }
    }

    /// The cells where lines of `k` in the set begin, at their left end or at the bottom.
    #[must_use]
    fn line_starts(self, size: Size, direction: Direction) -> Self {
        run_starts(self, size, direction, size.k())
    }
}

/// Tells whether a set contains a run of `k`.
#[inline(always)]
fn has_run<B: Bits>(set: B, size: Size, k: u8) -> bool {
    let starts = |direction| run_starts(set, size, direction, k);
    let lines = starts(Direction::Upright)
        | starts(Direction::Level)
        | starts(Direction::Rising)
        | starts(Direction::Falling);
    lines != B::NONE
}

/// Doubles the length of the runs until it is `k`: four in a row are two pairs two steps apart.
#[inline(always)]
pub(crate) fn run_starts<B: Bits>(set: B, size: Size, direction: Direction, k: u8) -> B {
    // No line leads past the last column, and neither may a shift.
    if size.columns() < k && direction != Direction::Upright {
        return B::NONE;
    }
    let (mut starts, mut length) = (set, 1);
    while 2 * length <= k {
        starts = starts & starts.seen_from(size, direction, length);
        length *= 2;
    }
    if length < k {
        starts = starts & starts.seen_from(size, direction, k - length);
    }
    starts
}

mod sealed {
    /// Keeps the list of implementations in this crate.
    pub trait Sealed {}
}
