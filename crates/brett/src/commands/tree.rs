//! `brett tree`: the tree that a textbook search looks through, for teaching.

use std::{fs, io, path::PathBuf};

use anyhow::{Context as _, anyhow};
use clap::Args;
use framework::{
    EvaluationInfo, ExplainError, GameTree, MAX_TREE_DEPTH, Text, TreeError, TreeMethod,
    render::{tree_svg, tree_text, tree_value},
};
use serde::Serialize;

use crate::{
    Exit,
    choice::{Choice, Header, PositionArgs},
    context::{Context, Report},
    number::number_in,
    page::Page,
    weights,
};

/// The word for no evaluation at all.
const NO_EVALUATION: &str = "none";

/// Show the tree of a look-ahead, with the value of every position
///
/// Minimax values the positions at the end of the look-ahead by an evaluation and hands the greatest value up where the
/// player to move decides (max), the least where the other one does (min). The best move of each position is marked.
/// With --alpha-beta every position shows the bounds with which it was searched, and the moves that were cut off.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett tree connect4 --moves 4433 --depth 2\n  \
                  brett tree connect4 --variant 3x4x3 --evaluation woellert-2006 --svg tree.svg\n  \
                  brett tree othello --variant 4x4 --depth 4 --alpha-beta\n  \
                  brett tree connect4 --variant 3x3x3 --moves 21 --evaluation none --depth 7 --json")]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// How many plies the tree reaches, up to 16, as long as it has at most 2000 positions
    #[arg(
        long, value_name = "PLIES", default_value_t = 3, value_parser = number_in(1..=MAX_TREE_DEPTH as u8)
    )]
    depth: u8,
    /// Cut off the moves that cannot change the value, and show alpha and beta
    #[arg(long)]
    alpha_beta: bool,
    /// The evaluation, as for brett explain; none counts results only [the game's first]
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,
    /// Also draw the tree as SVG into a file; - writes only the SVG, to standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Shows the tree of a position.
///
/// # Errors
/// If the arguments choose no position, the game has no such tree, or the picture cannot be written.
pub(crate) fn run(args: &TreeArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let choice = args.position.open(ctx)?;
    let known = choice.game.evaluations();
    let evaluation = match (args.evaluation.as_deref(), known.first()) {
        (Some(NO_EVALUATION), _) | (None, None) => None,
        (Some(text), _) => Some(weights::resolved(&*choice.game, text)?),
        (None, Some(first)) => Some(first.name.to_owned()),
    };
    let tree = build(args, &choice, evaluation.as_deref())?;
    let name = evaluation.as_deref().and_then(|text| text.split(':').next());
    let answer = TreeAnswer {
        header: choice.header(),
        seat_name: choice.game.seat_name(tree.maximizer),
        about: known.into_iter().find(|info| Some(info.name) == name),
        evaluation,
        tree,
    };
    let language = ctx.style.language;
    if let Some(path) = &args.svg {
        let svg = tree_svg(&answer.tree, answer.title().in_language(language), language);
        if path == "-" {
            ctx.console.out.write_all(svg.as_bytes())?;
            return Ok(Exit::Fine);
        }
        fs::write(path, svg).with_context(|| format!("--svg: cannot write {}", path.display()))?;
    }
    ctx.answer(&answer)?;
    Ok(Exit::Fine)
}

fn build(args: &TreeArgs, choice: &Choice, evaluation: Option<&str>) -> anyhow::Result<GameTree> {
    let method = if args.alpha_beta { TreeMethod::AlphaBeta } else { TreeMethod::Minimax };
    let tree = choice.game.tree(evaluation, &*choice.pos, u32::from(args.depth), method);
    tree.map_err(|error| match &error {
        TreeError::Evaluation(ExplainError::NeedsMove { name }) => {
            anyhow!("{name} rates moves and not positions; choose another --evaluation, or none")
        }
        TreeError::Evaluation(_) => anyhow!(error).context("--evaluation"),
        TreeError::TooLarge { .. } => anyhow!(error).context("--depth"),
        _ => anyhow!(error),
    })
}

#[derive(Debug, Serialize)]
struct TreeAnswer {
    #[serde(flatten)]
    header: Header,
    seat_name: Text,
    evaluation: Option<String>,
    #[serde(skip)]
    about: Option<EvaluationInfo>,
    tree: GameTree,
}

impl TreeAnswer {
    fn title(&self) -> Text {
        let Header { game, options, .. } = &self.header;
        let method = match self.tree.method {
            TreeMethod::Minimax => "Minimax",
            TreeMethod::AlphaBeta => "Alpha-Beta",
        };
        let (depth, seat) = (self.tree.depth, &self.seat_name);
        Text::new(
            format!("{game} {options}: {} tree of depth {depth} for {}", method.to_lowercase(), seat.en),
            format!("{game} {options}: {method}-Baum der Tiefe {depth} für {}", seat.de),
        )
    }
}

impl Report for TreeAnswer {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let language = page.style.language;
        page.heading(page.say(&self.title()).to_owned())?;
        match (&self.evaluation, &self.about) {
            (Some(text), Some(info)) => page.paragraph(&format!("{text}: {}", page.say(&info.about)))?,
            _ => page.paragraph(
                Text::fixed(
                    "No evaluation: an unfinished game counts 0.",
                    "Ohne Bewertung: ein Spiel, das noch läuft, zählt 0.",
                )
                .in_language(language),
            )?,
        }
        page.gap()?;
        page.block(&tree_text(&self.tree, language))?;
        page.gap()?;
        let line = self.tree.best_line().join(" ");
        page.field(&Text::fixed("value", "Wert"), tree_value(self.tree.root.value, language))?;
        page.field(&Text::fixed("best line", "Hauptlinie"), line)?;
        page.field(&Text::fixed("positions", "Stellungen"), self.tree.n_positions)?;
        if self.tree.method == TreeMethod::AlphaBeta {
            page.field(&Text::fixed("cut off", "Schnitte"), self.tree.n_cut)?;
        }
        Ok(())
    }
}
