//! Moves and positions as text.
//!
//! A move is the number of its column. A position is a picture in one line, rows from the top, `X` for yellow,
//! `O` for red and `-` for an empty cell; instead of it the columns played so far are read as well.

mod picture;
mod record;

use framework::{MoveError, NotationError, Position, Turn};

use crate::{Bits, Board, Column, Connect4, WhyNot};

/// The letter of a disc where there are no colors, by seat.
pub(crate) const LETTERS: [char; 2] = ['X', 'O'];

/// Reads a column and checks that it can be played.
pub(crate) fn parse_move<B: Bits>(pos: &Board<B>, text: &str) -> Result<Column, MoveError<WhyNot>> {
    let columns = pos.size().columns();
    let digits = text.trim();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse::<u32>().ok().filter(|_| is_number).ok_or_else(|| {
        NotationError::new(text, "this is no column", format!("write a number from 1 to {columns}"))
    })?;
    if pos.turn() == Turn::Over {
        return Err(MoveError::Illegal(WhyNot::GameOver));
    }
    let column = match number.checked_sub(1).and_then(|index| u8::try_from(index).ok()) {
        Some(index) if index < columns => Column::new(index),
        _ => return Err(MoveError::Illegal(WhyNot::NoSuchColumn { number, columns })),
    };
    match pos.has_room(column) {
        true => Ok(column),
        false => Err(MoveError::Illegal(WhyNot::ColumnFull { column })),
    }
}

/// Reads a picture or a record.
pub(crate) fn parse_position<B: Bits>(game: &Connect4<B>, text: &str) -> Result<Board<B>, NotationError> {
    match text.trim() {
        "-" => game.parse_record("").map(|(_, board)| board),
        line if picture::looks_like_one(line) => picture::parse(game.size(), line),
        line => game.parse_record(line).map(|(_, board)| board),
    }
}
