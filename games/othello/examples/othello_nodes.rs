//! Counts the positions that the solver visits in end games of the suite.
//!
//! `cargo run --release -p brettwerk-othello --example othello_nodes -- [numbers=40-49] [weights=FILE | weights=none] [all-moves]`
//!
//! Numbers 40 to 44 are the benchmark. The CPU time is that of the process: `time` or `perf stat` tell it.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::{collections::BTreeSet, env, error, fs, sync::Arc, time::Instant};

use framework::Game;
use othello::{
    Othello,
    engine::{BENCHMARK_TABLE_BYTES, Bitboard, Solution, Solver, patterns::Weights},
};

const SUITE: [&str; 2] =
    [include_str!("../tests/data/ffo01-39.txt"), include_str!("../tests/data/ffo40-49.txt")];

fn main() -> Result<(), Box<dyn error::Error>> {
    let (mut from, mut to) = (40, 44);
    let mut table_bytes = BENCHMARK_TABLE_BYTES;
    let mut weights = Some(Weights::shipped());
    let mut n_threads = 1;
    let mut all_moves = false;
    for word in env::args().skip(1) {
        match word.split_once('=') {
            Some(("numbers", range)) => {
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                (from, to) = (first.parse()?, last.parse()?);
            }
            Some(("weights", "none")) => weights = None,
            Some(("weights", path)) => weights = Some(Arc::new(Weights::from_bytes(&fs::read(path)?)?)),
            Some(("megabytes", megabytes)) => table_bytes = megabytes.parse::<usize>()? << 20,
            Some(("threads", number)) => n_threads = number.parse()?,
            None if word == "all-moves" => all_moves = true,
            _ => {
                return Err(format!(
                    "{word}: write numbers=40-49, weights=FILE, megabytes=16, threads=1 or all-moves"
                )
                .into());
            }
        }
    }
    let mut solver = Solver::new(table_bytes).with_weights(weights).with_threads(n_threads);
    let (mut nodes, mut n_wrong, mut seconds) = (0, 0, 0.0);
    for line in SUITE.iter().flat_map(|suite| suite.lines()).filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').collect();
        let &[number, n_empties, board, side, score, _, moves] = fields.as_slice() else { continue };
        if !(from..=to).contains(&number.parse::<u32>()?) {
            continue;
        }
        let pos = Othello::standard().parse_position(&format!("{board} {side}"))?;
        let board = Bitboard::of(&pos).ok_or("no 8×8 board")?;
        solver.forget();
        let begun = Instant::now();
        let solution = if all_moves {
            let analysis = solver.analyze(board, &|_| false).ok_or("the game is over")?;
            let known: BTreeSet<_> = moves.split(' ').map(str::to_owned).collect();
            let found = analysis.moves.iter().map(|(mv, score)| format!("{mv}{score:+}")).collect();
            n_wrong += u32::from(known != found);
            let (best, score) = analysis.moves[0];
            Solution { score, best, nodes: analysis.nodes }
        } else {
            solver.solve(board, &|_| false).ok_or("the game is over")?
        };
        seconds += begun.elapsed().as_secs_f64();
        let is_right = solution.score == score.parse::<i32>()?;
        n_wrong += u32::from(!is_right);
        nodes += solution.nodes;
        println!(
            "{number}: {n_empties} empty, {:+} {}{}, {:.2} million nodes",
            solution.score,
            solution.best,
            if is_right { "" } else { ", WRONG" },
            solution.nodes as f64 / 1e6
        );
    }
    println!(
        "{nodes} nodes, {n_wrong} wrong, {seconds:.2} s, {:.1} million nodes/s",
        nodes as f64 / 1e6 / seconds
    );
    Ok(())
}
