//! `brett ai-evolver`: the evolver of 2006 with its own command line.

use std::path::PathBuf;

use anyhow::{bail, ensure};
use arena::{
    JournalError,
    evolve::{Assignment, Checkpoints, FolderError, Habits, Method, Orders, Run, Subject, TestOrders},
};
use clap::Args;
use framework::{Millis, search::Limits};

use super::evolve::{self, MAX_GAMES, Show};
use crate::{Exit, choice, context::Context, number::number_in, workers::ThreadsArgs};

/// The player whose weights it changes, which never doubles.
const PLAYER: &str = "welfenlab-2006";
const VARIANT: &str = "standard nocube";

/// The usual folder of a run, and how many of them may lie side by side.
const FOLDER: &str = "ai-evolver";
const MAX_FOLDERS: usize = 1_000;

/// Run the genetic search for backgammon weights as the evolver of 2006 did
///
/// Its arguments stand in the order of its paper: population size, mutation probability (0 to 1), mutation radius,
/// games per match, the nine weights to start from, and if wanted the time for a move in milliseconds. It goes on
/// until Ctrl-C ends it, shows [ for a game that began, . for a move and ] for its end, and tells the best weights
/// every minute and whenever they change. Chance decides most of its tournaments, which is why it failed;
/// `brett evolve` improves weights.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett ai-evolver 5 0.5 50 5 -400 -400 100 100 100 100 -600 -100 700\n  \
                  brett ai-evolver 3 0.5 50 7 -400 -400 100 100 100 100 -600 -100 700 3000 --generations 10"
)]
#[command(allow_negative_numbers = true)]
pub(crate) struct AiEvolverArgs {
    /// How many individuals a population has
    #[arg(value_parser = number_in(2..=1_000_usize))]
    population: usize,
    /// How likely a weight changes
    probability: f64,
    /// By how much a weight changes at most
    radius: f64,
    /// How many games two individuals play
    #[arg(value_name = "GAMES", value_parser = number_in(1..=1_000_000_usize))]
    games_per_match: usize,
    /// The nine weights, and the time for a move in milliseconds
    #[arg(value_name = "WEIGHTS", num_args = 9..=10, required = true)]
    numbers: Vec<f64>,
    /// Ends after so many generations
    #[arg(long, value_name = "N", value_parser = number_in(1..=1_000_000_u64))]
    generations: Option<u64>,
    /// Where chance begins
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number_in(0..=i64::MAX as u64))]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// The folder in which the run is kept: ai-evolver unless given, or ai-evolver-2 and so on if that holds a run
    /// with other arguments
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the evolver of 2006.
///
/// # Errors
/// If its arguments cannot be used, or something cannot be played or written.
pub(crate) fn run(args: &AiEvolverArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let AiEvolverArgs { population, probability, radius, games_per_match, .. } = *args;
    ensure!(
        (0.0..=1.0).contains(&probability),
        "the mutation probability is {probability}; give a number from 0 to 1"
    );
    ensure!(
        (0.0..=1e9).contains(&radius),
        "the mutation radius is {radius}; give a number from 0 to 1000000000"
    );
    let (weights, timeout) = args.numbers.split_at(9);
    let time = timeout.first().map(|&millis| {
        let is_time = (1.0..=1e9).contains(&millis) && millis.fract() == 0.0;
        ensure!(is_time, "the time for a move is {millis}; give whole milliseconds from 1 to 1000000000");
        Ok(Millis(millis as u64))
    });
    let time = time.transpose()?;
    for weight in weights {
        ensure!(
            (-1e9..=1e9).contains(weight),
            "the weight {weight} is none; give a number from -1000000000 to 1000000000"
        );
    }
    let game = choice::open(ctx, "backgammon", VARIANT)?;
    let player = evolve::tunable(&*game, PLAYER)?;
    let habits =
        Habits { population, mutation_probability: probability, mutation_radius: radius, games_per_match };
    let games_per_generation = (population * (population - 1) / 2 * games_per_match) as u64;
    let games =
        args.generations.map_or(MAX_GAMES, |generations| generations.saturating_mul(games_per_generation));
    let orders = Orders {
        method: Method::Genetic(habits),
        games,
        pairs: 1,
        opponent: player.text(weights),
        limits: Limits { time, ..Limits::NONE },
        opening_plies: 0,
        seed: args.seed,
        checkpoints: Checkpoints { every: None, pairs: 50 },
    };
    let numbers: Vec<String> = args.numbers.iter().map(f64::to_string).collect();
    let command = format!(
        "brett ai-evolver {population} {probability} {radius} {games_per_match} {} --seed {}",
        numbers.join(" "),
        args.seed
    );
    let subject = Subject::new(game, player, weights).in_plain_units();
    let test = TestOrders { pairs: 200, gain: 0.1, plays_all: false };
    let assignment = Assignment { subject, orders, test, command, beside: Vec::new() };
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => usual_folder(&assignment, ctx)?,
    };
    evolve::drive(&folder, assignment, args.threads.count(), None, Show::Classic, ctx)
}

/// The first of the usual folders that is free or holds this very run. Other weights begin a run of their own, as every
/// call of the evolver of 2006 did.
fn usual_folder(assignment: &Assignment, ctx: &mut Context<'_, '_>) -> anyhow::Result<PathBuf> {
    for number in 1..=MAX_FOLDERS {
        let folder = match number {
            1 => PathBuf::from(FOLDER),
            _ => PathBuf::from(format!("{FOLDER}-{number}")),
        };
        match Run::open(&folder, assignment.clone()) {
            Ok(_) if number == 1 => return Ok(folder),
            Ok(_) => {
                writeln!(
                    ctx.console.err,
                    "{FOLDER} holds a run with other arguments, so this one is kept in {}",
                    folder.display()
                )?;
                return Ok(folder);
            }
            Err(FolderError::Journal(JournalError::OtherRun { .. })) => {}
            Err(error) => return Err(error.into()),
        }
    }
    bail!(
        "{FOLDER} to {FOLDER}-{MAX_FOLDERS} hold other runs; name a folder by --out, or remove some of them"
    )
}
