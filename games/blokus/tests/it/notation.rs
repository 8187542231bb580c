//! Moves, records and positions as text.

use blokus::{Blokus, SMALL};
use framework::{Game, Position};

use crate::data::game;

const CROSS: &str = "e9,d10,e10,f10,e11";

#[test]
fn a_move_is_its_cells_row_by_row_from_the_bottom() {
    let game = Blokus::duo();
    let pos = game.start();
    let mv = game.parse_move(&pos, CROSS).expect("legal");
    assert_eq!(game.write_move(&pos, mv), CROSS);
    assert_eq!(mv.piece().name(), "X");
}

#[test]
fn moves_are_read_in_any_order_and_case_with_spaces_and_their_color() {
    let game = Blokus::duo();
    let pos = game.start();
    let mv = game.parse_move(&pos, CROSS).expect("legal");
    for text in
        ["e11,f10,e10,d10,e9", "E9,D10,E10,F10,E11", " e9 , d10,e10 ,f10, e11 ", "1:e9,d10,e10,f10,e11"]
    {
        assert_eq!(game.parse_move(&pos, text), Ok(mv), "{text}");
    }
}

#[test]
fn what_is_no_move_is_refused_with_a_remedy() {
    let game = Blokus::duo();
    #[track_caller]
    fn check(game: &Blokus<SMALL>, text: &str, error: &str) {
        assert_eq!(game.parse_move(&game.start(), text).expect_err(text).to_string(), error);
    }
    let remedy = "write a column and a row, such as e10";
    check(&game, "", &format!("cannot read \"\": a cell begins with one or two letters; {remedy}"));
    check(&game, "e10,", &format!("cannot read \"\": a cell begins with one or two letters; {remedy}"));
    check(&game, "e0", &format!("cannot read \"e0\": rows are counted from 1; {remedy}"));
    check(
        &game,
        "e10,e10",
        "cannot read \"e10,e10\": the cell e10 is named twice; name each cell of the piece once",
    );
    check(&game, "9:e10", "cannot read \"9\": this is no color; write a number from 1 to 4 before the colon");
}

#[test]
fn an_empty_record_is_a_dash() {
    let game = Blokus::duo();
    assert_eq!(game.parse_record("-"), Ok(Vec::new()));
    assert_eq!(game.write_record(&[]), "-");
    assert_eq!(game.parse_position("-"), Ok(game.start()));
}

#[test]
fn skipped_turns_are_not_written() {
    let game = Blokus::duo();
    let blocked = "1:e7,f7,e8,e9,e10 2:j1,j2,j3,j4,j5 1:g6,h6,i6,j6,k6 1:d6";
    let record = game.parse_record(blocked).expect("color 2 is skipped");
    assert_eq!(game.write_record(&record), blocked);
}

#[test]
fn a_wrong_record_says_which_move_is_wrong() {
    let game = Blokus::duo();
    #[track_caller]
    fn check(game: &Blokus<SMALL>, text: &str, error: &str) {
        assert_eq!(game.parse_record(text).expect_err(text).problem(), error);
        assert_eq!(game.parse_position(text).expect_err(text).problem(), error);
    }
    check(&game, "1:e10 1:f9,g9", "move 2: it is the turn of color 2, not of color 1");
    check(&game, "1:e10 2:", "move 2: a cell begins with one or two letters");
    check(&game, "1:a1", "move 1: the first piece must cover the start cell e10");
}

#[test]
fn a_position_is_its_rows_who_moves_and_who_ended_with_the_single_square() {
    let game = game::<SMALL>("custom 5x3 colors=2 pieces=1*1,2*1").expect("it fits");
    let text = |moves| game.write_position(&game.parse_position(moves).expect("legal"));
    assert_eq!(text("-"), "...../...../..... 1 -");
    assert_eq!(text("1:a3 2:d1,e1"), "1..../...../...22 1 -");
    assert_eq!(text("1:a3,b3 2:e1 1:c2"), "11.../..1../....2 2 1");
    assert_eq!(text("1:a3,b3 2:d1,e1 1:c2"), "11.../..1../...22 - 1");
}

#[test]
fn positions_that_no_game_reaches_are_refused() {
    let game = game::<SMALL>("custom 5x3 colors=2 pieces=1*1,2*1").expect("it fits");
    #[track_caller]
    fn check(game: &Blokus<SMALL>, text: &str, problem: &str) {
        assert_eq!(game.parse_position(text).expect_err(text).problem(), problem);
    }
    check(&game, "", "a position has three words");
    check(&game, "...../...../..... 1 - -", "a position has three words");
    check(&game, "...../..... 1 -", "the board has 3 rows");
    check(&game, "...../..../..... 1 -", "row 2 has 5 cells");
    check(&game, "...../..3../..... 1 -", "\"3\" is no color");
    check(&game, "111../...../..... 2 -", "there are too many pieces I3");
    check(&game, "11..1/1...1/11111 2 -", "what lies at a1 is none of the 21 pieces");
    check(&game, "...../...1./..... 2 -", "the start cell a3 is not covered");
    check(&game, "1..../...11/..... 2 -", "a piece touches no corner of the others");
    check(&game, "1..../...../....2 3 -", "this is no color");
    check(&game, "1..../...../....2 12 -", "this is no color");
    check(&game, "1..../...../....2 - -", "color 1 can still move");
    check(&game, "1..../...../....2 1 1", "color 1 has not ended with the single square");
    check(&game, "11.../..1../....2 1 1", "color 1 has no move");
}

#[test]
fn reading_a_position_finds_the_pieces_that_are_left() {
    let game = Blokus::duo();
    let played = game.parse_position("1:e9,d10,e10,f10,e11 2:j5 1:g11,g12").expect("legal");
    let read = game.parse_position(&game.write_position(&played)).expect("it was just written");
    assert_eq!(read, played);
    for color in read.rules().colors() {
        assert_eq!(read.left(color), played.left(color));
    }
    let mut moves = [Vec::new(), Vec::new()];
    read.legal_moves(&mut moves[0]);
    played.legal_moves(&mut moves[1]);
    assert_eq!(moves[0], moves[1]);
}
