//! The time that the processor has spent on one thread, whatever else the machine did meanwhile.

use std::time::Duration;

/// The time of this thread so far; `None` where the system does not tell.
#[cfg(unix)]
pub(super) fn thread_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).ok()
}

/// The time of this thread so far; `None` where the system does not tell.
#[cfg(not(unix))]
pub(super) const fn thread_time() -> Option<Duration> {
    None
}
