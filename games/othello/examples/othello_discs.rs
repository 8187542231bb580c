//! Measures how many discs a value is worth at the end, stage by stage:
//! `cargo run --release -p brettwerk-othello --example othello_discs -- side=8 games=2000 depth=5`.
//!
//! Alpha-beta plays against itself from random openings. Every value that it finds on the way is compared with the
//! discs by which the game is won in the end; least squares through zero give the discs that one unit stands for.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::env;

use framework::{
    Game, Position, Rng, Turn, random_move,
    search::{AlphaBeta, AlphaBetaFeatures, Engine as _, Found, Limits, SearchRequest, WIN},
};
use othello::{Board, Evaluation, Move, Othello, SquareSet, WideSet};

/// How many stages a game is cut into, by the part of the board that is covered.
const STAGES: usize = 8;

/// From how many empty squares on the rest is played perfectly, so that the result is that of the position.
const PERFECT_FROM: u32 = 10;

fn main() {
    let number = |name: &str, usual: u64| {
        let text = env::args().find_map(|word| word.strip_prefix(name).map(str::to_owned));
        text.and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (games, depth) = (number("games=", 2_000), number("depth=", 5) as u32);
    match number("side=", 8) {
        8 => measure(&Othello::<u64>::standard(), 8, games, depth),
        side => match Othello::<WideSet>::new(side as u8) {
            Ok(game) => measure(&game, side as u8, games, depth),
            Err(error) => println!("{error}"),
        },
    }
}

/// What is summed up about one stage: values, discs, and their products.
#[derive(Clone, Copy, Default)]
struct Stage {
    count: f64,
    values: f64,
    discs: f64,
    products: f64,
}

fn measure<S: SquareSet>(game: &Othello<S>, side: u8, games: u64, depth: u32) {
    let mut engine = AlphaBeta::new(Evaluation::<S>::new(side), AlphaBetaFeatures::ALL);
    let squares = u32::from(side) * u32::from(side);
    let mut stages = [Stage::default(); STAGES];
    for game_idx in 0..games {
        let mut rng = Rng::stream(1, "discs", game_idx);
        let mut pos = game.start();
        let n_random = 4 + rng.below(u64::from(squares) / 3);
        for _ in 0..n_random {
            pos = random_move(&pos, &mut rng).map_or(pos, |mv| pos.after(mv));
        }
        engine.forget();
        let mut seen = Vec::new();
        while let Turn::Seat(mover) = pos.turn() {
            let empties = pos.empties().count();
            let depth = if empties <= PERFECT_FROM { None } else { Some(depth) };
            let found = search(&mut engine, &pos, depth);
            if depth.is_some() && found.value.abs() < WIN / 2.0 {
                seen.push((mover, (squares - empties) as usize * STAGES / squares as usize, found.value));
            }
            pos.play(found.best);
        }
        for (mover, stage, value) in seen {
            let (value, discs) = (f64::from(value), f64::from(pos.final_score(mover).unwrap_or(0)));
            let stage = &mut stages[stage];
            stage.count += 1.0;
            stage.values += value * value;
            stage.discs += discs * discs;
            stage.products += value * discs;
        }
    }
    println!("covered  positions  discs per unit  correlation  off by");
    for (idx, Stage { count, values, discs, products }) in stages.into_iter().enumerate() {
        let slope = products / values;
        let off = ((discs - slope * products) / count).sqrt();
        let correlation = products / (values * discs).sqrt();
        let covered = (idx as f64 + 0.5) / STAGES as f64;
        println!("{covered:>7.3}  {count:>9}  {slope:>14.4}  {correlation:>11.2}  {off:>6.1}");
    }
}

fn search<S: SquareSet>(
    engine: &mut AlphaBeta<Evaluation<S>>,
    pos: &Board<S>,
    depth: Option<u32>,
) -> Found<Move> {
    engine.search(SearchRequest::new(pos, Limits { depth, ..Limits::NONE }).expect("a seat is to move"))
}
