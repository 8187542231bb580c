//! What the tables of one process count.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

/// The upper ends of the classes into which commits are sorted, in milliseconds.
pub const COMMIT_CLASSES_MS: [u64; 9] = [1, 2, 5, 10, 20, 50, 100, 250, 1_000];

/// What the tables of one process count.
#[derive(Debug, Default)]
pub struct Counters {
    /// Decisions of people about which computer players were let think.
    pub ponderings: AtomicU64,
    /// Events that were published.
    pub events: AtomicU64,
    /// Commits that took at most so long, for each of [`COMMIT_CLASSES_MS`].
    pub commits: [AtomicU64; COMMIT_CLASSES_MS.len()],
    /// All commits.
    pub all_commits: AtomicU64,
    /// How long all of them took together, in microseconds.
    pub commit_micros: AtomicU64,
}

impl Counters {
    pub(crate) fn count_events(&self, number: usize) {
        self.events.fetch_add(number as u64, Ordering::Relaxed);
    }

    pub(crate) fn count_pondering(&self) {
        self.ponderings.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn count_commit(&self, took: Duration) {
        self.all_commits.fetch_add(1, Ordering::Relaxed);
        self.commit_micros.fetch_add(took.as_micros() as u64, Ordering::Relaxed);
        let millis = took.as_micros().div_ceil(1_000) as u64;
        for (class, count) in COMMIT_CLASSES_MS.iter().zip(&self.commits) {
            if millis <= *class {
                count.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}
