//! Lets a weight file play against a player of the game, in pairs of games with both colors from the same opening.
//!
//! `cargo run --release -p brettwerk-othello --example othello_duel -- weights=FILE against=level10 pairs=20 ms=50`
//!
//! Time is that of the processor for this thread alone, where the system tells it (Linux), so that a busy machine is fair
//! to both. The search with the weights solves where level 10 does, by the same rule.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

#[path = "../../../training/options.rs"]
mod options;

use std::{fs, sync::Arc, time::Instant};

use framework::{
    Game, Millis, Position, Rng, Turn, random_move,
    search::{Control, Engine, Limits, SearchRequest, Stop},
};
use othello::{BLACK, Board, Othello, WHITE, engine::patterns::Weights, weighted_player};

use self::options::{Failure, Options};

/// How many plies of an opening are random.
const OPENING_PLIES: u32 = 10;

fn main() -> Result<(), Failure> {
    let mut options = Options::from_args()?;
    let path = options.text("weights", "weights.bin");
    let against = options.text("against", "level10");
    let (pairs, first): (u64, u64) = (options.number("pairs", 20)?, options.number("first", 0)?);
    let ms: u64 = options.number("ms", 50)?;
    options.finish()?;
    let weights = |path: &str| -> Result<_, Failure> { Ok(Arc::new(Weights::from_bytes(&fs::read(path)?)?)) };
    let mut ours = weighted_player(weights(&path)?);
    let mut theirs = match against.strip_prefix("level") {
        Some(level) => Othello::standard().level(level.parse()?),
        None => weighted_player(weights(&against)?),
    };
    let (mut results, mut discs) = ([0_u32; 3], Vec::new());
    for pair in first..first + pairs {
        let mut rng = Rng::stream(1, "duel", pair);
        let mut opening = Othello::standard().start();
        for _ in 0..OPENING_PLIES {
            opening = random_move(&opening, &mut rng).map_or(opening, |mv| opening.after(mv));
        }
        for seat in [BLACK, WHITE] {
            ours.forget();
            theirs.forget();
            let mut pos = opening;
            while let Turn::Seat(mover) = pos.turn() {
                let player = if mover == seat { &mut *ours } else { &mut *theirs };
                pos.play(think(player, &pos, &Limits::time(Millis(ms))));
            }
            let score = pos.final_score(seat).unwrap_or(0);
            results[(1 - score.signum()) as usize] += 1;
            discs.push(f64::from(score));
        }
        let n = discs.len() as f64;
        let [won, drawn, lost] = results;
        let share = (f64::from(won) + f64::from(drawn) / 2.0) / n;
        println!(
            "{won} won, {drawn} drawn, {lost} lost, {share:.3}, {:+.1} discs",
            discs.iter().sum::<f64>() / n
        );
    }
    Ok(())
}

fn think(player: &mut dyn Engine<Board>, pos: &Board, limits: &Limits) -> othello::Move {
    let (stop, begun, cpu_begun) = (Stop::default(), Instant::now(), cpu_millis());
    let clock = || match (cpu_begun, cpu_millis()) {
        (Some(begun), Some(now)) => Millis(now - begun),
        _ => Millis(begun.elapsed().as_millis() as u64),
    };
    player
        .search(
            SearchRequest::new(pos, *limits)
                .expect("a seat is to move")
                .with_control(Control::new(&stop, &clock)),
        )
        .best
}

/// How long this thread has had a processor.
fn cpu_millis() -> Option<u64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<u64>().ok()? / 1_000_000)
}
