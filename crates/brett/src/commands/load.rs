//! `brett load`: many players at once, and how long their moves take.

use std::{io, net::SocketAddr, path::PathBuf, time::Duration};

use anyhow::{Context as _, bail};
use clap::Args;
use drill::{
    Program, Summary,
    load::{self, Board, LoadPlan, LoadReport, Target},
};
use framework::GameEntry;
use serde::Serialize;

use crate::{Exit, context::Context, number::number_in, page::Page, scratch::Scratch};

/// Measure how long moves take when many play at once
///
/// Players sit down in pairs and play at random, at fixed times that do not wait for the server: a move that
/// could not be sent in time counts from when it was due. Without --server a server of its own is started in a
/// folder for temporary things, and its memory is measured.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett load\n  brett load --players 10000 --rate 1000 --restart\n  \
                  brett load --players 200 --rate 100 --watchers 1000\n  \
                  brett load --guesses 200\n  \
                  brett load --server 127.0.0.1:8731 --pid 4711 --game 'backgammon hypergammon' --json")]
pub(crate) struct LoadArgs {
    /// A server that runs already, instead of one of its own
    #[arg(long, value_name = "ADDRESS")]
    server: Option<SocketAddr>,
    /// The number of the server's process, to measure its memory
    #[arg(long, value_name = "N", requires = "server")]
    pid: Option<u32>,
    /// How many players there are
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number_in(1..=200_000_u32))]
    players: u32,
    /// How many moves they make in a second, all together
    #[arg(long, value_name = "N", default_value = "500", value_parser = number_in(1..=1_000_000_u32))]
    rate: u32,
    /// How long they play
    #[arg(long, value_name = "N", default_value = "60", value_parser = number_in(1..=1_000_000_u32))]
    seconds: u32,
    /// How many players come in a second
    #[arg(long, value_name = "N", default_value = "500", value_parser = number_in(1..=100_000_u32))]
    ramp: u32,
    /// A game for two and its options; may be given several times, and tables take turns
    #[arg(long = "game", value_name = "GAME", default_value = "connect4")]
    boards: Vec<String>,
    /// Let every player play against this computer player instead of each other
    #[arg(long, value_name = "PLAYER")]
    engine: Option<String>,
    /// How many spectators watch the first table
    #[arg(long, value_name = "N", default_value = "0", value_parser = number_in(0..=200_000_u32))]
    watchers: u32,
    /// How many passwords somebody guesses in a second meanwhile, for many names and from many addresses
    #[arg(long, value_name = "N", default_value = "0", value_parser = number_in(0..=10_000_u32))]
    guesses: u32,
    /// Kill the server of its own at half-time, start it again, and see how everybody comes back
    #[arg(long, conflicts_with = "server")]
    restart: bool,
    /// The folder for the server of its own [usually a temporary one, which is removed]
    #[arg(long, value_name = "FOLDER", conflicts_with = "server")]
    data: Option<PathBuf>,
    /// Where the players' moves come from
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

/// Loads a server and tells what was measured.
///
/// # Errors
/// If the settings cannot be used, or there is no server.
pub(crate) fn run(args: &LoadArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let plan = LoadPlan {
        players: args.players,
        rate: f64::from(args.rate),
        duration: Duration::from_secs(args.seconds.into()),
        ramp: args.ramp,
        boards: boards(ctx.games, &args.boards, args.engine.as_deref())?,
        watchers: args.watchers,
        guesses: args.guesses,
        seed: args.seed,
    };
    // The server inherits it.
    client::raise_descriptor_limit().context("the limit on open files")?;
    let folder = Scratch::new("load");
    let target = match args.server {
        Some(address) => Target::Running { address, process: args.pid },
        None => {
            let program = Program::this_one(args.data.as_deref().unwrap_or(folder.path()))?;
            let process = program.start()?;
            Target::Own { program: Box::new(program), process, restart: args.restart }
        }
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let progress = ctx.progress();
    let measured = runtime.block_on(async {
        tokio::select! {
            report = load::run(plan, target, progress) => Ok(report?),
            _ = tokio::signal::ctrl_c() => bail!("interrupted; nothing was measured"),
        }
    });
    let report: LoadReport = measured?;
    let is_fine = report.errors.is_empty() || args.restart;
    ctx.answer(&Measured(report))?;
    Ok(if is_fine { Exit::Fine } else { Exit::No })
}

/// The games that are played, each named by its id and options.
fn boards(games: &[GameEntry], texts: &[String], engine: Option<&str>) -> anyhow::Result<Vec<Board>> {
    let board = |text: &String| {
        let (game, options) = text.split_once(' ').unwrap_or((text, ""));
        Ok(Board::open(games, game, options, engine)?)
    };
    texts.iter().map(board).collect()
}

#[derive(Serialize)]
struct Measured(LoadReport);

impl crate::context::Report for Measured {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Self(report) = self;
        page.line(format!(
            "{} players sat after {:.1} s and made {:.0} moves a second; {:.0} turns a second were due, of which \
             {} began a new match instead",
            report.players, report.ramp_seconds, report.rate, report.wanted_rate, report.matches,
        ))?;
        write_times(page, "move → seen", &report.seen)?;
        write_times(page, "move → done", &report.acknowledged)?;
        if let Some(watched) = &report.watched {
            write_times(page, "move → spectator", watched)?;
        }
        if let Some(restart) = &report.restart {
            page.line(format!("killed: listened again after {:.0} ms", restart.listening))?;
            write_times(page, "cut → back", &restart.back)?;
            page.line(format!("back within five seconds: {:.1} %", restart.in_time * 100.0))?;
        }
        if let Some(guesses) = &report.guesses {
            let answers: Vec<_> =
                guesses.answers.iter().map(|(code, times)| format!("{times} times {code}")).collect();
            page.line(format!("{} passwords guessed: answered {}", guesses.made, answers.join(", ")))?;
            if let Some((hashes, at_once)) = guesses.hashes {
                page.line(format!(
                    "the server hashed {hashes} passwords, {at_once} at the same time at most"
                ))?;
            }
        }
        if let Some(memory) = &report.memory {
            let mega = |bytes: u64| bytes as f64 / 1e6;
            page.line(format!(
                "memory of the server: {:.0} MB when all had come, {:.0} MB in the end, {:.0} MB at most",
                mega(memory.begin),
                mega(memory.end),
                mega(memory.most),
            ))?;
        }
        if let Some(growth) = &report.growth {
            page.line(format!(
                "in the second half memory changed by {:+.2} % an hour, and open descriptors from {} to {}",
                growth.memory_percent_per_hour, growth.descriptors_at_half_time, growth.descriptors_at_end,
            ))?;
        }
        if let Some(busy) = report.load_average {
            page.line(format!("load average of the machine: {busy}"))?;
        }
        for (kind, times) in &report.errors {
            page.line(format!("error, {times} times: {kind}"))?;
        }
        Ok(())
    }
}

pub(super) fn write_times(page: &mut Page<'_>, what: &str, times: &Summary) -> io::Result<()> {
    let Summary { count, p50, p90, p95: _, p99, p999, max } = times;
    page.line(format!(
        "{what}: {count} times, p50 {p50} ms, p90 {p90} ms, p99 {p99} ms, p99.9 {p999} ms, longest {max} ms"
    ))
}
