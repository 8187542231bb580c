//! A move: a piece on the board.

use std::fmt;

use crate::{Cell, Grid, Orientation, Piece, silhouette::Silhouette};

/// A piece in some orientation, laid with its first square (lowest row, then leftmost) on a cell.
///
/// Four bytes, and no table behind it: the cells follow from the orientation and the size of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement(u32);

impl Placement {
    /// Lays an orientation with its first square on a cell of the board; `None` if it sticks out.
    ///
    /// ```
    /// use blokus::{Cell, Orientation, Placement, Rules};
    /// let grid = Rules::duo().grid();
    /// let all = Orientation::all().flat_map(|lying| {
    ///     grid.cells().filter_map(move |cell| Placement::new(grid, lying, cell))
    /// });
    /// assert_eq!(all.count(), 13_729);
    /// ```
    #[must_use]
    pub fn new(grid: Grid, orientation: Orientation, first: Cell) -> Option<Self> {
        let inside = |(right, up): (i8, i8)| {
            let column = first.column.checked_add_signed(right.into())?;
            let row = first.row.checked_add_signed(up.into())?;
            Some(Cell::new(column, row)).filter(|&cell| grid.contains(cell))
        };
        let fits = grid.contains(first) && orientation.steps().all(|step| inside(step).is_some());
        fits.then(|| Self::at(orientation, grid.index(first) as u32))
    }

    /// The piece that covers exactly these cells; `None` if no piece does, or it sticks out.
    pub(crate) fn of_cells(grid: Grid, cells: &[Cell]) -> Option<Self> {
        let orientation = Silhouette::of_cells(cells).and_then(Orientation::of)?;
        Self::new(grid, orientation, *cells.iter().min()?)
    }

    /// The piece that is laid.
    #[inline]
    #[must_use]
    pub fn piece(self) -> Piece {
        self.orientation().piece()
    }

    /// How it lies.
    #[inline]
    #[must_use]
    pub const fn orientation(self) -> Orientation {
        Orientation::new(self.0 as usize % 256)
    }

    /// The cells it covers, row by row from the bottom, each row from the left.
    pub fn cells(self, grid: Grid) -> impl ExactSizeIterator<Item = Cell> {
        self.indexes(grid).map(move |index| grid.cell(index))
    }

    /// Lays an orientation with its first square on the cell with a number.
    #[inline]
    pub(crate) const fn at(orientation: Orientation, first: u32) -> Self {
        Self(first << 8 | orientation.index() as u32)
    }

    /// The placement as a number below [`CODES`](Self::CODES).
    #[inline]
    pub(crate) const fn code(self) -> u32 {
        self.0
    }

    /// The placement with a number that [`code`](Self::code) has told.
    #[inline]
    pub(crate) const fn from_code(code: u32) -> Self {
        Self(code)
    }

    /// More than every code.
    pub(crate) const CODES: u32 = 1 << 18;

    /// The numbers of the cells it covers, rising.
    #[inline]
    pub(crate) fn indexes(self, grid: Grid) -> impl ExactSizeIterator<Item = usize> {
        let (first, stride) = ((self.0 >> 8) as i32, grid.stride() as i32);
        self.orientation()
            .steps()
            .map(move |(right, up)| (first + i32::from(up) * stride + i32::from(right)) as usize)
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Placement({:?} at {})", self.orientation(), self.0 >> 8)
    }
}
