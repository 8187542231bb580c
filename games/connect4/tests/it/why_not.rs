//! Every reason why a move is refused.

use connect4::{Column, WhyNot};
use framework::{Game, MoveError, Reason};

use crate::{game, position};

#[track_caller]
fn check(options: &str, record: &str, text: &str, why_not: WhyNot, code: &str, en: &str, de: &str) {
    let pos = position(options, record);
    assert_eq!(game::<u64>(options).parse_move(&pos, text), Err(MoveError::Illegal(why_not)));
    assert_eq!((why_not.code(), &*why_not.sentence().en, &*why_not.sentence().de), (code, en, de));
}

#[test]
fn a_column_must_exist() {
    let wrong = |number| WhyNot::NoSuchColumn { number, columns: 7 };
    let code = "no-such-column";
    let en = "there is no column 8; the columns are 1 to 7";
    let de = "es gibt keine Spalte 8; die Spalten sind 1 bis 7";
    check("7x6x4", "44", "8", wrong(8), code, en, de);
    let en = "there is no column 0; the columns are 1 to 7";
    let de = "es gibt keine Spalte 0; die Spalten sind 1 bis 7";
    check("7x6x4", "44", "0", wrong(0), code, en, de);
    let en = "there is no column 257; the columns are 1 to 7";
    let de = "es gibt keine Spalte 257; die Spalten sind 1 bis 7";
    check("7x6x4", "44", "257", wrong(257), code, en, de);
    let en = "there is no column 2; the only column is 1";
    let de = "es gibt keine Spalte 2; die einzige Spalte ist 1";
    check("1x4x2", "1", "2", WhyNot::NoSuchColumn { number: 2, columns: 1 }, code, en, de);
}

#[test]
fn a_full_column_takes_no_disc() {
    let full = WhyNot::ColumnFull { column: Column::new(3) };
    check("7x6x4", "444444", "4", full, "column-full", "column 4 is full", "Spalte 4 ist voll");
}

#[test]
fn nobody_moves_after_the_end() {
    let over = WhyNot::GameOver;
    check("7x6x4", "1212121", "5", over, "game-over", "the game is over", "das Spiel ist zu Ende");
    check("1x4x2", "1111", "1", over, "game-over", "the game is over", "das Spiel ist zu Ende");
}

#[test]
fn the_end_of_the_game_is_the_first_reason() {
    let over = WhyNot::GameOver;
    check("7x6x4", "1212121", "8", over, "game-over", "the game is over", "das Spiel ist zu Ende");
}

#[test]
fn what_is_no_number_is_no_move() {
    let game = game::<u64>("7x6x4");
    for text in ["", " ", "d", "4a", "-1", "+4", "4.0", "4 4", "٤", "99999999999"] {
        match game.parse_move(&game.start(), text) {
            Err(MoveError::Unreadable(error)) => assert_eq!(error.problem(), "this is no column"),
            other => panic!("{text:?} was read as {other:?}"),
        }
    }
}

#[test]
fn spaces_and_zeros_before_a_column_do_no_harm() {
    let game = game::<u64>("7x6x4");
    for text in ["4", " 4 ", "04", "4\n"] {
        assert_eq!(game.parse_move(&game.start(), text), Ok(Column::new(3)), "{text:?}");
    }
}
