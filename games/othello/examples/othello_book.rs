//! Makes the book of openings.
//!
//! ```text
//! cargo build --release -p brettwerk-othello --example othello_book
//! target/release/examples/othello_book out=book.bin depth=18 minutes=10 threads=16
//! ```
//!
//! The book begins with the first position and grows by what good players meet: of all positions that it knows but has
//! not opened, those are opened next that the fewest lost discs and plies lead to. To open a position is to search all of
//! its moves `depth` squares ahead; those that lose at most `loss` discs become positions of the book. In the end what is
//! known at the leaves goes back to the beginning. `entries` is how many positions the book may have.
//!
//! `from=FILE.log` goes on with the positions of an earlier run, which are kept beside the book in a file of text.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

#[path = "../../../training/options.rs"]
mod options;

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
    fmt::Write as _,
    fs,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

use framework::{Game, Position};
use othello::{
    Board, Move, Othello,
    engine::{Bitboard, Book, CutModel, MiddleGame, Thoroughness, patterns::Weights},
};

use self::options::{Failure, Options};

const TABLE_BYTES: usize = 32 << 20;
/// What a ply costs when positions wait to be opened, in discs: lines grow evenly.
const PLY_COST: f64 = 0.35;
/// Positions behind so many plies are left to the search.
const MAX_PLIES: u32 = 22;

/// What is known about a position.
#[derive(Clone, Debug, Default)]
struct Node {
    /// By the search of the position before it.
    value: i32,
    /// The positions after its good moves, once it is opened.
    after: Vec<Bitboard>,
    is_open: bool,
}

type Nodes = HashMap<Bitboard, (Board, Node)>;

fn main() -> Result<(), Failure> {
    let mut options = Options::from_args()?;
    let (out, from) = (options.text("out", "book.bin"), options.text("from", ""));
    let depth: u32 = options.number("depth", 16)?;
    let minutes: f64 = options.number("minutes", 1.0)?;
    let n_threads: usize = options.number("threads", 1)?;
    let loss: i32 = options.number("loss", 3)?;
    let n_entries: usize = options.number("entries", 60_000)?;
    options.finish()?;
    let start = Othello::standard().start();
    let mut nodes = Nodes::from([(key(&start)?, (start, Node::default()))]);
    if !from.is_empty() {
        read(&fs::read_to_string(from)?, &mut nodes)?;
    }
    let began = Instant::now();
    let mut searches: Vec<MiddleGame> = (0..n_threads.max(1))
        .map(|_| MiddleGame::new(Weights::shipped(), &CutModel::FITTED, TABLE_BYTES))
        .collect();
    while began.elapsed().as_secs_f64() < minutes * 60.0 && nodes.len() < n_entries {
        let next = to_open(&nodes, key(&start)?, 8 * n_threads);
        if next.is_empty() {
            break;
        }
        for (board, moves) in
            open(&mut searches, &next, depth, minutes * 60.0 - began.elapsed().as_secs_f64())
        {
            add(&mut nodes, &board, &moves, loss)?;
        }
        propagate(&mut nodes);
    }
    let n_open = nodes.values().filter(|(_, node)| node.is_open).count();
    println!("{} positions, {n_open} opened, {:.0} s", nodes.len(), began.elapsed().as_secs_f64());
    let book = Book::of(nodes.iter().map(|(&board, (_, node))| (board, node.value.clamp(-64, 64) as i8)));
    fs::write(&out, book.to_bytes())?;
    fs::write(format!("{out}.log"), write(&nodes))?;
    Ok(())
}

fn key(pos: &Board) -> Result<Bitboard, Failure> {
    Ok(Bitboard::of(pos).ok_or("no 8×8 board")?.turned())
}

/// The positions to open next.
fn to_open(nodes: &Nodes, start: Bitboard, n_wanted: usize) -> Vec<Board> {
    // Costs are in thousandths of a disc, so that they are ordered.
    let mut waiting = BinaryHeap::from([Reverse((0_u64, start.own, start.opp))]);
    let mut seen = HashMap::from([(start, 0_u64)]);
    let mut wanted = Vec::new();
    while let Some(Reverse((cost, own, opp))) = waiting.pop()
        && wanted.len() < n_wanted
    {
        let board = Bitboard { own, opp };
        if seen.get(&board).is_some_and(|&best| best < cost) {
            continue;
        }
        let Some((pos, node)) = nodes.get(&board) else { continue };
        if !node.is_open {
            if 60 - pos.empties().count_ones() < MAX_PLIES {
                wanted.push(*pos);
            }
            continue;
        }
        for after in &node.after {
            let Some((_, child)) = nodes.get(after) else { continue };
            let lost = f64::from((node.value + child.value).max(0));
            let cost = cost + ((lost + PLY_COST) * 1_000.0) as u64;
            if seen.get(after).is_none_or(|&best| cost < best) {
                seen.insert(*after, cost);
                waiting.push(Reverse((cost, after.own, after.opp)));
            }
        }
    }
    wanted
}

/// Searches all moves of some positions; what is not begun in time is left out.
fn open(
    searches: &mut [MiddleGame],
    positions: &[Board],
    depth: u32,
    seconds: f64,
) -> Vec<(Board, Vec<(Move, i32)>)> {
    let began = Instant::now();
    let (next, opened) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let how = Thoroughness { depth, certainty: Thoroughness::USUAL };
    thread::scope(|scope| {
        for search in searches {
            let (next, opened) = (&next, &opened);
            scope.spawn(move || {
                while let Some(&pos) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(board) = Bitboard::of(&pos) else { continue };
                    // What is found depends on the position alone, not on those before it.
                    search.forget();
                    let late = |_| seconds < began.elapsed().as_secs_f64();
                    let found = search.search(board, how, true, &late, &mut |_| {});
                    let found = found.filter(|found| found.thoroughness.depth == depth);
                    if let Some(found) = found {
                        opened.lock().expect("no thread panics with it").push((pos, found.moves));
                    }
                }
            });
        }
    });
    let mut opened = opened.into_inner().expect("no thread panics with it");
    opened.sort_by_key(|(pos, _)| pos.to_string());
    opened
}

fn add(nodes: &mut Nodes, pos: &Board, moves: &[(Move, i32)], loss: i32) -> Result<(), Failure> {
    let best = moves.first().ok_or("a position has no moves")?.1;
    let mut after = Vec::new();
    for &(mv, value) in moves.iter().filter(|&&(_, value)| best - value <= loss) {
        let next = pos.after(mv);
        let board = key(&next)?;
        nodes.entry(board).or_insert_with(|| (next, Node { value: -value, ..Node::default() }));
        if !after.contains(&board) {
            after.push(board);
        }
    }
    let (_, node) = nodes.get_mut(&key(pos)?).ok_or("a position is not in the book")?;
    (node.value, node.after, node.is_open) = (best, after, true);
    Ok(())
}

/// Tells every opened position what the best of those after it is worth, from the last to the first.
fn propagate(nodes: &mut Nodes) {
    let mut open: Vec<_> =
        nodes.iter().filter(|(_, (_, node))| node.is_open).map(|(&board, _)| board).collect();
    open.sort_by_key(|board| board.n_empties());
    for board in open {
        let after = &nodes[&board].1.after;
        let best = after.iter().map(|after| -nodes[after].1.value).max();
        if let (Some(best), Some((_, node))) = (best, nodes.get_mut(&board)) {
            node.value = best;
        }
    }
}

/// A line for every opened position: the position, and the good moves with what they are worth.
fn write(nodes: &Nodes) -> String {
    let mut lines = Vec::new();
    for (pos, node) in nodes.values().filter(|(_, node)| node.is_open) {
        let mut line = format!("{pos};");
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        for mv in moves {
            let Ok(board) = key(&pos.after(mv)) else { continue };
            if node.after.contains(&board) {
                let _ = write!(line, " {mv}:{}", -nodes[&board].1.value);
            }
        }
        lines.push((Reverse(pos.empties().count_ones()), line));
    }
    lines.sort();
    lines.into_iter().map(|(_, line)| line + "\n").collect()
}

/// Reads what [`write`] has written.
fn read(text: &str, nodes: &mut Nodes) -> Result<(), Failure> {
    let game = Othello::standard();
    for line in text.lines() {
        let (pos, rest) = line.split_once(';').ok_or("a line has no position")?;
        let pos = game.parse_position(pos)?;
        let mut moves = Vec::new();
        for word in rest.split_whitespace() {
            let (mv, value) = word.split_once(':').ok_or("a move has no value")?;
            moves.push((game.parse_move(&pos, mv).map_err(|error| error.to_string())?, value.parse()?));
        }
        moves.sort_by_key(|&(_, value): &(Move, i32)| -value);
        add(nodes, &pos, &moves, i32::MAX)?;
    }
    propagate(nodes);
    Ok(())
}
