//! The boards and turns of the 2006 program, and the faults of the servers it met.

use std::collections::BTreeSet;

use backgammon::{
    Board, OpeningRoll, Phase, Play,
    notation::original::{read_board, read_turn, write_board, write_report, write_turn},
};
use framework::{Game, MoveError, Position, Rng, Turn, random_move, testkit};

use crate::{dice, game};

pub(crate) const R1: &str = "0 0 6 0 -1 0 2 0 3 0 0 0 0 0 0 0 0 0 -3 -2 -2 -3 -1 -3 2 2 0 0";
pub(crate) const R2: &str = "14 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 0 -13 0";
pub(crate) const R3: &str = "0 2 9 0 0 0 2 0 0 -1 0 0 0 0 0 0 0 -3 -2 -2 -2 -2 0 -2 2 0 0 -1";
pub(crate) const R4: &str = "0 -2 2 2 2 2 2 3 0 0 0 0 0 0 0 0 0 0 -2 -3 0 -3 -3 -2 2 0 0 0";

/// Checks that the legal turns are exactly those listed, and where one of them leads.
#[track_caller]
fn check(board: &str, roll: (u8, u8), turns: &[&str], turn: &str, after: &str) {
    let board = read_board(board).expect("a board");
    let roll = dice(roll.0, roll.1);
    let mut outcomes = Vec::new();
    board.plays(roll, &mut outcomes);
    let legal: BTreeSet<_> = outcomes.iter().map(|outcome| write_turn(outcome.play)).collect();
    assert_eq!(legal, turns.iter().map(|&turn| turn.to_owned()).collect());
    let play = read_turn(board, roll, turn).expect("a legal turn");
    assert_eq!(write_board(board.after_play(play)), after);
}

/// Whether a step is from the bar, on the board or off, in the order in which the server wants them.
fn rank(step: &str) -> u8 {
    let numbers: Vec<u8> = step.split(' ').map(|number| number.parse().expect("a number")).collect();
    match numbers[..] {
        [_, 25, _] => 0,
        [_, _, 0] => 2,
        _ => 1,
    }
}

#[test]
fn turns_are_sent_from_the_bar_first_then_on_the_board_then_off_from_large_to_small() {
    for (board, roll, turn) in [
        ("0 0 0 1 0 0 6 0 3 0 0 0 -5 4 0 0 0 -3 0 -5 0 0 0 -2 0 1 0 0", (3, 1), "3 25 22;1 3 2;"),
        ("7 0 0 2 2 2 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 0 0 -13 0", (5, 4), "5 6 1;4 4 0;"),
        ("9 0 0 0 2 2 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 0 0 -13 0", (5, 4), "5 5 0;4 4 0;"),
        ("9 0 0 0 2 2 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 0 0 -13 0", (6, 6), "6 6 0;6 6 0;6 5 0;6 5 0;"),
    ] {
        let board = read_board(board).expect("a board");
        let play = read_turn(board, dice(roll.0, roll.1), turn).expect("a legal turn");
        assert_eq!(write_turn(play), turn);
    }
    let game = game("nocube");
    let mut rng = Rng::stream(84, "order of steps", 0);
    let mut table = game.start();
    let mut seen = [0; 3];
    for _ in 0..20_000 {
        let Some(mv) = random_move(&table, &mut rng) else {
            table = game.start();
            continue;
        };
        if let (Phase::Playing(_), backgammon::Move::Play(play)) = (table.phase(), mv) {
            let text = write_turn(play);
            let steps: Vec<&str> = text.split_terminator(';').filter(|step| *step != "NOTURN").collect();
            assert!(steps.is_sorted_by_key(|step| rank(step)), "{text}");
            let starts =
                steps.iter().filter(|step| rank(step) == 2).map(|step| step.split(' ').nth(1).unwrap());
            assert!(starts.map(|start| start.parse::<u8>().unwrap()).is_sorted_by(|a, b| b <= a), "{text}");
            steps.iter().for_each(|step| seen[usize::from(rank(step))] += 1);
        }
        table.play(mv);
    }
    assert!(seen.iter().all(|&count| 100 < count), "{seen:?}");
}

#[test]
fn r1_one_of_two_checkers_enters() {
    let after = "0 0 6 0 -1 0 2 0 3 0 0 0 0 0 0 0 0 0 -3 -2 -2 -3 -1 -3 3 1 0 0";
    check(R1, (6, 1), &["1 25 24;"], "TURN:1 25 24;", after);
}

#[test]
fn r2_one_die_is_enough_for_the_last_checker() {
    let after = "15 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 0 -13 0";
    check(R2, (4, 6), &["6 1 0;"], "TURN:6 1 0;", after);
    check(R2, (4, 6), &["6 1 0;"], "TURN:4 1 0;", after);
}

#[test]
fn r3_the_other_number_cannot_be_played() {
    let after = "0 3 8 0 0 0 2 0 0 -1 0 0 0 0 0 0 0 -3 -2 -2 -2 -2 0 -2 2 0 0 -1";
    check(R3, (6, 1), &["1 2 1;", "1 6 5;"], "TURN:1 2 1;", after);
}

#[test]
fn r4_one_number_can_be_played() {
    let after = "0 -2 2 2 3 2 2 2 0 0 0 0 0 0 0 0 0 0 -2 -3 0 -3 -3 -2 2 0 0 0";
    check(R4, (3, 6), &["3 7 4;", "3 6 3;", "3 5 2;"], "TURN:3 7 4;", after);
}

#[test]
fn r5_the_last_turn_is_told_in_the_numbering_of_the_receiver() {
    let loser_sees =
        read_board("14 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 0 -13 0").expect("a board");
    let board = loser_sees.turned();
    let play = read_turn(board, dice(6, 4), "6 1 0;4 1 0;").expect("a legal turn");
    assert_eq!(write_report(play), "6 24 30;4 24 28");
    let after = board.after_play(play).turned();
    assert_eq!(write_board(after), "14 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -15 0");
}

#[test]
fn r6_the_opening_roll_is_never_a_double() {
    assert!(OpeningRoll::all().all(|roll| !roll.dice().is_double()));
    assert_eq!(OpeningRoll::all().count(), 30);
    let start = game("").start();
    let mut rng = Rng::from_seed(6);
    for _ in 0..50_000 {
        let table = start.after(random_move(&start, &mut rng).expect("a roll"));
        assert!(matches!(table.phase(), Phase::Playing(dice) if !dice.is_double()));
    }
}

#[test]
fn a_turn_of_one_die_is_refused_where_both_can_be_played() {
    let board = "0 3 2 2 0 -1 0 0 -2 -2 0 0 -2 2 0 0 0 -2 0 -2 -2 3 1 2 -2 0 0 0";
    let refused = read_turn(read_board(board).expect("a board"), dice(1, 4), "1 22 21");
    assert!(matches!(refused, Err(MoveError::Illegal(_))), "{refused:?}");
}

#[test]
fn steps_are_read_in_any_order() {
    // The 5 may be used on 2 only after the checker on 3 is off.
    let board = read_board("13 0 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 0 -13 0").expect("a board");
    let play = read_turn(board, dice(5, 3), "TURN:5 2 0;3 3 0;").expect("legal in the other order");
    assert_eq!(board.after_play(play).mover.count(0), 15);
    assert_eq!(read_turn(board, dice(5, 3), &write_turn(play)), Ok(play));
}

#[test]
fn a_die_may_be_the_sum_of_several() {
    let start = game("").start().board();
    let play = read_turn(start, dice(4, 2), "TURN:6 24 18").expect("24/20/18 or 24/22/18");
    assert_eq!(write_turn(play), "4 24 20;2 20 18;");
    assert_eq!(write_report(play), "4 1 5;2 5 7");
}

#[test]
fn who_cannot_move_says_so() {
    let closed =
        read_board("0 0 0 0 0 0 9 0 0 0 0 0 0 5 0 0 0 0 -3 -2 -2 -2 -2 -2 -2 1 0 0").expect("a board");
    assert_eq!(read_turn(closed, dice(5, 3), "NOTURN"), Ok(Play::NONE));
    assert_eq!(write_turn(Play::NONE), "NOTURN");
    assert_eq!(write_report(Play::NONE), "");
    let start = game("").start().board();
    assert!(matches!(read_turn(start, dice(5, 3), "TURN:NOTURN"), Err(MoveError::Illegal(_))));
}

#[test]
fn boards_and_turns_survive_without_loss_in_random_games() {
    testkit::random_positions(&game("nocube").start(), 12, 4_000, |table| {
        let board = table.board();
        assert_eq!(read_board(&write_board(board)), Ok(board));
        assert_eq!(read_board(&write_board(board.turned())).map(Board::turned), Ok(board));
        if let (Phase::Playing(dice), Turn::Seat(_)) = (table.phase(), table.turn()) {
            board.for_each_play(dice, |play, _| {
                assert_eq!(read_turn(board, dice, &write_turn(play)), Ok(play), "{}", write_turn(play));
            });
        }
    });
}

#[test]
fn unreadable_boards_and_turns_are_refused() {
    let long = "1 ".repeat(300);
    for text in ["", "BOARD:", "1 2 3", R1.trim_end_matches(" 0"), "x".repeat(50).as_str(), long.as_str()] {
        assert!(read_board(text).is_err(), "{text}");
    }
    let wrong_sign = R2.replace("-13", "13");
    assert!(read_board(&wrong_sign).is_err());
    assert!(read_board(&R2.replace("14 1", "14 2")).is_err(), "sixteen checkers");
    let start = game("").start().board();
    for text in
        ["", "TURN:", "TURN:x", "TURN:3", "TURN:0 24 24", "TURN:3 26 23", "TURN:3 0 0", &"3 8 5;".repeat(5)]
    {
        assert!(matches!(read_turn(start, dice(3, 1), text), Err(MoveError::Unreadable(_))), "{text}");
    }
    assert!(matches!(read_turn(start, dice(3, 1), "6 24 18;"), Err(MoveError::Illegal(_))));
}

#[test]
fn readers_of_boards_and_turns_survive_damaged_texts() {
    let mut rng = Rng::stream(1, "damaged boards and turns", 0);
    let start = read_board(R4).expect("a board");
    for _ in 0..testkit::fuzz_inputs() {
        let damaged = testkit::mutated(R1, R3, &mut rng);
        if let Ok(board) = read_board(&String::from_utf8_lossy(&damaged)) {
            assert_eq!(read_board(&write_board(board)), Ok(board));
        }
        let damaged = testkit::mutated("TURN:3 7 4;", "5 25 20;6 1 0;", &mut rng);
        if let Ok(play) = read_turn(start, dice(3, 6), &String::from_utf8_lossy(&damaged)) {
            assert_eq!(read_turn(start, dice(3, 6), &write_turn(play)), Ok(play));
        }
    }
}
