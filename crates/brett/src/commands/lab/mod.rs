//! `brett lab`: experiments with the searches.

mod ablation;
mod book;
mod punctuality;
mod thread_time;

use clap::{Args, Subcommand};

use self::{ablation::AblationArgs, book::BookArgs, punctuality::PunctualityArgs};
use crate::{Exit, context::Context};

/// Experiment with the searches
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett lab ablation othello --depth 6\n  \
                  brett lab punctuality --moves 10000 --time 50ms")]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Debug, Subcommand)]
enum Experiment {
    Ablation(AblationArgs),
    Book(BookArgs),
    Punctuality(PunctualityArgs),
}

/// Runs an experiment.
///
/// # Errors
/// If the arguments make no experiment, or its results cannot be written.
pub(crate) fn run(args: &LabArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    match &args.experiment {
        Experiment::Ablation(args) => ablation::run(args, ctx),
        Experiment::Book(args) => book::run(args, ctx),
        Experiment::Punctuality(args) => punctuality::run(args, ctx),
    }
}
