//! The plainest solver there is, for the values of positions near their end.

use std::{collections::HashMap, hash::BuildHasherDefault};

use connect4::{Bits, Board};
use framework::{Position, Seat, StableHasher, Turn};

use crate::{position, test_data::Solved};

/// What is known about positions already.
pub(crate) type Values<B> = HashMap<Board<B>, i32, BuildHasherDefault<StableHasher>>;

/// The value for the seat to move: 0 for a draw, else how many of the winner's discs are left, and one more.
pub(crate) fn value_for_mover<B: Bits>(pos: &Board<B>, known: &mut Values<B>) -> i32 {
    if pos.turn() == Turn::Over {
        let in_hand = i32::from(pos.size().cells() - pos.ply()) / 2;
        let is_lost = pos.has_won(Seat::FIRST) || pos.has_won(Seat::SECOND);
        return if is_lost { -1 - in_hand } else { 0 };
    }
    if let Some(&value) = known.get(pos) {
        return value;
    }
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let value = moves.iter().map(|&mv| -value_for_mover(&pos.after(mv), known)).max();
    let value = value.expect("a game that goes on has a move");
    known.insert(*pos, value);
    value
}

/// Solves a position and compares it with the table.
#[track_caller]
pub(crate) fn check_solved<B: Bits>(solved: &Solved) {
    let Solved { options, record, score, result } = solved;
    let pos = position::<B>(options, record);
    let value = value_for_mover(&pos, &mut Values::default());
    assert_eq!(value, *score, "{options} {record}");
    let sign = if value < 0 {
        "L"
    } else if value == 0 {
        "D"
    } else {
        "W"
    };
    assert_eq!(sign, *result, "{options} {record}");
}
