//! Work shared by threads.

use std::{
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
};

use anyhow::Context as _;
use clap::Args;

use crate::number::number_in;

/// The stack of each thread: room for the deepest perft, with large positions. It is only reserved, not used.
const STACK_BYTES: usize = 64 << 20;

/// The most threads that may be asked for.
const MAX_THREADS: u16 = 1_024;

/// Chooses how many threads work.
#[derive(Debug, Args)]
pub(crate) struct ThreadsArgs {
    /// How many threads work; all cores unless given. The answer does not depend on it
    #[arg(long, value_name = "N", value_parser = number_in(1..=MAX_THREADS))]
    threads: Option<u16>,
}

impl ThreadsArgs {
    /// The number of threads.
    pub(crate) fn count(&self) -> usize {
        match self.threads {
            Some(threads) => threads.into(),
            None => all_cores(),
        }
    }
}

/// How many threads work at once on this machine.
pub(crate) fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Does the jobs 0 to `n_jobs` − 1 on several threads, and hands each result to `collect` on this thread as soon
/// as it is there. When `collect` fails, no new jobs are begun.
///
/// # Errors
/// If `collect` fails or no thread can be started.
pub(crate) fn share<T: Send>(
    threads: usize,
    n_jobs: u64,
    job: impl Fn(u64) -> T + Sync,
    mut collect: impl FnMut(u64, T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let next_job = AtomicU64::new(0);
    let work = |results: &mpsc::SyncSender<(u64, T)>| {
        loop {
            let number = next_job.fetch_add(1, Ordering::Relaxed);
            if n_jobs <= number || results.send((number, job(number))).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let (sender, results) = mpsc::sync_channel(threads);
        for _ in 0..n_jobs.min(threads as u64) {
            let sender = sender.clone();
            let work = &work;
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || work(&sender))
                .context("cannot start a thread; give a smaller --threads")?;
        }
        drop(sender);
        for (number, result) in results {
            collect(number, result)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    #[test]
    fn every_job_is_done_once() {
        for threads in [1, 3, 16] {
            let mut done = Vec::new();
            let collect = |number, square| {
                done.push((number, square));
                Ok(())
            };
            share(threads, 100, |number| number * number, collect).unwrap();
            done.sort_unstable();
            assert_eq!(done, (0..100).map(|number| (number, number * number)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_failure_ends_the_work() {
        let outcome = share(
            2,
            u64::MAX,
            |number| number,
            |number, _| match number {
                0..10 => Ok(()),
                _ => bail!("enough"),
            },
        );
        assert_eq!(outcome.unwrap_err().to_string(), "enough");
    }
}
