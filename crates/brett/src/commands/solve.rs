//! `brett solve`: what a position is worth with perfect play.

mod othello;

use std::{
    io::{self, Write},
    path::PathBuf,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use anyhow::{Context as _, bail};
use clap::Args;
use connect4::{Board, Book, Connect4, Score, Size, Solution, Solver};
use framework::{Game, Position, Text, Turn};
use players::cpu_time;
use serde::Serialize;

use crate::{
    Exit,
    choice::{GameArgs, PositionArgs},
    context::{Context, Report},
    input,
    interrupts::Interrupts,
    number::number_in,
    page::Page,
    workers,
};

/// How long a person waits before the first news of a search, and for each next one.
const BEFORE_NEWS: Duration = Duration::from_secs(1);
const BETWEEN_NEWS: Duration = Duration::from_millis(250);

/// How a solver is set up.
#[derive(Debug, Args)]
pub(crate) struct SolverArgs {
    /// Do not look into the book of openings
    #[arg(long)]
    no_book: bool,
    /// How many threads search a position [all cores in Othello, else 1]; exact scores do not depend on it
    #[arg(long, value_name = "N", value_parser = number_in(1..=256_usize))]
    pub(crate) threads: Option<usize>,
    /// The megabytes of the table of positions [64 on a board with a book and in Othello, else 1024]
    #[arg(long, value_name = "MB", value_parser = number_in(1..=1_000_000_usize))]
    pub(crate) table: Option<usize>,
}

/// The table in megabytes where there is no book.
const TABLE: usize = 1_024;
/// The table in megabytes where there is one: what lies beyond it is solved in a moment, of which a large table would
/// take most until the system has handed it out.
const TABLE_BEYOND_BOOK: usize = 64;

impl SolverArgs {
    /// A solver for a size of board.
    ///
    /// # Errors
    /// If the board is too large.
    pub(crate) fn solver(&self, size: Size) -> anyhow::Result<Solver> {
        let has_book = !self.no_book && Book::embedded(size).is_some();
        let megabytes = self.table.unwrap_or(if has_book { TABLE_BEYOND_BOOK } else { TABLE });
        let solver = Solver::new(size, megabytes << 20)?.with_threads(self.threads.unwrap_or(1));
        Ok(if self.no_book { solver.without_book() } else { solver })
    }

    /// How many threads were asked for, or else all cores.
    pub(crate) fn threads_or_all_cores(&self) -> usize {
        self.threads.unwrap_or_else(workers::all_cores)
    }
}

/// Tell what a position is worth if both seats play perfectly
///
/// The score is for the seat to move, 0 is a draw, and a loss has a minus sign. In Connect Four a win counts the winner's
/// discs still in hand when the line is completed, plus one. In Othello it counts the discs more, with the empty
/// squares given to the winner; a best move is told with it. Up to about 24 empty squares take seconds.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett solve connect4 --moves 4444\n  \
                  brett solve connect4 --variant 6x5x4 --weak\n  brett solve connect4 --file positions.txt --no-book\n  \
                  brett solve othello --file positions.txt --json")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Solve the positions of a file, one at the beginning of each line: a record of moves, in Othello also a board and the
    /// side to move; - reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "position"])]
    file: Option<PathBuf>,
    /// Only tell who wins: 1, 0 or -1
    #[arg(long)]
    weak: bool,
    /// Forget before each position what was learned from those before
    #[arg(long)]
    cold: bool,
    #[command(flatten)]
    solver: SolverArgs,
}

/// Solves positions.
///
/// # Errors
/// If the game has no solver, or the arguments choose no position.
pub(crate) fn run(args: &SolveArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let game = args.position.game().open(ctx)?;
    if game.info().id == ::othello::ENTRY.info.id {
        return othello::run(args, &game.options(), ctx);
    }
    let size = size(args.position.game(), ctx)?;
    let mut solver = args.solver.solver(size)?;
    match &args.file {
        Some(file) => {
            let text = input::file(file, ctx.console)?;
            solve_file(args, &mut solver, &text, ctx)
        }
        None => solve_one(args, &mut solver, ctx),
    }
}

fn solve_one(args: &SolveArgs, solver: &mut Solver, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let pos = position(&args.position, ctx)?;
    if pos.turn() == Turn::Over {
        bail!("the game is over; there is nothing to solve any more");
    }
    let interrupts = Watch::new(ctx)?;
    let (solution, time) = ctx.timed(|ctx| match ctx.console.err_is_terminal {
        true => ask_and_tell(solver, &pos, args.weak, &interrupts, ctx),
        false => ask(solver, &pos, args.weak, |nodes| interrupts.stops(nodes)),
    })?;
    let words = match args.weak {
        true => in_three_words(solution.score.number()),
        false => solution.score.in_words(solver.size(), pos.ply()),
    };
    ctx.answer(&Solved {
        options: solver.size().to_string(),
        position: pos.to_string(),
        score: solution.score.number(),
        words,
        nodes: solution.nodes,
        seconds: time.as_secs_f64(),
    })?;
    Ok(Exit::Fine)
}

/// Solves the positions of a file.
fn solve_file(
    args: &SolveArgs,
    solver: &mut Solver,
    text: &str,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<Exit> {
    let game = Connect4::<u64>::new(solver.size())?;
    solve_lines(text, ctx, &mut |line, watch| {
        let record = line.split_whitespace().next().unwrap_or(line);
        let moves = Some(record.to_owned());
        let pos = match game.parse_position(record) {
            Ok(pos) if pos.turn() == Turn::Over => Err("the game is over".to_owned()),
            Ok(pos) => Ok(pos),
            Err(error) => Err(error.to_string()),
        };
        let pos = match pos {
            Ok(pos) => pos,
            Err(error) => return Ok(Line { moves, error: Some(error), ..Line::default() }),
        };
        if args.cold {
            solver.forget();
        }
        let solution = ask(solver, &pos, args.weak, |nodes| watch.stops(nodes))?;
        let score = Some(solution.score.number().into());
        Ok(Line { moves, score, nodes: solution.nodes, ..Line::default() })
    })
}

/// Solves the positions of a text line by line, and goes on after those that cannot be solved.
fn solve_lines(
    text: &str,
    ctx: &mut Context<'_, '_>,
    solve: &mut dyn FnMut(&str, &Watch) -> anyhow::Result<Line>,
) -> anyhow::Result<Exit> {
    let watch = Watch::new(ctx)?;
    let (mut nodes, mut n_solved, mut n_refused) = (0, 0, 0);
    let began = cpu_time();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let answer = solve(line, &watch)?;
        nodes += answer.nodes;
        *(if answer.error.is_none() { &mut n_solved } else { &mut n_refused }) += 1;
        answer.write(ctx)?;
    }
    let seconds = cpu_time().zip(began).map(|(now, began)| now.saturating_sub(began).as_secs_f64());
    let cpu = seconds.map_or_else(|| "unknown".to_owned(), |seconds| format!("{seconds:.2} s"));
    writeln!(
        ctx.console.err,
        "{n_solved} positions solved, {n_refused} refused, {nodes} nodes, CPU time {cpu}"
    )?;
    Ok(if n_refused == 0 { Exit::Fine } else { Exit::No })
}

/// The size of the board, if it is one of a game that can be solved.
///
/// # Errors
/// If it is another game, or there is no such variant.
pub(crate) fn size(game: &GameArgs, ctx: &Context<'_, '_>) -> anyhow::Result<Size> {
    let game = game.open(ctx)?;
    if game.info().id != connect4::ENTRY.info.id {
        bail!("{} cannot be solved; choose connect4, or othello with `solve` and `bench`", game.info().id);
    }
    Ok(Size::from_options(&game.options().parse()?)?)
}

/// The position that the arguments choose, as a board that the solver takes.
///
/// # Errors
/// If there is no such position, or the board is too large.
pub(crate) fn position(args: &PositionArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Board> {
    let choice = args.open(ctx)?;
    let options = choice.game.options().parse()?;
    let game = Connect4::<u64>::new(Size::from_options(&options)?)?;
    game.parse_position(&choice.pos.text()).context("the position cannot be read again")
}

/// Ends a search when somebody presses Ctrl-C.
pub(crate) struct Watch(Interrupts);

impl Watch {
    /// Watches if a person may be there.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) fn new(ctx: &Context<'_, '_>) -> io::Result<Self> {
        Ok(Self(if ctx.console.err_is_terminal { Interrupts::watch_once()? } else { Interrupts::default() }))
    }

    /// Tells whether to stop.
    pub(crate) fn stops(&self, _nodes: u64) -> bool {
        self.0.is_seen()
    }
}

fn ask(
    solver: &mut Solver,
    pos: &Board,
    weak: bool,
    stop: impl Fn(u64) -> bool + Sync,
) -> anyhow::Result<Solution> {
    let solution = if weak { solver.outcome(pos, &stop) } else { solver.solve(pos, &stop) };
    solution.context("interrupted before the answer was known")
}

/// Solves a position, and tells on the terminal how far it is if that takes longer than a moment.
fn ask_and_tell(
    solver: &mut Solver,
    pos: &Board,
    weak: bool,
    watch: &Watch,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<Solution> {
    let so_far = solver.so_far();
    let n_visited = AtomicU64::new(0);
    let stop = |nodes| {
        n_visited.fetch_max(nodes, Ordering::Relaxed);
        watch.stops(nodes)
    };
    let began = (ctx.console.clock)();
    let mut is_shown = false;
    let solution = thread::scope(|scope| {
        let (sender, answer) = mpsc::sync_channel(1);
        scope.spawn(move || sender.send(ask(solver, pos, weak, stop)));
        loop {
            match answer.recv_timeout(BETWEEN_NEWS) {
                Ok(solution) => return solution,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => bail!("the search has ended without an answer"),
            }
            let elapsed = (ctx.console.clock)().saturating_sub(began);
            if BEFORE_NEWS <= elapsed {
                let news = news(n_visited.load(Ordering::Relaxed), so_far.bounds(), elapsed);
                write!(ctx.console.err, "\r\u{1b}[K{news}").and_then(|()| ctx.console.err.flush())?;
                is_shown = true;
            }
        }
    });
    if is_shown {
        write!(ctx.console.err, "\r\u{1b}[K")?;
    }
    solution
}

/// One line about a search that goes on.
fn news(nodes: u64, (low, high): (Score, Score), elapsed: Duration) -> String {
    let (seconds, million) = (elapsed.as_secs_f64(), nodes as f64 / 1e6);
    format!("{million:.1} million nodes, {low} to {high}, {seconds:.0} s")
}

fn in_three_words(sign: i16) -> Text {
    match sign {
        1 => Text::fixed("wins", "gewinnt"),
        -1 => Text::fixed("loses", "verliert"),
        _ => Text::fixed("draws", "remis"),
    }
}

#[derive(Debug, Serialize)]
struct Solved {
    options: String,
    position: String,
    score: i16,
    words: Text,
    nodes: u64,
    seconds: f64,
}

impl Report for Solved {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Self { score, nodes, seconds, .. } = self;
        let effort =
            Text::new(format!("{nodes} nodes, {seconds:.2} s"), format!("{nodes} Knoten, {seconds:.2} s"));
        page.line(format!("{score:+} ({}; {})", page.say(&self.words), page.say(&effort)))
    }
}

/// The answer about one line of a file: the moves or the position that it holds, and what was found.
#[derive(Debug, Default, Serialize)]
struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Line {
    /// Writes the line at once, so that who waits sees it; in JSON one object for each line.
    fn write(&self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let out = &mut ctx.console.out;
        if ctx.json {
            writeln!(out, "{}", serde_json::to_string(self)?)?;
            return Ok(out.flush()?);
        }
        let what = self.moves.as_deref().or(self.position.as_deref()).unwrap_or_default();
        match (self.score, &self.best) {
            (Some(score), Some(best)) => writeln!(out, "{what} {score} {best}")?,
            (Some(score), None) => writeln!(out, "{what} {score}")?,
            (None, _) => writeln!(out, "{what} error: {}", self.error.as_deref().unwrap_or_default())?,
        }
        Ok(out.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_tell_nodes_bounds_and_time() {
        let bounds = (Score::new(-2), Score::new(18));
        let news = news(12_345_678, bounds, Duration::from_millis(3_400));
        assert_eq!(news, "12.3 million nodes, -2 to 18, 3 s");
    }
}
