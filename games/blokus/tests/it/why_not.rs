//! The first rule that forbids a move.

use blokus::{Blokus, SMALL};
use framework::{Game, MoveError, Reason};

use crate::data::game;

/// Checks the code and the English sentence of a refusal in Duo after some moves.
#[track_caller]
fn check(moves: &str, tried: &str, code: &str, sentence: &str) {
    check_in(&Blokus::duo(), moves, tried, code, sentence);
}

#[track_caller]
fn check_in(game: &Blokus<SMALL>, moves: &str, tried: &str, code: &str, sentence: &str) {
    let pos = game.parse_position(moves).expect("legal");
    match game.parse_move(&pos, tried) {
        Err(MoveError::Illegal(reason)) => {
            assert_eq!((reason.code(), reason.sentence().to_string().as_str()), (code, sentence));
            let german = reason.sentence().de;
            assert!(!german.is_empty() && german != sentence, "there is a German sentence");
        }
        other => panic!("{tried} gives {other:?}"),
    }
}

#[test]
fn nothing_can_be_laid_after_the_end() {
    let tiny = game("custom 9x9 colors=2 pieces=1*1").expect("it fits");
    check_in(&tiny, "1:a9 2:i1", "b8", "game-over", "the game is over");
    check_in(&tiny, "1:a9 2:i1", "nonsense", "game-over", "the game is over");
}

#[test]
fn only_the_color_to_move_may_lay_a_piece() {
    check("-", "2:j5", "wrong-color", "it is the turn of color 1, not of color 2");
}

#[test]
fn cells_must_form_a_piece() {
    let sentence = "these cells do not form one of the 21 pieces";
    check("-", "e10,g10", "not-a-piece", sentence);
    check("-", "e10,f11", "not-a-piece", sentence);
    check("-", "a1,n14", "not-a-piece", sentence);
    check("-", "e10,f10,g10,h10,i10,j10", "not-a-piece", sentence);
    check("-", "a1,zz999", "not-a-piece", sentence);
}

#[test]
fn a_piece_can_be_laid_only_as_often_as_one_has_it() {
    check("1:e10 2:j5", "f11", "used-up", "color 1 has no piece 1 left");
    let junior = game("junior").expect("it fits");
    check_in(&junior, "-", "e9,d10,e10,f10,e11", "used-up", "color 1 has no piece X left");
    check_in(&junior, "1:e10 2:j5 1:f11 2:i6", "g12", "used-up", "color 1 has no piece 1 left");
}

#[test]
fn all_cells_must_be_on_the_board() {
    check("-", "n14,o14", "off-board", "o14 is not on the board");
    check("-", "a14,a15", "off-board", "a15 is not on the board");
}

#[test]
fn all_cells_must_be_free() {
    check("1:e10 2:j5", "e10,f10", "occupied", "e10 is already taken");
    check("1:e10 2:j5", "j5,j6", "occupied", "j5 is already taken");
}

#[test]
fn the_first_piece_must_cover_the_start_cell() {
    check("-", "a1", "misses-start", "the first piece must cover the start cell e10");
    check("1:e10", "e9,f9", "misses-start", "the first piece must cover the start cell j5");
}

#[test]
fn own_pieces_must_not_share_an_edge() {
    check("1:e10 2:j5", "f10,g10", "touches-own-edge", "at f10 the piece shares an edge with its own color");
    let corner_and_edge = "at e9 the piece shares an edge with its own color";
    check("1:e10 2:j5", "e9,f9", "touches-own-edge", corner_and_edge);
}

#[test]
fn pieces_must_touch_a_corner_of_their_own_color() {
    let sentence = "the piece must touch a corner of its own color";
    check("1:e10 2:j5", "a1,a2", "touches-no-own-corner", sentence);
    check("1:e10 2:j5", "k6,l6", "touches-no-own-corner", sentence);
}

#[test]
fn reasons_are_given_in_the_order_of_the_rules() {
    // Used up, off the board and far away: the piece is asked for first.
    check("1:e10 2:j5", "z99", "used-up", "color 1 has no piece 1 left");
    // Off the board and on a taken cell.
    let narrow = game("custom 3x3 colors=2 pieces=1*1,2*1,I3*1").expect("it fits");
    check_in(&narrow, "1:a3", "c3,d3", "off-board", "d3 is not on the board");
    check_in(&narrow, "1:a3", "a3,b3", "occupied", "a3 is already taken");
    // On a taken cell beside an own piece, and beside an own piece without an own corner.
    check("1:e10 2:j5", "e10,e11", "occupied", "e10 is already taken");
    check("1:e10 2:j5", "e11,e12", "touches-own-edge", "at e11 the piece shares an edge with its own color");
}

#[test]
fn touching_other_colors_is_free() {
    let game = game::<SMALL>("custom 5x5 colors=2 starts=a5,c4 pieces=1*1,2*2").expect("it fits");
    let pos = game.parse_position("1:a5,b5 2:c4").expect("legal");
    let beside_the_other = game.parse_move(&pos, "c3,c4");
    assert!(matches!(beside_the_other, Err(MoveError::Illegal(_))), "c4 is taken");
    let pos = game.parse_position("1:a5,a4 2:c4").expect("legal");
    assert!(game.parse_move(&pos, "b3,c3").is_ok(), "c3 shares an edge with the other color's c4");
}
