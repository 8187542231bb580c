//! How long the moves of a player took.

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};

/// Buckets for each doubling of the time: quantiles are told within a tenth.
const BUCKETS_PER_DOUBLING: f64 = 8.0;

/// How long moves took: how many, all together, the longest, and the quantiles.
///
/// ```
/// use std::time::Duration;
/// use arena::Tempo;
/// let mut tempo = Tempo::default();
/// for millis in 1..=1_000 {
///     tempo.push(Duration::from_millis(millis));
/// }
/// assert_eq!(tempo.longest(), Duration::from_secs(1));
/// assert!((0.9..1.1).contains(&tempo.quantile(0.99).as_secs_f64()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tempo {
    moves: u64,
    total_nanos: u64,
    longest_nanos: u64,
    /// How many moves fell into each bucket of the logarithm of the time in microseconds.
    buckets: BTreeMap<u16, u64>,
}

impl Tempo {
    /// Counts a move.
    pub fn push(&mut self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.moves += 1;
        self.total_nanos = self.total_nanos.saturating_add(nanos);
        self.longest_nanos = self.longest_nanos.max(nanos);
        let bucket = ((nanos as f64 / 1e3).max(1.0).log2() * BUCKETS_PER_DOUBLING) as u16;
        *self.buckets.entry(bucket).or_default() += 1;
    }

    /// Adds the moves of another game.
    pub fn merge(&mut self, other: &Self) {
        self.moves += other.moves;
        self.total_nanos = self.total_nanos.saturating_add(other.total_nanos);
        self.longest_nanos = self.longest_nanos.max(other.longest_nanos);
        for (&bucket, &count) in &other.buckets {
            *self.buckets.entry(bucket).or_default() += count;
        }
    }

    /// How many moves there were.
    #[must_use]
    pub const fn moves(&self) -> u64 {
        self.moves
    }

    /// How long they took together.
    #[must_use]
    pub const fn total(&self) -> Duration {
        Duration::from_nanos(self.total_nanos)
    }

    /// How long the longest took.
    #[must_use]
    pub const fn longest(&self) -> Duration {
        Duration::from_nanos(self.longest_nanos)
    }

    /// How long all but a share of them took at most, within a tenth: 0.99 leaves out one in a hundred.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Duration {
        let wanted = share * self.moves as f64;
        let mut counted = 0;
        for (&bucket, &count) in &self.buckets {
            counted += count;
            if wanted <= counted as f64 {
                let micros = 2_f64.powf((f64::from(bucket) + 1.0) / BUCKETS_PER_DOUBLING);
                return Duration::from_nanos((micros * 1e3) as u64).min(self.longest());
            }
        }
        self.longest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_add_up() {
        let tempo = |millis: u64| {
            let mut tempo = Tempo::default();
            tempo.push(Duration::from_millis(millis));
            tempo
        };
        let mut both = tempo(3);
        both.merge(&tempo(40));
        assert_eq!((both.moves(), both.total()), (2, Duration::from_millis(43)));
        assert_eq!(both.longest(), Duration::from_millis(40));
        assert!(both.quantile(0.5) < Duration::from_millis(4));
    }

    #[test]
    fn no_moves_took_no_time() {
        assert_eq!(Tempo::default().quantile(0.99), Duration::ZERO);
    }
}
