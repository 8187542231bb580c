//! A fixed piece of work, by which versions and machines are compared.

use std::hash::Hasher as _;

use framework::{
    Game, Position, Rng, StableHasher, Turn, random_move,
    search::{Engine as _, Limits, SearchRequest},
};

use super::MonteCarlo;
use crate::{Blokus, BlokusPosition, MEDIUM, Rules, SMALL};

/// How many simulations each position gets.
const SIMULATIONS: u64 = 3_000;

/// After how many random moves the positions are taken.
const DUO_PLIES: [usize; 3] = [4, 8, 12];
const CLASSIC_PLIES: [usize; 3] = [14, 26, 34];

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Benchmark {
    /// How many positions were searched.
    pub n_positions: usize,
    /// How many simulations that took.
    pub simulations: u64,
    /// The same wherever the search finds the same.
    pub signature: u64,
}

/// Searches positions of Duo and of Classic with two players.
#[must_use]
pub fn benchmark() -> Benchmark {
    benchmark_with(SIMULATIONS)
}

fn benchmark_with(simulations: u64) -> Benchmark {
    let mut work = Work { simulations, done: 0, n_positions: 0, hasher: StableHasher::default() };
    for (seed, plies) in (0..).zip(DUO_PLIES) {
        work.search(&Blokus::<SMALL>::duo().start(), plies, seed);
    }
    let two = Rules::classic().with_players(2).expect("two can share four colors");
    let classic = Blokus::<MEDIUM>::new(two).expect("it fits");
    for (seed, plies) in (0..).zip(CLASSIC_PLIES) {
        work.search(&classic.start(), plies, seed);
    }
    let Work { done, n_positions, hasher, .. } = work;
    Benchmark { n_positions, simulations: done, signature: hasher.finish() }
}

struct Work {
    simulations: u64,
    done: u64,
    n_positions: usize,
    hasher: StableHasher,
}

impl Work {
    /// Searches the position after some random moves.
    fn search<const WORDS: usize>(&mut self, start: &BlokusPosition<WORDS>, plies: usize, seed: u64) {
        let mut rng = Rng::stream(seed, "blokus benchmark", plies as u64);
        let mut pos = *start;
        for _ in 0..plies {
            let next = random_move(&pos, &mut rng).map(|mv| pos.after(mv));
            pos = next.filter(|next| next.turn() != Turn::Over).unwrap_or(pos);
        }
        let limits = Limits { seed, ..Limits::nodes(self.simulations) };
        let mut player = MonteCarlo::default();
        let found = player.search(SearchRequest::new(&pos, limits).expect("a seat is to move"));
        self.done += found.nodes;
        self.n_positions += 1;
        self.hasher.write_u32(found.best.code());
        self.hasher.write_u32(found.value.to_bits());
        self.hasher.write_u64(found.nodes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_work_has_the_same_signature() {
        let done = benchmark_with(100);
        assert_eq!(done, benchmark_with(100));
        assert_eq!((done.n_positions, done.simulations), (6, 600));
        assert_ne!(done.signature, benchmark_with(101).signature);
    }
}
