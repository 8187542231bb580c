//! Learns the priors of `monte-carlo` from its games against itself, and prints them as the table of
//! `src/engine/prior_weights.rs`.
//!
//! `cargo run --release -p blokus --example blokus_priors -- variant=duo games=400 simulations=600 threads=2 seed=1`

use std::{
    error::Error,
    io::{Write as _, stderr, stdout},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use blokus::{FittedPriors, Lesson, Rules, play_lessons};

/// What was asked for.
struct Task {
    rules: Rules,
    games: u64,
    simulations: u32,
    threads: usize,
    seed: u64,
}

impl Task {
    fn read(words: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let mut task = Self { rules: Rules::duo(), games: 400, simulations: 600, threads: 1, seed: 1 };
        for word in words {
            let (key, value) = word.split_once('=').ok_or_else(|| {
                format!("\"{word}\" is no option; write variant=, games=, simulations=, threads= or seed=")
            })?;
            match key {
                "variant" => task.rules = rules(value)?,
                "games" => task.games = value.parse()?,
                "simulations" => task.simulations = value.parse()?,
                "threads" => task.threads = value.parse::<usize>()?.clamp(1, 256),
                "seed" => task.seed = value.parse()?,
                _ => return Err(format!("there is no option \"{key}\"").into()),
            }
        }
        Ok(task)
    }
}

fn rules(variant: &str) -> Result<Rules, String> {
    match variant {
        "duo" => Ok(Rules::duo()),
        "junior" => Ok(Rules::junior()),
        "classic" => Ok(Rules::classic()),
        "classic-2" => {
            Rules::classic().with_players(2).ok_or_else(|| "two cannot share the colors".to_owned())
        }
        _ => Err(format!("there is no variant \"{variant}\"; choose duo, junior, classic or classic-2")),
    }
}

/// Plays all games; the lessons are in the order of the games, however many threads there are.
fn play(task: &Task) -> Vec<Lesson> {
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let all = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..task.threads {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if task.games <= game {
                        break;
                    }
                    let lessons =
                        play_lessons(&task.rules, task.simulations, task.seed.wrapping_mul(1_000_003) ^ game);
                    all.lock().unwrap_or_else(PoisonError::into_inner).push((game, lessons));
                    let n_done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    // Nobody is hurt by progress that cannot be shown.
                    let _ = write!(stderr(), "\rgame {n_done} of {}", task.games);
                }
            });
        }
    });
    let mut games = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    games.sort_by_key(|&(game, _)| game);
    games.into_iter().flat_map(|(_, lessons)| lessons).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let task = Task::read(std::env::args().skip(1))?;
    let lessons = play(&task);
    writeln!(stderr(), "\n{} lessons", lessons.len())?;
    let fitted = FittedPriors::fit(&lessons, |pass, loss| {
        if pass.is_multiple_of(50) {
            let _ = writeln!(stderr(), "pass {pass}: {loss:.4} nats a lesson");
        }
    });
    writeln!(stderr(), "from {:.4} to {:.4} nats a lesson", fitted.loss.0, fitted.loss.1)?;
    write!(stdout(), "{}", fitted.in_rust("LEARNED"))?;
    Ok(())
}
