//! A job on a thread of its own, and what is known about it.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use framework::Text;
use protocol::{JobStage, WorkshopJob};

/// A job that is under way, or over.
#[derive(Debug)]
pub(super) struct Job {
    known: Mutex<WorkshopJob>,
    is_canceled: AtomicBool,
    began: Instant,
}

impl Job {
    /// Begins a job. What its work returns is the stage in which it ends, or why it failed.
    pub(super) fn begin(
        known: WorkshopJob,
        work: impl FnOnce(&Self) -> Result<(), Text> + Send + 'static,
    ) -> Result<Arc<Self>, Text> {
        let job = Arc::new(Self {
            known: Mutex::new(known),
            is_canceled: AtomicBool::new(false),
            began: Instant::now(),
        });
        let worker = Arc::clone(&job);
        let run = move || {
            // A defect in a player ends its job, not the server.
            let done = catch_unwind(AssertUnwindSafe(|| work(&worker))).unwrap_or_else(|_| {
                Err(Text::fixed(
                    "a defect has ended the job",
                    "ein Fehler im Programm hat die Aufgabe beendet",
                ))
            });
            let is_canceled = worker.is_canceled();
            worker.update(|known| {
                known.stage = match &done {
                    Err(_) => JobStage::Failed,
                    Ok(()) if is_canceled => JobStage::Canceled,
                    Ok(()) => JobStage::Done,
                };
                known.problem = done.err();
            });
        };
        let thread = thread::Builder::new().name("workshop".to_owned()).spawn(run);
        thread.map(|_| job).map_err(|error| {
            Text::new(
                format!("the job cannot be started: {error}"),
                format!("die Aufgabe lässt sich nicht starten: {error}"),
            )
        })
    }

    /// What is known about it now.
    pub(super) fn view(&self) -> WorkshopJob {
        self.known().clone()
    }

    pub(super) fn number(&self) -> u64 {
        self.known().number
    }

    pub(super) fn is_over(&self) -> bool {
        self.known().stage.is_over()
    }

    /// Ends it as soon as the games that are being played can be broken off.
    pub(super) fn cancel(&self) {
        self.is_canceled.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_canceled(&self) -> bool {
        self.is_canceled.load(Ordering::Relaxed)
    }

    /// Whether its time is over.
    pub(super) fn is_late(&self) -> bool {
        Duration::from_secs(self.known().max_seconds) <= self.began.elapsed()
    }

    /// Notes what has changed.
    pub(super) fn update(&self, change: impl FnOnce(&mut WorkshopJob)) {
        let mut known = self.known();
        change(&mut known);
        known.seconds = self.began.elapsed().as_secs();
    }

    /// Notes a game that has ended.
    pub(super) fn count_game(&self) {
        self.update(|known| known.games += 1);
    }

    fn known(&self) -> MutexGuard<'_, WorkshopJob> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
