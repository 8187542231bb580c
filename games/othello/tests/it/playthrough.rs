//! Random games with everything that can be asked, for review.

use framework::testkit;
use othello::{Othello, Reversi};

use super::small_game;

#[test]
fn a_random_game_looks_like_this() {
    insta::assert_snapshot!(testkit::playthrough(&Othello::standard(), 1));
}

#[test]
fn a_random_game_with_a_pass_looks_like_this() {
    let game = testkit::playthrough(&small_game(), 1);
    assert!(game.contains("plays pass"));
    insta::assert_snapshot!(game);
}

#[test]
fn a_random_game_of_reversi_looks_like_this() {
    insta::assert_snapshot!(testkit::playthrough(&Reversi::<u64>::new(4).unwrap(), 1));
}
