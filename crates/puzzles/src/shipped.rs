//! The puzzles that come with the program.

use std::sync::LazyLock;

use framework::Rng;

use crate::{Puzzle, PuzzleSet};

static SETS: LazyLock<Vec<PuzzleSet>> = LazyLock::new(|| {
    let texts = [
        include_str!("../sets/connect4.puzzles"),
        include_str!("../sets/othello.puzzles"),
        include_str!("../sets/backgammon.puzzles"),
        include_str!("../sets/blokus.puzzles"),
    ];
    texts.into_iter().map(|text| PuzzleSet::read(text).expect("a test reads what we ship")).collect()
});

/// The puzzles of a game that come with the program; `None` if it has none.
#[must_use]
pub fn shipped(game: &str) -> Option<&'static PuzzleSet> {
    SETS.iter().find(|set| set.header().game == game && !set.puzzles().is_empty())
}

/// The puzzle of a day, counted from 1970: the same for everybody, and none again before all have had their day.
#[must_use]
pub fn daily(game: &str, day: u64) -> Option<&'static Puzzle> {
    let puzzles = shipped(game)?.puzzles();
    let (round, place) = (day / puzzles.len() as u64, day % puzzles.len() as u64);
    let mut order: Vec<usize> = (0..puzzles.len()).collect();
    Rng::stream(round, "daily", 0).shuffle(&mut order);
    puzzles.get(order[place as usize])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_puzzle_has_its_day() {
        let n_puzzles = shipped("othello").unwrap().puzzles().len() as u64;
        let days = 5 * n_puzzles..6 * n_puzzles;
        let seen: BTreeSet<_> = days.map(|day| daily("othello", day).unwrap().id.clone()).collect();
        assert_eq!(seen.len() as u64, n_puzzles);
        assert_eq!(daily("othello", 20_000), daily("othello", 20_000));
        assert_eq!(daily("checkers", 20_000), None);
    }
}
