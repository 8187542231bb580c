//! `brett hint`: which move is good, and how good.

use std::io;

use anyhow::{Context as _, bail};
use clap::Args;
use framework::{AnyFound, FoundMove, Seat, Text, Turn, Valuation};
use players::runner;
use serde::Serialize;

use crate::{
    Exit,
    choice::{Header, PositionArgs},
    context::{Context, Report},
    limits::{LimitArgs, ResourceArgs},
    number::number_in,
    page::Page,
    value, weights,
};

/// Tell the best moves in a position, with their values
///
/// Values are for the seat to move and in the unit of the game: discs, equity, chances to win, or a bare number where
/// the player knows no better; "won in 7" means that the game ends after 7 plies if both do their best. A question mark
/// stands for what the player does not know; the adviser values every move.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  brett hint connect4 --moves 4432 --time 1s\n  \
                  brett hint othello --engine mcts --nodes 20000 --top 5\n  brett hint backgammon --moves 31 --json")]
pub(crate) struct HintArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Who searches; `brett players` lists them
    #[arg(long, value_name = "NAME", default_value = "adviser")]
    engine: String,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    resources: ResourceArgs,
    /// How many moves are told
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number_in(1..=10_000_usize))]
    top: usize,
    /// Where chance begins
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number_in(0..=u64::MAX))]
    seed: u64,
}

/// Tells the best moves.
///
/// # Errors
/// If the arguments choose no position or player, or nobody is to move.
pub(crate) fn run(args: &HintArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let choice = args.position.open(ctx)?;
    let player = weights::resolved(&*choice.game, &args.engine).context("--engine")?;
    let mut engine = choice.game.engine(&player).context("--engine")?;
    let seat = match choice.pos.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => bail!("the dice are next; add a roll to the moves, and ask again"),
        Turn::Over => bail!("the game is over; there is nothing to choose any more"),
    };
    let limits = args.resources.within(args.limits.limits(args.seed));
    let thought = runner::think(&mut *engine, &*choice.pos, limits, || false)?;
    let AnyFound { depth, nodes, .. } = thought.found;
    let sentence = value::best_move(&thought.found);
    ctx.answer(&Hint {
        header: choice.header(),
        seat,
        seat_name: choice.game.seat_name(seat),
        engine: args.engine.clone(),
        best: thought.found.best.clone(),
        value: thought.found.value,
        worth: thought.found.worth,
        depth,
        nodes,
        millis: thought.found.elapsed.0,
        line: thought.found.line.clone(),
        moves: best_moves(&thought.found, args.top),
        expected: value::line(&thought.found),
        sentence,
    })?;
    Ok(Exit::Fine)
}

/// The move that was chosen, and then the others as they are ranked.
fn best_moves(found: &AnyFound, top: usize) -> Vec<RankedMove> {
    let is_chosen = |ranked: &&FoundMove| ranked.text == found.best;
    let chosen = found.moves.iter().filter(is_chosen);
    let others = found.moves.iter().filter(|ranked| !is_chosen(ranked));
    let ranked = |FoundMove { text, value, worth }: &FoundMove| RankedMove {
        text: text.clone(),
        value: *value,
        worth: *worth,
    };
    chosen.chain(others).take(top).map(ranked).collect()
}

#[derive(Debug, Serialize)]
struct Hint {
    #[serde(flatten)]
    header: Header,
    #[serde(skip)]
    seat: Seat,
    seat_name: Text,
    engine: String,
    best: String,
    value: f32,
    worth: Option<Valuation>,
    depth: u32,
    nodes: u64,
    millis: u64,
    line: Vec<String>,
    moves: Vec<RankedMove>,
    sentence: Text,
    #[serde(skip)]
    expected: Option<Text>,
}

#[derive(Debug, Serialize)]
struct RankedMove {
    #[serde(rename = "move")]
    text: String,
    value: Option<f32>,
    worth: Option<Valuation>,
}

impl Report for Hint {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Header { game, options, .. } = &self.header;
        let (name, seat) = (page.say(&self.seat_name), self.seat);
        let title =
            Text::new(format!("{name} (seat {seat}) to move"), format!("{name} (Platz {seat}) am Zug"));
        page.heading(format!("{game} {options}: {}", page.say(&title)))?;
        page.gap()?;
        let width = self.moves.iter().map(|mv| mv.text.chars().count()).max().unwrap_or(0);
        for (mv, rank) in self.moves.iter().zip(1..) {
            let worth = value::worth(mv.worth);
            page.line(format!("{rank:>3}. {:<width$}  {}", mv.text, page.say(&worth)))?;
        }
        page.gap()?;
        page.line(page.say(&self.sentence))?;
        self.expected.iter().try_for_each(|line| page.line(page.say(line)))
    }
}
