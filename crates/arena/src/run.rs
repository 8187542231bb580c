//! Many encounters at once.

use std::{
    io,
    sync::{
        Mutex, PoisonError,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use framework::search::Stop;
use thiserror::Error;

use crate::{Finished, Plan, Task, encounter::Worker};

/// The stack of each thread: room for deep searches. It is only reserved, not used.
const STACK_BYTES: usize = 64 << 20;
/// How long the watcher waits for a result before it is told that there is none yet.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// What the watcher of a run hears.
#[derive(Debug)]
pub enum RunNews<F = Finished> {
    /// An encounter is over.
    Finished(Box<F>),
    /// Nothing has ended for a moment: time to look at the clock and the keyboard.
    Quiet,
}

/// Whether a run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It does.
    GoOn,
    /// Whatever is being played is broken off.
    Stop,
}

/// Why a run ended before its time.
#[derive(Debug, Error)]
pub enum RunError<E> {
    /// A thread cannot be started.
    #[error("cannot start a thread; use fewer threads: {0}")]
    Thread(io::Error),
    /// The watcher failed.
    #[error(transparent)]
    Watcher(E),
}

impl Plan {
    /// Plays encounters on several threads; `watch` hears of every result on this thread, in the order in which they
    /// end, and says whether to go on.
    ///
    /// What is played does not depend on the number of threads, only when it ends.
    ///
    /// # Errors
    /// If no thread can be started, or the watcher fails.
    pub fn run<T: Task, E>(
        &self,
        tasks: impl Iterator<Item = T> + Send,
        threads: usize,
        mut watch: impl FnMut(RunNews<T::Outcome>) -> Result<Flow, E>,
    ) -> Result<(), RunError<E>> {
        let tasks = Mutex::new(tasks);
        let stop = Stop::default();
        let work = |results: &mpsc::SyncSender<T::Outcome>| {
            let mut worker = Worker::default();
            loop {
                let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
                let finished =
                    task.filter(|_| !stop.is_set()).and_then(|task| worker.play(self, task, &stop));
                let Some(finished) = finished else { return };
                if results.send(finished).is_err() {
                    return;
                }
            }
        };
        thread::scope(|scope| {
            let (sender, results) = mpsc::sync_channel(2 * threads);
            for _ in 0..threads.max(1) {
                let (sender, work) = (sender.clone(), &work);
                let spawned =
                    thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || work(&sender));
                if let Err(error) = spawned {
                    stop.now();
                    return Err(RunError::Thread(error));
                }
            }
            drop(sender);
            loop {
                let news = match results.recv_timeout(BETWEEN_LOOKS) {
                    Ok(finished) => RunNews::Finished(Box::new(finished)),
                    Err(RecvTimeoutError::Timeout) => RunNews::Quiet,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                };
                match watch(news) {
                    Ok(Flow::GoOn) => {}
                    Ok(Flow::Stop) => {
                        stop.now();
                        return Ok(());
                    }
                    Err(error) => {
                        stop.now();
                        return Err(RunError::Watcher(error));
                    }
                }
            }
        })
    }
}
