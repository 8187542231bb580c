//! What every game of the house must keep.

use framework::testkit;
use othello::{Othello, SquareSet, WideSet};

fn check<S: SquareSet>(side: u8, n_games: usize) {
    testkit::check_game(&Othello::<S>::new(side).unwrap(), u64::from(side), n_games);
}

#[test]
fn boards_in_one_word_keep_the_laws() {
    check::<u64>(4, 200);
    check::<u64>(6, 50);
    check::<u64>(8, 30);
}

#[test]
fn boards_in_four_words_keep_the_laws() {
    check::<WideSet>(8, 5);
    check::<WideSet>(10, 5);
    check::<WideSet>(12, 3);
    check::<WideSet>(14, 2);
    check::<WideSet>(16, 2);
}

/// How many damaged texts to read; `BRETT_FUZZ_INPUTS` asks for more.
fn n_fuzz_inputs() -> usize {
    std::env::var("BRETT_FUZZ_INPUTS").map_or(20_000, |count| count.parse().expect("a number of inputs"))
}

#[test]
fn no_text_makes_a_reader_of_the_standard_game_panic() {
    testkit::check_readers(&Othello::standard(), 1, n_fuzz_inputs());
}

#[test]
fn no_text_makes_a_reader_of_a_wide_board_panic() {
    testkit::check_readers(&Othello::<WideSet>::new(16).unwrap(), 2, n_fuzz_inputs() / 4);
}
