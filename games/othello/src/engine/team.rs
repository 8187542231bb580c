//! One or more threads on one question.
//!
//! All threads search the same moves with the same table, so that each finds what the others have learned. What keeps
//! them from doing the same work is a list of the positions at which a thread is: another thread turns to the
//! next move first and comes back later, when the table probably knows the answer. And now and then each asks the table
//! about all positions above the one at which it is: if another thread has answered one of them meanwhile, what is below
//! is left.

use std::{
    collections::VecDeque,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
};

use super::{
    dispatch::Instructions,
    patterns::{Features, Weights},
    search::{Member, NODES_BETWEEN_STOP_CHECKS, Search, Stopped},
    solver::{RootMove, StopCheck},
    step::{Middle, Step},
    table::Table,
};
use crate::Move;

/// How many positions can be marked at a time; a mark that is overwritten costs a little time and nothing else.
const N_MARKS: usize = 1 << 12;

/// With fewer empty squares a search is over before other threads have begun.
const PARALLEL_EMPTIES: u32 = 15;

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

/// How a question is to be answered.
#[derive(Clone, Copy)]
pub(super) enum Question<'a> {
    /// By a proof.
    Exact,
    /// By a search to the end of the game that may leave lines out.
    Selective(Middle<'a>),
}

/// One or more searches that answer each question together.
pub(super) struct Team<'a> {
    shared: Shared<'a>,
    instructions: Instructions,
    /// The move that was best last comes first.
    moves: Vec<RootMove>,
    members: &'a mut [Member],
}

impl<'a> Team<'a> {
    pub(super) fn new(
        members: &'a mut [Member],
        instructions: Instructions,
        table: &'a Table,
        weights: Option<&'a Weights>,
        moves: &[RootMove],
        stop: StopCheck<'a>,
    ) -> Self {
        let shared = Shared::new(table, weights, members.len(), stop);
        members.iter_mut().for_each(|member| member.nodes = 0);
        Self { shared, instructions, moves: moves.to_vec(), members }
    }

    pub(super) const fn instructions(&self) -> Instructions {
        self.instructions
    }

    /// Takes a step of a search to a depth, puts the move first that it finds best, and returns what that is worth by it.
    pub(super) fn run(&mut self, step: &Step<'_>, score_before: i32) -> Result<i32, Stopped> {
        let mut moves: Vec<_> = self.moves.iter().map(|&root| (root, score_before)).collect();
        match step.run(&self.shared, self.members, &mut moves) {
            Some(true) => {
                self.moves = moves.iter().map(|&(root, _)| root).collect();
                Ok(moves[0].1)
            }
            _ => Err(Stopped),
        }
    }

    /// Asks whether the best of the moves is worth at least this and that until nothing is left between two bounds:
    /// first where the answer is guessed, then just beyond what each answer says. Scores are even.
    pub(super) fn narrow_down(
        &mut self,
        how: Question<'_>,
        low: i32,
        high: i32,
        guess: i32,
    ) -> Result<(i32, Option<Move>), Stopped> {
        let (mut low, mut high) = (low, high);
        let mut best = None;
        let mut next = guess + (guess & 1);
        while low < high {
            let beta = next.clamp(low + 2, high);
            let (value, mv) = self.test(how, beta - 1)?;
            if beta <= value {
                let value = value + (value & 1);
                (low, best) = (value.min(high), Some(mv));
                next = value + 2;
            } else {
                let value = value - (value & 1);
                high = value.max(low);
                next = value;
                // The best of all bounds is a fair choice as long as nothing better is known.
                best = best.or(Some(mv));
            }
        }
        Ok((low, best))
    }

    /// How many positions all have visited.
    pub(super) fn nodes(&self) -> u64 {
        self.members.iter().map(|member| member.nodes).sum()
    }

    /// Answers whether the best of the moves, of which there is at least one, is worth more than `alpha`: a bound on
    /// what it is worth, and the move.
    pub(super) fn test(&mut self, how: Question<'_>, alpha: i32) -> Result<(i32, Move), Stopped> {
        self.shared.begin();
        let (shared, instructions, moves) = (&self.shared, self.instructions, &self.moves);
        let run = |member: &mut Member| {
            let mut search = Search::new(shared, member);
            let answer = test_moves(&mut search, instructions, moves, how, alpha);
            if answer.is_ok() {
                shared.end();
            }
            answer
        };
        let (first, others) = self.members.split_first_mut().expect("a team has a member");
        let is_short = self.moves.iter().all(|root| root.next.n_empties() < PARALLEL_EMPTIES);
        let answer = if others.is_empty() || is_short {
            run(first)
        } else {
            thread::scope(|scope| {
                let others: Vec<_> = others.iter_mut().map(|member| scope.spawn(|| run(member))).collect();
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
    how: Question<'_>,
    alpha: i32,
) -> Result<(i32, usize), Stopped> {
    let mut best = (i32::MIN, 0);
    // Moves that another thread searches come after all others.
    let mut waiting: VecDeque<(usize, bool)> = (0..moves.len()).map(|move_idx| (move_idx, true)).collect();
    while let Some((move_idx, may_wait)) = waiting.pop_front() {
        let root = &moves[move_idx];
        let (hash, busy) = (root.next.hash(), search.shared.busy.as_ref());
        if let Some(busy) = busy {
            let is_first = best.0 == i32::MIN;
            if !is_first && may_wait && !waiting.is_empty() && busy.is_marked(hash) {
                waiting.push_back((move_idx, false));
                continue;
            }
            busy.enter(hash);
        }
        let answer = match how {
            Question::Exact => instructions.test(search, root.next, -alpha - 1),
            Question::Selective(middle) => {
                let (features, depth) = (Features::of(root.next), root.next.n_empties());
                let (low, high) = (-alpha - 1, -alpha);
                instructions.search_middle(search, &middle, root.next, &features, depth, low, high)
            }
        };
        if let Some(busy) = busy {
            busy.leave(hash);
        }
        let score = -answer?;
        if best.0 < score {
            best = (score, move_idx);
            if alpha < score {
                break;
            }
        }
    }
    Ok(best)
}
