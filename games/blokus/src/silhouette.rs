//! What up to five squares look like, wherever they lie.

use crate::{Cell, MAX_SQUARES};

/// The width of the little grid; a piece reaches at most four columns to either side of its first square.
const WIDTH: i8 = 9;
/// The column of the first square.
const ORIGIN: i8 = 4;

/// The way from a piece's first square to another one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) right: i8,
    pub(crate) up: i8,
}

impl Step {
    pub(crate) const NONE: Self = Self { right: 0, up: 0 };
}

/// A set of squares, moved so that the first one (lowest row, then leftmost) lies at a fixed place: one bit each
/// on a grid of nine columns and five rows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Silhouette(u64);

impl Silhouette {
    pub(crate) const NOTHING: Self = Self(0);

    /// What cells look like; `None` if they are none or lie too far apart for a piece.
    pub(crate) fn of_cells(cells: &[Cell]) -> Option<Self> {
        let first = *cells.iter().min()?;
        let mut bits = 0;
        for cell in cells {
            let up = i8::try_from(cell.row - first.row).ok().filter(|&up| up <= 4)?;
            let right = i32::from(cell.column) - i32::from(first.column);
            let right = i8::try_from(right).ok().filter(|right| (-4..=4).contains(right))?;
            bits |= bit(Step { right, up });
        }
        Some(Self(bits))
    }

    /// What a shape (rows from the top, `x` for a square) looks like after one of the eight ways to turn and
    /// flip it.
    pub(crate) const fn of_shape(shape: &str, turn: usize) -> Self {
        let shape = shape.as_bytes();
        let mut squares = [Step::NONE; MAX_SQUARES];
        let (mut n_squares, mut column, mut row, mut at) = (0, 0, 0, 0);
        while at < shape.len() {
            match shape[at] {
                b'/' => {
                    row -= 1;
                    column = -1;
                }
                b'x' => {
                    squares[n_squares] = turned(Step { right: column, up: row }, turn);
                    n_squares += 1;
                }
                _ => {}
            }
            column += 1;
            at += 1;
        }
        let first = first(&squares, n_squares);
        let (mut bits, mut at) = (0, 0);
        while at < n_squares {
            let square = squares[at];
            bits |= bit(Step { right: square.right - first.right, up: square.up - first.up });
            at += 1;
        }
        Self(bits)
    }

    /// The squares in the order of the notation, and their number.
    pub(crate) const fn steps(self) -> ([Step; MAX_SQUARES], usize) {
        let mut steps = [Step::NONE; MAX_SQUARES];
        let (mut n_steps, mut rest) = (0, self.0);
        while rest != 0 {
            let at = rest.trailing_zeros() as i8;
            steps[n_steps] = Step { right: at % WIDTH - ORIGIN, up: at / WIDTH };
            n_steps += 1;
            rest &= rest - 1;
        }
        (steps, n_steps)
    }

    /// The same squares without one of them.
    pub(crate) const fn without(self, step: Step) -> Self {
        Self(self.0 & !bit(step))
    }

    /// Tells whether all squares hang together by their edges.
    pub(crate) const fn is_connected(self) -> bool {
        let mut reached = self.0 & self.0.wrapping_neg();
        loop {
            let beside = reached << 1 | reached >> 1 | reached << WIDTH | reached >> WIDTH;
            let grown = (reached | beside) & self.0;
            if grown == reached {
                return reached == self.0;
            }
            reached = grown;
        }
    }

    /// Equality for tables that are made at compile time.
    pub(crate) const fn same(self, other: Self) -> bool {
        self.0 == other.0
    }
}

const fn bit(step: Step) -> u64 {
    1 << (step.up * WIDTH + step.right + ORIGIN)
}

/// A square after one of the eight ways to turn and flip.
const fn turned(square: Step, turn: usize) -> Step {
    let mut square = square;
    if 4 <= turn {
        square.right = -square.right;
    }
    let mut quarter = 0;
    while quarter < turn % 4 {
        square = Step { right: square.up, up: -square.right };
        quarter += 1;
    }
    square
}

const fn first(squares: &[Step], n_squares: usize) -> Step {
    let (mut first, mut at) = (squares[0], 1);
    while at < n_squares {
        let square = squares[at];
        if square.up < first.up || (square.up == first.up && square.right < first.right) {
            first = square;
        }
        at += 1;
    }
    first
}
