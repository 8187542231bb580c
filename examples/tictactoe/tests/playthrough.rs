//! A whole game, for reviews.

use framework::testkit;
use tictactoe::TicTacToe;

#[test]
fn a_random_game_looks_like_this() {
    insta::assert_snapshot!(testkit::playthrough(&TicTacToe, 1));
}
