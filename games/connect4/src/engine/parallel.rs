//! Several threads on one question.
//!
//! All threads search the same position with the same table, so that each finds what the others have learned. What
//! keeps them from doing the same work is a list of the positions that somebody is at: another thread turns to the
//! next move first and comes back later, when the table probably knows the answer.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
};

use super::{
    search::{Search, Stopped},
    shape::Shape,
    table::Shared,
};

/// How many positions can be marked at a time; a mark that is overwritten costs a little time and nothing else.
const N_MARKS: usize = 1 << 12;

/// The positions that threads are at.
#[derive(Debug)]
pub(crate) struct Busy(Vec<AtomicU64>);

impl Busy {
    pub(crate) fn new() -> Self {
        Self((0..N_MARKS).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn mark(&self, key: u64) -> &AtomicU64 {
        &self.0[key.wrapping_mul(0x9E37_79B9_7F4A_7C15) as usize >> (usize::BITS - N_MARKS.ilog2())]
    }

    /// Tells whether a thread is at the position.
    #[inline]
    pub(crate) fn is_marked(&self, key: u64) -> bool {
        self.mark(key).load(Ordering::Relaxed) == key
    }

    /// Notes that this thread is at the position.
    #[inline]
    pub(crate) fn enter(&self, key: u64) {
        self.mark(key).store(key, Ordering::Relaxed);
    }

    /// Notes that this thread has left the position.
    #[inline]
    pub(crate) fn leave(&self, key: u64) {
        let _ = self.mark(key).compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// What ends a search before it knows the answer.
pub(crate) struct Reins<'a> {
    /// Asked with the number of positions that all threads have visited.
    stop: &'a (dyn Fn(u64) -> bool + Sync),
    n_threads: u64,
    is_answered: AtomicBool,
}

impl<'a> Reins<'a> {
    pub(crate) fn new(n_threads: usize, stop: &'a (dyn Fn(u64) -> bool + Sync)) -> Self {
        Self { stop, n_threads: n_threads as u64, is_answered: AtomicBool::new(false) }
    }

    /// Tells a thread that has visited so many positions whether to stop. Each thread knows only its own; that all
    /// are about as fast is good enough for a limit.
    pub(crate) fn should_stop(&self, nodes: u64) -> bool {
        self.is_answered.load(Ordering::Relaxed) || (self.stop)(nodes * self.n_threads)
    }
}

/// One or more searches that answer each question together.
pub(crate) struct Team<'a, S> {
    searches: Vec<Search<'a, S>>,
    reins: &'a Reins<'a>,
}

impl<'a, S: Shape> Team<'a, S> {
    /// A team of as many threads as the reins are for.
    pub(crate) fn new(shape: S, table: Shared<'a>, reins: &'a Reins<'a>, busy: &'a Busy) -> Self {
        let busy = (1 < reins.n_threads).then_some(busy);
        let search = |_| Search::new(shape, table, reins, busy);
        Self { searches: (0..reins.n_threads.max(1)).map(search).collect(), reins }
    }

    /// How many positions all have visited.
    pub(crate) fn nodes(&self) -> u64 {
        self.searches.iter().map(Search::nodes).sum()
    }

    /// Answers as [`Search::test`] does; whoever is first ends the search of the others.
    pub(crate) fn test(&mut self, own: u64, other: u64, stones: i32, beta: i32) -> Result<i32, Stopped> {
        let is_answered = &self.reins.is_answered;
        is_answered.store(false, Ordering::Relaxed);
        let run = |search: &mut Search<'a, S>| {
            let answer = search.test(own, other, stones, beta);
            if answer.is_ok() {
                is_answered.store(true, Ordering::Relaxed);
            }
            answer
        };
        thread::scope(|scope| {
            let (first, others) = self.searches.split_first_mut().expect("a team has a member");
            let others: Vec<_> = others.iter_mut().map(|search| scope.spawn(|| run(search))).collect();
            let answer = run(first);
            // A thread that has panicked has no answer; the panic was reported where it happened.
            let join = |other: thread::ScopedJoinHandle<'_, _>| other.join().unwrap_or(Err(Stopped));
            others.into_iter().map(join).fold(answer, Result::or)
        })
    }
}
