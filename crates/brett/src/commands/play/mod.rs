//! `brett play`: a match at the terminal.

mod answers;
mod obey;
mod refusals;
mod resume;
mod screen;
mod sentences;
mod session;
mod table;
mod watch;
mod word;

use std::{
    hash::{BuildHasher, RandomState},
    path::PathBuf,
};

use anyhow::{Context as _, bail, ensure};
use clap::{Args, ValueEnum};
use framework::{ClockRule, FlagRule, Length, Millis, Record};

use self::{session::Session, table::LocalTable, watch::Pace};
use crate::{Exit, choice, context::Context, input, limits, limits::ResourceArgs, number::number_in};

/// Play against people and computer players
///
/// A move is typed in the game's notation; `help` lists everything else that can be typed. Without --seats you
/// play against level3. At one keyboard several people may sit:
/// --seats human,human. Another program sits down as gtp:COMMAND, whoever writes a text file as file:PATH.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett play connect4\n  brett play othello --seats level5,human --clock 5m+3s\n  \
                  brett play backgammon --variant 'match=3' --rolling on-request\n  \
                  brett play blokus --seats human,level2,level2,level4 --plain\n  \
                  brett play othello --seats level3,level5 --pace 2s\n  brett play --from game.brett"
)]
pub(crate) struct PlayArgs {
    /// The game; `brett games` lists them
    #[arg(index = 1, hide_possible_values = true, required_unless_present = "from")]
    game: Option<String>,
    /// The options of the game, such as 7x6x4 or 'nackgammon match=7'; `brett games` lists them
    #[arg(long, value_name = "OPTIONS", default_value = "", hide_default_value = true)]
    variant: String,
    /// Who sits where, in order: human, level1 to level10, or a player that `brett players` lists [human and
    /// level3 for all others]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    seats: Option<Vec<String>>,
    /// How many rounds: rounds=N, best-of=N, points=N or endless [rounds=1, or what the game's options say]
    #[arg(long, value_name = "LENGTH")]
    length: Option<Length>,
    /// How long the seats may think: none, 2s/move, 5m+3s (increment) or 2m~12s (delay) [none]
    #[arg(long, value_name = "RULE")]
    clock: Option<ClockRule>,
    /// What a player loses whose time is over: the round or the whole match
    #[arg(long, value_name = "WHAT", default_value_t)]
    flag: FlagRule,
    /// How long a computer player, a hint or an evaluation may think about a move
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = limits::span)]
    time: Millis,
    #[command(flatten)]
    resources: ResourceArgs,
    /// Let computer players think ahead while people and other programs decide
    #[arg(long)]
    ponder: bool,
    /// The time between two moves if only computers play, such as 500ms or 2s, or none, or step: Enter plays the
    /// next move; Ctrl-C pauses [1s at a terminal, none elsewhere]
    #[arg(long, value_name = "TIME")]
    pace: Option<Pace>,
    /// Where chance begins; the same seed gives the same dice [another one each time]
    #[arg(long, value_name = "S", value_parser = number_in(0..=u64::MAX))]
    seed: Option<u64>,
    /// How dice are rolled for people: automatic, on-request (Enter rolls), or by-hand (type how real dice fell)
    #[arg(long, value_enum, value_name = "HOW", default_value_t, hide_possible_values = true)]
    rolling: RollingArg,
    /// Change seats after every round, so that everybody begins in turn
    #[arg(long)]
    rotate: bool,
    /// Wait for Enter when a person cannot move, instead of going on
    #[arg(long)]
    wait_when_blocked: bool,
    /// Sentences only, as for a screen reader; `board` draws when asked
    #[arg(long)]
    plain: bool,
    /// Continue a record; - reads it from standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "length", "clock", "flag", "rotate"])]
    from: Option<PathBuf>,
}

/// How dice are rolled for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum RollingArg {
    #[default]
    Automatic,
    OnRequest,
    ByHand,
}

/// Plays a match.
///
/// # Errors
/// If the arguments make no match, a computer player breaks down, or the terminal fails.
pub(crate) fn run(args: &PlayArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    ensure!(!ctx.json, "--json: a match is played in sentences; brett hint and brett random answer in JSON");
    // The maps of the standard library are seeded by the system: enough for dice among friends.
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one("dice"));
    let (table, elapsed) = match &args.from {
        Some(path) => {
            ensure!(path != "-" || !ctx.console.input_is_terminal, "--from -: give the record by a pipe");
            let text = input::file(path, ctx.console)?;
            let name = input::name(path);
            let record: Record = text.parse().with_context(|| format!("{name} holds no record"))?;
            if let Some(game) = &args.game
                && !record.game.eq_ignore_ascii_case(game)
            {
                bail!("{name} holds a match of {}, not of {game}", record.game);
            }
            resume::resume(&record, ctx.games, args, seed).with_context(|| format!("--from {name}"))?
        }
        None => {
            let game = args.game.as_deref().unwrap_or_default();
            (LocalTable::begin(choice::open(ctx, game, &args.variant)?, args, seed)?, Millis(0))
        }
    };
    Session::open(args, seed, table, elapsed, ctx)?.run()?;
    Ok(Exit::Fine)
}
