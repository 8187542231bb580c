//! How long the moves of a player took.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Each doubling of the time has 2 to the power of this buckets: quantiles are told within an eighth.
const BITS: u32 = 3;
/// The unit in which times are counted: about an eighth of a microsecond, a power of two of nanoseconds.
const UNIT_BITS: u32 = 7;

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
    /// How many moves fell into each bucket of times, as many as there are up to the longest.
    #[serde(with = "sparse")]
    buckets: Vec<u64>,
}

impl Tempo {
    /// Counts a move.
    pub fn push(&mut self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.moves += 1;
        self.total_nanos = self.total_nanos.saturating_add(nanos);
        self.longest_nanos = self.longest_nanos.max(nanos);
        let bucket = bucket_of(nanos);
        if self.buckets.len() <= bucket {
            self.buckets.resize(bucket + 1, 0);
        }
        self.buckets[bucket] += 1;
    }

    /// Adds the moves of another game.
    pub fn merge(&mut self, other: &Self) {
        self.moves += other.moves;
        self.total_nanos = self.total_nanos.saturating_add(other.total_nanos);
        self.longest_nanos = self.longest_nanos.max(other.longest_nanos);
        if self.buckets.len() < other.buckets.len() {
            self.buckets.resize(other.buckets.len(), 0);
        }
        for (count, more) in self.buckets.iter_mut().zip(&other.buckets) {
            *count += more;
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

    /// How long all but a share of them took at most, within an eighth: 0.99 leaves out one in a hundred.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Duration {
        let wanted = share * self.moves as f64;
        let mut counted = 0;
        for (bucket, count) in self.buckets.iter().enumerate() {
            counted += count;
            if wanted <= counted as f64 {
                return Duration::from_nanos(end_of(bucket)).min(self.longest());
            }
        }
        self.longest()
    }
}

/// The bucket of a time: how often it can be halved, and the bits after its first.
const fn bucket_of(nanos: u64) -> usize {
    let units = (nanos >> UNIT_BITS) + (1 << BITS);
    let halvings = units.ilog2() - BITS;
    ((halvings as usize) << BITS) + (units >> halvings) as usize - (1 << BITS)
}

/// Where the times of a bucket end, in nanoseconds.
const fn end_of(bucket: usize) -> u64 {
    let (halvings, rest) = (bucket >> BITS, bucket as u64 & ((1 << BITS) - 1));
    let units = (rest + (1 << BITS) + 1) << halvings;
    (units - (1 << BITS)).saturating_mul(1 << UNIT_BITS)
}

/// Buckets in a journal: only those in which something is, since most are empty.
mod sparse {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// More buckets than any time needs.
    const MAX_BUCKETS: usize = 512;

    pub(super) fn serialize<S: Serializer>(buckets: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(buckets.iter().enumerate().filter(|(_, count)| **count != 0))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
        let counts = BTreeMap::<usize, u64>::deserialize(deserializer)?;
        let n_buckets = counts.keys().last().map_or(0, |last| last.saturating_add(1));
        if MAX_BUCKETS < n_buckets {
            return Err(D::Error::custom(format!("there is no bucket {}", n_buckets - 1)));
        }
        Ok((0..n_buckets).map(|bucket| counts.get(&bucket).copied().unwrap_or(0)).collect())
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
    fn every_time_lies_in_its_bucket() {
        for nanos in (0..200_000).step_by(37).chain((0..50).map(|power| 1_000 << power)) {
            let bucket = bucket_of(nanos);
            assert!(bucket < 512 && nanos < end_of(bucket), "{nanos}");
            assert!(bucket == 0 || end_of(bucket - 1) <= nanos, "{nanos}");
        }
    }

    #[test]
    fn a_journal_keeps_only_what_is_there() {
        let mut tempo = Tempo::default();
        tempo.push(Duration::from_millis(5));
        let json = serde_json::to_string(&tempo).unwrap();
        assert!(json.ends_with("\"buckets\":{\"97\":1}}"), "{json}");
        assert_eq!(serde_json::from_str::<Tempo>(&json).unwrap(), tempo);
        assert!(serde_json::from_str::<Tempo>(&json.replace("97", "999999999")).is_err());
    }

    #[test]
    fn no_moves_took_no_time() {
        assert_eq!(Tempo::default().quantile(0.99), Duration::ZERO);
    }
}
