//! `brett solve othello`: the exact score of a position and a best move.

use std::io::{self, Write};

use anyhow::{Context as _, bail};
use framework::{Game, Position, Text, Turn};
use othello::{
    Board, Othello,
    engine::{Bitboard, Solution, Solver},
};
use players::cpu_time;
use serde::Serialize;

use super::{SolveArgs, Watch, in_three_words};
use crate::{
    Exit,
    context::{Context, Report},
    input,
    page::Page,
};

/// The table in megabytes: up to about 24 empty squares more makes no difference.
const DEFAULT_TABLE_MEGABYTES: usize = 64;

/// Solves positions of Othello.
///
/// # Errors
/// If the board is not 8×8, or the arguments choose no position.
pub(super) fn run(args: &SolveArgs, options: &str, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    if options != Othello::standard().options() {
        bail!("{options} cannot be solved; choose a board of 8x8");
    }
    let megabytes = args.solver.table.unwrap_or(DEFAULT_TABLE_MEGABYTES);
    let mut solver = Solver::new(megabytes << 20).with_threads(args.solver.threads);
    match &args.file {
        Some(file) => {
            let text = input::file(file, ctx.console)?;
            solve_lines(args, &mut solver, &text, ctx)
        }
        None => solve_one(args, &mut solver, ctx),
    }
}

fn solve_one(args: &SolveArgs, solver: &mut Solver, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let choice = args.position.open(ctx)?;
    let pos = Othello::standard()
        .parse_position(&choice.pos.text())
        .context("the position cannot be read again")?;
    if pos.turn() == Turn::Over {
        bail!("the game is over; there is nothing to solve any more");
    }
    let watch = Watch::new(ctx)?;
    let (solution, time) = ctx.timed(|_| ask(solver, &pos, args.weak, &watch))?;
    let words = match args.weak {
        true => in_three_words(solution.score as i16),
        false => words(solution.score),
    };
    ctx.answer(&Solved {
        options: Othello::standard().options(),
        position: pos.to_string(),
        score: solution.score,
        best: solution.best.to_string(),
        words,
        nodes: solution.nodes,
        seconds: time.as_secs_f64(),
    })?;
    Ok(Exit::Fine)
}

/// Solves the positions of a text, and goes on after those that cannot be solved.
fn solve_lines(
    args: &SolveArgs,
    solver: &mut Solver,
    text: &str,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<Exit> {
    let watch = Watch::new(ctx)?;
    let (mut nodes, mut n_solved, mut n_refused) = (0, 0, 0);
    let began = cpu_time();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let answer = match read_line(line) {
            Ok(pos) => {
                if args.cold {
                    solver.forget();
                }
                let solution = ask(solver, &pos, args.weak, &watch)?;
                (nodes, n_solved) = (nodes + solution.nodes, n_solved + 1);
                Line {
                    position: pos.to_string(),
                    score: Some(solution.score),
                    best: Some(solution.best.to_string()),
                    nodes: solution.nodes,
                    error: None,
                }
            }
            Err(error) => {
                n_refused += 1;
                Line { position: line.to_owned(), score: None, best: None, nodes: 0, error: Some(error) }
            }
        };
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

/// The position at the beginning of a line. What follows a semicolon or a percent sign is a remark, as in the suites of
/// other programs.
fn read_line(line: &str) -> Result<Board, String> {
    let game = Othello::standard();
    let end = line.find([';', '%']).unwrap_or(line.len());
    let pos = game
        .parse_position(line[..end].trim())
        .or_else(|error| game.parse_position(line).map_err(|_| error))
        .map_err(|error| error.to_string())?;
    match pos.turn() {
        Turn::Over => Err("the game is over".to_owned()),
        _ => Ok(pos),
    }
}

fn ask(solver: &mut Solver, pos: &Board, weak: bool, watch: &Watch) -> anyhow::Result<Solution> {
    let board = Bitboard::of(pos).context("only boards of 8x8 can be solved")?;
    let stop = |nodes| watch.stops(nodes);
    let solution = if weak { solver.outcome(board, &stop) } else { solver.solve(board, &stop) };
    solution.context("interrupted before the answer was known")
}

/// A score in a sentence whose subject is the player to move.
fn words(score: i32) -> Text {
    match score {
        0 => Text::fixed("draws", "remis"),
        1.. => Text::new(format!("wins by {score}"), format!("gewinnt mit {score} Unterschied")),
        _ => Text::new(format!("loses by {}", -score), format!("verliert mit {} Unterschied", -score)),
    }
}

#[derive(Debug, Serialize)]
struct Solved {
    options: String,
    position: String,
    score: i32,
    best: String,
    words: Text,
    nodes: u64,
    seconds: f64,
}

impl Report for Solved {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Self { score, best, nodes, seconds, .. } = self;
        let effort =
            Text::new(format!("{nodes} nodes, {seconds:.2} s"), format!("{nodes} Knoten, {seconds:.2} s"));
        page.line(format!("{score:+} {best} ({}; {})", page.say(&self.words), page.say(&effort)))
    }
}

/// The answer about one line of a file.
#[derive(Debug, Serialize)]
struct Line {
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Line {
    /// Writes the line at once, so that readers of a pipe see it; in JSON one object for each line.
    fn write(&self, ctx: &mut Context<'_, '_>) -> anyhow::Result<()> {
        let out = &mut ctx.console.out;
        match (ctx.json, self.score, &self.best) {
            (true, ..) => writeln!(out, "{}", serde_json::to_string(self)?)?,
            (false, Some(score), Some(best)) => writeln!(out, "{} {score} {best}", self.position)?,
            _ => writeln!(out, "{} error: {}", self.position, self.error.as_deref().unwrap_or_default())?,
        }
        Ok(out.flush()?)
    }
}
