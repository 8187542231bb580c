//! `brett match`: two players against each other, as often as it takes.

mod report;

use std::{collections::BTreeMap, fs};

use anyhow::Context as _;
use arena::{
    Duel, Flow, course_chart,
    statistics::{Measure, Sprt},
};
use clap::Args;

use self::report::MatchReport;
use super::arena::{ArenaArgs, Ended, Sitting, signed};
use crate::{Exit, context::Context, number::number_in};

/// The most encounters that may be asked for.
const MAX_GAMES: u64 = 100_000_000;

/// Let two players meet many times, and tell who is stronger and how certain that is
///
/// Games are played in pairs: the same opening or the same dice, with the seats swapped. A player is level1 to
/// level10, a name that `brett players` lists, gtp:COMMAND or file:PATH; limits of its own follow after an @, as in
/// level10@200ms, alphabeta@nodes=10000 or minimax@depth=4. With nodes or depth every match can be repeated bit for
/// bit. Whoever crashes, thinks too long or plays an illegal move loses the game, and that is counted.
///
/// Everything is remembered in a journal: the same command goes on where it was ended, and more --games add to it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett match connect4 level3 level4 --games 200\n  \
                  brett match othello alphabeta@nodes=5000 mcts@nodes=5000 --sprt 0,50\n  \
                  brett match backgammon welfenlab-2006 greedy --games 2000 --luck greedy\n  \
                  brett match connect4 level10@2s 'gtp:./my-bot@2s' --best-of 5 --games 100 --opening-plies 0")]
pub(crate) struct MatchArgs {
    /// The player whose result is told
    #[arg(index = 2, value_name = "A")]
    first: String,
    /// The other player
    #[arg(index = 3, value_name = "B")]
    second: String,
    /// How many games are played (or matches, with --best-of), in pairs: an odd number is raised by one
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number_in(2..=MAX_GAMES))]
    games: u64,
    /// Stop as soon as it is known whether A is better by LOW or by HIGH, in Elo, or in points a game with dice
    #[arg(long, value_name = "LOW,HIGH", value_parser = two_numbers, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// How often that may be wrong: taking HIGH if LOW is true, and LOW if HIGH is
    #[arg(long, value_name = "ALPHA,BETA", value_parser = two_numbers, default_value = "0.05,0.05")]
    errors: (f64, f64),
    /// Take out the luck of the dice, as this player judges it
    #[arg(long, value_name = "PLAYER")]
    luck: Option<String>,
    #[command(flatten)]
    arena: ArenaArgs,
}

/// Reads two numbers with a comma between them.
fn two_numbers(text: &str) -> Result<(f64, f64), String> {
    let read = || {
        let (low, high) = text.split_once(',')?;
        Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
    };
    read().ok_or_else(|| "write two numbers with a comma between them".to_owned())
}

/// Plays a match.
///
/// # Errors
/// If the arguments choose no match, or something cannot be written.
pub(crate) fn run(args: &MatchArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let entrants = args.arena.entrants([&args.first, &args.second])?;
    anyhow::ensure!(entrants.len() == 2, "a match is between two players; brett tournament takes more");
    let plan = args.arena.plan(&entrants, args.luck.as_deref(), ctx)?;
    let measure = if plan.agreement().game.info().has_chance { Measure::Points } else { Measure::Score };
    let (alpha, beta) = args.errors;
    let test = args.sprt.map(|(low, high)| Sprt::new(measure, low, high, alpha, beta));
    let mut duel = Duel::new(test.transpose().context("--sprt")?);
    let kind = BTreeMap::from([("kind".to_owned(), "match".to_owned())]);
    let mut sitting = Sitting::open(&args.arena, &plan, &kind, ctx)?;
    let count = |duel: &mut Duel, finished| {
        duel.add(finished);
        if duel.is_decided() { Flow::Stop } else { Flow::GoOn }
    };
    let say = |duel: &Duel| standing(duel, measure);
    let (ended, time) = ctx.timed(|ctx| {
        let jobs = Duel::jobs(args.games);
        sitting.play(jobs, args.games.next_multiple_of(2), &mut duel, count, say, ctx)
    })?;
    let report = MatchReport::new(&plan, &args.arena, &duel, measure, &sitting, time);
    if let Some(path) = &args.arena.csv {
        fs::write(path, report::csv(&duel)).with_context(|| format!("--csv {}", path.display()))?;
    }
    if let Some(path) = &args.arena.chart {
        let title = format!("{}: {} – {}", report.game(), args.first, args.second);
        let chart = course_chart(&title, duel.pairs(), measure);
        fs::write(path, chart).with_context(|| format!("--chart {}", path.display()))?;
    }
    ctx.answer(&report)?;
    Ok(match ended {
        Ended::Complete => Exit::Fine,
        Ended::Interrupted => Exit::No,
    })
}

/// How it stands, in half a line.
fn standing(duel: &Duel, measure: Measure) -> String {
    let (won, drawn, lost) = duel.won_drawn_lost();
    let estimate = match measure {
        Measure::Score => duel.elo().map(|(elo, interval)| {
            let [elo, low, high] = [elo, interval.low, interval.high].map(|elo| signed(elo, 0));
            format!("Elo {elo} ({low} … {high})")
        }),
        Measure::Points => duel.points().map(|points| {
            let [mean, low, high] =
                [points.mean, points.interval.low, points.interval.high].map(|points| signed(points, 3));
            format!("points {mean} ({low} … {high})")
        }),
    };
    let test = duel.test().map_or_else(String::new, |(test, _)| {
        format!("  LLR {}", signed(test.log_ratio(duel.sample(test.measure())), 2))
    });
    format!("+{won} ={drawn} −{lost}  {}{test}", estimate.unwrap_or_default())
}
