//! A fixed piece of work, by which versions and machines are compared.

use std::hash::Hasher;

use framework::{Game, StableHasher};

use super::{Bitboard, Solution, Solver};
use crate::Othello;

/// Numbers 40 to 44 of the end-game suite of the French federation's magazine, with 20 to 23 empty squares, and their
/// scores.
const POSITIONS: [(&str, i32); 5] = [
    ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38),
    ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0),
    ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6),
    ("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12),
    ("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14),
];

/// The table of the benchmark, in bytes.
pub const BENCHMARK_TABLE_BYTES: usize = 16 << 20;

/// What a benchmark did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Benchmark {
    /// How many positions were solved, each with an empty table.
    pub n_solved: usize,
    /// How many of them have another score than is known: 0, or the solver is broken.
    pub n_wrong: usize,
    /// How many positions were visited.
    pub nodes: u64,
    /// A number that changes whenever a score or a number of positions does.
    pub signature: u64,
}

/// Solves some positions on one thread; the numbers are the same on every machine.
#[must_use]
pub fn benchmark() -> Benchmark {
    benchmark_of(&mut Solver::new(BENCHMARK_TABLE_BYTES), &mut |_| {})
}

/// Solves the same positions by a solver, which forgets what it knew; `each` is told every solution.
pub fn benchmark_of(solver: &mut Solver, each: &mut dyn FnMut(&Solution)) -> Benchmark {
    let game = Othello::standard();
    let mut hasher = StableHasher::default();
    let (mut nodes, mut n_wrong) = (0, 0);
    for (text, score) in POSITIONS {
        let pos = game.parse_position(text).expect("the positions are well written");
        let board = Bitboard::of(&pos).expect("the standard board has 8×8 squares");
        solver.forget();
        let solution = solver.solve(board, &|_| false).expect("it is not stopped");
        each(&solution);
        nodes += solution.nodes;
        n_wrong += usize::from(solution.score != score);
        hasher.write_i32(solution.score);
        hasher.write_u64(solution.nodes);
    }
    Benchmark { n_solved: POSITIONS.len(), n_wrong, nodes, signature: hasher.finish() }
}
