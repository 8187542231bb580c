//! Whole random games as text, reviewed like code.

use connect4::Lanes;
use framework::testkit;

use crate::game;

#[test]
fn a_random_game_looks_like_this() {
    insta::assert_snapshot!(testkit::playthrough(&game::<u64>("7x6x4"), 1));
}

#[test]
fn a_random_game_on_a_wide_board_looks_like_this() {
    insta::assert_snapshot!(testkit::playthrough(&game::<Lanes>("12x4x3"), 1));
}
