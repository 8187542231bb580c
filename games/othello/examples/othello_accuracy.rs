//! Compares searches with positions of which the exact score of every move is known.
//!
//! ```text
//! cargo run --release -p brettwerk-othello --example othello_accuracy -- file=FILE weights=FILE depth=15 certainty=1
//! cargo run --release -p brettwerk-othello --example othello_accuracy -- file=FILE weights=FILE solve=yes positions=60
//! ```
//!
//! A line of the file is a board, who moves, and the moves with their scores, the best first:
//! `--OOOO…--- X; A6:+8; H7:+6; …`. Told are how often a best move was found, how many discs the moves lose on average,
//! and how far the score is from the truth; with `solve=yes` only how many positions the solver visits.
//! `cuts=1.77,-0.027,0.1,-0.18` tries other numbers of `CutModel`, in the order of its fields.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

#[path = "../../../training/options.rs"]
mod options;

use std::{collections::BTreeMap, fs, sync::Arc};

use framework::Game;
use othello::{
    Othello,
    engine::{Bitboard, CutModel, MiddleGame, Solver, Thoroughness, patterns::Weights},
};

use self::options::{Failure, Options};

const TABLE_BYTES: usize = 64 << 20;

/// A position and the exact scores of its moves.
struct Problem {
    board: Bitboard,
    moves: BTreeMap<String, i32>,
}

fn main() -> Result<(), Failure> {
    let mut options = Options::from_args()?;
    let (file, path) = (options.text("file", "hard-30.obf"), options.text("weights", ""));
    let how =
        Thoroughness { depth: options.number("depth", 15)?, certainty: options.number("certainty", 1)? };
    let n_positions: usize = options.number("positions", usize::MAX)?;
    let is_solved = options.text("solve", "no") == "yes";
    let cuts = match options.text("cuts", "") {
        text if text.is_empty() => CutModel::FITTED,
        text => cut_model(&text)?,
    };
    options.finish()?;
    let weights = match path.as_str() {
        "" => Weights::shipped(),
        path => Arc::new(Weights::from_bytes(&fs::read(path)?)?),
    };
    let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty()).take(n_positions);
    let problems = lines.map(problem).collect::<Result<Vec<_>, _>>()?;
    match is_solved {
        true => solve(&problems, weights),
        false => search(&problems, weights, &cuts, how),
    }
}

fn search(
    problems: &[Problem],
    weights: Arc<Weights>,
    cuts: &CutModel,
    how: Thoroughness,
) -> Result<(), Failure> {
    let mut middle = MiddleGame::new(weights, cuts, TABLE_BYTES);
    let (mut n_right, mut discs_lost, mut errors, mut nodes) = (0, 0, 0, 0);
    for Problem { board, moves } in problems {
        middle.forget();
        let found = middle.search(*board, how, false, &|_| false, &mut |_| {}).ok_or("a game is over")?;
        let best = moves.values().max().ok_or("a position has no moves")?;
        let name = found.moves[0].0.to_string().to_uppercase();
        let score = moves.get(&name).ok_or_else(|| format!("{name} has no score"))?;
        n_right += u32::from(score == best);
        discs_lost += best - score;
        errors += (found.score - best).abs();
        nodes += found.nodes;
    }
    let n = problems.len() as f64;
    println!(
        "{:.1} % right, {:.3} discs lost a move, {:.2} discs of error, {:.1} million nodes for {} positions",
        100.0 * f64::from(n_right) / n,
        f64::from(discs_lost) / n,
        f64::from(errors) / n,
        nodes as f64 / 1e6,
        problems.len()
    );
    Ok(())
}

fn solve(problems: &[Problem], weights: Arc<Weights>) -> Result<(), Failure> {
    let mut solver = Solver::new(TABLE_BYTES).with_weights(Some(weights));
    let (mut nodes, mut n_wrong) = (0, 0);
    for Problem { board, moves } in problems {
        solver.forget();
        let solution = solver.solve(*board, &|_| false).ok_or("a game is over")?;
        nodes += solution.nodes;
        n_wrong += u32::from(moves.values().max() != Some(&solution.score));
    }
    let mean = nodes as f64 / problems.len() as f64 / 1e6;
    println!("{mean:.3} million nodes a position, {n_wrong} of {} wrong", problems.len());
    Ok(())
}

fn problem(line: &str) -> Result<Problem, Failure> {
    let mut parts = line.split(';').map(str::trim);
    let position = parts.next().unwrap_or_default();
    let pos = Othello::standard().parse_position(position).map_err(|error| format!("{position}: {error}"))?;
    let board = Bitboard::of(&pos).ok_or("the board has not 8×8 squares")?;
    let mut moves = BTreeMap::new();
    for part in parts.filter(|part| !part.is_empty()) {
        let (square, score) = part.split_once(':').ok_or_else(|| format!("{part} has no score"))?;
        moves.insert(square.to_uppercase(), score.trim().trim_start_matches('+').parse()?);
    }
    Ok(Problem { board, moves })
}

fn cut_model(text: &str) -> Result<CutModel, Failure> {
    let numbers = text.split(',').map(str::parse).collect::<Result<Vec<f32>, _>>()?;
    let [base, per_empty, per_ply, per_probe_ply] = numbers[..] else {
        return Err("write cuts= as four numbers with commas".into());
    };
    Ok(CutModel { base, per_empty, per_ply, per_probe_ply })
}
