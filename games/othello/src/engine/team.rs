//! One or more threads on one question.
//!
//! All threads search the same moves with the same table, so that each finds what the others have learned. What keeps
//! them from doing the same work is a list of the positions at which a thread is: another thread turns to the
//! next move first and comes back later, when the table probably knows the answer.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
};

use super::{
    dispatch::Instructions,
    patterns::Weights,
    search::{NODES_BETWEEN_STOP_CHECKS, Search, Stopped},
    solver::{RootMove, StopCheck},
    table::Table,
};
use crate::Move;

/// How many positions can be marked at a time; a mark that is overwritten costs a little time and nothing else.
const N_MARKS: usize = 1 << 12;

/// The positions at which threads are.
#[derive(Debug)]
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    fn new() -> Self {
        Self((0..N_MARKS).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn mark(&self, hash: u64) -> &AtomicU64 {
        // The table is indexed by the low bits.
        &self.0[(hash >> 32) as usize % N_MARKS]
    }

    /// Tells whether a thread is at the position.
    #[inline]
    pub(super) fn is_marked(&self, hash: u64) -> bool {
        self.mark(hash).load(Ordering::Relaxed) == hash
    }

    /// Notes that this thread is at the position.
    #[inline]
    pub(super) fn enter(&self, hash: u64) {
        self.mark(hash).store(hash, Ordering::Relaxed);
    }

    /// Notes that this thread has left the position.
    #[inline]
    pub(super) fn leave(&self, hash: u64) {
        let _ = self.mark(hash).compare_exchange(hash, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// What all threads of a team share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) weights: Option<&'a Weights>,
    /// Only where there is more than one thread.
    pub(super) busy: Option<Busy>,
    stop: StopCheck<'a>,
    pub(super) nodes_between_stop_checks: u64,
    /// Set when a thread has found the answer.
    is_answered: AtomicBool,
    n_threads: usize,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        table: &'a Table,
        weights: Option<&'a Weights>,
        n_threads: usize,
        stop: StopCheck<'a>,
    ) -> Self {
        let busy = (1 < n_threads).then(Busy::new);
        let is_answered = AtomicBool::new(false);
        let nodes_between_stop_checks = NODES_BETWEEN_STOP_CHECKS;
        Self { table, weights, busy, stop, nodes_between_stop_checks, is_answered, n_threads }
    }

    /// Another question begins.
    pub(super) fn begin(&self) {
        self.is_answered.store(false, Ordering::Relaxed);
    }

    /// A thread has the answer, so that all others stop.
    pub(super) fn end(&self) {
        self.is_answered.store(true, Ordering::Relaxed);
    }

    /// Tells a thread that has visited so many positions whether to stop. Each thread knows only its own; that all
    /// are about as fast is good enough for a limit.
    pub(super) fn should_stop(&self, nodes: u64) -> bool {
        self.is_answered.load(Ordering::Relaxed) || (self.stop)(nodes * self.n_threads as u64)
    }
}

/// One or more searches that answer each question together.
pub(super) struct Team<'a> {
    shared: Shared<'a>,
    instructions: Instructions,
    /// The move that was best last comes first.
    moves: Vec<RootMove>,
    /// How many positions each thread has visited.
    nodes: Vec<u64>,
}

impl<'a> Team<'a> {
    pub(super) fn new(
        n_threads: usize,
        instructions: Instructions,
        table: &'a Table,
        weights: Option<&'a Weights>,
        moves: &[RootMove],
        stop: StopCheck<'a>,
    ) -> Self {
        let shared = Shared::new(table, weights, n_threads, stop);
        Self { shared, instructions, moves: moves.to_vec(), nodes: vec![0; n_threads.max(1)] }
    }

    /// How many positions all have visited.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.iter().sum()
    }

    /// Answers whether the best of the moves, of which there is at least one, is worth more than `alpha`: a bound on
    /// what it is worth, and the move.
    pub(super) fn test(&mut self, alpha: i32) -> Result<(i32, Move), Stopped> {
        self.shared.begin();
        let (shared, instructions, moves) = (&self.shared, self.instructions, &self.moves);
        let run = |nodes: &mut u64| {
            let mut search = Search::new(shared, *nodes);
            let answer = test_moves(&mut search, instructions, moves, alpha);
            *nodes = search.nodes;
            if answer.is_ok() {
                shared.end();
            }
            answer
        };
        let (first, others) = self.nodes.split_first_mut().expect("a team has a member");
        let answer = if others.is_empty() {
            run(first)
        } else {
            thread::scope(|scope| {
                let others: Vec<_> = others.iter_mut().map(|nodes| scope.spawn(|| run(nodes))).collect();
                let answer = run(first);
                // A thread that has panicked has no answer; the panic was reported where it happened.
                let join = |other: thread::ScopedJoinHandle<'_, _>| other.join().unwrap_or(Err(Stopped));
                others.into_iter().map(join).fold(answer, Result::or)
            })
        };
        let (value, move_idx) = answer?;
        self.moves[..=move_idx].rotate_right(1);
        Ok((value, self.moves[0].mv))
    }
}

/// The best bound on what any of the moves is worth, and the index of the move.
fn test_moves(
    search: &mut Search<'_>,
    instructions: Instructions,
    moves: &[RootMove],
    alpha: i32,
) -> Result<(i32, usize), Stopped> {
    let mut best = (i32::MIN, 0);
    for (move_idx, root) in moves.iter().enumerate() {
        let score = -instructions.test(search, root.next, -alpha - 1)?;
        if best.0 < score {
            best = (score, move_idx);
            if alpha < score {
                break;
            }
        }
    }
    Ok(best)
}
