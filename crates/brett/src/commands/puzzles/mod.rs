//! `brett puzzles`: puzzles to solve, and new ones found in games.

mod library;
mod make;
mod solve;

use clap::{Args, Subcommand};

use crate::{Exit, context::Context};

/// Solve puzzles, or find new ones in games
///
/// In each position one move is much better than all others. Type it as in brett play; hint tells what the puzzle is about,
/// give-up shows the solution, next goes on, and quit ends.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  brett puzzles connect4\n  brett puzzles othello --theme corner\n  brett puzzles backgammon --daily\n  \
                  brett puzzles make connect4 --count 50 --out mine.puzzles\n  brett puzzles othello --file mine.puzzles"
)]
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    command: Option<PuzzlesCommand>,
    #[command(flatten)]
    solve: solve::SolveArgs,
}

#[derive(Debug, Subcommand)]
enum PuzzlesCommand {
    Make(Box<make::MakeArgs>),
}

/// Gives puzzles, or makes them.
///
/// # Errors
/// If there are none, or a file cannot be read or written.
pub(crate) fn run(args: &PuzzlesArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    match &args.command {
        Some(PuzzlesCommand::Make(args)) => make::run(args, ctx),
        None => solve::run(&args.solve, ctx),
    }
}
