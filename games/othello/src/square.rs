//! A square of the board.

use std::fmt;

/// A square by its column and row, on a board of any size.
///
/// Squares are ordered as one reads: a1, b1, … h1, a2, …
///
/// ```
/// use othello::Square;
/// let square = Square::new(5, 4).expect("a square of every board of ours");
/// assert_eq!(square.to_string(), "f5");
/// assert_eq!((square.column(), square.row()), (5, 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of columns, and of rows, that a square can name.
    pub const SIDE: u8 = 16;

    /// The square in a column and a row, each counted from 0 at the top left; `None` beyond the largest board.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < Self::SIDE && row < Self::SIDE { Some(Self(row << 4 | column)) } else { None }
    }

    /// The square that comes as the `number`-th when one reads the largest board, from 0.
    #[must_use]
    pub const fn from_number(number: u8) -> Self {
        Self(number)
    }

    /// How many squares come before this one when one reads the largest board.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The column, from 0 at the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 & 15
    }

    /// The row, from 0 at the top.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 >> 4
    }

    /// Tells whether the square is part of a board with `side` squares a side.
    #[must_use]
    pub const fn is_on_board(self, side: u8) -> bool {
        self.column() < side && self.row() < side
    }

    /// All squares of a board with `side` squares a side, in reading order.
    pub fn all(side: u8) -> impl Iterator<Item = Self> {
        (0..side).flat_map(move |row| (0..side).filter_map(move |column| Self::new(column, row)))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
