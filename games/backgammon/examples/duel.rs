//! Lets two players meet in pairs of games and says what the first wins a game, with its 95 % interval.
//!
//! ```text
//! cargo run --release -p brettwerk-backgammon --example duel -- FIRST SECOND PAIRS SEED [THREADS] [OPTIONS...]
//! ```
//!
//! A player is `NAME`, `NAME:OPTIONS` or `level:N`. Both games of a pair have the same dice, with seats changed, so
//! luck counts less. The options are those of the game; without any it is played without the cube.

#![expect(clippy::print_stdout, reason = "a program for people who wait")]

use std::{env, error::Error, thread};

use backgammon::{Backgammon, Table};
use framework::{
    Game, Options, PerSeat, Position, Rng, Seat, Turn,
    search::{Engine, Limits, SearchRequest},
};

type Player = Box<dyn Engine<Table>>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [first, second, pairs, seed, rest @ ..] = arguments.as_slice() else {
        return Err("give FIRST SECOND PAIRS SEED [THREADS] [OPTIONS...]".into());
    };
    let (n_pairs, seed): (usize, u64) = (pairs.parse()?, seed.parse()?);
    let n_threads: usize = rest.first().map_or(Ok(1), |threads| threads.parse())?;
    let options =
        rest.get(1..).filter(|options| !options.is_empty()).map_or("nocube".to_owned(), |o| o.join(" "));
    let game = Backgammon::from_options(&options.parse()?)?;
    // Names are checked once, before the threads begin.
    for name in [first, second] {
        player(&game, name)?;
    }
    let results: Vec<f64> = thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads)
            .map(|thread_idx| {
                scope.spawn(move || {
                    let players = || Some([player(&game, first).ok()?, player(&game, second).ok()?]);
                    let mut players = players().expect("the names were checked");
                    let pairs = (thread_idx..n_pairs).step_by(n_threads);
                    pairs.map(|pair| play_pair(&game, &mut players, seed, pair as u64)).collect::<Vec<_>>()
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a thread ends")).collect()
    });
    let n = results.len() as f64;
    let mean = results.iter().sum::<f64>() / n;
    let variance = results.iter().map(|result| (result - mean) * (result - mean)).sum::<f64>() / (n - 1.0);
    let interval = 1.96 * (variance / n).sqrt();
    println!(
        "{first} against {second}, {options}, seed {seed}: {mean:+.3} ± {interval:.3} points a game in {} games",
        2 * results.len()
    );
    Ok(())
}

fn player(game: &Backgammon, text: &str) -> Result<Player, Box<dyn Error>> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    if name == "level" {
        return Ok(game.level(options.parse()?));
    }
    let entry =
        game.engines().into_iter().find(|entry| entry.name == name).ok_or("there is no such player")?;
    Ok((entry.make)(&options.replace(',', " ").parse::<Options>()?)?)
}

/// What the first player wins a game in two games with the same dice and changed seats.
fn play_pair(game: &Backgammon, players: &mut [Player; 2], seed: u64, pair: u64) -> f64 {
    let mut sum = 0.0;
    for first in Seat::all(2) {
        let payoffs = play(game, seed, pair, |seat| usize::from(seat != first), players);
        sum += f64::from(payoffs[first]);
    }
    sum / 2.0
}

fn play(
    game: &Backgammon,
    seed: u64,
    pair: u64,
    player_at: impl Fn(Seat) -> usize,
    players: &mut [Player; 2],
) -> PerSeat<f32> {
    let mut dice = Rng::stream(seed, "dice", pair);
    let mut table = game.start();
    for player in players.iter_mut() {
        player.forget();
    }
    loop {
        let mv = match table.turn() {
            Turn::Over => return table.payoffs(),
            Turn::Chance => framework::random_move(&table, &mut dice).expect("the dice can fall"),
            Turn::Seat(seat) => {
                let limits = Limits { seed: dice.clone().bits(), ..Limits::NONE };
                let player = &mut players[player_at(seat)];
                player.search(SearchRequest::new(&table, limits).expect("a seat is to move")).best
            }
        };
        table.play(mv);
    }
}
