//! Why a move is refused: the first rule that forbids it, in a sentence.

use framework::{Game, MoveError, Reason};
use othello::{Board, Othello, WhyNot};

use super::{board, small_board};

#[track_caller]
fn why_not(board: &Board, mv: &str) -> WhyNot {
    match Othello::<u64>::new(board.side()).unwrap().parse_move(board, mv) {
        Err(MoveError::Illegal(reason)) => reason,
        other => panic!("{mv} should be illegal, but gives {other:?}"),
    }
}

#[track_caller]
fn check(board: &Board, mv: &str, code: &str, english: &str, german: &str) {
    let reason = why_not(board, mv);
    assert_eq!(reason.code(), code);
    assert_eq!(reason.sentence().en, english);
    assert_eq!(reason.sentence().de, german);
}

#[test]
fn an_occupied_square_is_refused() {
    check(&board("start"), "e5", "occupied", "there is a disc on e5 already", "auf e5 liegt schon ein Stein");
}

#[test]
fn a_square_that_flips_nothing_is_refused() {
    check(
        &board("start"),
        "a1",
        "flips-nothing",
        "a disc on a1 would flip nothing, and every move must flip a disc",
        "ein Stein auf a1 würde nichts drehen, und jeder Zug muss einen Stein drehen",
    );
}

#[test]
fn a_square_beside_the_board_is_refused() {
    check(
        &small_board("start"),
        "e1",
        "off-board",
        "there is no square e1 on a board of 4x4",
        "ein Feld e1 gibt es auf einem Brett von 4x4 nicht",
    );
    assert_eq!(why_not(&board("start"), "A9"), WhyNot::OffBoard { column: 'a', row: 9, side: 8 });
    assert_eq!(why_not(&board("start"), "z99"), WhyNot::OffBoard { column: 'z', row: 99, side: 8 });
}

#[test]
fn a_pass_is_refused_while_there_is_a_move_and_names_one() {
    check(
        &board("start"),
        "pass",
        "must-move",
        "who can move must not pass, and d3 is a move",
        "wer ziehen kann, darf nicht passen, und d3 ist ein Zug",
    );
}

#[test]
fn a_disc_is_refused_when_one_must_pass() {
    let white_must_pass = small_board("XO-- ---- ---- ---- O");
    for square in ["a1", "c1", "d4"] {
        check(
            &white_must_pass,
            square,
            "must-pass",
            "no square is open to you; the only move is to pass",
            "dir steht kein Feld offen; der einzige Zug ist, zu passen",
        );
    }
}

#[test]
fn nothing_can_be_played_after_the_end() {
    let over = small_board("XX-- ---- ---- --OO X");
    for mv in ["a1", "c1", "z9", "pass"] {
        check(&over, mv, "game-over", "the game is over", "die Partie ist zu Ende");
    }
}

#[test]
fn a_text_that_is_no_move_is_unreadable_and_told_how_to_write_one() {
    let game = Othello::standard();
    for text in ["", "f", "5", "5f", "f0", "f05", "f+5", "f555", "ff5", "ä5", "passs", "-", "f5 d6"] {
        let error = game.parse_move(&game.start(), text).unwrap_err();
        let expected =
            format!("cannot read \"{text}\": this is no move; write a column and a row, such as f5, or pass");
        assert_eq!(error.to_string(), expected);
    }
}
