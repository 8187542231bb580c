//! Where matches begin, so that no two games are the same.

use framework::{Game, testkit};
use othello::{Board, Othello};

/// Positions of the usual board after six random plies.
pub(crate) fn openings(count: u64) -> impl Iterator<Item = Board> {
    (0..count).map(|number| testkit::random_opening(&Othello::standard().start(), 6, number))
}
