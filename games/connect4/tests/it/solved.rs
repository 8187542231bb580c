//! Positions whose values are known.

use connect4::{Bits, Lanes};
use framework::{Game, Position, Seat, Turn};

use crate::{
    game,
    minimax::{Values, check_solved, value_for_mover},
    position,
    test_data::{Solved, other_positions, quiet_positions, random_positions},
};

/// Everything that can be told about a position of the tables without solving it.
#[track_caller]
fn check_replay(solved: &Solved) {
    let (columns, pos) = game::<u128>(&solved.options).parse_record(solved.record).expect(solved.record);
    assert_eq!(columns.len(), solved.record.len(), "{}", solved.record);
    let mover = if columns.len() % 2 == 0 { Seat::FIRST } else { Seat::SECOND };
    assert_eq!(pos.turn(), Turn::Seat(mover), "{}", solved.record);
    assert_eq!(
        solved.score.signum(),
        match solved.result {
            "W" => 1,
            "D" => 0,
            "L" => -1,
            other => panic!("{other:?} is no result"),
        }
    );
}

fn can_win_at_once(solved: &Solved) -> bool {
    let pos = position::<u64>(&solved.options, solved.record);
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.iter().any(|&mv| pos.after(mv).has_won(pos.mover()))
}

#[test]
fn every_known_position_replays_and_is_not_over() {
    let tables = [random_positions(), quiet_positions(), other_positions()];
    assert_eq!(tables.each_ref().map(Vec::len), [180, 60, 120]);
    tables.iter().flatten().for_each(check_replay);
}

#[test]
fn a_win_at_once_is_worth_all_discs_in_hand() {
    for solved in random_positions() {
        // The winning disc is the next one; after it half of the empty cells are the winner's.
        let at_once = 1 + (42 - (solved.record.len() as i32 + 1)) / 2;
        assert_eq!(can_win_at_once(&solved), solved.score == at_once, "{}", solved.record);
    }
}

#[test]
fn in_quiet_positions_nobody_wins_at_once() {
    for solved in quiet_positions() {
        assert!(!can_win_at_once(&solved), "{}", solved.record);
    }
}

#[test]
fn late_positions_have_the_known_values() {
    let late: Vec<_> =
        random_positions().into_iter().chain(quiet_positions()).filter(|it| it.record.len() == 30).collect();
    assert_eq!(late.len(), 40);
    late.iter().for_each(check_solved::<u64>);
}

#[test]
fn positions_of_other_boards_have_the_known_values() {
    for solved in other_positions() {
        match solved.options.as_str() {
            "8x8x5" => check_solved::<u128>(&solved),
            "6x7x4" => check_solved::<Lanes>(&solved),
            _ => check_solved::<u64>(&solved),
        }
    }
}

#[test]
fn the_empty_board_of_four_by_four_is_a_draw() {
    fn value<B: Bits>(options: &str) -> i32 {
        value_for_mover(&game::<B>(options).start(), &mut Values::default())
    }
    assert_eq!([value::<u64>("4x4x4"), value::<u128>("4x4x4"), value::<Lanes>("4x4x4")], [0, 0, 0]);
}
