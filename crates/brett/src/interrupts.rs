//! Ctrl-C while nothing is read.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Tells whether somebody pressed Ctrl-C. Unless they are watched for, interrupts end the program as usual.
#[derive(Debug, Default)]
pub(crate) struct Interrupts(Arc<AtomicBool>);

impl Interrupts {
    /// Watches for interrupts from now on; the program no longer ends by them.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) fn watch() -> io::Result<Self> {
        let seen = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&seen))?;
        Ok(Self(seen))
    }

    /// Watches for one interrupt; a second one ends the program at once.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) fn watch_once() -> io::Result<Self> {
        let seen = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register_conditional_shutdown(
            signal_hook::consts::SIGINT,
            130,
            Arc::clone(&seen),
        )?;
        signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&seen))?;
        Ok(Self(seen))
    }

    /// Tells whether there was one.
    pub(crate) fn is_seen(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Tells whether there was one since it was last asked.
    pub(crate) fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}
