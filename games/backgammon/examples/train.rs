//! Trains the network by games against itself and writes its weights.
//!
//! ```text
//! cargo run --release -p brettwerk-backgammon --example train -- OUTPUT GAMES SEED [WEIGHTS]
//! ```
//!
//! The same numbers give the same bytes on every machine. With `WEIGHTS` the training goes on from there, at the
//! small steps of its end.

#![expect(clippy::print_stdout, reason = "a program for people who wait")]

use std::{env, error::Error, fs};

use backgammon::{
    Board, Dice, Variant,
    engine::{Chances, Network, Worth},
};
use framework::Rng;

/// How far a step goes at the beginning and at the end.
const STEPS: (f32, f32) = (0.05, 0.002);
/// How much of what happened later reaches a position besides the estimate of the next ("λ").
const MEMORY: f32 = 0.7;
/// No game against itself goes on for longer.
const MAX_TURNS: usize = 2_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (output, games, seed, known) = match arguments.as_slice() {
        [output, games, seed] => (output, games, seed, None),
        [output, games, seed, weights] => (output, games, seed, Some(weights)),
        _ => return Err("give OUTPUT GAMES SEED [WEIGHTS]".into()),
    };
    let (n_games, seed): (u32, u64) = (games.parse()?, seed.parse()?);
    let (mut network, first_step) = match known {
        Some(path) => (Network::from_bytes(&fs::read(path)?).ok_or("this is no network")?, STEPS.1 * 3.0),
        None => (Network::untrained(&mut Rng::stream(seed, "weights", 0)), STEPS.0),
    };
    let mut moving_error = 0.0;
    for game in 0..n_games {
        let progress = game as f32 / n_games as f32;
        let step = STEPS.1 + (first_step - STEPS.1) * (1.0 - progress) * (1.0 - progress);
        let memory = MEMORY * (1.0 - progress);
        let error = train_on_game(&mut network, step, memory, &mut Rng::stream(seed, "game", game.into()));
        moving_error += 0.001 * (error - moving_error);
        if (game + 1) % 10_000 == 0 {
            println!("{} games, mean error {moving_error:.4}", game + 1);
            fs::write(output, network.to_bytes())?;
        }
    }
    fs::write(output, network.to_bytes())?;
    Ok(())
}

/// Plays a game against itself and learns from it, from the end back to the start. Returns by how much the
/// estimates of winning were off.
fn train_on_game(network: &mut Network, step: f32, memory: f32, rng: &mut Rng) -> f32 {
    // The other games teach it what to do with two more checkers far back, and with three checkers in all.
    let variant =
        [Variant::Standard, Variant::Nackgammon, Variant::Hypergammon][rng.weighted([8, 1, 1].into_iter())];
    let mut board = Board { mover: variant.start(), other: variant.start() };
    let mut boards = Vec::new();
    let mut target = loop {
        boards.push(board);
        if MAX_TURNS < boards.len() {
            return 0.0;
        }
        let after = best_play(network, board, roll(rng));
        if after.mover.is_all_off() {
            break Chances::won(after);
        }
        board = after.turned();
    };
    let mut sum = 0.0;
    for &board in boards.iter().rev() {
        let estimate = network.chances(board);
        sum += (estimate.win - target.win).abs();
        network.learn(board, target, step);
        target = blend(target, estimate, memory).turned();
    }
    sum / boards.len() as f32
}

fn roll(rng: &mut Rng) -> Dice {
    Dice::ALL[rng.weighted(Dice::ALL.iter().map(|dice| dice.weight()))]
}

/// The board after the play that the network likes best, still seen from the side that has played.
fn best_play(network: &Network, board: Board, dice: Dice) -> Board {
    let mut best = (board, f32::NEG_INFINITY);
    board.for_each_play(dice, |_, after| {
        let chances = if after.mover.is_all_off() {
            Chances::won(after)
        } else {
            network.chances(after.turned()).turned()
        };
        let equity = chances.equity(Worth::MONEY);
        if best.1 < equity {
            best = (after, equity);
        }
    });
    best.0
}

/// What a position one turn earlier learns: partly what happened, partly what was expected here.
fn blend(happened: Chances, expected: Chances, memory: f32) -> Chances {
    let mix = |happened: f32, expected: f32| memory * happened + (1.0 - memory) * expected;
    Chances {
        win: mix(happened.win, expected.win),
        win_gammon: mix(happened.win_gammon, expected.win_gammon),
        win_backgammon: mix(happened.win_backgammon, expected.win_backgammon),
        lose_gammon: mix(happened.lose_gammon, expected.lose_gammon),
        lose_backgammon: mix(happened.lose_backgammon, expected.lose_backgammon),
    }
}
