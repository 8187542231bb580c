//! Counts the positions that the solver visits in end games 40 to 44 of the suite, with the weights of
//! the game, those of a file, or none: `cargo run --release -p othello --example othello_nodes -- [none | FILE]`

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::{env, error, fs, sync::Arc};

use othello::engine::{BENCHMARK_TABLE_BYTES, Solver, benchmark_of, patterns::Weights};

fn main() -> Result<(), Box<dyn error::Error>> {
    let mut solver = Solver::new(BENCHMARK_TABLE_BYTES);
    match env::args().nth(1).as_deref() {
        None => {}
        Some("none") => solver = solver.with_weights(None),
        Some(path) => solver = solver.with_weights(Some(Arc::new(Weights::from_bytes(&fs::read(path)?)?))),
    }
    let done = benchmark_of(&mut solver, &mut |solution| {
        println!("{:+} {} {:.1} million nodes", solution.score, solution.best, solution.nodes as f64 / 1e6);
    });
    println!("{} nodes, {} wrong", done.nodes, done.n_wrong);
    Ok(())
}
