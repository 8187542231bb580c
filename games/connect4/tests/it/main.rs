//! The rules of Connect Four as examples, as laws and against slower ways to find the same.

mod counting;
mod laws;
mod minimax;
mod notation;
mod options;
mod oracle;
mod playthrough;
mod rules;
mod scene;
mod solved;
mod test_data;
mod why_not;

use connect4::{Bits, Connect4};
use framework::Game;

/// The rule set of a line of options, with the discs in `B`.
#[track_caller]
fn game<B: Bits>(options: &str) -> Connect4<B> {
    let parsed = options.parse().expect("options are words");
    Connect4::from_options(&parsed).unwrap_or_else(|error| panic!("{options}: {error}"))
}
