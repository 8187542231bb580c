//! What may happen often is logged only so often, so that the log itself cannot be flooded.

use std::sync::{Mutex, PoisonError};

use tokio::time::Instant;

use crate::{Bucket, connections::LOG_LINES};

/// A kind of line that may be logged so often; the lines beyond that are counted.
#[derive(Debug)]
pub struct LogLimit(Mutex<State>);

#[derive(Debug)]
struct State {
    lines: Option<Bucket>,
    left_out: u64,
}

impl Default for LogLimit {
    fn default() -> Self {
        Self::new()
    }
}

impl LogLimit {
    /// A limit of which nothing is used yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(Mutex::new(State { lines: None, left_out: 0 }))
    }

    /// Tells whether a line may be logged, and how many were left out since the last one.
    pub fn pass(&self) -> Option<u64> {
        let now = Instant::now();
        // Two numbers, which are right whatever broke down while it held the lock.
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.lines.get_or_insert_with(|| LOG_LINES.bucket(now)).take(now) {
            return Some(std::mem::take(&mut state.left_out));
        }
        state.left_out += 1;
        None
    }
}

/// Clients that were refused or disconnected because they sent too much, or too slowly.
pub static REFUSED_CLIENTS: LogLimit = LogLimit::new();

/// Log-ins that failed.
pub static FAILED_LOGINS: LogLimit = LogLimit::new();

/// People who were turned away because they are banned.
pub static TURNED_AWAY: LogLimit = LogLimit::new();

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn lines_beyond_the_budget_are_counted_and_told_later() {
        let limit = LogLimit::new();
        let passed = (0..100).filter_map(|_| limit.pass()).collect::<Vec<_>>();
        assert_eq!(passed, vec![0; LOG_LINES.count as usize]);
        tokio::time::sleep(LOG_LINES.per).await;
        assert_eq!(limit.pass(), Some(100 - u64::from(LOG_LINES.count)));
        assert_eq!(limit.pass(), Some(0));
    }
}
