//! `brett bench`: a fixed piece of work, by which versions and machines are compared.

use std::{io, time::Duration};

use anyhow::ensure;
use clap::Args;
use framework::Text;
use othello::engine::{BENCHMARK_TABLE_BYTES, Solver, benchmark_of};
use serde::Serialize;

use crate::{
    Exit,
    choice::GameArgs,
    commands::solve,
    context::{Context, Report},
    number::number_in,
    page::{Page, per_second, rounded},
};

/// Solve a fixed set of positions, and tell how fast that was
///
/// The positions visited and the signature are the same on every machine; another signature means that the search
/// has changed.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett bench connect4\n  brett bench othello --json\n  brett bench othello --threads 4"
)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many threads search each position of Othello; with more than one, numbers and signature differ from run to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number_in(1..=256_usize))]
    threads: usize,
}

/// Runs the benchmark of a game.
///
/// # Errors
/// If the game has none.
pub(crate) fn run(args: &BenchArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let id = args.game.open(ctx)?.info().id;
    let (is_othello, is_blokus) = (id == othello::ENTRY.info.id, id == blokus::ENTRY.info.id);
    if !is_othello && !is_blokus {
        solve::size(&args.game, ctx)?;
        ensure!(args.threads == 1, "--threads is for Othello; leave it out");
    }
    let ((solved, nodes, signature), time) = ctx.timed(|_| {
        if is_blokus {
            // Nothing is solved here: a node is a simulation.
            let done = blokus::benchmark();
            return Ok((done.n_positions, done.simulations, done.signature));
        }
        if !is_othello {
            let done = connect4::benchmark();
            return Ok((done.n_solved, done.nodes, done.signature));
        }
        let mut solver = Solver::new(BENCHMARK_TABLE_BYTES).with_threads(args.threads);
        let done = benchmark_of(&mut solver, &mut |_| {});
        ensure!(done.n_wrong == 0, "{} of {} scores are wrong; report this", done.n_wrong, done.n_solved);
        Ok((done.n_solved, done.nodes, done.signature))
    })?;
    ctx.answer(&Measured {
        solved,
        nodes,
        seconds: time.as_secs_f64(),
        nodes_per_second: per_second(nodes, time),
        signature: format!("{signature:016x}"),
    })?;
    Ok(Exit::Fine)
}

#[derive(Debug, Serialize)]
struct Measured {
    solved: usize,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    signature: String,
}

impl Report for Measured {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Self { solved, nodes, seconds, signature, .. } = self;
        let rate = rounded(per_second(*nodes, Duration::from_secs_f64(*seconds)));
        page.field(&Text::fixed("solved", "gelöst"), solved)?;
        page.field(&Text::fixed("nodes", "Knoten"), nodes)?;
        page.field(&Text::fixed("speed", "Tempo"), format!("{rate} / s"))?;
        page.field(&Text::fixed("signature", "Signatur"), signature)
    }
}
