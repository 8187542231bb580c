//! The reins of a running search.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::Millis;

/// A flag that ends a search from another thread. Copies share the flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the search to end now and to say what it has found.
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Tells whether the search was asked to end.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a search is given besides its task: a flag that ends it, and the time since it began.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// `None` if nobody will ever set it.
    stop: Option<&'a Stop>,
    elapsed: &'a (dyn Fn() -> Millis + Sync),
}

impl Control<'static> {
    /// A search that nobody stops, with a clock that stands still: limits of time do not end it.
    pub const NONE: Self = Self { stop: None, elapsed: &|| Millis(0) };
}

impl<'a> Control<'a> {
    /// Reins with a flag and a clock that shows the time since the search began.
    #[must_use]
    pub fn new(stop: &'a Stop, elapsed: &'a (dyn Fn() -> Millis + Sync)) -> Self {
        Self { stop: Some(stop), elapsed }
    }

    /// Tells whether the search was asked to end, or has used its time.
    #[must_use]
    pub fn is_over(&self, time: Option<Millis>) -> bool {
        self.is_stopped() || time.is_some_and(|time| time <= self.elapsed())
    }

    /// Tells whether the search was asked to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(Stop::is_set)
    }

    /// The time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Millis {
        (self.elapsed)()
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").field("stop", &self.stop).finish_non_exhaustive()
    }
}
