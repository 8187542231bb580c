//! Cells and the grid they lie on.

use std::fmt;

use framework::NotationError;

/// The columns that two letters can name: `a` to `z`, `aa` to `zz`.
const NAMED_COLUMNS: u16 = 26 + 26 * 26;
/// The rows that a cell's text may name; every board is lower.
const NAMED_ROWS: u16 = 999;

/// A cell, on the board or beyond it: column and row from 0 at the lower left.
///
/// ```
/// use blokus::Cell;
/// let cell = Cell::parse("AD7")?;
/// assert_eq!(cell, Cell::new(29, 6));
/// assert_eq!(cell.to_string(), "ad7");
/// # Ok::<(), framework::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cell {
    /// The row, from 0 at the bottom.
    pub row: u16,
    /// The column, from 0 at the left.
    pub column: u16,
}

impl Cell {
    /// The cell in a column and a row.
    #[must_use]
    pub const fn new(column: u16, row: u16) -> Self {
        Self { row, column }
    }

    /// Reads a cell: one or two column letters, then the row from 1. Cells beyond every board are read too.
    ///
    /// # Errors
    /// If the text is no cell.
    pub fn parse(text: &str) -> Result<Self, NotationError> {
        let wrong =
            |problem: &str| NotationError::new(text, problem, "write a column and a row, such as e10");
        let letters = text.len() - text.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        let (column, row) = text.split_at(letters);
        let in_alphabet = |letter: u8| u16::from(letter.to_ascii_lowercase() - b'a');
        let column = match *column.as_bytes() {
            [only] => in_alphabet(only),
            [first, second] => 26 + 26 * in_alphabet(first) + in_alphabet(second),
            _ => return Err(wrong("a cell begins with one or two letters")),
        };
        let row = Some(row).filter(|row| row.bytes().all(|byte| byte.is_ascii_digit()) && row.len() < 4);
        let row =
            row.and_then(|row| row.parse::<u16>().ok()).ok_or_else(|| wrong("this row is no number"))?;
        let row = row.checked_sub(1).ok_or_else(|| wrong("rows are counted from 1"))?;
        debug_assert!(column < NAMED_COLUMNS && row < NAMED_ROWS, "two letters and three digits say no more");
        Ok(Self { row, column })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_column(self.column, f)?;
        write!(f, "{}", self.row + 1)
    }
}

/// The letters of a column: `a` to `z`, then `aa`, `ab` and so on.
pub(crate) fn column_name(column: u16) -> String {
    struct Name(u16);
    impl fmt::Display for Name {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt_column(self.0, f)
        }
    }
    Name(column).to_string()
}

fn fmt_column(column: u16, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let letter = |idx: u16| char::from(b'a' + (idx % 26) as u8);
    if 26 <= column {
        write!(f, "{}", letter(column / 26 - 1))?;
    }
    write!(f, "{}", letter(column))
}

/// The size of a board, and the number of each cell in a set of [`Bits`](crate::Bits).
///
/// Rows follow each other from the bottom, each from the left and each ended by one column that is never on the
/// board. A piece is connected, so one that would stick out to the side covers a cell of that column: fitting
/// needs no other guard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    width: u8,
    height: u8,
}

impl Grid {
    /// The shortest side of a board.
    pub const MIN_SIDE: u8 = 3;
    /// The longest side of a board.
    pub const MAX_SIDE: u8 = 30;

    /// A grid of a size; `None` if a side is not 3 to 30 long.
    #[must_use]
    pub const fn new(width: u8, height: u8) -> Option<Self> {
        const fn fits(side: u8) -> bool {
            Grid::MIN_SIDE <= side && side <= Grid::MAX_SIDE
        }
        if fits(width) && fits(height) { Some(Self { width, height }) } else { None }
    }

    /// The number of columns.
    #[must_use]
    pub const fn width(self) -> u16 {
        self.width as u16
    }

    /// The number of rows.
    #[must_use]
    pub const fn height(self) -> u16 {
        self.height as u16
    }

    /// Tells whether a cell is on the board.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.column < self.width() && cell.row < self.height()
    }

    /// The number of a cell that is on the board.
    #[must_use]
    pub const fn index(self, cell: Cell) -> usize {
        cell.row as usize * self.stride() as usize + cell.column as usize
    }

    /// The cell with a number.
    #[must_use]
    pub const fn cell(self, index: usize) -> Cell {
        let stride = self.stride() as usize;
        Cell::new((index % stride) as u16, (index / stride) as u16)
    }

    /// All cells, row by row from the bottom, each row from the left.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.height()).flat_map(move |row| (0..self.width()).map(move |column| Cell::new(column, row)))
    }

    /// How much larger the number of the cell above is.
    pub(crate) const fn stride(self) -> u32 {
        self.width as u32 + 1
    }

    /// How many numbers there are, the unused column included.
    pub(crate) const fn numbers(self) -> usize {
        self.stride() as usize * self.height as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_beyond_z_have_two_letters() {
        let names: Vec<_> = [0, 25, 26, 29, 701].map(column_name).into();
        assert_eq!(names, ["a", "z", "aa", "ad", "zz"]);
        for (column, name) in (0..NAMED_COLUMNS).map(|column| (column, column_name(column))) {
            assert_eq!(Cell::parse(&format!("{name}1")), Ok(Cell::new(column, 0)));
        }
    }

    #[test]
    fn what_is_no_cell_is_refused_with_a_remedy() {
        for text in ["", "5", "e", "e0", "abc1", "e-1", "e+1", "e1000", "é1", "e1x", "e٣"] {
            let error = Cell::parse(text).expect_err(text).to_string();
            assert!(error.ends_with("write a column and a row, such as e10"), "{error}");
        }
    }

    #[test]
    fn every_cell_has_its_own_number() {
        let grid = Grid::new(30, 30).expect("thirty is allowed");
        assert_eq!(grid.cells().count(), 900);
        assert!(
            grid.cells().all(|cell| grid.cell(grid.index(cell)) == cell && grid.index(cell) < grid.numbers())
        );
    }
}
