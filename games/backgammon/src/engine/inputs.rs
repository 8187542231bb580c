//! What the network sees of a board.

use crate::position::{BAR, Board, Checkers, OFF};

/// Four for each of 24 points, the bar and what is off.
const INPUTS_OF_SIDE: usize = 4 * 24 + 2;
/// Both sides, their pips, whether they can still meet, and one that is always on.
pub(super) const INPUTS: usize = 2 * INPUTS_OF_SIDE + 4;

/// The pips of a side at the start, so that this input begins at 1.
const PIPS_AT_START: f32 = 167.0;

/// Hands over every input that is not 0, with its value.
///
/// The points are coded as Tesauro did for his TD-Gammon: one checker, two and three each switch an input on, and
/// a fourth input counts the others, because a blot, a point and a spare differ in kind and not in number.
#[inline]
pub(super) fn for_each_input(board: Board, mut visit: impl FnMut(usize, f32)) {
    for (side, first) in [(board.mover, 0), (board.other, INPUTS_OF_SIDE)] {
        for point in 1..BAR {
            let count = side.count(point);
            if count == 0 {
                continue;
            }
            let of_point = first + 4 * (usize::from(point) - 1);
            for unit in 0..usize::from(count.min(3)) {
                visit(of_point + unit, 1.0);
            }
            if 3 < count {
                visit(of_point + 3, f32::from(count - 3) / 2.0);
            }
        }
        for (place, idx, scale) in [(BAR, 96, 0.5), (OFF, 97, 1.0 / 15.0)] {
            if side.count(place) != 0 {
                visit(first + idx, f32::from(side.count(place)) * scale);
            }
        }
    }
    let rest = 2 * INPUTS_OF_SIDE;
    visit(rest, pips(board.mover));
    visit(rest + 1, pips(board.other));
    if has_contact(board) {
        visit(rest + 2, 1.0);
    }
    visit(rest + 3, 1.0);
}

fn pips(side: Checkers) -> f32 {
    f32::from(side.pips()) / PIPS_AT_START
}

/// Tells whether the sides can still hit or block each other.
pub(super) const fn has_contact(board: Board) -> bool {
    25 < board.mover.hindmost() + board.other.hindmost()
}
