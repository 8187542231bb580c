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

#[test]
fn no_text_makes_a_reader_of_the_standard_game_panic() {
    testkit::check_readers(&Othello::standard(), 1, testkit::fuzz_inputs());
}

#[test]
fn no_text_makes_a_reader_of_a_wide_board_panic() {
    testkit::check_readers(&Othello::<WideSet>::new(16).unwrap(), 2, testkit::fuzz_inputs() / 4);
}

#[test]
fn no_damaged_transcript_makes_a_reader_panic() {
    let transcripts =
        ["f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8", "1. F5 d6 2. c3 D3 3. c4", "start"];
    testkit::check_position_reader(&Othello::standard(), &transcripts, 3, testkit::fuzz_inputs());
}
