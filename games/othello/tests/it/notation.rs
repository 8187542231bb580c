//! Moves, boards and whole games as text.

use framework::{Game, Position};
use othello::{Move, Othello, Square, WideSet};
use proptest::prelude::*;

use super::{board, small_board, small_game};

const START: &str = "---------------------------OX------XO--------------------------- X";

#[test]
fn a_square_is_a_column_letter_and_a_row_from_the_top() {
    let texts: Vec<_> = Square::all(16).map(|square| square.to_string()).collect();
    assert_eq!(texts.len(), 256);
    assert_eq!((texts[0].as_str(), texts[15].as_str(), texts[255].as_str()), ("a1", "p1", "p16"));
    assert!(Square::new(16, 0).is_none() && Square::new(0, 16).is_none());
}

#[test]
fn moves_may_be_written_in_capitals_and_with_spaces() {
    let game = Othello::standard();
    for text in ["f5", "F5", " f5 ", "f 5", "\tF\n5"] {
        assert_eq!(game.parse_move(&game.start(), text).unwrap().to_string(), "f5");
    }
}

#[test]
fn a_pass_may_be_written_in_several_ways() {
    let white_must_pass = small_board("XO-- ---- ---- ---- O");
    for text in ["pass", "PASS", "Pass", "--", "ps", "PA", " pa "] {
        assert_eq!(small_game().parse_move(&white_must_pass, text), Ok(Move::Pass), "{text:?}");
    }
    assert_eq!(small_game().write_move(&white_must_pass, Move::Pass), "pass");
}

#[test]
fn a_board_is_written_row_by_row_with_the_side_to_move() {
    assert_eq!(Othello::standard().start().to_string(), START);
    assert_eq!(format!("{:?}", small_game().start()), "Board(-----OX--XO----- X)");
}

#[test]
fn nothing_and_the_word_start_are_the_start() {
    for text in ["", "  ", "start", "START", START] {
        assert_eq!(board(text), Othello::standard().start(), "{text:?}");
    }
}

#[test]
fn a_board_may_be_written_with_other_symbols() {
    let expected = small_board("-----OX--XO----- O");
    for text in [
        ".....O*..*O.....O",
        ".....ox..xo.....;o",
        "----;-OX-;-XO-;----;O;",
        "- - - - - O X - - X O - - - - - O",
        "----\n-OX-\n-XO-\n----\nO\n",
    ] {
        assert_eq!(small_board(text), expected, "{text:?}");
    }
}

#[track_caller]
fn check_refused(text: &str, problem: &str) {
    let error = small_game().parse_position(text).unwrap_err();
    assert_eq!(error.problem(), problem, "{error}");
}

#[test]
fn a_wrong_board_is_refused_with_what_is_wrong() {
    check_refused("-----OX--XO----", "there are only 15 squares");
    check_refused("-----OX--XO-----", "the side to move is missing");
    check_refused("-----OX--XO----- -", "'-' is no side to move");
    check_refused("-----OX--XO----- black", "'b' is no side to move");
    check_refused("-----OX--XO----- X X", "'X' follows after the side to move");
    check_refused("-----OW--WO----- X", "'W' on c2 is neither a disc nor empty");
    let error = small_game().parse_position("XO").unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot read \"XO\": there are only 2 squares; \
         write 16 squares row by row as X, O or -, then X or O for the side to move"
    );
}

#[test]
fn a_transcript_is_read_in_every_usual_form() {
    let expected = board("f5d6c3");
    for text in
        ["F5D6C3", "f5 d6 c3", "f5, d6, c3", "1. F5 d6 2. C3", "1.f5 2.d6 3.c3", "1.F5 1...d6\n2. C3 3."]
    {
        assert_eq!(board(text), expected, "{text:?}");
    }
    assert_eq!(expected.discs(othello::BLACK), 5);
}

/// A game on 4×4 in which somebody passes, as its moves.
fn game_with_a_pass() -> Vec<Move> {
    let mut rng = framework::Rng::from_seed(1);
    loop {
        let mut pos = small_game().start();
        let mut moves = Vec::new();
        while let Some(mv) = framework::random_move(&pos, &mut rng) {
            moves.push(mv);
            pos.play(mv);
        }
        if moves.contains(&Move::Pass) {
            return moves;
        }
    }
}

#[test]
fn a_transcript_leaves_passes_out_and_its_reader_puts_them_back() {
    let moves = game_with_a_pass();
    let written = small_game().write_transcript(&moves);
    assert!(!written.contains("pass"));
    assert_eq!(small_game().parse_transcript(&written), Ok(moves.clone()));
    let last = moves.iter().fold(small_game().start(), |board, &mv| board.after(mv));
    assert_eq!(small_game().parse_position(&written), Ok(last));
}

#[test]
fn a_transcript_may_write_its_passes() {
    let moves = game_with_a_pass();
    for pass in ["pass", "PS", "--", " pa "] {
        let word = |mv: &Move| if *mv == Move::Pass { pass.to_owned() } else { mv.to_string() };
        let written: String = moves.iter().map(word).collect();
        assert_eq!(small_game().parse_transcript(&written), Ok(moves.clone()), "{written}");
    }
}

#[test]
fn a_transcript_of_a_wide_board_has_rows_of_two_digits() {
    let game = Othello::<WideSet>::new(16).unwrap();
    let moves = game.parse_transcript("j9h10g11").unwrap();
    assert_eq!(game.write_transcript(&moves), "j9h10g11");
}

#[test]
fn a_wrong_transcript_is_refused_at_its_first_wrong_move() {
    let refused = |text: &str| Othello::standard().parse_position(text).unwrap_err().to_string();
    assert_eq!(
        refused("f5f5d6"),
        "cannot read \"f5d6\": illegal move: there is a disc on f5 already; correct it or end before it"
    );
    assert_eq!(
        refused("f5d6x"),
        "cannot read \"x\": this is no move; write squares one after the other, as f5d6c3"
    );
    assert_eq!(
        refused("5"),
        "cannot read \"5\": this is no move; write squares one after the other, as f5d6c3"
    );
    assert_eq!(
        refused("f5pass"),
        "cannot read \"pass\": illegal move: who can move must not pass, and f4 is a move; \
         correct it or end before it"
    );
}

proptest! {
    #[test]
    fn every_arrangement_of_discs_survives_being_written(symbols in "[XO-]{64}", to_move in "[XO]") {
        let text = format!("{symbols} {to_move}");
        prop_assert_eq!(board(&text).to_string(), text);
    }

    #[test]
    fn every_game_survives_being_written_as_a_transcript(seed in any::<u64>(), n_plies in 1_usize..80) {
        let game = Othello::standard();
        let mut rng = framework::Rng::from_seed(seed);
        let (mut pos, mut moves) = (game.start(), Vec::new());
        while let Some(mv) = framework::random_move(&pos, &mut rng) {
            if moves.len() == n_plies {
                break;
            }
            pos.play(mv);
            moves.push(mv);
        }
        // A pass at the very end is not written, so it cannot be read.
        if moves.last() == Some(&Move::Pass) {
            moves.pop();
        }
        prop_assert_eq!(game.parse_transcript(&game.write_transcript(&moves)), Ok(moves));
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in ".{0,80}") {
        let game = Othello::standard();
        let _ = game.parse_move(&game.start(), &text);
        let _ = game.parse_transcript(&text);
        if let Ok(pos) = game.parse_position(&text) {
            prop_assert_eq!(game.parse_position(&pos.to_string()), Ok(pos));
        }
    }
}
