//! How many messages a connection may send.

use std::time::Duration;

use tokio::time::Instant;

/// A bucket of tokens: every message takes one, and they grow again with time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    tokens: f64,
    room: f64,
    per_second: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket with room for `room` tokens, which is filled once in `time`.
    pub(crate) fn new(room: u32, time: Duration, now: Instant) -> Self {
        let room = f64::from(room);
        Self { tokens: room, room, per_second: room / time.as_secs_f64(), filled: now }
    }

    /// How many tokens there are.
    pub(crate) fn level(&self, now: Instant) -> f64 {
        let grown = now.saturating_duration_since(self.filled).as_secs_f64() * self.per_second;
        (self.tokens + grown).min(self.room)
    }

    /// Tells whether nothing was taken for a while.
    pub(crate) fn is_full(&self, now: Instant) -> bool {
        self.room <= self.level(now)
    }

    /// Takes a token, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.take_some(1, now)
    }

    /// Takes so many tokens, if there are as many.
    pub(crate) fn take_some(&mut self, count: u32, now: Instant) -> bool {
        self.tokens = self.level(now);
        self.filled = now;
        let count = f64::from(count);
        let has_tokens = count <= self.tokens;
        if has_tokens {
            self.tokens -= count;
        }
        has_tokens
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_fine_and_a_flood_is_not() {
        let begin = Instant::now();
        let mut bucket = Bucket::new(10, Duration::from_secs(5), begin);
        let taken = |bucket: &mut Bucket, at| (0..100).filter(|_| bucket.take(at)).count();
        assert_eq!(taken(&mut bucket, begin), 10);
        assert_eq!(taken(&mut bucket, begin + Duration::from_secs(1)), 2);
        assert_eq!(taken(&mut bucket, begin + Duration::from_secs(60)), 10);
    }
}
