//! `brett solve othello`: the exact score of a position and a best move.

use std::io;

use anyhow::{Context as _, bail};
use framework::{Game, Position, Text, Turn};
use othello::{
    Board, Othello,
    engine::{Bitboard, Solution, Solver},
};
use serde::Serialize;

use super::{Line, SolveArgs, Watch, in_three_words, solve_lines};
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
    let mut solver = Solver::new(megabytes << 20).with_threads(args.solver.threads_or_all_cores());
    match &args.file {
        Some(file) => {
            let text = input::file(file, ctx.console)?;
            solve_file(args, &mut solver, &text, ctx)
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

/// Solves the positions of a file.
fn solve_file(
    args: &SolveArgs,
    solver: &mut Solver,
    text: &str,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<Exit> {
    solve_lines(text, ctx, &mut |line, watch| {
        let pos = match read_line(line) {
            Ok(pos) => pos,
            Err(error) => {
                return Ok(Line { position: Some(line.to_owned()), error: Some(error), ..Line::default() });
            }
        };
        if args.cold {
            solver.forget();
        }
        let Solution { score, best, nodes } = ask(solver, &pos, args.weak, watch)?;
        let (position, best) = (Some(pos.to_string()), Some(best.to_string()));
        Ok(Line { position, score: Some(score), best, nodes, ..Line::default() })
    })
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
