//! A fixed piece of work, by which versions and machines are compared.

use std::hash::Hasher;

use framework::{Game, StableHasher};

use super::solver::Solver;
use crate::Connect4;

/// Positions of 12 discs in which nobody has overlooked a win.
const RECORDS: [&str; 10] = [
    "353476331514",
    "756357474244",
    "562616615634",
    "613754647572",
    "643574371567",
    "344354346557",
    "315124562117",
    "147552343133",
    "431727212214",
    "613333453263",
];

/// The table of the benchmark, in bytes.
const TABLE_BYTES: usize = 16 << 20;

/// What a benchmark did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Benchmark {
    /// How many positions were solved, each with an empty table and without the book.
    pub n_solved: usize,
    /// How many positions were visited.
    pub nodes: u64,
    /// A number that changes whenever a score or a number of positions does.
    pub signature: u64,
}

/// Solves some positions on one thread; the numbers are the same on every machine.
#[must_use]
pub fn benchmark() -> Benchmark {
    let game = Connect4::default();
    let mut solver = Solver::new(game.size(), TABLE_BYTES).expect("the usual board fits").without_book();
    let mut hasher = StableHasher::default();
    let mut nodes = 0;
    for record in RECORDS {
        let pos = game.parse_position(record).expect("the records are legal");
        solver.forget();
        let solution = solver.solve(&pos, &|_| false).expect("nobody stops it");
        nodes += solution.nodes;
        hasher.write_i16(solution.score.number());
        hasher.write_u64(solution.nodes);
    }
    Benchmark { n_solved: RECORDS.len(), nodes, signature: hasher.finish() }
}
