//! Measures how long the exact analysis of all columns takes, in random positions of every ply:
//! `cargo run --release -p brettwerk-connect4 --example connect4_answers -- positions=200 table=64 threads=2`.
//!
//! A position is reached by random moves in which nobody completes a line; the table is forgotten before each.
//! The numbers of positions visited on one thread are the same on every machine, however busy it is.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::{env, time::Instant};

use connect4::{Connect4, Size, Solver};
use framework::{Game, Position, Rng, Turn, random_move};

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let number = |name: &str, usual: u64| {
        words.iter().find_map(|word| word.strip_prefix(name)?.parse().ok()).unwrap_or(usual)
    };
    let (positions, megabytes) = (number("positions=", 200).max(1), number("table=", 64));
    let solver = Solver::new(Size::USUAL, (megabytes as usize) << 20).expect("the usual board can be solved");
    let mut solver = solver.with_threads(number("threads=", 1).max(1) as usize);
    println!("plies   50 % ms   99 % ms   worst ms   50 % nodes   99 % nodes  worst nodes");
    let (mut all_times, mut all_nodes) = (Vec::new(), Vec::new());
    for plies in 0..42 {
        let (mut times, mut nodes) = (Vec::new(), Vec::new());
        for index in 0..positions {
            let pos = random_position(plies, index);
            solver.forget();
            let began = Instant::now();
            let analysis = solver.analyze(&pos, &|_| false).expect("nobody stops it");
            times.push(began.elapsed().as_secs_f64() * 1e3);
            nodes.push(analysis.nodes);
        }
        println!("{plies:5} {}", row(&mut times, &mut nodes));
        all_times.extend(times);
        all_nodes.extend(nodes);
    }
    println!("  all {}", row(&mut all_times, &mut all_nodes));
}

fn random_position(plies: u32, index: u64) -> connect4::Board {
    let start = Connect4::default().start();
    (0..)
        .find_map(|attempt| {
            let mut rng = Rng::stream(index, "answers", u64::from(plies) << 32 | attempt);
            let mut pos = start;
            for _ in 0..plies {
                pos.play(random_move(&pos, &mut rng)?);
            }
            matches!(pos.turn(), Turn::Seat(_)).then_some(pos)
        })
        .expect("some random game is long enough")
}

fn row(times: &mut [f64], nodes: &mut [u64]) -> String {
    times.sort_by(f64::total_cmp);
    nodes.sort_unstable();
    let at = |percent: usize| (times.len() * percent / 100).min(times.len() - 1);
    let [half, most, worst] = [50, 99, 100].map(at);
    format!(
        "{:9.2} {:9.2} {:10.2} {:12} {:12} {:12}",
        times[half], times[most], times[worst], nodes[half], nodes[most], nodes[worst]
    )
}
