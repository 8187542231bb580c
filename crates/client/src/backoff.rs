//! How long to wait until the next try.

use std::time::Duration;

use framework::Rng;

/// Waits that grow twofold from try to try, each drawn between nothing and its limit, so that those who were cut
/// off together do not come back together.
///
/// ```
/// use std::time::Duration;
/// use client::Backoff;
/// let mut backoff = Backoff::new(Duration::from_millis(100), Duration::from_secs(2));
/// let mut rng = framework::Rng::stream(1, "backoff", 0);
/// assert!(backoff.next(&mut rng) <= Duration::from_millis(100));
/// assert!(backoff.next(&mut rng) <= Duration::from_millis(200));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backoff {
    limit: Duration,
    most: Duration,
}

impl Backoff {
    /// Begins with a limit, which grows to `most`.
    #[must_use]
    pub const fn new(first: Duration, most: Duration) -> Self {
        Self { limit: first, most }
    }

    /// How long to wait now.
    pub fn next(&mut self, rng: &mut Rng) -> Duration {
        let limit = self.limit.min(self.most);
        self.limit = limit * 2;
        Duration::from_micros(rng.below(limit.as_micros() as u64 + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reconnects_are_spread_over_time() {
        let begin = Backoff::new(Duration::from_millis(200), Duration::from_secs(2));
        let third = |client| {
            let mut rng = Rng::stream(5, "client", client);
            let mut backoff = begin;
            (0..3).map(|_| backoff.next(&mut rng)).sum::<Duration>()
        };
        let mut waits: Vec<_> = (0..1_000).map(third).collect();
        waits.sort_unstable();
        assert!(
            waits[100] < Duration::from_millis(500) && Duration::from_millis(900) < waits[900],
            "{waits:?}"
        );
    }

    #[test]
    fn waits_grow_up_to_a_limit() {
        let mut backoff = Backoff::new(Duration::from_millis(1), Duration::from_millis(50));
        let mut rng = Rng::stream(5, "client", 0);
        let waits: Vec<_> = (0..200).map(|_| backoff.next(&mut rng)).collect();
        assert!(waits.iter().all(|wait| *wait <= Duration::from_millis(50)));
        assert!(waits.iter().any(|wait| Duration::from_millis(40) < *wait));
    }
}
