//! Where matches begin, so that no two games are the same.

use connect4::Board;
use framework::{Game, testkit};

use crate::game;

/// Positions of the usual board after none to four random plies.
pub(crate) fn openings(count: u64) -> impl Iterator<Item = Board> {
    let start = game::<u64>("7x6x4").start();
    (0..count).map(move |number| testkit::random_opening(&start, number as usize % 5, number))
}
