//! A position as a picture: `-------/-------/-------/-------/---O---/---X---`.

use std::fmt;

use framework::{NotationError, Seat};

use super::LETTERS;
use crate::{Bits, Board, Size, size::MAX_SIDE};

const REMEDY: &str = "write the rows from the top, X for yellow, O for red, - for empty, with / between them";

/// Tells a picture from a record.
pub(super) fn looks_like_one(text: &str) -> bool {
    text.contains(['/', '-', '.', 'X', 'x', 'O', 'o'])
}

/// Reads a picture; rows may also stand below each other, and empty cells may be dots.
pub(super) fn parse<B: Bits>(size: Size, text: &str) -> Result<Board<B>, NotationError> {
    let wrong = |problem: String| NotationError::new(text, problem, REMEDY);
    let is_gap = |character: char| character == '/' || character.is_whitespace();
    let mut discs = [[None; MAX_SIDE as usize]; MAX_SIDE as usize];
    let mut n_rows = 0;
    for line in text.split(is_gap).filter(|line| !line.is_empty()) {
        if n_rows == usize::from(size.rows()) {
            return Err(wrong(format!("there are more than {n_rows} rows on a board of {size}")));
        }
        let mut n_columns = 0;
        for character in line.chars() {
            let disc = match character {
                'X' | 'x' => Some(Seat::FIRST),
                'O' | 'o' => Some(Seat::SECOND),
                '-' | '.' => None,
                _ => return Err(wrong(format!("'{}' is no disc", character.escape_debug()))),
            };
            if n_columns == usize::from(size.columns()) {
                return Err(wrong(format!("row {} has more than {n_columns} cells", n_rows + 1)));
            }
            discs[n_rows][n_columns] = disc;
            n_columns += 1;
        }
        if n_columns < size.columns().into() {
            let columns = size.columns();
            return Err(wrong(format!("row {} has {n_columns} cells instead of {columns}", n_rows + 1)));
        }
        n_rows += 1;
    }
    if n_rows < size.rows().into() {
        return Err(wrong(format!("there are {n_rows} rows instead of {}", size.rows())));
    }
    let disc = |column: crate::Column, row: u8| {
        discs[usize::from(size.rows() - 1 - row)][usize::from(column.index())]
    };
    Board::set_up(size, disc).map_err(|error| {
        NotationError::new(text, error.to_string(), "set up a position that play can lead to")
    })
}

/// The picture in one line.
impl<B: Bits> fmt::Display for Board<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.size().rows();
        for row in (0..rows).rev() {
            for column in self.columns() {
                let letter = self.disc(column, row).map_or('-', |seat| LETTERS[seat.index()]);
                write!(f, "{letter}")?;
            }
            if row != 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

/// The picture with the size: `7x6x4 -------/…`.
impl<B: Bits> fmt::Debug for Board<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.size())
    }
}
