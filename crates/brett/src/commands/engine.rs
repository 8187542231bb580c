//! `brett engine`: a player for other programs, which speaks GTP or NBoard's protocol.

use anyhow::{Context as _, ensure};
use clap::Args;
use framework::{Game, Millis};
use othello::Othello;
use players::gtp::{self, GtpSettings, Session};

use crate::{Exit, choice::GameArgs, context::Context, limits, nboard, number::number_in, weights};

/// Answer another program in the Go Text Protocol (GTP 2)
///
/// Commands are read from standard input and answered on standard output, until `quit` or the end of the input;
/// `list_commands` lists them. The book's chapter about protocols explains each. With --nboard it speaks the protocol of
/// the Othello board NBoard instead.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett engine othello --player level5 --ponder\n  \
                  printf 'genmove b\\nshowboard\\n' | brett engine connect4 --time 200ms\n  \
                  brett engine othello --nboard --time 2s")]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Who plays: level1 to level10, or a player of the game by its name
    #[arg(long, value_name = "PLAYER", default_value = "level10")]
    player: String,
    /// How long it thinks about a move, such as 500ms or 2s, unless the other program tells
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = limits::span)]
    time: Millis,
    /// What may be lost of its time at every move on the way to the other program
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = limits::span)]
    margin: Millis,
    /// Think ahead between two commands, while the other side decides
    #[arg(long)]
    ponder: bool,
    /// Speak the protocol of NBoard, for Othello on 8x8
    #[arg(long, conflicts_with = "ponder")]
    nboard: bool,
    /// How many threads it uses
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number_in(1..=256_u16))]
    threads: u16,
    /// What its choices and its dice are drawn from
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number_in(0..=u64::MAX))]
    seed: u64,
}

/// Answers commands until there are no more.
///
/// # Errors
/// If there is no such game or player, or the streams cannot be used.
pub(crate) fn run(args: &EngineArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let (entry, game) = args.game.open_entry(ctx)?;
    let settings = GtpSettings {
        player: weights::resolved(&*game, &args.player).context("--player")?,
        time: args.time,
        margin: args.margin,
        ponder: args.ponder,
        threads: args.threads.into(),
        seed: args.seed,
    };
    if args.nboard {
        let is_usual =
            game.info().id == othello::ENTRY.info.id && game.options() == Othello::standard().options();
        ensure!(is_usual, "NBoard's protocol is for Othello on 8x8; leave --nboard out");
        nboard::Session::new(game, &settings)?.serve(ctx.console.input, ctx.console.out)?;
        return Ok(Exit::Fine);
    }
    let mut session = Session::new(entry, game, settings)?;
    gtp::serve(&mut session, ctx.console.input, ctx.console.out)?;
    Ok(Exit::Fine)
}
