//! Which openings there are.

use std::collections::BTreeSet;

use framework::{Position, Seat, Turn};

use crate::{
    Bits, Board, Column, Size,
    engine::shape::{AnyShape, Shape},
};

/// The openings of a length on a board that fits into 64 bits, as keys in ascending order: every position once,
/// either itself or its mirror image, without those in which the game is over or ends with the next disc.
#[must_use]
pub fn openings(size: Size, ply: u16) -> Vec<u64> {
    let mut boards = vec![Board::<u64>::empty(size)];
    for _ in 0..ply {
        let mut next: Vec<(u64, Board)> = boards
            .iter()
            .flat_map(|board| {
                let legal = board.columns().filter(|&column| board.is_legal(column));
                legal.map(|column| board.after(column))
            })
            .filter(|board| board.turn() != Turn::Over)
            .map(|board| (book_key(&board), board))
            .collect();
        next.sort_unstable_by_key(|&(key, _)| key);
        next.dedup_by_key(|&mut (key, _)| key);
        boards = next.into_iter().map(|(_, board)| board).collect();
    }
    boards.iter().filter(|board| !can_win_at_once(board)).map(book_key).collect()
}

/// The key of an opening or of its mirror image, whichever is lower.
#[must_use]
pub fn book_key(pos: &Board) -> u64 {
    let shape = AnyShape::new(pos.size());
    let key = shape.key(pos.mover_discs(), pos.opponent_discs());
    key.min(shape.mirrored(key))
}

/// The opening with a key that [`openings`] listed.
///
/// # Panics
/// If it is no key of an opening.
#[must_use]
pub fn opening(size: Size, key: u64) -> Board {
    let pitch = u32::from(size.rows()) + 1;
    let column = |column: Column| (key >> (u32::from(column.index()) * pitch)) & (u64::MAX >> (64 - pitch));
    let n_discs: u32 = (0..size.columns()).map(|idx| column(Column::new(idx)).ilog2()).sum();
    let mover = if n_discs.is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND };
    let disc = |at: Column, row: u8| {
        // The highest bit of a column stands for the first empty cell.
        let bits = column(at);
        let seat = || if bits >> row & 1 == 1 { mover } else { mover.other() };
        (u32::from(row) < bits.ilog2()).then(seat)
    };
    Board::set_up(size, disc).expect("a key of an opening is a position")
}

/// Tells whether discs can have been dropped in turn so that the position came of it.
///
/// It takes discs away from the top, the last seat's first, and never comes to the same heights twice; so it is
/// quick only while few discs lie.
pub(super) fn is_reachable(pos: &Board) -> bool {
    let height = |column| pos.filled().in_column(pos.size(), column).count_ones();
    let heights: Vec<u32> = pos.columns().map(height).collect();
    let mut seen = BTreeSet::from([heights.clone()]);
    let mut left = vec![heights];
    while let Some(heights) = left.pop() {
        let n_discs: u32 = heights.iter().sum();
        if n_discs == 0 {
            return true;
        }
        let last = if n_discs.is_multiple_of(2) { Seat::SECOND } else { Seat::FIRST };
        for (idx, column) in pos.columns().enumerate() {
            if 0 < heights[idx] && pos.disc(column, heights[idx] as u8 - 1) == Some(last) {
                let mut lower = heights.clone();
                lower[idx] -= 1;
                if seen.insert(lower.clone()) {
                    left.push(lower);
                }
            }
        }
    }
    false
}

/// The position before the topmost disc of a column fell, if it can have been the last disc.
pub(super) fn position_before(pos: &Board, last: Column) -> Option<Board> {
    let row = pos.height(last).checked_sub(1)?;
    let is_of_last_seat = pos.disc(last, row) == Some(pos.mover().other());
    let disc = |at: Column, height| if (at, height) == (last, row) { None } else { pos.disc(at, height) };
    is_of_last_seat.then(|| Board::set_up(pos.size(), disc).ok()).flatten()
}

/// Tells whether the seat to move can complete a line with its next disc.
pub(super) fn can_win_at_once(board: &Board) -> bool {
    let shape = AnyShape::new(board.size());
    shape.threats(board.mover_discs()) & shape.playable(board.filled()) != 0
}
