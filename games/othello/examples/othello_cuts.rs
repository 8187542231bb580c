//! Finds how far searches of different depths differ, which is what the middle game leaves lines out by.
//!
//! `cargo run --release -p brettwerk-othello --example othello_cuts -- labels=FOLDER weights=FILE positions=300 depth=8`
//!
//! Positions are taken from all over the labels, and each is searched to every depth up to the given one, without
//! leaving anything out. The logarithm of the standard deviation between two depths is fitted by least squares as a sum
//! over empty squares and both depths: the numbers of `CutModel::FITTED`.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

#[path = "../../../training/options.rs"]
mod options;

use std::{collections::BTreeMap, fs, sync::Arc};

use othello::engine::{
    CutModel, LABEL_BYTES, Label, MiddleGame, Thoroughness, patterns::Weights, probe_depth,
};

use self::options::{Failure, Options};

const TABLE_BYTES: usize = 16 << 20;
/// Positions with numbers of empty squares in such a group are counted together.
const EMPTIES_PER_GROUP: u32 = 4;
/// Groups of fewer positions say too little.
const MIN_IN_GROUP: u32 = 8;

fn main() -> Result<(), Failure> {
    let mut options = Options::from_args()?;
    let (labels, weights) = (options.text("labels", "labels"), options.text("weights", "weights.bin"));
    let n_positions: usize = options.number("positions", 300)?;
    let most: u32 = options.number("depth", 8)?;
    options.finish()?;
    let boards = read(&labels, n_positions)?;
    let weights = Arc::new(Weights::from_bytes(&fs::read(weights)?)?);
    let mut middle = MiddleGame::new(weights, &CutModel::FITTED, TABLE_BYTES);

    // The sum of squares and the number, by group of empty squares and both depths.
    let mut groups = BTreeMap::<(u32, u32, u32), (f64, u32)>::new();
    for board in boards {
        let n_empties = board.n_empties();
        let mut scores = Vec::new();
        middle.forget();
        for depth in 1..=most.min(n_empties.saturating_sub(1)) {
            let how = Thoroughness { depth, certainty: Thoroughness::CERTAIN };
            scores.extend(middle.score(board, how, &|_| false));
        }
        for depth in 2..=scores.len() {
            for probe in (1..depth).filter(|probe| probe % 2 == depth % 2) {
                let difference = f64::from(scores[depth - 1] - scores[probe - 1]);
                let key = (n_empties / EMPTIES_PER_GROUP, depth as u32, probe as u32);
                let group = groups.entry(key).or_default();
                *group = (group.0 + difference * difference, group.1 + 1);
            }
        }
    }
    let mut equations = Vec::new();
    for ((group, depth, probe), (squares, n)) in groups {
        if n < MIN_IN_GROUP {
            continue;
        }
        // Scores are whole discs, which alone gives some difference.
        let sigma = (squares / f64::from(n)).sqrt().max(0.3);
        let n_empties = f64::from(group * EMPTIES_PER_GROUP) + f64::from(EMPTIES_PER_GROUP) / 2.0;
        equations.push(([1.0, n_empties, depth.into(), probe.into()], sigma.ln(), f64::from(n)));
        if probe == probe_depth(depth) {
            println!("{n_empties:4} empty, depth {depth}, probe {probe}: {sigma:.2} discs, {n} positions");
        }
    }
    let [base, per_empty, per_ply, per_probe_ply] = least_squares(&equations);
    println!(
        "base: {base:.3}, per_empty: {per_empty:.4}, per_ply: {per_ply:.4}, per_probe_ply: {per_probe_ply:.4}"
    );
    Ok(())
}

/// Positions from all chunks of a folder, evenly.
fn read(folder: &str, n_positions: usize) -> Result<Vec<othello::engine::Bitboard>, Failure> {
    let mut boards = Vec::new();
    for folder in folder.split(',') {
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder)? {
            paths.push(entry?.path());
        }
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "bin")) {
            for record in fs::read(path)?.chunks(LABEL_BYTES) {
                let label = record.try_into().ok().and_then(Label::from_bytes);
                boards.push(label.ok_or_else(|| format!("{} holds something else", path.display()))?.board);
            }
        }
    }
    boards.retain(|board| 8 < board.n_empties());
    let step = (boards.len() / n_positions.max(1)).max(1);
    Ok(boards.into_iter().step_by(step).take(n_positions).collect())
}

/// The numbers by which weighted sums come nearest to what they should be.
fn least_squares(equations: &[([f64; 4], f64, f64)]) -> [f64; 4] {
    let mut rows = [[0.0; 5]; 4];
    for (terms, sum, weight) in equations {
        for row in 0..4 {
            for column in 0..4 {
                rows[row][column] += weight * terms[row] * terms[column];
            }
            rows[row][4] += weight * terms[row] * sum;
        }
    }
    for pivot in 0..4 {
        // A little on the diagonal: what the positions say nothing about stays 0.
        rows[pivot][pivot] += 1e-6;
        for row in (0..4).filter(|&row| row != pivot) {
            let factor = rows[row][pivot] / rows[pivot][pivot];
            let above = rows[pivot];
            for (value, above) in rows[row].iter_mut().zip(above) {
                *value -= factor * above;
            }
        }
    }
    std::array::from_fn(|row| rows[row][4] / rows[row][row])
}
