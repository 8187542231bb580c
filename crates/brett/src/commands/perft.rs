//! `brett perft`: counts move paths.

use std::io::{self, Write};

use anyhow::Context as _;
use clap::Args;
use framework::{AnyPosition, Perft, Text, Turn};
use serde::Serialize;

use crate::{
    Exit,
    choice::{Header, PositionArgs},
    context::{Context, Report},
    number::number_in,
    page::{Page, per_second, rounded},
    workers::{self, ThreadsArgs},
};

/// The deepest count that is tried: longer than any game without chance, and short enough for a stack.
const MAX_DEPTH: u32 = 2_000;

/// How many pieces of work each thread should find, so that none is idle for long at the end.
const PIECES_PER_THREAD: usize = 16;

/// Count the move paths of a given length
///
/// Two numbers are customary: paths of exactly that many plies, and leaves of the tree when a finished game
/// counts once at any depth. A pass and a roll of the dice are plies.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  brett perft othello --depth 9\n  brett perft connect4 --depth 6 --moves 44 --divide"
)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// How many plies to look ahead
    #[arg(long, value_name = "N", value_parser = number_in(0..=MAX_DEPTH))]
    depth: u32,
    /// Also count for each first move
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    threads: ThreadsArgs,
}

/// Counts move paths.
///
/// # Errors
/// If the arguments choose no position, or there are too many paths for 64 bits.
pub(crate) fn run(args: &PerftArgs, ctx: &mut Context<'_, '_>) -> anyhow::Result<Exit> {
    let choice = args.position.open(ctx)?;
    let threads = args.threads.count();
    let (mut branches, time) = ctx.timed(|ctx| count(&*choice.pos, args.depth, threads, ctx))?;
    let total = branches.iter().try_fold(Perft::default(), |sum, branch| checked_sum(sum, branch.count));
    let total = total.with_context(too_many)?;
    branches.retain(|branch| !branch.text.is_empty());
    let leaves = total.paths.checked_add(total.ended).with_context(too_many)?;
    ctx.answer(&Counted {
        header: choice.header(),
        depth: args.depth,
        paths: total.paths,
        ended: total.ended,
        leaves,
        seconds: time.as_secs_f64(),
        nodes_per_second: per_second(leaves, time),
        threads,
        divide: args.divide.then_some(branches),
    })?;
    Ok(Exit::Fine)
}

/// A first move and what follows it; no move at all if nothing is looked ahead.
#[derive(Debug, Serialize)]
struct Branch {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    count: Perft,
}

/// A position somewhere below a first move.
struct Piece {
    branch_idx: usize,
    pos: Box<dyn AnyPosition>,
}

/// Counts for each first move, shared by threads.
fn count(
    pos: &dyn AnyPosition,
    depth: u32,
    threads: usize,
    ctx: &mut Context<'_, '_>,
) -> anyhow::Result<Vec<Branch>> {
    if depth == 0 || pos.turn() == Turn::Over {
        return Ok(vec![Branch { text: String::new(), count: pos.perft(depth) }]);
    }
    let texts = pos.legal_moves();
    let (pieces, depth_left) = split(pos, depth, threads * PIECES_PER_THREAD)?;
    let mut pieces_left = vec![0_usize; texts.len()];
    for piece in &pieces {
        pieces_left[piece.branch_idx] += 1;
    }
    let mut branches: Vec<_> =
        texts.into_iter().map(|text| Branch { text, count: Perft::default() }).collect();
    let mut progress = Progress::new(branches.len(), ctx);
    workers::share(
        threads,
        pieces.len() as u64,
        |number| pieces[number as usize].pos.perft(depth_left),
        |number, count| {
            let branch_idx = pieces[number as usize].branch_idx;
            let branch = &mut branches[branch_idx];
            branch.count = checked_sum(branch.count, count).with_context(too_many)?;
            pieces_left[branch_idx] -= 1;
            if pieces_left[branch_idx] == 0 {
                progress.advance(&branch.text)?;
            }
            Ok(())
        },
    )?;
    progress.clear()?;
    Ok(branches)
}

/// Looks ahead until there are enough pieces of work, and tells how deep each is still to be counted.
fn split(pos: &dyn AnyPosition, depth: u32, enough: usize) -> anyhow::Result<(Vec<Piece>, u32)> {
    let mut pieces: Vec<Piece> =
        children(pos)?.into_iter().enumerate().map(|(branch_idx, pos)| Piece { branch_idx, pos }).collect();
    let mut depth_left = depth - 1;
    while 1 < depth_left && pieces.len() < enough && pieces.iter().any(|piece| !piece.is_over()) {
        let mut smaller = Vec::new();
        for piece in pieces {
            if piece.is_over() {
                smaller.push(piece);
                continue;
            }
            let below = children(&*piece.pos)?;
            smaller.extend(below.into_iter().map(|pos| Piece { branch_idx: piece.branch_idx, pos }));
        }
        pieces = smaller;
        depth_left -= 1;
    }
    Ok((pieces, depth_left))
}

impl Piece {
    fn is_over(&self) -> bool {
        self.pos.turn() == Turn::Over
    }
}

fn children(pos: &dyn AnyPosition) -> anyhow::Result<Vec<Box<dyn AnyPosition>>> {
    let after = |text: &String| {
        let mut next = pos.boxed_clone();
        next.play(text).map(|_| next)
    };
    pos.legal_moves().iter().map(after).collect::<Result<_, _>>().context("a legal move was refused")
}

fn checked_sum(one: Perft, other: Perft) -> Option<Perft> {
    Some(Perft { paths: one.paths.checked_add(other.paths)?, ended: one.ended.checked_add(other.ended)? })
}

fn too_many() -> &'static str {
    "there are more than 2^64 paths; give a smaller --depth"
}

/// Tells a person who waits how many first moves are done.
struct Progress<'a> {
    err: Option<&'a mut dyn Write>,
    done: usize,
    all: usize,
}

impl<'a> Progress<'a> {
    fn new(all: usize, ctx: &'a mut Context<'_, '_>) -> Self {
        let is_seen = ctx.console.err_is_terminal;
        Self { err: is_seen.then_some(&mut *ctx.console.err), done: 0, all }
    }

    fn advance(&mut self, text: &str) -> io::Result<()> {
        self.done += 1;
        match &mut self.err {
            Some(err) => {
                write!(err, "\r\u{1b}[K{}/{} · {text}", self.done, self.all)?;
                err.flush()
            }
            None => Ok(()),
        }
    }

    fn clear(self) -> io::Result<()> {
        match self.err {
            Some(err) => {
                write!(err, "\r\u{1b}[K")?;
                err.flush()
            }
            None => Ok(()),
        }
    }
}

#[derive(Debug, Serialize)]
struct Counted {
    #[serde(flatten)]
    header: Header,
    depth: u32,
    paths: u64,
    ended: u64,
    leaves: u64,
    seconds: f64,
    nodes_per_second: f64,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Branch>>,
}

impl Report for Counted {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        if let Some(branches) = &self.divide {
            write_branches(page, branches)?;
            page.gap()?;
        }
        let paths = Text::new(
            format!("{}  of exactly {} plies", self.paths, self.depth),
            format!("{}  von genau {} Halbzügen", self.paths, self.depth),
        );
        let leaves = Text::new(
            format!("{}  counting each finished game once", self.leaves),
            format!("{}  jedes beendete Spiel einmal gezählt", self.leaves),
        );
        let rate = rounded(self.nodes_per_second);
        let seconds = self.seconds;
        let speed = Text::new(
            format!("{rate} nodes/s  ({seconds:.3} s, threads: {})", self.threads),
            format!("{rate} Knoten/s  ({seconds:.3} s, Threads: {})", self.threads),
        );
        page.field(&Text::fixed("paths", "Pfade"), page.say(&paths))?;
        page.field(&Text::fixed("leaves", "Blätter"), page.say(&leaves))?;
        page.field(&Text::fixed("speed", "Tempo"), page.say(&speed))
    }
}

/// Writes what follows each first move, one line for each.
fn write_branches(page: &mut Page<'_>, branches: &[Branch]) -> io::Result<()> {
    let titles =
        [Text::fixed("move", "Zug"), Text::fixed("paths", "Pfade"), Text::fixed("leaves", "Blätter")];
    let [mv, paths, leaves] = titles.each_ref().map(|title| page.say(title));
    let longest = branches.iter().map(|branch| branch.text.chars().count()).max();
    let width = longest.unwrap_or(0).max(mv.len());
    page.line(page.dim(format!("{mv:<width$} {paths:>20} {leaves:>20}")))?;
    for Branch { text, count } in branches {
        page.line(format!("{text:<width$} {:>20} {:>20}", count.paths, count.paths + count.ended))?;
    }
    Ok(())
}
