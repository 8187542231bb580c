//! Tells what our decisions about the cube cost by the judgment of another program.
//!
//! ```text
//! cargo run --release -p brettwerk-backgammon --example cube_errors -- FILE PLIES [worst]
//! ```
//!
//! A line of the file is a position, the cube, the score, and what not doubling, a take and a pass are worth, in the form of
//! `tests/data/cube.txt`. With `worst` it lists the ten most expensive decisions.

#![expect(clippy::print_stdout, reason = "this is its answer")]

use std::{env, error::Error, fs};

use backgammon::{
    Backgammon, Cube, MatchScore, Phase, Table,
    engine::{
        Evaluation,
        cube::{CubeAhead, CubeDecision, CubeState, Stakes},
    },
    notation::gnu_id,
};
use framework::{Game as _, Seat};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [path, plies, rest @ ..] = args.as_slice() else { return Err("give FILE and PLIES".into()) };
    let plies: u32 = plies.parse()?;
    let evaluation = Evaluation::strongest();
    let mut losses = Vec::new();
    for line in fs::read_to_string(path)?.lines().filter(|line| line.starts_with("C ")) {
        let (table, [no_double, take, pass]) =
            judged(line).ok_or_else(|| format!("this is no cube decision: {line}"))?;
        let mut ahead = CubeAhead::new(&evaluation, &|_| false);
        let (stakes, cube) = (Stakes::at(&table, Seat::FIRST), CubeState::at(&table, Seat::FIRST));
        let found = CubeDecision::find(&mut ahead, table.board(), &stakes, cube, plies)
            .expect("nobody stops this search");
        let double = take.min(pass);
        let doubles = table.phase() == Phase::BeforeRoll && found.is_double();
        let of_doubler = no_double.max(double) - if doubles { double } else { no_double };
        let of_taker = if found.is_take() { take } else { pass } - double;
        losses.push((
            1_000.0 * of_doubler,
            1_000.0 * of_taker,
            table.score().is_money(),
            found,
            line.to_owned(),
        ));
    }
    let mean = |of: &dyn Fn(bool) -> bool, part: &dyn Fn(f32, f32) -> f32| {
        let of_kind = losses.iter().filter(|loss| of(loss.2));
        let parts: Vec<f32> = of_kind.map(|loss| part(loss.0, loss.1)).collect();
        let n_parts = parts.len().max(1) as f32;
        let mean = parts.iter().sum::<f32>() / n_parts;
        let variance = parts.iter().map(|part| (part - mean).powi(2)).sum::<f32>() / n_parts;
        format!("{mean:.2} ± {:.2} ({})", 1.96 * (variance / n_parts).sqrt(), parts.len())
    };
    println!("double {}", mean(&|_| true, &|double, _| double));
    println!("take   {}", mean(&|_| true, &|_, take| take));
    println!("both   {}", mean(&|_| true, &|double, take| double + take));
    println!("money  {}", mean(&|is_money| is_money, &|double, take| double + take));
    println!("match  {}", mean(&|is_money| !is_money, &|double, take| double + take));
    if rest.first().is_some_and(|word| word == "worst") {
        losses.sort_by(|left, right| (right.0 + right.1).total_cmp(&(left.0 + left.1)));
        for (double, take, _, found, line) in losses.iter().take(10) {
            println!("{double:.1} {take:.1} {found:?}\n    {line}");
        }
    }
    Ok(())
}

/// The table of a line, and what not doubling, a take and a pass are worth there.
fn judged(line: &str) -> Option<(Table, [f32; 3])> {
    let columns: Vec<&str> = line.split('|').collect();
    let words: Vec<&str> = columns[0].split_whitespace().collect();
    let field = |name: &str| words.iter().find_map(|word| word.strip_prefix(name));
    let number = |name: &str| -> Option<u16> { field(name)?.parse().ok() };
    let (own, other) = field("score=")?.split_once('-')?;
    let score = MatchScore {
        length: number("match=")?,
        points: [own.parse().ok()?, other.parse().ok()?],
        crawford: number("crawford=")? != 0,
    };
    let owner = match field("owner=")? {
        "me" => Some(Seat::FIRST),
        "opp" => Some(Seat::SECOND),
        _ => None,
    };
    let cube = Cube::new(number("cube=")?.trailing_zeros() as u8, owner)?;
    let board = gnu_id::read_board(words.get(1)?, 15).ok()?;
    let table = Backgammon::default().start().with_board(Seat::FIRST, board).with_stakes(cube, score);
    let equities: Option<Vec<f32>> =
        columns.get(2)?.split_whitespace().map(|word| word.parse().ok()).collect();
    let [_, no_double, take, pass] = equities?[..] else { return None };
    Some((table, [no_double, take, pass]))
}
