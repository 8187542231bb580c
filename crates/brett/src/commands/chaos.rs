//! `brett chaos`: a server is killed, its lines are cut, and it must keep what it promised.

use std::{io, net::SocketAddr, time::Duration};

use anyhow::Context as _;
use clap::{Args, Subcommand};
use drill::{
    Program,
    first_start::{self, FirstStartError},
    kills::{self, KillError},
    proxy::{Line, Proxy},
    restart,
};
use serde::Serialize;

use super::load::write_times;
use crate::{
    Exit, context::Context, interrupts::Interrupts, number::number_in, page::Page, scratch::Scratch,
};

/// Break things around a server on purpose, and see what it has kept
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett chaos kill --rounds 200 --torn\n  brett chaos restart --games 10000\n  \
                  brett chaos first-start --rounds 100\n  brett chaos proxy --to 127.0.0.1:8731 --delay 80 --jitter 40"
)]
pub(crate) struct ChaosArgs {
    #[command(subcommand)]
    drill: Drill,
}

#[derive(Debug, Subcommand)]
enum Drill {
    Kill(KillArgs),
    Restart(RestartArgs),
    FirstStart(FirstStartArgs),
    Proxy(ProxyArgs),
}

/// Kill a server again and again while games are played, and look for everything it promised
///
/// Every move, roll and line that was acknowledged has to be in the file, once; everything that anybody saw has to
/// be there; every match has to replay, and every one that is over to have its result. Ctrl-C ends it after the
/// present round.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett chaos kill\n  brett chaos kill --rounds 1000 --torn --seed 7")]
struct KillArgs {
    /// How often
    #[arg(long, value_name = "N", default_value = "20", value_parser = number_in(1..=1_000_000_u64))]
    rounds: u64,
    /// How many pairs play meanwhile
    #[arg(long, value_name = "N", default_value = "4", value_parser = number_in(1..=1_000_u64))]
    pairs: u64,
    /// Ask it to end instead of killing it, in every so many rounds; 0 for never
    #[arg(long, value_name = "N", default_value = "5")]
    gentle_every: u64,
    /// Compare after every so many rounds
    #[arg(long, value_name = "N", default_value = "4", value_parser = number_in(1..=1_000_000_u64))]
    audit_every: u64,
    /// Also damage the end of copies of the journal, as a loss of power might, and start from them
    #[arg(long)]
    torn: bool,
    /// Where the moments and the moves come from
    #[arg(long, value_name = "N", default_value = "9")]
    seed: u64,
}

/// Open many games, kill the server, and measure how soon it listens and each game answers
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett chaos restart\n  brett chaos restart --games 100000 --json")]
struct RestartArgs {
    /// How many games are open
    #[arg(long, value_name = "N", default_value = "10000", value_parser = number_in(1..=10_000_000_u32))]
    games: u32,
    /// How many of them are looked at afterwards
    #[arg(long, value_name = "N", default_value = "500", value_parser = number_in(1..=1_000_000_u32))]
    looks: u32,
    /// Which of them
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

/// Kill a server during its very first start, again and again, and start again from what it left
///
/// Every round has an empty folder of its own. A start that fails keeps its files. Ctrl-C ends it after the present
/// round.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett chaos first-start\n  brett chaos first-start --rounds 1000 --longest 30"
)]
struct FirstStartArgs {
    /// How often
    #[arg(long, value_name = "N", default_value = "60", value_parser = number_in(1..=1_000_000_u64))]
    rounds: u64,
    /// How many milliseconds after its start it is killed at most
    #[arg(long, value_name = "MS", default_value = "60", value_parser = number_in(0..=60_000_u64))]
    longest: u64,
    /// Where the moments come from
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

/// Put a bad line between clients and a server, until Ctrl-C
///
/// Connect to the address that it prints instead of the server's.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett chaos proxy --to 127.0.0.1:8731 --delay 80 --jitter 40\n  \
                  brett chaos proxy --to 127.0.0.1:8731 --segment 1 --bandwidth 4000")]
struct ProxyArgs {
    /// The server behind it
    #[arg(long, value_name = "ADDRESS")]
    to: SocketAddr,
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// How many milliseconds everything is under way, in each direction
    #[arg(long, value_name = "MS", default_value = "0", value_parser = number_in(0..=600_000_u64))]
    delay: u64,
    /// How many milliseconds longer it may take
    #[arg(long, value_name = "MS", default_value = "0", value_parser = number_in(0..=600_000_u64))]
    jitter: u64,
    /// How many bytes arrive at once, at most
    #[arg(long, value_name = "BYTES", value_parser = number_in(1..=65_536_usize))]
    segment: Option<usize>,
    /// How many bytes pass in a second
    #[arg(long, value_name = "BYTES", value_parser = number_in(1..=1_000_000_000_u64))]
    bandwidth: Option<u64>,
    /// Let nothing pass for a while, in every so many milliseconds
    #[arg(long, value_name = "MS", requires = "stall", value_parser = number_in(1..=3_600_000_u64))]
    stall_every: Option<u64>,
    /// For how many milliseconds nothing passes
    #[arg(long, value_name = "MS", requires = "stall_every", value_parser = number_in(1..=3_600_000_u64))]
    stall: Option<u64>,
    /// Reset all connections in every so many milliseconds
    #[arg(long, value_name = "MS", value_parser = number_in(1..=3_600_000_u64))]
    reset_every: Option<u64>,
}

/// Runs a drill.
///
/// # Errors
/// If it cannot be run, as when no server starts.
pub(crate) fn run(args: &ChaosArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match &args.drill {
            Drill::Kill(args) => kill(args, ctx).await,
            Drill::Restart(args) => restart_with_games(args, ctx).await,
            Drill::FirstStart(args) => kill_first_starts(args, ctx).await,
            Drill::Proxy(args) => proxy(args, ctx).await,
        }
    })
}

async fn kill(args: &KillArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let mut folder = Scratch::new("chaos");
    let plan = kills::KillPlan {
        program: Program::this_one(folder.path())?,
        rounds: args.rounds,
        pairs: args.pairs,
        gentle_every: args.gentle_every,
        audit_every: args.audit_every,
        torn: args.torn,
        seed: args.seed,
    };
    let interrupts = Interrupts::watch_once().context("Ctrl-C")?;
    match kills::run(&plan, ctx.games, ctx.progress(), || interrupts.is_seen()).await {
        Ok(report) => {
            ctx.answer(&Killed(report))?;
            Ok(Exit::Fine)
        }
        Err(error @ KillError::Broken { .. }) => {
            folder.keep();
            writeln!(ctx.console.out, "a promise was broken: {error}")?;
            writeln!(ctx.console.out, "the files are in {}", folder.path().display())?;
            Ok(Exit::No)
        }
        Err(error) => Err(error.into()),
    }
}

#[derive(Serialize)]
struct Killed(kills::KillsReport);

impl crate::context::Report for Killed {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let kills::KillsReport { seed, kills, terminations, starts, torn, kept } = &self.0;
        page.line(format!(
            "killed {kills} times and asked to end {} times, from seed {seed}",
            terminations.count
        ))?;
        page.line(format!("{torn} copies with a damaged end were started from"))?;
        page.line(format!(
            "nothing is lost: {} moves, {} lines, {} events that were seen, {} results, at {} tables",
            kept.moves, kept.lines, kept.seen, kept.results, kept.tables
        ))?;
        page.line(format!(
            "{} rolls of finished matches are proved, {} of them with nonces of both players",
            kept.rolls, kept.shared_rolls
        ))?;
        write_times(page, "start → listening", starts)?;
        write_times(page, "asked → ended", terminations)
    }
}

async fn restart_with_games(args: &RestartArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let folder = Scratch::new("restart");
    let program = Program::this_one(folder.path())?;
    let plan = restart::RestartPlan { program, games: args.games, looks: args.looks, seed: args.seed };
    let report = restart::run(&plan, ctx.progress()).await?;
    ctx.answer(&Restarted(report))?;
    Ok(Exit::Fine)
}

#[derive(Serialize)]
struct Restarted(restart::RestartReport);

impl crate::context::Report for Restarted {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let restart::RestartReport { games, opening_seconds, listening, looks, memory } = &self.0;
        page.line(format!("{games} games were opened in {opening_seconds:.1} s, and the server was killed"))?;
        page.line(format!("listened again after {listening:.0} ms"))?;
        write_times(page, "look → game", looks)?;
        if let Some((before, after)) = memory {
            let mega = |bytes: &u64| *bytes as f64 / 1e6;
            page.line(format!(
                "memory of the server: {:.0} MB before, {:.0} MB in the end",
                mega(before),
                mega(after)
            ))?;
        }
        Ok(())
    }
}

async fn kill_first_starts(args: &FirstStartArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let mut folder = Scratch::new("first-start");
    let plan = first_start::FirstStartPlan {
        program: Program::this_one(folder.path())?,
        rounds: args.rounds,
        longest: Duration::from_millis(args.longest),
        seed: args.seed,
    };
    let interrupts = Interrupts::watch_once().context("Ctrl-C")?;
    match first_start::run(&plan, ctx.progress(), || interrupts.is_seen()).await {
        Ok(report) => {
            ctx.answer(&FirstStarted(report))?;
            Ok(Exit::Fine)
        }
        Err(error @ FirstStartError::Broken { .. }) => {
            folder.keep();
            writeln!(ctx.console.out, "{error}")?;
            writeln!(ctx.console.out, "the files are in {}", folder.path().display())?;
            Ok(Exit::No)
        }
        Err(error) => Err(error.into()),
    }
}

#[derive(Serialize)]
struct FirstStarted(first_start::FirstStartReport);

impl crate::context::Report for FirstStarted {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let first_start::FirstStartReport { seed, kills, with_file, starts } = &self.0;
        page.line(format!(
            "killed {kills} times during the first start, {with_file} times with a database already made, from \
             seed {seed}; every next start worked"
        ))?;
        write_times(page, "start → listening", starts)
    }
}

async fn proxy(args: &ProxyArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let line = Line {
        delay: Duration::from_millis(args.delay),
        jitter: Duration::from_millis(args.jitter),
        segment: args.segment,
        bandwidth: args.bandwidth,
        is_stalled: false,
    };
    let proxy = Proxy::start(args.listen, args.to, line, 1).await;
    let proxy = proxy.with_context(|| format!("cannot listen on {}; choose another port", args.listen))?;
    writeln!(ctx.console.out, "listening on http://{}", proxy.address())?;
    ctx.console.out.flush()?;
    let never = Duration::from_secs(1_000_000_000);
    let every = |millis: Option<u64>| {
        let period = millis.map_or(never, Duration::from_millis);
        tokio::time::interval_at(tokio::time::Instant::now() + period, period)
    };
    let (mut stalls, mut resets) = (every(args.stall_every), every(args.reset_every));
    loop {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => return Ok(Exit::Fine),
            _ = resets.tick() => proxy.cut(drill::proxy::Cut::Reset),
            _ = stalls.tick() => {
                proxy.set(Line { is_stalled: true, ..line });
                tokio::time::sleep(Duration::from_millis(args.stall.unwrap_or_default())).await;
                proxy.set(line);
            }
        }
    }
}
