//! `brett analyze othello`: every move with its score, exactly or as far as the time goes.

use std::{
    io,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail, ensure};
use framework::{Game, Millis, Position, Text, Turn};
use othello::{
    Move, Othello,
    engine::{Bitboard, CutModel, MiddleGame, Solver, Thoroughness, patterns::Weights},
    opening,
};
use serde::Serialize;

use super::AnalyzeArgs;
use crate::{
    Exit,
    commands::solve::Watch,
    context::{Context, Report},
    page::Page,
};

/// How long a search takes at most if nothing else is said.
const USUAL_TIME: Millis = Millis::seconds(10);
/// With more empty squares nobody waits for the exact score of every move.
const MAX_SOLVED_EMPTIES: u32 = 26;
/// How far to look ahead before solving, so that there is an answer if the time is over too soon.
const DEPTH_BEFORE_SOLVING: u32 = 10;
/// The table in megabytes.
const TABLE_MEGABYTES: usize = 64;

/// Analyzes a position of Othello.
///
/// # Errors
/// If the board is not 8×8, the arguments choose no position, or the game is over.
pub(super) fn run(args: &AnalyzeArgs, options: &str, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let game = Othello::standard();
    ensure!(
        options == game.options(),
        "{options} cannot be analyzed; choose a board of 8x8, or ask brett hint"
    );
    let choice = args.position.open(ctx)?;
    let pos = game.parse_position(&choice.pos.text()).context("the position cannot be read again")?;
    if pos.turn() == Turn::Over {
        bail!("the game is over; there is nothing to choose any more");
    }
    let board = Bitboard::of(&pos).context("only boards of 8x8 can be analyzed")?;
    let watch = Watch::new(ctx)?;
    let (analysis, time) =
        ctx.timed(|_| analyze(args, board, &watch).context("interrupted before anything was known"))?;
    let Found { moves, thoroughness, line, nodes } = analysis;
    let best = moves.first().map_or(0, |&(_, score)| score);
    let is_exact = is_exact(board, thoroughness);
    ctx.answer(&Analyzed {
        options: options.to_owned(),
        position: pos.to_string(),
        opening: opening(&pos),
        seat: game.seat_name(pos.to_move()),
        score: best,
        exact: is_exact,
        depth: thoroughness.depth,
        confidence_percent: thoroughness.confidence_percent(),
        moves: moves
            .iter()
            .map(|&(mv, score)| MoveReport {
                text: mv.to_string(),
                score,
                is_best: score == best,
                opening: opening(&pos.after(mv)),
            })
            .collect(),
        line: line.iter().map(ToString::to_string).collect(),
        nodes,
        seconds: time.as_secs_f64(),
    })?;
    Ok(Exit::Fine)
}

/// What was found about a position: all moves, the best first.
struct Found {
    moves: Vec<(Move, i32)>,
    thoroughness: Thoroughness,
    line: Vec<Move>,
    nodes: u64,
}

const fn is_exact(board: Bitboard, thoroughness: Thoroughness) -> bool {
    board.n_empties() <= thoroughness.depth && thoroughness.certainty == Thoroughness::CERTAIN
}

/// Looks ahead a little, then solves what can be solved, and otherwise looks ahead as far as the time goes; `None` if it
/// was interrupted at once.
fn analyze(args: &AnalyzeArgs, board: Bitboard, watch: &Watch) -> Option<Found> {
    let began = Instant::now();
    let usual_time = args.depth.is_none().then_some(USUAL_TIME);
    let time = args.time.or(usual_time).map(|Millis(millis)| Duration::from_millis(millis));
    let is_over = |share: u32| time.is_some_and(|time| time / share <= began.elapsed());
    let n_empties = board.n_empties();
    let depth = args.depth.unwrap_or(n_empties).min(n_empties);
    let is_solved = depth == n_empties && (n_empties <= MAX_SOLVED_EMPTIES || args.depth.is_some());
    let megabytes = args.solver.table.unwrap_or(TABLE_MEGABYTES);

    let mut middle = MiddleGame::new(Weights::shipped(), &CutModel::FITTED, megabytes << 20);
    let n_threads = args.solver.threads_or_all_cores();
    // What several threads find before the end of the game depends on how fast each of them is, so that a search to a depth
    // uses them only if that is asked for.
    middle.set_threads(args.solver.threads.unwrap_or(if time.is_some() { n_threads } else { 1 }));
    let first_depth = if is_solved { depth.min(DEPTH_BEFORE_SOLVING) } else { depth };
    let how = Thoroughness { depth: first_depth, certainty: Thoroughness::USUAL };
    let stop = |nodes| watch.stops(nodes) || is_over(if is_solved { 4 } else { 1 });
    let outlook = middle.search(board, how, true, &stop, &mut |_| {});
    let before = outlook.map(|outlook| Found {
        moves: outlook.moves,
        thoroughness: outlook.thoroughness,
        line: outlook.line,
        nodes: outlook.nodes,
    });
    if !is_solved {
        return before;
    }
    let nodes_before = before.as_ref().map_or(0, |found| found.nodes);
    let stop = |nodes| watch.stops(nodes_before + nodes) || is_over(1);
    let mut solver = Solver::new(megabytes << 20).with_threads(n_threads);
    let Some(analysis) = solver.analyze(board, &stop) else { return before };
    let thoroughness = Thoroughness { depth: n_empties, certainty: Thoroughness::CERTAIN };
    let line = solver.line(board, &stop).unwrap_or_else(|| vec![analysis.moves[0].0]);
    Some(Found { moves: analysis.moves, thoroughness, line, nodes: nodes_before + analysis.nodes })
}

/// The whole answer.
#[derive(Debug, Serialize)]
struct Analyzed {
    options: String,
    position: String,
    /// What players call the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
    seat: Text,
    score: i32,
    exact: bool,
    depth: u32,
    confidence_percent: u8,
    moves: Vec<MoveReport>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    text: String,
    score: i32,
    is_best: bool,
    /// What players call the position after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
}

impl Report for Analyzed {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Self { depth, confidence_percent, .. } = self;
        let how = if self.exact {
            Text::fixed("exact", "exakt")
        } else {
            Text::new(
                format!("{depth} squares ahead at {confidence_percent} %"),
                format!("{depth} Felder voraus mit {confidence_percent} %"),
            )
        };
        page.heading(format!(
            "{}: {} {:+} ({})",
            self.options,
            page.say(&self.seat),
            self.score,
            page.say(&how)
        ))?;
        page.gap()?;
        for MoveReport { text, score, is_best, opening } in &self.moves {
            let mark = if *is_best { "*" } else { " " };
            let name = opening.map_or_else(String::new, |name| format!("  {name}"));
            page.line(format!("{mark}{text:>5}  {score:>+4}{name}"))?;
        }
        page.gap()?;
        if let Some(opening) = self.opening {
            page.field(&Text::fixed("opening", "Eröffnung"), opening)?;
        }
        page.field(&Text::fixed("line", "Folge"), self.line.join(" "))?;
        let Self { nodes, seconds, .. } = self;
        let effort =
            Text::new(format!("{nodes} nodes, {seconds:.3} s"), format!("{nodes} Knoten, {seconds:.3} s"));
        page.field(&Text::fixed("effort", "Aufwand"), page.say(&effort))
    }
}
