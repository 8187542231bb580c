//! `brett analyze`: what every move is worth with perfect play, and what the decisions of a game cost.

mod backgammon_match;
mod game_report;
mod othello;

use std::{
    io,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use framework::{Game, Millis, Position, Text, Turn};
use serde::Serialize;

use crate::{
    Exit,
    choice::PositionArgs,
    commands::solve::{self, SolverArgs, Watch},
    context::{Context, Report},
    limits,
    number::number_in,
    page::Page,
};

/// Tell what moves are worth, or what the decisions of a game cost
///
/// Given a file, a record or a game in any format that brett convert --list shows, every decision of it is judged by the
/// adviser: what it lost in the unit of the game (discs, parts of a game in Connect Four, equity in backgammon with the luck
/// of the dice, places or chances in Blokus), which were inaccuracies (?!), mistakes (?) and blunders (??), how the thirds of
/// the game compare, time against mistakes, and the turning points. --html writes all that as one page with a graph.
///
/// In Connect Four each open column is told with its exact value: in how many plies it wins or loses. In Othello on 8x8
/// each move is told with the discs by which it wins, exactly if the position can be solved in time and otherwise with the
/// depth of the search and how sure it is of what it left out. The line below is what both seats do if that is right.
///
/// A match of backgammon (a record of ours, or a .mat or .sgf file) is judged decision by decision: what plays and cubes cost, in
/// multiples of the cube, how lucky the dice were, and a performance rating for each player (500 times the mean loss; 0 is
/// perfect). ?! marks a loss of more than 0.02, ? of 0.04 and ?? of 0.08.
#[derive(Debug, Args)]
#[command(mut_arg("game", |arg| arg.value_name("GAME|FILE").help(GAME_OR_FILE)))]
#[command(after_help = "Examples:\n  brett analyze connect4 --moves 444444\n  \
                  brett analyze connect4 --variant 6x5x4 --moves 34 --json\n  \
                  brett analyze othello --moves f5d6c3d3c4 --time 5s\n  \
                  brett analyze game.brett --time 1s --html report.html\n  \
                  brett analyze backgammon --record match.mat\n  brett analyze backgammon --record match.brett --plies 2 --json")]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    solver: SolverArgs,
    /// How long a position of Othello may be searched [10s, or as long as it takes if --depth is given], or each decision of
    /// a game [500ms]
    #[arg(long, value_name = "TIME", value_parser = limits::span)]
    time: Option<Millis>,
    /// How many squares a position of Othello is searched ahead; as many as are empty solve it
    #[arg(long, value_name = "N", value_parser = number_in(1..=60_u32))]
    depth: Option<u32>,
    /// The match of backgammon to judge, a record, or a .mat or .sgf file; - reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    record: Option<PathBuf>,
    /// How many rolls the judge of a match looks ahead
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number_in(0..=3_u32))]
    plies: u32,
    /// Tell all decisions of a game, not only mistakes
    #[arg(long)]
    all: bool,
    /// Write the report about a game as one page of HTML, which needs nothing else; - writes it to standard output
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    html: Option<PathBuf>,
}

/// What the first argument may be.
const GAME_OR_FILE: &str =
    "The game; `brett games` lists them. Or the file of a game to judge; - reads standard input";

/// Analyses a position.
///
/// # Errors
/// If the game has no solver, the arguments choose no position, or the game is over.
pub(crate) fn run(args: &AnalyzeArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    if let Some(path) = &args.record {
        return backgammon_match::run(args, path, ctx);
    }
    let word = args.position.game().word();
    if catalog::find(ctx.games, word).is_none() && is_file(word) {
        ensure!(
            !args.position.is_given() && args.depth.is_none(),
            "--position, --moves and --depth are for positions, and {word} is a file; leave them out"
        );
        return game_report::run(args, Path::new(word), ctx);
    }
    ensure!(args.html.is_none(), "--html is for the report about a game; name its file instead of {word}");
    let game = args.position.game().open(ctx)?;
    if game.info().id == ::othello::ENTRY.info.id {
        return othello::run(args, &game.options(), ctx);
    }
    ensure!(
        args.time.is_none() && args.depth.is_none(),
        "--time and --depth are for Othello; leave them out"
    );
    let size = solve::size(args.position.game(), ctx)?;
    let mut solver = args.solver.solver(size)?;
    let pos = solve::position(&args.position, ctx)?;
    if pos.turn() == Turn::Over {
        bail!("the game is over; there is nothing to choose any more");
    }
    let watch = Watch::new(ctx)?;
    let stop = |nodes| watch.stops(nodes);
    let (analysis, time) =
        ctx.timed(|_| solver.analyze(&pos, &stop).context("interrupted before the answer was known"))?;
    let game = connect4::Connect4::<u64>::new(size)?;
    let best = analysis.best_columns(size);
    let columns = analysis.columns.iter().map(|&(column, score)| ColumnReport {
        column: column.to_string(),
        score: score.number(),
        is_best: best.contains(&column),
        words: score.in_words(size, pos.ply()),
    });
    let values = Values {
        options: size.to_string(),
        position: pos.to_string(),
        seat: game.seat_name(pos.mover()),
        score: analysis.score.number(),
        words: analysis.score.in_words(size, pos.ply()),
        columns: columns.collect(),
    };
    // The line may take longer than all values, so who reads does not wait for it.
    if !ctx.json {
        ctx.answer(&values)?;
        ctx.console.out.flush()?;
    }
    let line = solver.line(&pos, &stop).context("interrupted before the line was known")?;
    let rest = Rest {
        line: line.iter().map(ToString::to_string).collect(),
        nodes: analysis.nodes,
        seconds: time.as_secs_f64(),
    };
    ctx.answer(&Analyzed { values, rest })?;
    Ok(Exit::Fine)
}

/// Tells whether a word that names no game is meant to be a file.
pub(crate) fn is_file(word: &str) -> bool {
    word == "-" || word.contains(['.', '/', std::path::MAIN_SEPARATOR]) || Path::new(word).exists()
}

/// The whole answer.
#[derive(Debug, Serialize)]
struct Analyzed {
    #[serde(flatten)]
    values: Values,
    #[serde(flatten)]
    rest: Rest,
}

/// What is known first.
#[derive(Debug, Serialize)]
struct Values {
    options: String,
    position: String,
    seat: Text,
    score: i16,
    words: Text,
    columns: Vec<ColumnReport>,
}

/// What is told after the values.
#[derive(Debug, Serialize)]
struct Rest {
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct ColumnReport {
    column: String,
    score: i16,
    is_best: bool,
    words: Text,
}

impl Report for Values {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let heading = format!("{}: {} {}", self.options, page.say(&self.seat), page.say(&self.words));
        page.heading(heading)?;
        page.gap()?;
        for ColumnReport { column, score, is_best, words } in &self.columns {
            let mark = if *is_best { "*" } else { " " };
            page.line(format!("{mark}{column:>3}  {score:>+4}  {}", page.say(words)))?;
        }
        page.gap()
    }
}

impl Report for Analyzed {
    /// Writes what comes after the values, which were written when they were known.
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Rest { line, nodes, seconds } = &self.rest;
        page.field(&Text::fixed("line", "Folge"), line.join(" "))?;
        let effort =
            Text::new(format!("{nodes} nodes, {seconds:.3} s"), format!("{nodes} Knoten, {seconds:.3} s"));
        page.field(&Text::fixed("effort", "Aufwand"), page.say(&effort))
    }
}
