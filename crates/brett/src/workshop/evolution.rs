//! Evolving weights in the background.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use arena::{
    Flow,
    evolve::{
        Assignment, Checkpoints, EvolveError, FolderError, Method, Orders, Run, Sight, Stage, Subject,
        TestOrders,
    },
    usual_opening_plies,
};
use framework::{GameEntry, Text, search::Limits};
use protocol::{EvolutionMethod, JobKind, JobStage, NewEvolution, StrengthPoint, WeightResult, WorkshopJob};

use super::{files, job::Job};
use crate::commands::evolve::OF_2006;

/// How many pairs every candidate plays at first; fewer in a short evolution, so that it has several generations.
const MOST_FIRST_PAIRS: u64 = 50;
/// The gain in points a game that the last test tells from none.
const TESTED_GAIN: f64 = 0.05;
/// How many folders of earlier evolutions are kept.
const MAX_KEPT_RUNS: usize = 20;
/// Two-sided 95 % of a normal distribution, in standard errors.
const Z_95: f64 = 1.96;

/// Begins an evolution, or says what is wrong with it.
pub(super) fn begin(
    games: &[GameEntry],
    folder: &Path,
    number: u64,
    wanted: &NewEvolution,
) -> Result<Arc<Job>, Text> {
    let game = files::open(games, &wanted.game, "")?;
    let player = files::tunable(&*game, &wanted.player)?;
    let start = match &wanted.from {
        Some(text) => files::weights(&*game, &player, text)?,
        None => player.values(),
    };
    let (method, word) = match wanted.method {
        EvolutionMethod::CmaEs => (Method::CmaEs, "cma-es"),
        EvolutionMethod::Spsa => (Method::Spsa, "spsa"),
        EvolutionMethod::Genetic => (Method::Genetic(OF_2006), "genetic"),
    };
    let orders = Orders {
        method,
        games: wanted.games,
        pairs: (wanted.games / 200).clamp(4, MOST_FIRST_PAIRS),
        opponent: player.text(&player.values()),
        limits: Limits::NONE,
        opening_plies: usual_opening_plies(&*game),
        seed: wanted.seed,
        checkpoints: Checkpoints::usual(wanted.games),
    };
    // A third of what the search may play, so that the last word does not take longer than the search.
    let test = TestOrders { pairs: (wanted.games / 6).max(50), gain: TESTED_GAIN, plays_all: false };
    let command = format!(
        "brett evolve {} {} --method {word} --games {} --pairs {} --seed {}",
        wanted.game, wanted.player, wanted.games, orders.pairs, wanted.seed
    );
    let known = WorkshopJob {
        number,
        kind: JobKind::Evolution,
        stage: JobStage::Searching,
        game: wanted.game.clone(),
        player: wanted.player.clone(),
        games: 0,
        planned_games: wanted.games,
        generation: 0,
        seconds: 0,
        max_seconds: u64::from(wanted.minutes) * 60,
        strength: Vec::new(),
        terms: files::terms(&player, &start, &start),
        file: None,
        result: None,
        problem: None,
    };
    let folder = fresh_folder(folder).map_err(|error| {
        Text::new(
            format!("the folder for evolutions cannot be used: {error}"),
            format!("der Ordner für Evolutionen ist nicht zu benutzen: {error}"),
        )
    })?;
    let subject = Subject::new(game, player, &start);
    let assignment = Assignment { subject, orders, test, command, beside: Vec::new() };
    let threads = wanted.threads as usize;
    Job::begin(known, move |job| {
        work(job, &folder, assignment, threads).map_err(|error| {
            Text::new(error.to_string(), format!("die Evolution ist fehlgeschlagen: {error}"))
        })
    })
}

/// Makes a folder for the next run, and removes the oldest ones.
fn fresh_folder(parent: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(parent)?;
    let number_of = |name: &str| name.strip_prefix("run-")?.parse::<u64>().ok();
    let mut runs: Vec<u64> =
        fs::read_dir(parent)?.filter_map(|entry| number_of(entry.ok()?.file_name().to_str()?)).collect();
    runs.sort_unstable();
    for number in runs.iter().rev().skip(MAX_KEPT_RUNS - 1) {
        fs::remove_dir_all(parent.join(format!("run-{number}")))?;
    }
    let folder = parent.join(format!("run-{}", runs.last().map_or(1, |last| last + 1)));
    fs::create_dir(&folder)?;
    Ok(folder)
}

fn work(job: &Job, folder: &Path, assignment: Assignment, threads: usize) -> Result<(), FolderError> {
    let mut run = Run::open(folder, assignment)?;
    while run.stage() != Stage::Over && !job.is_canceled() {
        let stage = run.stage();
        let is_late = job.is_late();
        if is_late && stage == Stage::Testing {
            break;
        }
        // The play-off after a search that is late is short, and decides what the search was for.
        let can_run_out = !is_late;
        let advanced = run.advance(threads, is_late, &mut |sight| {
            if matches!(sight, Sight::Game(_)) {
                job.count_game();
            }
            if job.is_canceled() || can_run_out && job.is_late() { Flow::Stop } else { Flow::GoOn }
        });
        match advanced {
            // A piece that was broken off is left out; what was found before stays.
            Ok(_) | Err(FolderError::Evolve(EvolveError::Stopped)) => note(job, &run),
            Err(error) => return Err(error),
        }
    }
    note(job, &run);
    Ok(())
}

/// Tells what a run has found so far.
fn note(job: &Job, run: &Run) {
    let state = run.evolution().state();
    let subject = run.evolution().subject();
    let terms = files::terms(subject.player(), subject.start(), &run.best());
    let points = run.checkpoints().iter().map(|checkpoint| {
        let (mean, error) = (checkpoint.strength.mean, checkpoint.strength.error);
        StrengthPoint { games: checkpoint.games, mean, low: mean - Z_95 * error, high: mean + Z_95 * error }
    });
    let strength = points.collect();
    let result = run.last_test().estimate().map(|estimate| WeightResult {
        games: 2 * run.last_test().pairs(),
        mean: estimate.mean,
        low: estimate.interval.low,
        high: estimate.interval.high,
    });
    job.update(|known| {
        known.stage = if run.stage() == Stage::Searching { JobStage::Searching } else { JobStage::Testing };
        known.generation = state.generation;
        known.terms = terms;
        known.strength = strength;
        known.result = result;
        known.file = Some(run.weight_file().to_string());
    });
}
