//! `brett tournament`: many players, one table.

mod report;

use std::{collections::BTreeMap, fs};

use anyhow::{Context as _, bail, ensure};
use arena::{Flow, Plan, TableTournament, Tournament, ratings_chart};
use clap::{Args, ValueEnum};
use schedule::Format;

use self::report::{Anchor, TournamentReport};
use super::arena::{ArenaArgs, Ended, Entrant, Sitting};
use crate::{Exit, context::Context, number::number_in};

/// The most encounters that a pairing may have.
const MAX_GAMES: u64 = 10_000_000;
/// The most players: everything is computed from a table of all pairs.
const MAX_PLAYERS: usize = 200;

/// Let many players meet, and rate them
///
/// Players are written as for `brett match`; level1..level10 names all levels between. Ratings are in Elo, with the
/// mean of all players at 0, and each has an interval in which the true one lies with a probability of 95 %. The last
/// column tells how much stronger a player is than the next one in the table.
///
/// In a game for three or four, every group of players that fills a table meets, and everybody plays each opening on
/// every seat. A game counts as a meeting of every two at the table: who wins more has beaten the other.
///
/// The levels of a game are calibrated by one command, the first of the examples.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett tournament connect4 level1..level10 --format ladder --games 200\n  \
                  brett tournament othello greedy alphabeta@depth=2 mcts@nodes=1000 --games 100\n  \
                  brett tournament backgammon level1..level4 welfenlab-2006 --format swiss --games 50\n  \
                  brett tournament connect4 level5 level6 'gtp:./my-bot' --format knock-out\n  \
                  brett tournament blokus level1..level5 --nodes 200 --games 8"
)]
pub(crate) struct TournamentArgs {
    /// The players
    #[arg(index = 2, value_name = "PLAYER", required = true, num_args = 1..)]
    players: Vec<String>,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t)]
    format: FormatArg,
    /// How many games each pairing has (or matches, with --best-of); an even number
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number_in(2..=MAX_GAMES))]
    games: u64,
    /// How many rounds a Swiss tournament has; as many as find one winner unless given
    #[arg(long, value_name = "N", value_parser = number_in(1..=1_000_u32))]
    rounds: Option<u32>,
    /// The player whose rating is 0, as it was written
    #[arg(long, value_name = "PLAYER")]
    anchor: Option<String>,
    #[command(flatten)]
    arena: ArenaArgs,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum FormatArg {
    /// Everybody meets everybody
    #[default]
    RoundRobin,
    /// The first player meets everybody else
    Gauntlet,
    /// Everybody meets the next two in the list, as for levels
    Ladder,
    /// Round by round, players of about the same score meet
    Swiss,
    /// Who loses is out
    KnockOut,
}

impl TournamentArgs {
    fn format(&self, n_players: usize) -> anyhow::Result<Format> {
        if self.rounds.is_some() && self.format != FormatArg::Swiss {
            bail!("--rounds is for --format swiss only");
        }
        Ok(match self.format {
            FormatArg::RoundRobin => Format::RoundRobin,
            FormatArg::Gauntlet => Format::Gauntlet,
            FormatArg::Ladder => Format::Ladder,
            FormatArg::Swiss => {
                Format::Swiss { rounds: self.rounds.unwrap_or(Format::usual_swiss_rounds(n_players)) }
            }
            FormatArg::KnockOut => Format::KnockOut,
        })
    }

    /// What decides which games are played, besides the players.
    fn kind(&self, format: Format) -> BTreeMap<String, String> {
        let mut kind = BTreeMap::from([("kind".to_owned(), "tournament".to_owned())]);
        match format {
            // More games can be added to these, whatever was played before.
            Format::RoundRobin | Format::Gauntlet | Format::Ladder => {}
            // Here who meets whom depends on the results.
            Format::Swiss { .. } | Format::KnockOut => {
                kind.insert("format".to_owned(), format!("{format:?}"));
                kind.insert("games of a pairing".to_owned(), self.games.to_string());
            }
        }
        kind
    }

    fn anchor(&self, entrants: &[Entrant]) -> anyhow::Result<Anchor> {
        let Some(wanted) = &self.anchor else { return Ok(Anchor::Mean) };
        match entrants.iter().position(|entrant| entrant.text == wanted.trim()) {
            Some(idx) => Ok(Anchor::Player(idx)),
            None => bail!("--anchor {wanted:?} is none of the players; write it as among them"),
        }
    }
}

/// Plays a tournament.
///
/// # Errors
/// If the arguments choose no tournament, or something cannot be written.
pub(crate) fn run(args: &TournamentArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let entrants = args.arena.entrants(&args.players)?;
    ensure!(
        entrants.len() <= MAX_PLAYERS,
        "{} players are too many; at most {MAX_PLAYERS} can meet",
        entrants.len()
    );
    let format = args.format(entrants.len())?;
    let anchor = args.anchor(&entrants)?;
    let plan = args.arena.plan(&entrants, None, ctx)?;
    let n_seats = plan.agreement().game.start().seats();
    let (report, ended) = if n_seats == 2 || entrants.len() == 2 {
        play_pairings(args, &plan, (format, anchor), ctx)?
    } else {
        play_tables(args, &plan, (format, anchor), n_seats, ctx)?
    };
    if let Some(path) = &args.arena.csv {
        fs::write(path, report.csv()).with_context(|| format!("--csv {}", path.display()))?;
    }
    if let Some(path) = &args.arena.chart {
        fs::write(path, ratings_chart(&report.game(), &report.ratings()))
            .with_context(|| format!("--chart {}", path.display()))?;
    }
    ctx.answer(&report)?;
    Ok(match ended {
        Ended::Complete => Exit::Fine,
        Ended::Interrupted => Exit::No,
    })
}

/// Two players meet at a time.
fn play_pairings(
    args: &TournamentArgs,
    plan: &Plan,
    (format, anchor): (Format, Anchor),
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<(TournamentReport, Ended)> {
    let mut sitting = Sitting::open(&args.arena, plan, &args.kind(format), ctx)?;
    let mut tournament = Tournament::new(format, plan.players().len(), args.games);
    let (ended, time) = ctx.timed(|ctx| {
        while let Some(jobs) = tournament.next_round() {
            let n_jobs = jobs.len() as u64;
            let round = tournament.rounds();
            let count = |tournament: &mut Tournament, finished| {
                tournament.add(finished);
                Flow::GoOn
            };
            let say = |_: &Tournament| format!("round {round}");
            let ended = sitting.play(jobs.into_iter(), n_jobs, &mut tournament, count, say, ctx)?;
            if ended == Ended::Interrupted {
                return Ok(ended);
            }
        }
        Ok(Ended::Complete)
    })?;
    let report = TournamentReport::new(plan, &args.arena, (format, anchor), &tournament, &sitting, time);
    Ok((report, ended))
}

/// Every seat of a table of three or four has a player of its own.
fn play_tables(
    args: &TournamentArgs,
    plan: &Plan,
    (format, anchor): (Format, Anchor),
    n_seats: usize,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<(TournamentReport, Ended)> {
    let n_players = plan.players().len();
    ensure!(
        n_seats <= n_players,
        "{n_players} players do not fill a table of {n_seats}; name at least {n_seats}, or two, who share the seats"
    );
    ensure!(
        format == Format::RoundRobin,
        "at tables of {n_seats} every group of players meets; leave out --format, or choose round-robin"
    );
    ensure!(args.arena.is_single_game(), "at tables of {n_seats} single games count; leave out --best-of");
    let mut tournament = TableTournament::new(n_players, n_seats, args.games);
    let n_jobs = tournament.n_jobs();
    ensure!(
        n_jobs <= MAX_GAMES,
        "{n_players} players at tables of {n_seats} are {n_jobs} games; name fewer players, or ask for fewer --games"
    );
    let kind = BTreeMap::from([("kind".to_owned(), "tournament of tables".to_owned())]);
    let mut sitting = Sitting::open(&args.arena, plan, &kind, ctx)?;
    let jobs = tournament.jobs();
    let count = |tournament: &mut TableTournament, finished| {
        tournament.add(finished);
        Flow::GoOn
    };
    let say = |tournament: &TableTournament| format!("{} games", tournament.games());
    let (ended, time) = ctx.timed(|ctx| sitting.play(jobs, n_jobs, &mut tournament, count, say, ctx))?;
    let report = TournamentReport::new(plan, &args.arena, (format, anchor), &tournament, &sitting, time);
    Ok((report, ended))
}
