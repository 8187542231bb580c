//! `brett connect4 7 6 4 h c`: Connect Four with the arguments of the program of 2006.

mod window;

use std::{
    io::{BufRead, BufReader, Read, Write},
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{self, Receiver},
    },
};

use anyhow::{anyhow, bail, ensure};
use clap::Args;
use framework::{
    Action, AnyGame, Decision, End, EnginePlayer, Match, Millis, Player, PlayerFault, Refused, RoundSoFar,
    Seat, Settings, Text, Turn,
    render::{self, Style},
    search::Limits,
};
use players::{
    external::{self, ExternalPlayer, Problems},
    runner,
};

use crate::{Exit, context::Context, limits, move_list::explained, number::number_in, weights};

/// Play Connect Four as in 2006: board, players and their files
///
/// A player is h, a person; c, the computer; e, whoever writes the text file that is named after the players; or
/// gtp:COMMAND, another program. People click columns on a board in the browser if this command is typed at a terminal,
/// and type them here otherwise.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett connect4 7 6 4 h c\n  brett connect4 7 6 4 c e player2.dat\n  \
                  brett connect4 10 10 5 e e p1.dat p2.dat\n  brett connect4 7 6 4 h 'gtp:node examples/bot.mjs'")]
pub(crate) struct Connect4Args {
    /// How many columns the board has
    #[arg(value_parser = number_in(1..=32_u8))]
    columns: u8,
    /// How many rows it has
    #[arg(value_parser = number_in(1..=32_u8))]
    rows: u8,
    /// How many in a row win
    #[arg(value_parser = number_in(2..=32_u8))]
    in_a_row: u8,
    /// Who begins: h, c, e or gtp:COMMAND
    #[arg(value_parser = Kind::read)]
    first: Kind,
    /// Who is second
    #[arg(value_parser = Kind::read)]
    second: Kind,
    /// The file of each player e, in their order
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Who plays as the computer: level1 to level10, or a player by its name
    #[arg(long, value_name = "PLAYER", default_value = "level10")]
    player: String,
    /// How long the computer and programs think about a move
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = limits::span)]
    time: Millis,
    /// Show the board in the browser, where people click columns
    #[arg(long, conflicts_with = "terminal")]
    window: bool,
    /// Draw the board here, where people type columns
    #[arg(long)]
    terminal: bool,
    /// Only say the address of the board; open no browser
    #[arg(long)]
    no_open: bool,
}

/// A kind of player.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Human,
    Computer,
    /// Whoever writes a text file.
    File,
    /// Another program, by its command.
    Program(String),
}

impl Kind {
    fn read(text: &str) -> Result<Self, String> {
        match text {
            "h" => Ok(Self::Human),
            "c" => Ok(Self::Computer),
            "e" => Ok(Self::File),
            _ => {
                let command = text.strip_prefix("gtp:").ok_or("write h, c, e or gtp:COMMAND")?;
                Ok(Self::Program(command.to_owned()))
            }
        }
    }
}

enum ShorthandPlayer {
    Human,
    Computer(EnginePlayer),
    External { player: ExternalPlayer, deadline: Option<Millis> },
}

/// Plays one game.
///
/// # Errors
/// If the arguments make no game, or files or streams cannot be used.
pub(crate) fn run(args: &Connect4Args, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let entry =
        catalog::find(ctx.games, "connect4").ok_or_else(|| anyhow!("there is no Connect Four here"))?;
    let game = entry.open_text(&format!("{}x{}x{}", args.columns, args.rows, args.in_a_row))?;
    let has_person = [&args.first, &args.second].contains(&&Kind::Human);
    ensure!(has_person || !args.window, "nobody plays in the browser; leave out --window, or let h play");
    let is_at_terminal = ctx.console.input_is_terminal && ctx.console.out_is_terminal;
    if has_person && !args.terminal && (args.window || is_at_terminal) {
        return window::run(args, &game, ctx);
    }
    let (problems, told) = mpsc::channel();
    let mut players = players(args, &game, &move || {
        let problems = problems.clone();
        // The receiver stays until the end of the game.
        Box::new(move |problem| drop(problems.send(problem.to_string())))
    })?;
    let style = ctx.style;
    let clock = ctx.console.clock;
    let now = || Millis(u64::try_from(clock().as_millis()).unwrap_or(u64::MAX));
    let input = BufReader::new(&mut *ctx.console.input);
    let mut table = ShorthandTable { input, out: ctx.console.out, problems: told, style };
    let mut contest = Match::new(game, Settings::casual(2, 0), now())?;
    table.draw(&contest)?;
    while let (false, Turn::Seat(seat)) = (contest.is_over(), contest.position().turn()) {
        let action = match table.decision(&mut players[seat.index()], &contest, args.time)? {
            Ok(action) => action,
            Err(fault) => {
                table.say_line(&fault)?;
                external::forfeit(&mut contest, seat, now())?;
                continue;
            }
        };
        let ply = contest.ply();
        match contest.act(seat, ply, action, now()) {
            Ok(_) => table.draw(&contest)?,
            Err(refused) => table.refuse(&refused)?,
        }
    }
    for player in &mut players {
        if let ShorthandPlayer::External { player, .. } = player {
            player.game_over(&RoundSoFar::of(&contest));
        }
    }
    if let Ok(problem) = table.problems.try_recv() {
        bail!(problem);
    }
    table.announce(&contest)?;
    Ok(Exit::Fine)
}

/// The players; `problems` makes what hears of the problems of one of them.
fn players(
    args: &Connect4Args,
    game: &Arc<dyn AnyGame>,
    problems: &dyn Fn() -> Problems,
) -> anyhow::Result<Vec<ShorthandPlayer>> {
    let kinds = [&args.first, &args.second];
    let n_externals = kinds.iter().filter(|kind| matches!(kind, Kind::File)).count();
    if n_externals != args.files.len() {
        bail!(
            "name one FILE for each player e: there are {n_externals} players and {} files",
            args.files.len()
        );
    }
    let mut files = args.files.iter();
    let mut player = |kind: &Kind| {
        Ok(match kind {
            Kind::Human => ShorthandPlayer::Human,
            Kind::Computer => {
                let engine = game.engine(&weights::resolved(&**game, &args.player)?)?;
                ShorthandPlayer::Computer(EnginePlayer(engine))
            }
            Kind::File => {
                let path = files.next().ok_or_else(|| anyhow!("a FILE is missing"))?;
                let player = ExternalPlayer::file(path, Arc::clone(game), problems());
                ShorthandPlayer::External { player, deadline: None }
            }
            Kind::Program(command) => {
                let player = ExternalPlayer::program(command, Arc::clone(game), problems())?;
                ShorthandPlayer::External { player, deadline: Some(args.time + external::GRACE) }
            }
        })
    };
    kinds.into_iter().map(&mut player).collect()
}

/// Where people sit.
struct ShorthandTable<'a, R> {
    input: R,
    out: &'a mut dyn Write,
    /// What players outside do wrong while they are waited for, or at the end.
    problems: Receiver<String>,
    style: Style,
}

impl<R: BufRead> ShorthandTable<'_, R> {
    /// What a player does when it is asked; a fault of a player outside loses the game.
    fn decision(
        &mut self,
        player: &mut ShorthandPlayer,
        contest: &Match,
        time: Millis,
    ) -> anyhow::Result<Result<Action, PlayerFault>> {
        let (player, limits, deadline): (&mut dyn Player, _, _) = match player {
            ShorthandPlayer::Human => return self.ask(contest).map(Ok),
            ShorthandPlayer::Computer(engine) => (engine, Limits::time(time), None),
            ShorthandPlayer::External { player, deadline } => (player, Limits::NONE, *deadline),
        };
        let is_ours = deadline.is_none() && limits.time.is_some();
        let Self { out, problems, .. } = self;
        let decided = runner::decide(player, &RoundSoFar::of(contest), limits, deadline, || {
            // What cannot even be told is no reason to stop waiting.
            problems.try_iter().for_each(|problem| {
                drop(writeln!(out, "{problem}").and_then(|()| out.flush()));
            });
            false
        });
        Ok(match decided.decision {
            Ok(Decision::Played(text)) => Ok(Action::Move(text)),
            Ok(Decision::Resigned | Decision::Stopped) => Ok(Action::Resign(None)),
            Err(fault) if is_ours => return Err(fault.into()),
            Err(fault) => Err(fault),
        })
    }

    /// Asks a person for a line.
    fn ask(&mut self, contest: &Match) -> anyhow::Result<Action> {
        let Turn::Seat(seat) = contest.position().turn() else { bail!("nobody is to move") };
        let name = contest.game().seat_name(seat);
        let hint = Text::fixed("a column, or resign", "eine Spalte, oder resign für Aufgeben");
        write!(self.out, "{} ({}): ", self.say(&name), self.say(&hint))?;
        self.out.flush()?;
        let mut bytes = Vec::new();
        if self.input.by_ref().take(1_000).read_until(b'\n', &mut bytes)? == 0 {
            bail!("the input ended before the game did");
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        Ok(if line == "resign" { Action::Resign(None) } else { Action::Move(line) })
    }

    fn draw(&mut self, contest: &Match) -> anyhow::Result<()> {
        let scene = contest.position().scene(Seat::FIRST);
        writeln!(self.out, "{}", render::terminal(&scene, &self.style))?;
        Ok(self.out.flush()?)
    }

    fn refuse(&mut self, refused: &Refused) -> anyhow::Result<()> {
        let problem = match refused {
            Refused::Move(error) => explained(error, self.style.language),
            _ => refused.to_string(),
        };
        self.say_line(&problem)
    }

    fn say_line(&mut self, line: &dyn std::fmt::Display) -> anyhow::Result<()> {
        Ok(writeln!(self.out, "{line}")?)
    }

    fn announce(&mut self, contest: &Match) -> anyhow::Result<()> {
        let line = match (contest.round_end(), contest.position().result()) {
            (Some(End::Resigned { seat, .. }), _) => {
                let name = contest.game().seat_name(*seat);
                Text::new(format!("{} has given up", name.en), format!("{} hat aufgegeben", name.de))
            }
            (_, Some(result)) => result,
            (_, None) => Text::fixed("the game goes on", "das Spiel geht weiter"),
        };
        self.say_line(&line.in_language(self.style.language))
    }

    fn say<'t>(&self, text: &'t Text) -> &'t str {
        text.in_language(self.style.language)
    }
}
