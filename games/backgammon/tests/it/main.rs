//! The tests of backgammon, in one binary.

mod analysis;
mod comparison;
mod cube;
mod cube_and_match;
mod formats;
mod known_truths;
mod laws;
mod lines;
mod mat;
mod naive;
mod notation;
mod oracle;
mod original;
mod players;
mod plays;
mod ply_search;
mod resigning;
mod results;
mod rollouts;
mod scene;
mod welfenlab_2006;
mod why_not;

use backgammon::{Backgammon, Board, Checkers, Dice, Table};
use framework::{Game, Position};

/// The rule set of a line of options.
fn game(options: &str) -> Backgammon {
    Backgammon::from_options(&options.parse().expect("options")).expect("a rule set")
}

/// The table after some moves from a position.
#[track_caller]
fn after(game: &Backgammon, start: Table, moves: &[&str]) -> Table {
    let mut table = start;
    for text in moves {
        match game.parse_move(&table, text) {
            Ok(mv) => table.play(mv),
            Err(error) => panic!("{text}: {error} in {}", game.write_position(&table)),
        }
    }
    table
}

/// A board from checkers as (place, number), each side in its own numbering; the rest is off.
fn board(mover: &[(u8, u8)], other: &[(u8, u8)]) -> Board {
    let side = |places: &[(u8, u8)]| {
        let off = 15 - places.iter().map(|place| place.1).sum::<u8>();
        Checkers::placed(&[places, &[(0, off)]].concat())
    };
    Board { mover: side(mover), other: side(other) }
}

fn dice(one: u8, other: u8) -> Dice {
    Dice::new(one, other).expect("two faces")
}

/// The legal plays of a board, as text, sorted.
fn texts(board: Board, dice: Dice) -> Vec<String> {
    let mut plays = Vec::new();
    board.plays(dice, &mut plays);
    let mut texts: Vec<String> =
        plays.iter().map(|outcome| backgammon::notation::play::write(board, outcome.play)).collect();
    texts.sort();
    texts
}
