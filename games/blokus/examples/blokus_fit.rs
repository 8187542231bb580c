//! Fits priors of `monte-carlo` to games of `blokus_selfplay`; the second stage of learning them.
//!
//! `cargo run --release -p brettwerk-blokus --example blokus_fit -- data=duo.games,junior.games out=priors.txt`
//!
//! Other options: `passes=200`, `power=2` (of the numbers of simulations), `threads=1`, `most=100000` (lessons).
//! Every twentieth game is held out, and the loss is told for it, too.

#[path = "../../../training/options.rs"]
mod options;

use std::{
    fs,
    io::{Write as _, stderr},
};

use blokus::{FittedPriors, Lesson, PriorWeights, Rules, TrainingGame};

use self::options::{Failure, Options};

/// Of how many games one is not learned from.
const HELD_OUT: u64 = 20;

fn main() -> Result<(), Failure> {
    let mut options = Options::from_args()?;
    let data = options.text("data", "blokus.games");
    let out = options.text("out", "priors.txt");
    let (passes, power): (u32, f32) = (options.number("passes", 200)?, options.number("power", 2.0)?);
    let (threads, most): (usize, usize) = (options.number("threads", 1)?, options.number("most", 100_000)?);
    options.finish()?;

    let (mut learned, mut held_out, mut games) = (Vec::new(), Vec::new(), 0);
    let mut rules = Rules::duo();
    for path in data.split(',') {
        let text = fs::read_to_string(path)?;
        let head = text.lines().next().and_then(|line| line.strip_prefix("# "));
        rules = head.ok_or_else(|| format!("{path} does not begin with the rules"))?.parse()?;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if most <= learned.len() {
                break;
            }
            let game = TrainingGame::parse(line)?;
            let lessons = Lesson::of(&game, &rules, power)?;
            let part = if game.number.is_multiple_of(HELD_OUT) { &mut held_out } else { &mut learned };
            part.extend(lessons);
            games += 1;
        }
    }
    writeln!(stderr(), "{games} games, {} lessons, {} held out", learned.len(), held_out.len())?;
    let fitted = FittedPriors::fit(&learned, passes, threads, |pass, loss| {
        if pass.is_multiple_of(50) {
            // Nobody is hurt by progress that cannot be shown.
            let _ = writeln!(stderr(), "pass {pass}: {loss:.4} nats a lesson");
        }
    });
    let before = FittedPriors::loss_of(PriorWeights::usual(&rules), &held_out, threads);
    let after = FittedPriors::loss_of(&fitted.weights, &held_out, threads);
    let (alike, last) = fitted.loss;
    let card = format!(
        "# Priors of the moves, one line for each phase of the game; training/blokus/README.md says what the numbers are.\n\
         # {} lessons of {games} games from {data}, power {power}, {passes} passes: from {alike:.4} to {last:.4} nats a \
         lesson;\n# held out {after:.4} ({before:.4} with the priors in use before, {} lessons)\n",
        learned.len(),
        held_out.len(),
    );
    write!(stderr(), "{card}")?;
    fs::write(&out, card + &fitted.weights.to_text())?;
    Ok(())
}
