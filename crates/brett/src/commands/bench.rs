//! `brett bench`: a fixed piece of work, by which versions and machines are compared.

use std::{io, time::Duration};

use clap::Args;
use connect4::benchmark;
use framework::Text;
use serde::Serialize;

use crate::{
    Exit,
    choice::GameArgs,
    commands::solve,
    context::{Context, Report},
    page::{Page, per_second, rounded},
};

/// Solve a fixed set of positions, and tell how fast that was
///
/// The positions visited and the signature are the same on every machine; another signature means that the search
/// has changed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett bench connect4\n  brett bench connect4 --json")]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    game: GameArgs,
}

/// Runs the benchmark of a game.
///
/// # Errors
/// If the game has none.
pub(crate) fn run(args: &BenchArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    solve::size(&args.game, ctx)?;
    let (done, time) = ctx.timed(|_| Ok(benchmark()))?;
    ctx.answer(&Measured {
        solved: done.n_solved,
        nodes: done.nodes,
        seconds: time.as_secs_f64(),
        nodes_per_second: per_second(done.nodes, time),
        signature: format!("{:016x}", done.signature),
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
