//! Lines of options, good and bad.

use connect4::{ENTRY, Size};
use framework::Options;

use crate::game;

#[track_caller]
fn check(text: &str, canonical: &str) {
    assert_eq!(ENTRY.open_text(text).expect(text).options(), canonical, "{text:?}");
}

#[track_caller]
fn check_refused(text: &str, sentence: &str) {
    assert_eq!(ENTRY.open_text(text).err().map(|error| error.to_string()).as_deref(), Some(sentence));
}

#[test]
fn nothing_means_the_usual_board() {
    check("", "7x6x4");
    check("  ", "7x6x4");
    assert_eq!(Size::from_options(&Options::default()), Ok(Size::USUAL));
}

#[test]
fn four_in_a_row_win_unless_another_number_is_given() {
    check("8x8", "8x8x4");
    check("9X7x5", "9x7x5");
    check("32×32×32", "32x32x32");
}

#[test]
fn a_line_must_fit_on_the_board() {
    check_refused("7x6x9", "nine in a row do not fit on 7x6; choose 2 to 7 in a row");
    check_refused("12x12x13", "13 in a row do not fit on 12x12; choose 2 to 12 in a row");
    check_refused("3x3", "four in a row do not fit on 3x3; choose 2 to 3 in a row");
    check_refused("1x1x2", "two in a row do not fit on 1x1; choose a larger board");
    check("6x7x7", "6x7x7");
    check("2x1x2", "2x1x2");
}

#[test]
fn sides_and_lines_have_bounds() {
    check_refused("33x6x4", "the number of columns is 33; it must lie between 1 and 32");
    check_refused("7x0x4", "the number of rows is 0; it must lie between 1 and 32");
    check_refused("7x6x1", "the number in a row is 1; it must lie between 2 and 32");
    check_refused(
        "7x99999999999999999999x4",
        "the number of rows is 99999999999999999999; it must lie between 1 and 32",
    );
}

#[test]
fn what_is_no_size_is_refused() {
    check_refused("large", "unknown option \"large\"; this game knows COLUMNSxROWSxK, such as 7x6x4");
    check_refused("7x6x4x2", "unknown option \"7x6x4x2\"; this game knows COLUMNSxROWSxK, such as 7x6x4");
    check_refused("7x6x4 duo", "unknown option \"duo\"; this game knows COLUMNSxROWSxK, such as 7x6x4");
    check_refused("rows=6", "unknown option \"rows=6\"; this game knows COLUMNSxROWSxK, such as 7x6x4");
    check_refused("7xtwox4", "the number of rows=two: this is no number; write one from 1 to 32");
}

#[test]
fn a_board_must_fit_into_its_bits() {
    let size = game::<u128>("8x8x4").size();
    let refused = connect4::Connect4::<u64>::new(size).unwrap_err();
    assert_eq!(refused.to_string(), "8x8x4 does not fit into a board of 64 bits; choose a wider one");
}
