//! Positions and records as text.

use connect4::{Bits, Column, Lanes};
use framework::Game;

use crate::game;

/// What is wrong with a position's text.
#[track_caller]
fn problem(options: &str, text: &str) -> String {
    let error = game::<u128>(options).parse_position(text).expect_err(text);
    error.problem().to_owned()
}

#[track_caller]
fn check<B: Bits>(options: &str, text: &str, picture: &str) {
    let game = game::<B>(options);
    let pos = game.parse_position(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    assert_eq!(game.write_position(&pos), picture, "{text:?}");
}

const EMPTY: &str = "-------/-------/-------/-------/-------/-------";

#[test]
fn nothing_and_a_dash_are_the_empty_board() {
    for text in ["", "  ", "-", "- ", EMPTY] {
        check::<u64>("7x6x4", text, EMPTY);
    }
    check::<u64>("4x1x2", "-", "----");
    check::<u64>("4x1x2", "----", "----");
}

#[test]
fn a_record_is_read_with_and_without_gaps() {
    for text in ["4432", "4 4 3 2", "4,4,3,2", " 44, 32 "] {
        check::<u64>("7x6x4", text, "-------/-------/-------/-------/---O---/-OXX---");
    }
}

#[test]
fn beyond_nine_columns_a_record_has_gaps() {
    let game = game::<Lanes>("12x10x5");
    let (columns, _) = game.parse_record("12 1,11").unwrap();
    assert_eq!(columns, [11, 0, 10].map(Column::new));
    assert_eq!(game.write_record(&columns), "12 1 11");
    let error = game.parse_record("1212").unwrap_err();
    assert_eq!(
        error.problem(),
        "move 1, \"1212\", is illegal: there is no column 1212; the columns are 1 to 12"
    );
}

#[test]
fn a_picture_may_have_lines_dots_and_small_letters() {
    let picture = "
        .......
        .......
        .......
        .......
        ...o...
        .oxx...
    ";
    check::<u64>("7x6x4", picture, "-------/-------/-------/-------/---O---/-OXX---");
}

#[test]
fn an_illegal_record_names_its_first_bad_move() {
    assert_eq!(
        problem("7x6x4", "48"),
        "move 2, \"8\", is illegal: there is no column 8; the columns are 1 to 7"
    );
    assert_eq!(problem("7x6x4", "4444444"), "move 7, \"4\", is illegal: column 4 is full");
    assert_eq!(problem("7x6x4", "12121213"), "move 8, \"3\", is illegal: the game is over");
    assert_eq!(problem("7x6x4", "44b4"), "move 3, \"b\", is no column");
    assert_eq!(problem("7x6x4", "4é"), "move 2, \"é\", is no column");
}

#[test]
fn errors_say_what_was_read_and_how_to_write_it() {
    let game = game::<u64>("7x6x4");
    assert_eq!(
        game.parse_position("48").unwrap_err().to_string(),
        "cannot read \"48\": move 2, \"8\", is illegal: there is no column 8; the columns are 1 to 7; \
         write the columns played, 1 to 7"
    );
    assert_eq!(
        game.parse_position("X--").unwrap_err().to_string(),
        "cannot read \"X--\": row 1 has 3 cells instead of 7; \
         write the rows from the top, X for yellow, O for red, - for empty, with / between them"
    );
}

#[test]
fn a_picture_has_the_size_of_the_board() {
    assert_eq!(problem("4x2x2", "----"), "there are 1 rows instead of 2");
    assert_eq!(problem("4x2x2", "----/----/----"), "there are more than 2 rows on a board of 4x2x2");
    assert_eq!(problem("4x2x2", "----/---"), "row 2 has 3 cells instead of 4");
    assert_eq!(problem("4x2x2", "-----/----"), "row 1 has more than 4 cells");
    assert_eq!(problem("4x2x2", "----/X--Y"), "'Y' is no disc");
}

#[test]
fn discs_do_not_float() {
    assert_eq!(
        problem("4x3x3", "----/X---/-O--"),
        "the disc in column 1, row 2 from the bottom, floats over an empty cell"
    );
}

#[test]
fn the_number_of_discs_tells_who_moves() {
    let text = "yellow has 2 discs and red 0, but yellow begins and they take turns";
    assert_eq!(problem("4x3x3", "----/----/XX--"), text);
    let text = "yellow has 0 discs and red 1, but yellow begins and they take turns";
    assert_eq!(problem("4x3x3", "----/----/O---"), text);
}

#[test]
fn two_winners_are_refused() {
    let text = "both sides have a winning line, but the game ends with the first";
    assert_eq!(problem("4x3x3", "XO--/XO--/XO--"), text);
}

#[test]
fn nobody_plays_on_after_a_win() {
    let text = "the winning line was complete before the last disc fell, but it ends the game";
    // Yellow has a line, but red has moved since.
    assert_eq!(problem("4x3x3", "X---/XO--/XO-O"), text);
    // Yellow's line is buried, so its last disc was another one.
    assert_eq!(problem("4x3x3", "OOX-/XXXO/OXOX"), text);
    // Yellow has two lines that no single disc completes.
    assert_eq!(problem("7x3x3", "X-----X/XO-O-OX/XOXO-OX"), text);
}
