//! Sets of cells by rows, with empty rows and columns all around.
//!
//! What lies within a few steps of a cell is a few shifts here, whatever the size of the board.

use crate::{Cell, Grid};

/// How many rows and columns beyond the board belong to a set: as far as a piece reaches from any of its squares.
pub(super) const MARGIN: usize = 4;

/// The rows of the highest board and beyond it. One reads eight rows from the one below a piece's first square.
const N_ROWS: usize = Grid::MAX_SIDE as usize + 2 * MARGIN + 2;

/// A cell in a set by rows, margins included: its column in the lower six bits, its row above them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Spot(u16);

/// The difference of two spots.
pub(super) type Offset = i16;

impl Spot {
    /// A spot that no cell has.
    pub(super) const NOWHERE: Self = Self(0);

    /// Where a cell of a board lies.
    pub(super) fn of(cell: Cell) -> Self {
        Self((cell.row + MARGIN as u16) << 6 | (cell.column + MARGIN as u16))
    }

    /// The difference to the spot some columns to the right and some rows up.
    pub(super) fn offset(right: i8, up: i8) -> Offset {
        i16::from(up) * 64 + i16::from(right)
    }

    /// The spot that lies by an offset from here.
    #[inline(always)]
    pub(super) fn plus(self, offset: Offset) -> Self {
        Self(self.0.wrapping_add_signed(offset))
    }

    #[inline(always)]
    pub(super) fn row(self) -> usize {
        usize::from(self.0 >> 6)
    }

    #[inline(always)]
    pub(super) fn column(self) -> u32 {
        u32::from(self.0 & 63)
    }

    /// The number of the cell on a board with rows of `stride` numbers.
    #[inline(always)]
    pub(super) fn index(self, stride: u32) -> i32 {
        (self.row() as i32 - MARGIN as i32) * stride as i32 + self.column() as i32 - MARGIN as i32
    }
}

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rows([u64; N_ROWS]);

/// How far the cells within four steps reach to both sides, by rows from the lowest.
const HALF_WIDTHS: [u32; 2 * MARGIN + 1] = [0, 1, 2, 3, 4, 3, 2, 1, 0];

/// Where each of these rows begins in a [`Rows::around`].
const STARTS: [u32; 2 * MARGIN + 1] = [0, 1, 4, 9, 16, 25, 32, 37, 40];

/// The number of cells within four steps of one, itself included.
pub(super) const N_AROUND: u32 = 41;

/// The place of a cell in a [`Rows::around`]; it lies within four steps.
pub(super) fn place_around(right: i8, up: i8) -> u32 {
    let row = (up + MARGIN as i8) as usize;
    STARTS[row] + HALF_WIDTHS[row].wrapping_add_signed(right.into())
}

impl Rows {
    /// No cell.
    pub(super) const EMPTY: Self = Self([0; N_ROWS]);

    #[inline(always)]
    pub(super) fn has(&self, spot: Spot) -> bool {
        self.0[spot.row()] >> spot.column() & 1 != 0
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, spot: Spot) {
        self.0[spot.row()] |= 1 << spot.column();
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, spot: Spot) {
        self.0[spot.row()] &= !(1 << spot.column());
    }

    /// The cells within four steps of a spot, row by row from the lowest, each row from the left.
    #[inline(always)]
    pub(super) fn around(&self, spot: Spot) -> u64 {
        let rows: &[u64; 2 * MARGIN + 1] =
            self.0[spot.row() - MARGIN..].first_chunk().expect("margins are as wide as a piece reaches");
        // All rows but the last fill two registers, which move each of them by a number of its own.
        let column = u64::from(spot.column());
        let lanes: [u64; 2 * MARGIN] = std::array::from_fn(|idx| {
            let (half, start) = (HALF_WIDTHS[idx], STARTS[idx]);
            (rows[idx] >> (column - u64::from(half)) & ((1 << (2 * half + 1)) - 1)) << start
        });
        let last = (rows[2 * MARGIN] >> column & 1) << STARTS[2 * MARGIN];
        lanes.iter().fold(last, |all, lane| all | lane)
    }

    /// Eight rows from the one below a spot.
    #[inline(always)]
    pub(super) fn rows_at(&self, spot: Spot) -> &[u64; 8] {
        self.0[spot.row() - 1..].first_chunk().expect("there are as many rows above every board")
    }

    /// Eight rows from the one below a spot, to change them.
    #[inline(always)]
    pub(super) fn rows_at_mut(&mut self, spot: Spot) -> &mut [u64; 8] {
        self.0[spot.row() - 1..].first_chunk_mut().expect("there are as many rows above every board")
    }

    /// Puts in a cell, if `bit` is 1, and the cells beside it that are in `ground`.
    #[inline(always)]
    pub(super) fn insert_with_neighbors(&mut self, spot: Spot, bit: u64, ground: &Self) {
        let (row, here) = (spot.row(), bit << spot.column());
        self.0[row] |= here | ((here << 1 | here >> 1) & ground.0[row]);
        self.0[row - 1] |= here & ground.0[row - 1];
        self.0[row + 1] |= here & ground.0[row + 1];
    }

    /// Puts in a cell, if `bit` is 1.
    #[inline(always)]
    pub(super) fn insert_if(&mut self, spot: Spot, bit: u64) {
        self.0[spot.row()] |= bit << spot.column();
    }

    /// Becomes what is in two sets. A plain copy would be the call of a function, which takes longer.
    #[inline(always)]
    pub(super) fn set_to_both(&mut self, one: &Self, other: &Self) {
        for ((row, one), other) in self.0.iter_mut().zip(&one.0).zip(&other.0) {
            *row = one & other;
        }
    }

    /// Leaves only what is in another set, too.
    #[inline(always)]
    pub(super) fn retain(&mut self, other: &Self) {
        for (row, other) in self.0.iter_mut().zip(&other.0) {
            *row &= other;
        }
    }

    /// The rows of a board with their lowest columns first, the margins left out.
    #[inline(always)]
    pub(super) fn inner(&self, grid: Grid) -> impl Iterator<Item = u64> {
        self.0[MARGIN..][..usize::from(grid.height())].iter().map(|row| row >> MARGIN)
    }
}
