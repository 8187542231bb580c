//! `brett lab`: experiments with the searches.

use std::{fmt::Write as _, fs, io, path::PathBuf, time::Duration};

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use framework::{AnyGame, AnyPosition, Rng, Text, Turn, search::Limits};
use serde::Serialize;

use crate::{
    Exit,
    choice::GameArgs,
    commands::book,
    context::{Context, Report},
    number::number_in,
    page::{Page, per_second, rounded},
    thinking,
};

/// The ideas of the search, each with those before it, and how it is asked for.
const IDEAS: [(Text, &str); 6] = [
    (Text::fixed("plain minimax", "einfaches Minimax"), "minimax"),
    (Text::fixed("alpha-beta", "Alpha-Beta"), "alphabeta:plain"),
    (
        Text::fixed("… with promising moves first", "… vielversprechende Züge zuerst"),
        "alphabeta:plain,promise",
    ),
    (
        Text::fixed("… with a table of positions", "… mit Stellungstabelle"),
        "alphabeta:plain,promise,table=64",
    ),
    (
        Text::fixed("… deepening ply by ply", "… mit schrittweiser Vertiefung"),
        "alphabeta:plain,promise,table=64,deepening",
    ),
    (
        Text::fixed("… with history and null windows", "… mit Historie und Nullfenstern"),
        "alphabeta:quiescence=0",
    ),
];

/// Experiment with the searches
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett lab ablation othello --depth 6")]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Debug, Subcommand)]
enum Experiment {
    Ablation(AblationArgs),
    Book(book::BookArgs),
}

/// Count the positions that each idea of alpha-beta saves
///
/// The same positions of random games are searched to the same depth, first by plain minimax and then with one
/// idea more in every row. A programme of 2014 told such a table: alpha-beta visited about a twentieth, and moves
/// from the centre outwards nearly half of that.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett lab ablation othello --depth 6\n  \
                  brett lab ablation connect4 --depth 7 --positions 20 --svg ablation.svg")]
struct AblationArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many plies each search looks ahead
    #[arg(long, value_name = "N", value_parser = number_in(1..=30_u32))]
    depth: u32,
    /// How many positions are searched
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number_in(1..=10_000_usize))]
    positions: usize,
    /// Where chance begins
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number_in(0..=u64::MAX))]
    seed: u64,
    /// How many threads the last row uses besides one
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number_in(1..=256_usize))]
    threads: usize,
    /// Also draw the table as a chart
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Runs an experiment.
///
/// # Errors
/// If the game has no such searches, or the chart cannot be written.
pub(crate) fn run(args: &LabArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let args = match &args.experiment {
        Experiment::Ablation(args) => args,
        Experiment::Book(args) => return book::run(args, ctx),
    };
    let game = args.game.open(ctx)?;
    if !game.engines().iter().any(|engine| engine.name == "alphabeta") {
        bail!("{} has no alpha-beta, since it is not a game of two without chance", game.info().id);
    }
    let positions = positions(&*game, args.positions, args.seed);
    let mut rows = Vec::new();
    for (idea, engine) in IDEAS {
        rows.push(measured(&*game, &positions, idea, engine, (args.depth, 1))?);
    }
    let all = Text::new(format!("… on {} threads", args.threads), format!("… mit {} Fäden", args.threads));
    rows.push(measured(&*game, &positions, all, IDEAS[5].1, (args.depth, args.threads))?);
    let report = Ablation {
        game: game.info().id,
        options: game.options(),
        depth: args.depth,
        positions: positions.len(),
        seed: args.seed,
        rows,
    };
    if let Some(path) = &args.svg {
        fs::write(path, report.chart()).with_context(|| format!("--svg {}", path.display()))?;
    }
    ctx.answer(&report)?;
    Ok(Exit::Fine)
}

/// Positions in which a seat is to move, each from the middle of its own random game.
fn positions(game: &dyn AnyGame, count: usize, seed: u64) -> Vec<Box<dyn AnyPosition>> {
    let mut positions = Vec::new();
    for game_idx in 0.. {
        if positions.len() == count {
            break;
        }
        let mut rng = Rng::stream(seed, "lab", game_idx);
        let mut pos = game.start();
        for _ in 0..4 + rng.index(12) {
            pos.play_random(&mut rng);
        }
        if matches!(pos.turn(), Turn::Seat(_)) {
            positions.push(pos);
        }
    }
    positions
}

fn measured(
    game: &dyn AnyGame,
    positions: &[Box<dyn AnyPosition>],
    idea: Text,
    engine: &str,
    (depth, threads): (u32, usize),
) -> anyhow::Result<Row> {
    let (mut nodes, mut millis) = (0, 0);
    for pos in positions {
        // Every search begins without anything learnt before.
        let searcher = game.engine(engine)?;
        let limits = Limits { threads, ..Limits::depth(depth) };
        let found = thinking::think(searcher, &**pos, limits, || false)?.found;
        nodes += found.nodes;
        millis += found.elapsed.0;
    }
    Ok(Row { idea, engine: engine.to_owned(), threads, nodes, seconds: millis as f64 / 1_000.0 })
}

#[derive(Debug, Serialize)]
struct Ablation {
    game: &'static str,
    options: String,
    depth: u32,
    positions: usize,
    seed: u64,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    idea: Text,
    engine: String,
    threads: usize,
    nodes: u64,
    seconds: f64,
}

impl Ablation {
    /// The share of the positions that plain minimax visited.
    fn share(&self, row: &Row) -> f64 {
        row.nodes as f64 / self.rows[0].nodes.max(1) as f64
    }

    /// Bars whose lengths are logarithms, since each idea saves a factor.
    fn chart(&self) -> String {
        let most = (self.rows[0].nodes.max(10) as f64).log10();
        let height = 40 + 34 * self.rows.len();
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 {height}\" font-family=\"sans-serif\" \
             font-size=\"14\">\n<rect width=\"720\" height=\"{height}\" fill=\"#ffffff\"/>\n\
             <text x=\"10\" y=\"22\" font-weight=\"bold\">{} {}, depth {}: positions visited (logarithmic)</text>\n",
            self.game, self.options, self.depth
        );
        for (row, top) in self.rows.iter().zip((36..).step_by(34)) {
            let width = 360.0 * (row.nodes.max(1) as f64).log10() / most;
            writeln!(
                out,
                "<text x=\"240\" y=\"{baseline}\" text-anchor=\"end\">{}</text>\n\
                 <rect x=\"250\" y=\"{top}\" width=\"{width:.1}\" height=\"24\" rx=\"3\" fill=\"#2f6fd0\"/>\n\
                 <text x=\"{after:.1}\" y=\"{baseline}\">{}</text>",
                row.idea.en,
                row.nodes,
                baseline = top + 17,
                after = 258.0 + width,
            )
            .expect("a string takes everything");
        }
        out.push_str("</svg>\n");
        out
    }
}

impl Report for Ablation {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let title = Text::new(
            format!("{} positions, {} plies, seed {}", self.positions, self.depth, self.seed),
            format!("{} Stellungen, {} Halbzüge, Startwert {}", self.positions, self.depth, self.seed),
        );
        page.heading(format!("{} {}: {}", self.game, self.options, page.say(&title)))?;
        page.gap()?;
        let head = Text::fixed("positions", "Stellungen");
        page.line(format!("{:<36}{:>14}{:>12}{:>12}", "", page.say(&head), "%", "/ s"))?;
        for row in &self.rows {
            let rate = rounded(per_second(row.nodes, Duration::from_secs_f64(row.seconds)));
            let share = format!("{:.3}", 100.0 * self.share(row));
            page.line(format!("{:<36}{:>14}{share:>12}{rate:>12}", page.say(&row.idea), row.nodes))?;
        }
        Ok(())
    }
}
