//! What is lost by letting a fast network choose which plays the big one is asked about.
//!
//! ```text
//! cargo run --release -p brettwerk-backgammon --example fast_errors -- [decisions=2000] [plies=0] [fast=FILE] [seed=1]
//! ```
//!
//! The decisions are those of games that the big network plays against itself, where the sides have not passed each
//! other. Losses are thousandths of a point a decision, by what the big network says of all plays, so many rolls ahead.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::{env, error::Error, fs};

use backgammon::{
    Backgammon, Board, Dice, Phase, Table,
    engine::{BigNetwork, Chances, Evaluation, FastNetwork, PlySearch, Worth},
};
use framework::{
    Game, Rng,
    search::{Engine, Limits, SearchRequest},
};

const SHORTLISTS: [usize; 6] = [1, 2, 3, 5, 8, 12];

/// A board and a roll, with the boards after all plays as the other side sees them and their worth by the big network.
struct Decision {
    board: Board,
    dice: Dice,
    after: Vec<Board>,
    worth: Vec<f32>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let word = |name: &str| words.iter().find_map(|word| word.strip_prefix(name));
    let number = |name: &str, usual: u64| word(name).map_or(Ok(usual), str::parse);
    let fast = match word("fast=") {
        Some(path) => FastNetwork::from_bytes(&fs::read(path)?)?,
        None => FastNetwork::shipped(),
    };
    let (n_decisions, plies) = (number("decisions=", 2_000)?, number("plies=", 0)? as u32);
    let decisions = decisions(n_decisions as usize, number("seed=", 1)?);
    match plies {
        0 => at_sight(&fast, &decisions),
        _ => ahead(fast, &decisions, plies),
    }
    Ok(())
}

fn decisions(count: usize, seed: u64) -> Vec<Decision> {
    let big = Evaluation::with_big(BigNetwork::shipped());
    let start = Backgammon::default().start().board();
    let mut rng = Rng::from_seed(seed);
    let (mut board, mut decisions) = (start, Vec::with_capacity(count));
    while decisions.len() < count {
        let dice = Dice::ALL[rng.index(Dice::ALL.len())];
        if !dice.is_double() || rng.below(2) == 0 {
            let mut after = Vec::new();
            board.for_each_play(dice, |_, board| after.push(board.turned()));
            if after.is_empty() {
                after.push(board.turned());
            }
            let chances = big.chances_of(&after);
            let worth = |(after, chances): (&Board, Chances)| match after.other.is_all_off() {
                true => Chances::won(after.turned()).equity(Worth::MONEY),
                false => chances.turned().equity(Worth::MONEY),
            };
            let worth: Vec<f32> = after.iter().zip(chances).map(worth).collect();
            let next = after[best(&worth)];
            let has_contact = 25 < board.mover.hindmost() + board.other.hindmost();
            if 1 < after.len() && has_contact {
                decisions.push(Decision { board, dice, after, worth });
            }
            board = if next.other.is_all_off() { start } else { next };
        }
    }
    decisions
}

fn best(worth: &[f32]) -> usize {
    (0..worth.len())
        .rev()
        .max_by(|&one, &other| worth[one].total_cmp(&worth[other]))
        .expect("there is a play")
}

/// How good the best of so many plays is that the fast network puts first.
fn at_sight(fast: &FastNetwork, decisions: &[Decision]) {
    let mut losses = [const { Vec::new() }; SHORTLISTS.len()];
    let mut squares = (0.0, 0_usize);
    for Decision { board, after, worth, .. } in decisions {
        let seen: Vec<f32> = fast
            .chances_of(board.turned(), after)
            .into_iter()
            .map(|chances| chances.turned().equity(Worth::MONEY))
            .collect();
        squares.0 += seen.iter().zip(worth).map(|(seen, worth)| f64::from(seen - worth).powi(2)).sum::<f64>();
        squares.1 += after.len();
        let mut order: Vec<usize> = (0..after.len()).collect();
        order.sort_by(|&one, &other| seen[other].total_cmp(&seen[one]));
        for (losses, n_first) in losses.iter_mut().zip(SHORTLISTS) {
            let found = order.iter().take(n_first).map(|&idx| worth[idx]).fold(f32::NEG_INFINITY, f32::max);
            losses.push(worth[best(worth)] - found);
        }
    }
    println!("root mean square error of the equity: {:.4}", (squares.0 / squares.1 as f64).sqrt());
    println!("plays asked about   the best among them   lost");
    for (losses, n_first) in losses.iter().zip(SHORTLISTS) {
        println!("{n_first:17} {:21.2} % {}", held(losses), mean(losses));
    }
}

/// How good the plays are that are found by both together, so many rolls ahead.
fn ahead(fast: FastNetwork, decisions: &[Decision], plies: u32) {
    let big = Evaluation::with_big(BigNetwork::shipped());
    let mut slow = PlySearch { evaluation: big.clone(), plies };
    let mut quick = PlySearch { evaluation: big.with_fast(fast), plies };
    let start = Backgammon::default().start().without_doubling();
    let (mut losses, mut n_same) = (Vec::new(), 0);
    for Decision { board, dice, .. } in decisions {
        let table: Table = start.with_board(framework::Seat::FIRST, *board);
        let table = table.with_phase(Phase::Playing(*dice)).expect("a roll fits");
        let request = || SearchRequest::new(&table, Limits::NONE).expect("a seat is to play");
        let (expected, found) = (slow.search(request()), quick.search(request()));
        n_same += usize::from(expected.best == found.best);
        let of_found = match expected.best == found.best {
            true => expected.value,
            false => slow.look_at(request(), found.best).map_or(expected.value, |root| root.value),
        };
        losses.push((expected.value - of_found).max(0.0));
    }
    println!("the same play in {:.2} %, lost {}", 100.0 * n_same as f64 / losses.len() as f64, mean(&losses));
}

/// In how many percent of the decisions nothing was lost.
fn held(losses: &[f32]) -> f64 {
    100.0 * losses.iter().filter(|&&loss| loss == 0.0).count() as f64 / losses.len() as f64
}

/// The mean in thousandths of a point, with its 95 % interval.
fn mean(losses: &[f32]) -> String {
    let n = losses.len() as f64;
    let mean = losses.iter().map(|&loss| f64::from(loss)).sum::<f64>() / n;
    let variance = losses.iter().map(|&loss| (f64::from(loss) - mean).powi(2)).sum::<f64>() / n;
    format!("{:.3} ± {:.3}", 1e3 * mean, 1e3 * 1.96 * (variance / n).sqrt())
}
