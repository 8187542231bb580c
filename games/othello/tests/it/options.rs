//! The size of the board as a line of options.

use framework::Turn;
use othello::{BLACK, Board, ENTRY, Othello, WideSet};

/// The canonical options, or the sentence that refuses them.
fn opened(options: &str) -> String {
    ENTRY.open_text(options).map_or_else(|error| error.to_string(), |game| game.options())
}

#[test]
fn nothing_chosen_is_the_standard_board() {
    assert_eq!(opened(""), "8x8");
    assert_eq!(ENTRY.info.variants[0].options, "8x8");
}

#[test]
fn every_even_size_from_4_to_16_can_be_opened_and_played() {
    for side in [4, 6, 8, 10, 12, 14, 16] {
        let canonical = format!("{side}x{side}");
        assert_eq!(opened(&canonical), canonical);
        assert_eq!(opened(&side.to_string()), canonical);
        assert_eq!(opened(&format!("{side}X{side}")), canonical);
        let start = ENTRY.open_text(&canonical).unwrap().start();
        assert_eq!(start.turn(), Turn::Seat(BLACK));
        assert_eq!(start.legal_moves().len(), 4, "{canonical}");
    }
}

#[test]
fn the_width_of_the_words_follows_from_the_size() {
    let start = |options| ENTRY.open_text(options).unwrap().start();
    assert!(start("8x8").as_any().is::<Board<u64>>());
    assert!(start("10x10").as_any().is::<Board<WideSet>>());
}

#[test]
fn every_listed_variant_can_be_opened() {
    for variant in ENTRY.info.variants {
        assert_eq!(opened(variant.options), variant.options);
    }
}

#[test]
fn sizes_that_make_no_game_are_refused_in_a_sentence() {
    assert_eq!(
        opened("7x7"),
        "a board of 7x7 has no middle for the first four discs; write an even size such as 6x6 or 8x8"
    );
    assert_eq!(opened("2"), "the side of the board is 2; it must lie between 4 and 16");
    assert_eq!(opened("18x18"), "the side of the board is 18; it must lie between 4 and 16");
    assert_eq!(opened("8x10"), "a board of 8x10 is not square; write 8x8 or 10x10");
    assert_eq!(opened("big"), "the side of the board=big: this is no number; write one from 4 to 16");
    assert_eq!(
        opened("8x8 fast"),
        "unknown option \"fast\"; this game knows the size of the board, such as 8x8, and reversi"
    );
}

#[test]
fn a_word_holds_boards_up_to_its_width() {
    assert!(Othello::<u64>::new(8).is_ok());
    assert_eq!(
        Othello::<u64>::new(10).unwrap_err().to_string(),
        "the side of the board is 10; it must lie between 4 and 8"
    );
    assert!(Othello::<WideSet>::new(255).is_err());
}
