//! Plays games of `monte-carlo` against itself, and writes down what it came to prefer; the first stage of learning
//! priors. `training/blokus/README.md` has the format.
//!
//! `cargo run --release -p brettwerk-blokus --example blokus_selfplay -- variant=duo out=duo.games games=1000`
//!
//! Other options: `priors=FILE` (those in use), `simulations=1200`, `quick=150`, `every=3`, `threads=1`, `seed=1`,
//! `seconds=0` (no new game after that; 0 for no limit). Games that are in the file already are not played again.

#[path = "../../../training/options.rs"]
mod options;

use std::{
    collections::BTreeSet,
    fs::{self, OpenOptions},
    io::{Write as _, stderr},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use blokus::{PriorWeights, Rules, SelfPlay, TrainingGame};

use self::options::{Failure, Options};

fn main() -> Result<(), Failure> {
    let mut options = Options::from_args()?;
    let rules: Rules = options.text("variant", "duo").parse()?;
    let path = options.text("out", "blokus.games");
    let priors = match options.text("priors", "").as_str() {
        "" => None,
        path => Some(PriorWeights::parse(&fs::read_to_string(path)?)?),
    };
    let games: u64 = options.number("games", 1000)?;
    let task = SelfPlay {
        rules,
        simulations: options.number("simulations", 1200)?,
        quick: options.number("quick", 150)?,
        every: options.number("every", 3)?,
    };
    let threads: usize = options.number("threads", 1)?;
    let (seed, seconds): (u64, u64) = (options.number("seed", 1)?, options.number("seconds", 0)?);
    options.finish()?;

    let text = if fs::exists(&path)? { fs::read_to_string(&path)? } else { String::new() };
    // A line that was cut off when the program was ended has no end; its game is played again.
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let lines = text[..whole].lines().filter(|line| !line.starts_with('#'));
    let there: BTreeSet<u64> =
        lines.map(|line| TrainingGame::parse(line).map(|game| game.number)).collect::<Result<_, _>>()?;
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(&path)?;
    file.set_len(whole as u64)?;
    file = OpenOptions::new().append(true).open(&path)?;
    if whole == 0 {
        let SelfPlay { simulations, quick, every, .. } = task;
        writeln!(file, "# {rules}\n# simulations={simulations} quick={quick} every={every} seed={seed}")?;
    }

    let (begun, next, done) = (Instant::now(), AtomicU64::new(0), AtomicU64::new(0));
    let file = Mutex::new(file);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, 256) {
            scope.spawn(|| {
                while seconds == 0 || begun.elapsed().as_secs() < seconds {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if games <= number {
                        break;
                    }
                    if there.contains(&number) {
                        continue;
                    }
                    let line = task.play(priors.as_ref(), seed, number).to_line();
                    let written = writeln!(file.lock().unwrap_or_else(PoisonError::into_inner), "{line}");
                    if let Err(error) = written {
                        let _ = writeln!(stderr(), "game {number} cannot be written: {error}");
                        break;
                    }
                    let n_done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    if n_done.is_multiple_of(100) {
                        // Nobody is hurt by progress that cannot be shown.
                        let _ = writeln!(stderr(), "{n_done} games in {} s", begun.elapsed().as_secs());
                    }
                }
            });
        }
    });
    writeln!(stderr(), "{} games in {} s", done.into_inner(), begun.elapsed().as_secs())?;
    Ok(())
}
