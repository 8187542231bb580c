//! Rule sets and positions from their texts, which must be right.

use connect4::{Bits, Board, Connect4};
use framework::Game;

/// The rule set of a line of options, with the discs in `B`.
#[track_caller]
pub(crate) fn game<B: Bits>(options: &str) -> Connect4<B> {
    let parsed = options.parse().expect("options are words");
    Connect4::from_options(&parsed).unwrap_or_else(|error| panic!("{options}: {error}"))
}

/// The position that a text describes.
#[track_caller]
pub(crate) fn position<B: Bits>(options: &str, text: &str) -> Board<B> {
    game(options).parse_position(text).unwrap_or_else(|error| panic!("{options}: {error}"))
}
