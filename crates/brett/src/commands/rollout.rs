//! `brett rollout`: plays a position of backgammon out many times.

mod report;

use std::{
    collections::BTreeMap,
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use arena::Journal;
use backgammon::{
    Backgammon, Move, Phase, Table,
    engine::{
        Evaluation,
        rollout::{Estimate, Rollout, RolloutTally, Settings, Trial},
    },
};
use clap::Args;
use framework::{
    Game, Options, Position,
    search::{Limits, SearchRequest},
};
use serde::{Deserialize, Serialize};

use self::report::RolledOut;
use crate::{
    Exit,
    choice::PositionArgs,
    context::Context,
    interrupts::Interrupts,
    number::number_in,
    workers::{ThreadsArgs, share},
};

/// The trials between two looks at the stop rules: as many as each first roll needs to come by its weight.
const BLOCK: u64 = 36;
/// The trials before any stop rule may end a rollout.
const LEAST_TRIALS: u64 = 4 * BLOCK;
/// How often a person hears how far it is.
const BETWEEN_NEWS: Duration = Duration::from_secs(2);

/// Play a position of backgammon out many times
///
/// It tells what the position is worth on average. Plays are compared with the same dice; before a roll, doubling (and a take) is compared with rolling. The first two rolls
/// are stratified, and the luck of the dice is taken away, so that a few hundred trials tell small differences. Equities are
/// in multiples of the cube, with 95 % intervals; in a match they count the chances to win it. The answer depends on the seed
/// and not on the number of threads. With a journal, Ctrl-C loses nothing: the same command goes on where it was.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett rollout backgammon --moves 31\n  \
                  brett rollout backgammon --position 4HPwATDgc/ABMA --roll 43 --plays '24/20 13/10; 13/10 13/9'\n  \
                  brett rollout backgammon --position sGfwATDgc/ABMA --trials 1296 --truncate 11 --journal r.jsonl\n  \
                  brett rollout backgammon --variant match=7 --moves '61; 13/7 8/7' --until-clear --json")]
pub(crate) struct RolloutArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The roll to be played, such as 31, if the position has none
    #[arg(long, value_name = "DICE")]
    roll: Option<String>,
    /// The plays to compare, separated by ';' [the best ones of a search]
    #[arg(long, value_name = "LIST")]
    plays: Option<String>,
    /// How many plays of the search are compared
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number_in(1..=100_usize))]
    top: usize,
    /// How many trials are played at most
    #[arg(long, value_name = "N", default_value_t = 1_296, value_parser = number_in(1..=10_000_000_u64))]
    trials: u64,
    /// Ends every trial after so many rolls with the estimate of the network
    #[arg(long, value_name = "ROLLS", value_parser = number_in(1..=1_000_u32))]
    truncate: Option<u32>,
    /// Stops as soon as the best choice is surely better than every other
    #[arg(long)]
    until_clear: bool,
    /// Stops as soon as the interval of the best choice is no wider than ± this equity
    #[arg(long, value_name = "EQUITY")]
    within: Option<f64>,
    /// Keeps the luck of the dice in the results: faster, but far less certain
    #[arg(long)]
    keep_luck: bool,
    /// Plays without the cube
    #[arg(long)]
    cubeless: bool,
    /// The file in which every trial is remembered, to go on later
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Where chance begins
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number_in(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArgs,
}

/// A trial in the journal.
#[derive(Serialize, Deserialize)]
struct Remembered {
    trial: u64,
    equities: Vec<f32>,
    chances: Vec<[f32; 5]>,
}

/// Rolls a position out.
///
/// # Errors
/// If the arguments choose no position or play, the journal cannot be used, or the game is over.
pub(crate) fn run(args: &RolloutArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    if args.within.is_some_and(|within| !(within.is_finite() && 0.0 < within)) {
        bail!("--within is an equity above 0, such as 0.005");
    }
    let choice = args.position.open(ctx)?;
    if choice.game.info().id != backgammon::ENTRY.info.id {
        bail!("only backgammon has rollouts; brett hint and brett analyze know the other games");
    }
    let options: Options = choice.game.options().parse().context("--variant")?;
    let game = Backgammon::from_options(&options).context("--variant")?;
    let table = rolled(&game, game.parse_position(&choice.pos.text())?, args.roll.as_deref())?;
    let moves = moves(args, &game, &table)?;
    let settings = Settings {
        truncate: args.truncate,
        luck: !args.keep_luck,
        cube: !args.cubeless && game.agreement.cube,
        seed: args.seed,
    };
    let rollout = Rollout::new(Evaluation::strongest(), &table, &moves, settings);
    let names: Vec<String> = moves.iter().map(|&mv| game.write_move(&table, mv)).collect();
    let mut known = BTreeMap::new();
    let mut journal = args
        .journal
        .as_ref()
        .map(|path| {
            let identity = identity(args, &game, &table, &names, settings);
            Journal::open(path, "brett rollout", &identity, |done: Remembered| {
                known.insert(done.trial, Trial { equities: done.equities, chances: done.chances });
            })
        })
        .transpose()?;
    known.retain(|_, trial| trial.equities.len() == moves.len() && trial.chances.len() == moves.len());
    let interrupts = Interrupts::watch_once()?;
    let threads = args.threads.count();
    let started = Instant::now();
    let mut heard = Instant::now();
    let mut tally = RolloutTally::default();
    let mut interrupted = false;
    while (tally.len() as u64) < args.trials && !is_enough(args, &tally) {
        if interrupts.is_seen() {
            interrupted = true;
            break;
        }
        let first = tally.len() as u64;
        let end = (first + BLOCK).min(args.trials);
        let missing: Vec<u64> = (first..end).filter(|number| !known.contains_key(number)).collect();
        let job = |idx: u64| rollout.trial(missing[idx as usize]);
        share(threads, missing.len() as u64, job, |idx, trial| {
            let number = missing[idx as usize];
            if let Some(journal) = &mut journal {
                let Trial { equities, chances } = trial.clone();
                journal.append(&Remembered { trial: number, equities, chances })?;
            }
            known.insert(number, trial);
            Ok(())
        })?;
        // In the order of their numbers, so that sums and stops do not depend on who was faster.
        (first..end).filter_map(|number| known.remove(&number)).for_each(|trial| tally.add(trial));
        if BETWEEN_NEWS <= heard.elapsed() {
            heard = Instant::now();
            ctx.progress()(news(&tally, &names, args.trials));
        }
    }
    if tally.is_empty() {
        bail!("interrupted before the first {BLOCK} trials were played");
    }
    let seconds = started.elapsed().as_secs_f64();
    ctx.answer(&RolledOut::new(&game, &table, &moves, &names, &tally, settings, interrupted, seconds))?;
    Ok(Exit::Fine)
}

/// The table with the roll that the arguments give.
fn rolled(game: &Backgammon, table: Table, roll: Option<&str>) -> anyhow::Result<Table> {
    let mut table = table;
    if let Some(roll) = roll {
        if table.phase() == Phase::BeforeRoll {
            table.play(Move::Roll);
        }
        match game.parse_move(&table, roll).context("--roll")? {
            mv @ (Move::Opening(_) | Move::Dice(_)) => table.play(mv),
            _ => bail!("--roll: {roll:?} is no roll; write two dice, such as 31"),
        }
    }
    match table.phase() {
        Phase::BorneOff | Phase::Passed(_) => {
            bail!("the game is over; there is nothing to roll out any more")
        }
        Phase::Opening => bail!("the opening roll is next; add it with --roll 31"),
        // What a double is worth is known from before it.
        Phase::Doubled => Ok(table.with_board(table.mover(), table.board())),
        Phase::Beavered => bail!("a beaver cannot be rolled out; give the position before the double"),
        Phase::BeforeRoll | Phase::Rolling | Phase::Playing(_) => Ok(table),
    }
}

/// What is compared.
fn moves(args: &RolloutArgs, game: &Backgammon, table: &Table) -> anyhow::Result<Vec<Move>> {
    if !matches!(table.phase(), Phase::Playing(_)) {
        if args.plays.is_some() {
            bail!("--plays needs a roll; add it with --roll 31");
        }
        let may_double = table.phase() == Phase::BeforeRoll && !args.cubeless;
        return Ok(if may_double { vec![Move::Roll, Move::Double] } else { vec![Move::Roll] });
    }
    if let Some(plays) = &args.plays {
        let mut moves = Vec::new();
        for text in plays.split(';').map(str::trim).filter(|text| !text.is_empty()) {
            let mv = game.parse_move(table, text).with_context(|| format!("--plays: {text:?}"))?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        if moves.is_empty() {
            bail!("--plays names no play; write such as '8/5 6/5; 24/23 13/10'");
        }
        return Ok(moves);
    }
    let request = SearchRequest::new(table, Limits::NONE).context("nobody is to move in this position")?;
    let found = game.adviser().search(request);
    Ok(found.moves.iter().map(|root| root.mv).take(args.top).collect())
}

/// Everything on which the result of a trial depends.
fn identity(
    args: &RolloutArgs,
    game: &Backgammon,
    table: &Table,
    names: &[String],
    settings: Settings,
) -> BTreeMap<String, String> {
    let pairs = [
        ("game", "backgammon".to_owned()),
        ("variant", game.options()),
        ("position", game.write_position(table)),
        ("choices", names.join("; ")),
        ("seed", args.seed.to_string()),
        ("truncate", settings.truncate.map_or_else(|| "no".to_owned(), |rolls| rolls.to_string())),
        ("luck", settings.luck.to_string()),
        ("cube", settings.cube.to_string()),
    ];
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Tells whether a stop rule holds.
fn is_enough(args: &RolloutArgs, tally: &RolloutTally) -> bool {
    if (tally.len() as u64) < LEAST_TRIALS {
        return false;
    }
    let is_narrow =
        |within: f64| tally.ranking().first().is_some_and(|&best| tally.equity(best).within <= within);
    (args.until_clear && tally.is_clear()) || args.within.is_some_and(is_narrow)
}

/// How far it is, for people.
fn news(tally: &RolloutTally, names: &[String], trials: u64) -> String {
    let best: Vec<String> = tally
        .ranking()
        .into_iter()
        .take(3)
        .map(|choice| {
            let Estimate { mean, within } = tally.equity(choice);
            format!("{} {mean:+.4} ± {within:.4}", names[choice])
        })
        .collect();
    format!("{} / {trials}: {}", tally.len(), best.join("   "))
}
