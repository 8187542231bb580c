//! The commands, one file each.

pub(crate) mod about;
pub(crate) mod admin;
pub(crate) mod ai_evolver;
pub(crate) mod analyze;
mod arena;
pub(crate) mod bench;
pub(crate) mod chaos;
pub(crate) mod completions;
pub(crate) mod connect;
pub(crate) mod connect4;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod evolve;
pub(crate) mod explain;
mod games;
pub(crate) mod hint;
pub(crate) mod lab;
pub(crate) mod legal;
pub(crate) mod load;
pub(crate) mod man;
pub(crate) mod manual;
pub(crate) mod match_;
pub(crate) mod new;
pub(crate) mod open;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod puzzles;
pub(crate) mod random;
pub(crate) mod replay;
pub(crate) mod rollout;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod testat;
pub(crate) mod tournament;
pub(crate) mod tree;
pub(crate) mod verify;

use crate::{
    Exit,
    args::{Cli, Command},
    context::Context,
};

/// Runs a command, or opens the web page for people who gave none.
///
/// # Errors
/// If the input cannot be used or the answer cannot be written.
pub(crate) fn run(cli: Cli, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    if cli.command.is_some() {
        cli.open.check_unused()?;
    }
    match cli.command {
        None => open::run(&cli.open, ctx),
        Some(Command::Games) => games::run(ctx),
        Some(Command::Players(args)) => players::run(&args, ctx),
        Some(Command::Play(args)) => play::run(&args, ctx),
        Some(Command::Puzzles(args)) => puzzles::run(&args, ctx),
        Some(Command::Hint(args)) => hint::run(&args, ctx),
        Some(Command::Explain(args)) => explain::run(&args, ctx),
        Some(Command::Tree(args)) => tree::run(&args, ctx),
        Some(Command::Show(args)) => show::run(&args, ctx),
        Some(Command::Solve(args)) => solve::run(&args, ctx),
        Some(Command::Analyze(args)) => analyze::run(&args, ctx),
        Some(Command::Rollout(args)) => rollout::run(&args, ctx),
        Some(Command::Bench(args)) => bench::run(&args, ctx),
        Some(Command::Legal(args)) => legal::run(&args, ctx),
        Some(Command::Perft(args)) => perft::run(&args, ctx),
        Some(Command::Random(args)) => random::run(&args, ctx),
        Some(Command::Replay(args)) => replay::run(&args, ctx),
        Some(Command::Convert(args)) => convert::run(&args, ctx),
        Some(Command::Verify(args)) => verify::run(&args, ctx),
        Some(Command::Engine(args)) => engine::run(&args, ctx),
        Some(Command::New(args)) => new::run(&args, ctx),
        Some(Command::Match(args)) => match_::run(&args, ctx),
        Some(Command::Testat(args)) => testat::run(&args, ctx),
        Some(Command::Tournament(args)) => tournament::run(&args, ctx),
        Some(Command::Serve(args)) => serve::run(&args, ctx),
        Some(Command::Connect(args)) => connect::run(&args, ctx),
        Some(Command::Load(args)) => load::run(&args, ctx),
        Some(Command::Chaos(args)) => chaos::run(&args, ctx),
        Some(Command::Admin(args)) => admin::run(&args, ctx),
        Some(Command::Lab(args)) => lab::run(&args, ctx),
        Some(Command::Evolve(args)) => evolve::run(&args, ctx),
        Some(Command::AiEvolver(args)) => ai_evolver::run(&args, ctx),
        Some(Command::Connect4(args)) => connect4::run(&args, ctx),
        Some(Command::Completions(args)) => completions::run(&args, ctx),
        Some(Command::Man(args)) => man::run(&args, ctx),
        Some(Command::Manual(args)) => manual::run(&args, ctx),
        Some(Command::About(args)) => about::run(&args, ctx),
    }
}
