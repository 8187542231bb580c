//! Lets each level play against the next one, and tells how far they lie apart.
//!
//! `cargo run --release -p brettwerk-othello --example othello_ladder -- from=1 to=9 pairs=80`
//!
//! The levels below the last are limited by their depth, so that neither a clock nor a busy machine matters. Games come in
//! pairs with both colors from the same opening of random plies. For the last level `othello_duel` keeps the time.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

#[expect(dead_code, reason = "this program takes no texts")]
#[path = "../../../training/options.rs"]
mod options;

use framework::{
    Game, Position, Seat, Turn,
    search::{LEVELS, Limits},
    testkit,
};
use othello::Othello;

use self::options::{Failure, Options};

/// How many plies of an opening are random.
const OPENING_PLIES: usize = 6;

fn main() -> Result<(), Failure> {
    let mut options = Options::from_args()?;
    let (from, to): (u8, u8) = (options.number("from", 1)?, options.number("to", 9)?);
    let pairs: u64 = options.number("pairs", 80)?;
    options.finish()?;
    if from < *LEVELS.start() || *LEVELS.end() <= to {
        return Err("write from= and to= as levels below the last".into());
    }
    let game = Othello::standard();
    for lower in from..to {
        let mut players = [game.level(lower + 1), game.level(lower)];
        let mut results = [0_u32; 3];
        for pair in 0..pairs {
            let opening = testkit::random_opening(&game.start(), OPENING_PLIES, 1_000 + pair);
            for seat in [Seat::FIRST, Seat::SECOND] {
                players.iter_mut().for_each(|player| player.forget());
                let mut pos = opening;
                while let Turn::Seat(mover) = pos.turn() {
                    let idx = usize::from(mover != seat);
                    let seed = pair * 2 + u64::from(lower) + 1 - idx as u64;
                    let limits = Limits { seed, ..Limits::NONE };
                    pos.play(testkit::search(&mut *players[idx], &pos, &limits).best);
                }
                results[(1 - pos.final_score(seat).unwrap_or(0).signum()) as usize] += 1;
            }
        }
        let [won, drawn, lost] = results.map(f64::from);
        let (n, higher) = (won + drawn + lost, lower + 1);
        let share = (won + drawn / 2.0) / n;
        let elo = |share: f64| 400.0 * (share / (1.0 - share)).log10();
        let error = 1.96 * (share * (1.0 - share) / n).sqrt();
        let ends = [share - error, share + error].map(|end| elo(end.clamp(0.001, 0.999)));
        println!(
            "level {higher} against {lower}: {won} won, {drawn} drawn, {lost} lost, {:+.0} points ({:+.0} to {:+.0})",
            elo(share.clamp(0.001, 0.999)),
            ends[0],
            ends[1]
        );
    }
    Ok(())
}
