//! Measures how punctual a player is: how long its plays take under a time limit, by the clock on the wall.
//!
//! ```text
//! cargo run --release -p brettwerk-backgammon --example timeout -- PLAYER MILLISECONDS PLAYS SEED
//! ```
//!
//! A player is `NAME` or `NAME:OPTIONS`. Positions come from random games, dice and all.

#![expect(clippy::print_stdout, reason = "a program for people who wait")]

use std::{env, error::Error, time::Instant};

use backgammon::{Backgammon, Phase};
use framework::{
    Game, Millis, Position, Rng, Turn, random_move,
    search::{Control, Limits, SearchRequest, Stop},
};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [player, limit, plays, seed] = arguments.as_slice() else {
        return Err("give PLAYER MILLISECONDS PLAYS SEED".into());
    };
    let (limit, n_plays, seed): (u64, usize, u64) = (limit.parse()?, plays.parse()?, seed.parse()?);
    let game = Backgammon::from_options(&"nocube".parse()?)?;
    let (name, options) = player.split_once(':').unwrap_or((player, ""));
    let entries = game.engines();
    let entry = entries.iter().find(|entry| entry.name == name).ok_or("there is no such player")?;
    let mut engine = (entry.make)(&options.replace(',', " ").parse()?)?;
    let mut rng = Rng::from_seed(seed);
    let mut millis = Vec::with_capacity(n_plays);
    let mut n_cut_short = 0;
    let mut table = game.start();
    while millis.len() < n_plays {
        if table.turn() == Turn::Over {
            table = game.start();
        }
        if matches!(table.phase(), Phase::Playing(_)) {
            let started = Instant::now();
            let clock = || Millis(started.elapsed().as_millis() as u64);
            let stop = Stop::default();
            let limits = Limits::time(Millis(limit));
            let found = engine.search(
                SearchRequest::new(&table, limits)
                    .expect("a seat is to move")
                    .with_control(Control::new(&stop, &clock)),
            );
            millis.push(started.elapsed().as_secs_f64() * 1_000.0);
            assert!(table.is_legal(found.best), "{:?}", found.best);
            n_cut_short += usize::from(found.moves.iter().any(|root| !root.exact));
        }
        let mv = random_move(&table, &mut rng).ok_or("a game that goes on has a move")?;
        table.play(mv);
    }
    millis.sort_by(f64::total_cmp);
    let at = |share: f64| millis[((millis.len() - 1) as f64 * share) as usize];
    println!(
        "{player}, limit {limit} ms: {} plays, {n_cut_short} with unrated moves; median {:.3} ms, 99 % {:.3} ms, longest {:.3} ms",
        millis.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    Ok(())
}
