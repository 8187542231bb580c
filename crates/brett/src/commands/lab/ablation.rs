//! What each idea of alpha-beta is worth.

use std::{
    fmt::Write as _,
    fs, io,
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use framework::{AnyGame, AnyPosition, AnySearchRequest, Rng, Text, Turn, search::Limits};
use players::runner;
use serde::Serialize;

use crate::{
    Exit,
    choice::GameArgs,
    context::{Context, Report},
    number::number_in,
    page::{Page, per_second, rounded},
};

/// An idea of the search, and the words that ask for it and all those before it.
struct Idea {
    name: Text,
    words: &'static str,
    /// Whether the search can share its work among threads.
    has_table: bool,
}

const PLAIN: Idea =
    Idea { name: Text::fixed("plain minimax", "einfaches Minimax"), words: "", has_table: false };
const ALPHA_BETA: Idea =
    Idea { name: Text::fixed("alpha-beta", "Alpha-Beta"), words: "plain", has_table: false };
const TABLE: Idea = Idea {
    name: Text::fixed("… with a table of positions", "… mit Stellungstabelle"),
    words: "plain,promise,table=64",
    has_table: true,
};
const DEEPENING: Idea = Idea {
    name: Text::fixed("… deepening ply by ply", "… mit schrittweiser Vertiefung"),
    words: "plain,promise,table=64,deepening",
    has_table: true,
};
const ALL: Idea = Idea {
    name: Text::fixed("… with history and null windows", "… mit Historie und Nullfenstern"),
    words: "quiescence=0",
    has_table: true,
};

/// Whose evaluation and order of moves are searched with.
#[derive(Clone, Copy, Debug)]
enum Judge {
    /// Our own of the game.
    Own,
    /// Those of the article of 2014, with one of its three evaluations.
    Article(u8),
}

impl Judge {
    /// The player that stands for the article's; a game that has none is judged by our own.
    const ARTICLE: &'static str = "study-2014";

    fn of(args: &AblationArgs, game: &dyn AnyGame) -> anyhow::Result<Self> {
        let has_article = game.engines().iter().any(|engine| engine.name == Self::ARTICLE);
        match args.evaluation {
            Some(_) if !has_article => {
                bail!("--evaluation is for Othello, which has the evaluations of an article of 2014")
            }
            Some(number) => Ok(Self::Article(number)),
            None if has_article && !args.own => Ok(Self::Article(2)),
            None => Ok(Self::Own),
        }
    }

    /// What it counts as promising.
    const fn order(self) -> Idea {
        let name = match self {
            Self::Own => Text::fixed("… with promising moves first", "… vielversprechende Züge zuerst"),
            Self::Article(_) => Text::fixed("… from the center outwards", "… von der Mitte nach außen"),
        };
        Idea { name, words: "plain,promise", has_table: false }
    }

    /// The player that searches with an idea and all those before it.
    fn player(self, idea: &Idea) -> String {
        match (self, idea.words) {
            (Self::Own, "") => "minimax".to_owned(),
            (Self::Own, words) => format!("alphabeta:{words}"),
            (Self::Article(number), "") => format!("{}:minimax,evaluation={number}", Self::ARTICLE),
            (Self::Article(number), words) => format!("{}:{words},evaluation={number}", Self::ARTICLE),
        }
    }

    fn name(self) -> Text {
        match self {
            Self::Own => Text::fixed("our own evaluation", "unsere eigene Bewertung"),
            Self::Article(number) => Text::new(
                format!("evaluation {number} of the article of 2014"),
                format!("Bewertung {number} des Artikels von 2014"),
            ),
        }
    }
}

/// Count the positions that each idea of alpha-beta saves
///
/// The same positions of random games are searched to the same depth, first by plain minimax and then with one
/// idea more in every row; all must find the same values. An article of 2014 tells for its Othello that alpha-beta
/// visits about a twentieth, and that moves from the center outwards nearly halve that again: Othello is searched
/// with its evaluation and order.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett lab ablation othello --depth 6\n  \
                  brett lab ablation connect4 --depth 7 --positions 20 --svg ablation.svg")]
pub(super) struct AblationArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many plies each search looks ahead
    #[arg(long, value_name = "N", value_parser = number_in(1..=30_u32))]
    depth: u32,
    /// Which evaluation of the article of 2014: 0 discs, 1 weights, 2 weights and moves [2 in Othello]
    #[arg(long, value_name = "N", value_parser = number_in(0..=2_u8), conflicts_with = "own")]
    evaluation: Option<u8>,
    /// Search with our own evaluation and order
    #[arg(long)]
    own: bool,
    /// How many positions are searched
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number_in(1..=10_000_usize))]
    positions: usize,
    /// Where chance begins
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number_in(0..=u64::MAX))]
    seed: u64,
    /// How many threads searches with a table also use, besides one [all cores]
    #[arg(long, value_name = "N", value_parser = number_in(1..=256_usize))]
    threads: Option<usize>,
    /// Also draw the table as a chart
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Runs the experiment.
///
/// # Errors
/// If the game has no such searches, they do not agree, or the chart cannot be written.
pub(super) fn run(args: &AblationArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let game = args.game.open(ctx)?;
    if !game.engines().iter().any(|engine| engine.name == "alphabeta") {
        bail!("{} has no alpha-beta, since it is not a game of two without chance", game.info().id);
    }
    let judge = Judge::of(args, &*game)?;
    let threads = args.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let positions = positions(&*game, args.positions, args.seed);
    let mut rows = Vec::new();
    let mut known: Option<Vec<f32>> = None;
    for idea in [PLAIN, ALPHA_BETA, judge.order(), TABLE, DEEPENING, ALL] {
        let player = judge.player(&idea);
        if ctx.console.err_is_terminal {
            writeln!(ctx.console.err, "{player}")?;
        }
        let one = measured(&*game, &positions, &player, args.depth, 1)?;
        let all = if idea.has_table {
            Some(measured(&*game, &positions, &player, args.depth, threads)?)
        } else {
            None
        };
        for values in [Some(&one), all.as_ref()].into_iter().flatten().map(|measured| &measured.values) {
            let expected = known.get_or_insert_with(|| values.clone());
            ensure!(expected == values, "{player} does not find the values of minimax: this is a defect");
        }
        rows.push(Row {
            idea: idea.name,
            player,
            nodes: one.nodes,
            seconds: one.time.as_secs_f64(),
            seconds_on_all_threads: all.map(|all| all.time.as_secs_f64()),
        });
    }
    let report = Ablation {
        game: game.info().id,
        options: game.options(),
        judge: judge.name(),
        depth: args.depth,
        positions: positions.len(),
        seed: args.seed,
        threads,
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

/// What a player did in all positions.
struct Measured {
    nodes: u64,
    time: Duration,
    values: Vec<f32>,
}

fn measured(
    game: &dyn AnyGame,
    positions: &[Box<dyn AnyPosition>],
    player: &str,
    depth: u32,
    threads: usize,
) -> anyhow::Result<Measured> {
    let mut measured = Measured { nodes: 0, time: Duration::ZERO, values: Vec::new() };
    for pos in positions {
        // Every search begins without anything learned before.
        let mut engine = game.engine(player)?;
        let limits = Limits { threads, ..Limits::depth(depth) };
        let Some(request) = AnySearchRequest::new(&**pos, limits) else { continue };
        let began = Instant::now();
        let found = runner::search(&mut *engine, request);
        measured.time += began.elapsed();
        measured.nodes += found.nodes;
        measured.values.push(found.value);
    }
    Ok(measured)
}

#[derive(Debug, Serialize)]
struct Ablation {
    game: &'static str,
    options: String,
    judge: Text,
    depth: u32,
    positions: usize,
    seed: u64,
    threads: usize,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    idea: Text,
    player: String,
    nodes: u64,
    seconds: f64,
    seconds_on_all_threads: Option<f64>,
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
        page.line(page.say(&self.judge))?;
        page.gap()?;
        let titles = [
            Text::fixed("positions", "Stellungen"),
            Text::fixed("1 thread", "1 Faden"),
            Text::new(format!("{} threads", self.threads), format!("{} Threads", self.threads)),
        ];
        let [positions, one, all] = titles.each_ref().map(|title| page.say(title));
        page.line(format!("{:<36}{positions:>12}{:>10}{:>10}{one:>11}{all:>12}", "", "%", "/ s"))?;
        for row in &self.rows {
            let rate = rounded(per_second(row.nodes, Duration::from_secs_f64(row.seconds)));
            let share = format!("{:.3}", 100.0 * self.share(row));
            let one = format!("{:.3} s", row.seconds);
            let all = row
                .seconds_on_all_threads
                .map_or_else(|| "–".to_owned(), |seconds| format!("{seconds:.3} s"));
            let idea = page.say(&row.idea);
            page.line(format!("{idea:<36}{:>12}{share:>10}{rate:>10}{one:>11}{all:>12}", row.nodes))?;
        }
        Ok(())
    }
}
