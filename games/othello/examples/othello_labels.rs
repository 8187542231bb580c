//! Makes positions with what they are worth, from which the weights of the patterns are learned.
//!
//! ```text
//! cargo build --release -p brettwerk-othello --example othello_labels
//! target/release/examples/othello_labels out=labels/exact empties=1-14 exact=14 chunks=400 threads=16 seed=1
//! target/release/examples/othello_labels out=labels/middle empties=15-24 exact=14 weights=w.bin depth=5 …
//! ```
//!
//! A game begins with a random number of random moves and goes on with a shallow search and now and then another random
//! move. Of its positions with so many empty squares, those with at most `exact` are solved; the others are searched `depth`
//! and `depth` − 1 plies deep with the weights, and the mean of both is taken, because the player who moves last looks
//! better than he is. `share` is the share of a game's positions that is labeled, and `certainty` how careful the last
//! search is when it leaves lines out; without it, none are.
//!
//! `walk=8` labels leaves instead, where a search asks what a position is worth: from a position of the game up to so many
//! plies further, in which one player makes good moves and the other any. `lopsided=0.4` keeps that share of the positions
//! in which someone is more than sixteen discs ahead by a search of two plies.
//!
//! Games are numbered, and what happens in one depends on the options and its number alone. A hundred of them make a
//! chunk, which is a file `chunk-NNNNNN.bin` of its own: it appears when it is complete, and one that is there is not
//! made again. So a run that was interrupted goes on with the same command, several machines can share the numbers by
//! `first=`, and `minutes=` ends a run after the chunks that are begun by then. `othello::engine::Label` describes the
//! 18 bytes of a record.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

#[path = "../../../training/options.rs"]
mod options;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Instant,
};

use framework::{
    Game, Position, Rng, random_move,
    search::{AlphaBeta, AlphaBetaFeatures, Limits},
    testkit,
};
use othello::{
    Board, Evaluation, Move, Othello, SquareSet,
    engine::{
        Bitboard, CutModel, LABEL_BYTES, LABEL_UNITS_PER_DISC, Label, MiddleGame, Outlook, Solver,
        Thoroughness, patterns::Weights,
    },
};

use self::options::{Failure, Options};

const GAMES_PER_CHUNK: u64 = 100;
/// The chance of a random move after the random beginning.
const RANDOM_MOVE_CHANCE: f64 = 0.12;
/// How far the moves in between look ahead.
const PLAY_DEPTH: u32 = 2;
/// Who is ahead by more discs than this need hardly be told by how many.
const LOPSIDED_DISCS: i32 = 16;
const SOLVER_TABLE_BYTES: usize = 4 << 20;
const SEARCH_TABLE_BYTES: usize = 1 << 20;

/// What a run is to make.
struct Plan {
    out: PathBuf,
    first: u64,
    n_chunks: u64,
    n_threads: usize,
    fewest_empties: u32,
    most_empties: u32,
    /// Up to how many empty squares positions are solved.
    exact: u32,
    depth: u32,
    certainty: u8,
    share: f64,
    /// Up to how many plies beyond a game the labeled positions are.
    walk: u64,
    /// Which share of the positions is kept in which one player is far ahead.
    lopsided: f64,
    random_plies: u64,
    seed: u64,
    minutes: f64,
    weights: Option<Arc<Weights>>,
}

fn main() -> Result<(), Failure> {
    let plan = Plan::read()?;
    fs::create_dir_all(&plan.out)?;
    let (next, n_records) = (AtomicU64::new(0), AtomicU64::new(0));
    let began = Instant::now();
    thread::scope(|scope| {
        let worker = || -> Result<(), Failure> {
            let mut labeler = Labeler::new(&plan);
            loop {
                let chunk = next.fetch_add(1, Ordering::Relaxed);
                if plan.n_chunks <= chunk || plan.minutes * 60.0 < began.elapsed().as_secs_f64() {
                    return Ok(());
                }
                let path = plan.out.join(format!("chunk-{:06}.bin", plan.first + chunk));
                if !path.exists() {
                    let records = labeler.chunk(plan.first + chunk);
                    write_at_once(&path, &records)?;
                    n_records.fetch_add((records.len() / LABEL_BYTES) as u64, Ordering::Relaxed);
                }
            }
        };
        let workers: Vec<_> = (0..plan.n_threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| "a thread has panicked")?)
    })?;
    let seconds = began.elapsed().as_secs_f64();
    let n_records = n_records.into_inner();
    println!("{n_records} records in {seconds:.0} s, {:.0} a second", n_records as f64 / seconds);
    Ok(())
}

impl Plan {
    fn read() -> Result<Self, Failure> {
        let mut options = Options::from_args()?;
        let empties = options.text("empties", "1-14");
        let (fewest, most) = empties.split_once('-').ok_or("write the empty squares as 1-14")?;
        let weights = match options.text("weights", "") {
            path if path.is_empty() => None,
            path => Some(Arc::new(Weights::from_bytes(&fs::read(path)?)?)),
        };
        let plan = Self {
            out: options.text("out", "labels").into(),
            first: options.number("first", 0)?,
            n_chunks: options.number("chunks", 10)?,
            n_threads: options.number("threads", 1)?,
            fewest_empties: fewest.parse()?,
            most_empties: most.parse()?,
            exact: options.number("exact", 14)?,
            depth: options.number("depth", 5)?,
            certainty: options.number("certainty", Thoroughness::CERTAIN)?,
            share: options.number("share", 1.0)?,
            walk: options.number("walk", 0)?,
            lopsided: options.number("lopsided", 1.0)?,
            random_plies: options.number("random", 40)?,
            seed: options.number("seed", 1)?,
            minutes: options.number("minutes", 1e9)?,
            weights,
        };
        options.finish()?;
        if plan.weights.is_none() && plan.exact < plan.most_empties {
            return Err("positions that are not solved need weights=FILE".into());
        }
        match plan.depth {
            2.. => Ok(plan),
            _ => Err("depth= must be at least 2: the labels are the mean of two depths".into()),
        }
    }
}

/// A reader sees the whole file or none.
fn write_at_once(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let unfinished = path.with_extension("part");
    fs::write(&unfinished, bytes)?;
    Ok(fs::rename(unfinished, path)?)
}

/// What a thread works with.
struct Labeler<'a> {
    plan: &'a Plan,
    solver: Solver,
    middle: Option<MiddleGame>,
    /// Plays where there are no weights yet.
    player: AlphaBeta<Evaluation>,
}

impl<'a> Labeler<'a> {
    fn new(plan: &'a Plan) -> Self {
        let features = AlphaBetaFeatures { table_megabytes: 0, ..AlphaBetaFeatures::ALL };
        let middle = |weights: &Arc<Weights>| {
            MiddleGame::new(Arc::clone(weights), &CutModel::FITTED, SEARCH_TABLE_BYTES)
        };
        Self {
            plan,
            solver: Solver::new(SOLVER_TABLE_BYTES),
            middle: plan.weights.as_ref().map(middle),
            player: AlphaBeta::new(Evaluation::<u64>::new(8), features),
        }
    }

    /// The records of the games of one chunk.
    fn chunk(&mut self, chunk: u64) -> Vec<u8> {
        // What is in the tables may change which of two equal moves is found, and chunks must not depend on others.
        self.solver.forget();
        if let Some(middle) = &mut self.middle {
            middle.forget();
        }
        let mut records = Vec::new();
        for game in 0..GAMES_PER_CHUNK {
            let mut rng = Rng::stream(self.plan.seed, "labels", chunk * GAMES_PER_CHUNK + game);
            // The last positions first: the table then knows much about those before.
            for pos in self.positions(&mut rng).iter().rev() {
                let label = Bitboard::of(pos).and_then(|board| self.label(board));
                records.extend(label.iter().flat_map(|label| label.to_bytes()));
            }
        }
        records
    }

    fn label(&mut self, board: Bitboard) -> Option<Label> {
        let (score, best) = match board.n_empties() <= self.plan.exact {
            true => {
                let solution = self.solver.solve(board, &|_| false)?;
                (solution.score * LABEL_UNITS_PER_DISC, solution.best)
            }
            false => {
                let middle = self.middle.as_mut()?;
                let how = Thoroughness { depth: self.plan.depth, certainty: self.plan.certainty };
                let mut before = 0;
                let found = middle.search(board, how, false, &|_| false, &mut |found| {
                    if found.thoroughness.depth < how.depth {
                        before = found.score;
                    }
                })?;
                ((before + found.score) * LABEL_UNITS_PER_DISC / 2, found.moves.first()?.0)
            }
        };
        let Move::Place(square) = best else { return None };
        Some(Label { board, score: score as i16, best: u64::of(square).trailing_zeros() as u8 })
    }

    /// The positions of a game or near it in which a disc is placed, with as many empty squares as the plan says.
    fn positions(&mut self, rng: &mut Rng) -> Vec<Board> {
        let n_random_plies = rng.below(self.plan.random_plies.max(1));
        let mut pos = Othello::standard().start();
        let mut positions = Vec::new();
        let wanted = self.plan.fewest_empties..=self.plan.most_empties;
        for ply in 0.. {
            let n_empties = pos.empties().count_ones();
            if n_empties < self.plan.fewest_empties {
                break;
            }
            let Some(random) = random_move(&pos, rng) else { break };
            let may_lead_there = n_empties <= self.plan.most_empties + self.plan.walk as u32;
            if may_lead_there && rng.unit() < self.plan.share {
                let position = self.walk(pos, rng);
                let is_wanted =
                    position.is_some_and(|pos: Board| wanted.contains(&pos.empties().count_ones()));
                positions.extend(position.filter(|pos| is_wanted && self.is_kept(pos, rng)));
            }
            let is_random = ply < n_random_plies || rng.unit() < RANDOM_MOVE_CHANCE;
            pos.play(if is_random { random } else { self.good_move(&pos) });
        }
        positions
    }

    /// A leaf of a search: a position up to so many plies further in which a disc can be placed. `None` where there is
    /// none.
    fn walk(&mut self, pos: Board, rng: &mut Rng) -> Option<Board> {
        let mut pos = pos;
        // Without a walk no number is drawn, so that older labels can be made again.
        let (n_plies, who_errs) = match self.plan.walk {
            0 => (0, 0),
            most => (rng.below(most + 1), rng.below(2)),
        };
        for ply in 0..n_plies {
            let random = random_move(&pos, rng)?;
            pos.play(if ply % 2 == who_errs { random } else { self.good_move(&pos) });
        }
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        legal.first().is_some_and(|mv| *mv != Move::Pass).then_some(pos)
    }

    /// Tells whether a position is labeled, of those in which one player is far ahead only a share.
    fn is_kept(&mut self, pos: &Board, rng: &mut Rng) -> bool {
        if 1.0 <= self.plan.lopsided {
            return true;
        }
        let found = self.glance(pos);
        found.is_none_or(|found| found.score.abs() <= LOPSIDED_DISCS) || rng.unit() < self.plan.lopsided
    }

    fn good_move(&mut self, pos: &Board) -> Move {
        match self.glance(pos).and_then(|found| found.moves.first().copied()) {
            Some((mv, _)) => mv,
            None => testkit::search(&mut self.player, pos, &Limits::depth(PLAY_DEPTH)).best,
        }
    }

    /// A shallow search with the weights; `None` if there are none, or the game is over.
    fn glance(&mut self, pos: &Board) -> Option<Outlook> {
        let how = Thoroughness { depth: PLAY_DEPTH, certainty: Thoroughness::CERTAIN };
        self.middle.as_mut()?.search(Bitboard::of(pos)?, how, false, &|_| false, &mut |_| {})
    }
}
