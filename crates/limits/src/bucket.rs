//! Token buckets: how many messages a connection may send, how many tries a name or an address has.

use std::{
    collections::BTreeMap,
    fmt,
    net::{IpAddr, Ipv6Addr},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use crate::{Rate, accounts::MAX_REMEMBERED_BUDGETS};

/// A bucket of tokens: every message takes one, and they grow again with time.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    tokens: f64,
    room: f64,
    per_second: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new(rate: Rate, now: Instant) -> Self {
        let room = f64::from(rate.count);
        Self { tokens: room, room, per_second: room / rate.per.as_secs_f64(), filled: now }
    }

    /// How many tokens there are.
    pub fn level(&self, now: Instant) -> f64 {
        let grown = now.saturating_duration_since(self.filled).as_secs_f64() * self.per_second;
        (self.tokens + grown).min(self.room)
    }

    /// Tells whether nothing was taken for a while.
    pub fn is_full(&self, now: Instant) -> bool {
        self.room <= self.level(now)
    }

    /// How long to wait until there is a token.
    pub fn wait(&self, now: Instant) -> Duration {
        let missing = (1.0 - self.level(now)).max(0.0);
        Duration::from_secs_f64(missing / self.per_second)
    }

    /// Puts a token back that was not needed.
    pub fn give_back(&mut self, now: Instant) {
        self.tokens = (self.level(now) + 1.0).min(self.room);
        self.filled = self.filled.max(now);
    }

    /// Takes a token, if there is one.
    pub fn take(&mut self, now: Instant) -> bool {
        self.take_some(1, now)
    }

    /// Takes so many tokens, if there are as many.
    pub fn take_some(&mut self, count: u32, now: Instant) -> bool {
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

/// A bucket for each of many, such as names or addresses. It is soft state: a new start forgets it.
#[derive(Debug)]
pub struct Buckets<K> {
    rate: Rate,
    of: Mutex<BTreeMap<K, Bucket>>,
}

impl<K: Ord + Clone> Buckets<K> {
    /// A full bucket for everybody.
    #[must_use]
    pub const fn new(rate: Rate) -> Self {
        Self { rate, of: Mutex::new(BTreeMap::new()) }
    }

    fn of(&self) -> MutexGuard<'_, BTreeMap<K, Bucket>> {
        // A bucket is a few numbers: whatever broke down while it held the lock has left it usable.
        self.of.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a token of one of them, if there is one.
    pub fn take(&self, key: K, now: Instant) -> bool {
        self.take_some(key, 1, now)
    }

    /// Takes so many tokens of one of them, if there are as many.
    pub fn take_some(&self, key: K, count: u32, now: Instant) -> bool {
        let mut of = self.of();
        // The fullest buckets are forgotten first, for they say the least.
        if MAX_REMEMBERED_BUDGETS <= of.len() && !of.contains_key(&key) {
            of.retain(|_, bucket| !bucket.is_full(now));
            if MAX_REMEMBERED_BUDGETS <= of.len() {
                // A tenth at once, so that a crowd of newcomers does not sort all of them again and again.
                let mut levels: Vec<_> =
                    of.iter().map(|(key, bucket)| (bucket.level(now), key.clone())).collect();
                levels.sort_by(|(left, _), (right, _)| right.total_cmp(left));
                for (_, key) in &levels[..MAX_REMEMBERED_BUDGETS / 10] {
                    of.remove(key);
                }
            }
        }
        of.entry(key).or_insert_with(|| self.rate.bucket(now)).take_some(count, now)
    }

    /// How long to wait until one of them has a token.
    pub fn wait(&self, key: &K, now: Instant) -> Duration {
        self.of().get(key).map_or(Duration::ZERO, |bucket| bucket.wait(now))
    }

    /// Puts a token of one of them back that was not needed.
    pub fn give_back(&self, key: &K, now: Instant) {
        if let Some(bucket) = self.of().get_mut(key) {
            bucket.give_back(now);
        }
    }

    /// Forgets what was taken of one of them.
    pub fn forget(&self, key: &K) {
        self.of().remove(key);
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.of().len()
    }
}

/// Addresses that one household can use as it likes: one of IPv4, and all of IPv6 that share 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AddressBlock(IpAddr);

impl fmt::Display for AddressBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(address) => write!(f, "{address}/64"),
        }
    }
}

impl From<IpAddr> for AddressBlock {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_fine_and_a_flood_is_not() {
        let begin = Instant::now();
        let mut bucket = Rate::new(10, Duration::from_secs(5)).bucket(begin);
        let taken = |bucket: &mut Bucket, at| (0..100).filter(|_| bucket.take(at)).count();
        assert_eq!(taken(&mut bucket, begin), 10);
        assert_eq!(taken(&mut bucket, begin + Duration::from_secs(1)), 2);
        assert_eq!(taken(&mut bucket, begin + Duration::from_secs(60)), 10);
    }

    #[test]
    fn buckets_are_bounded_and_the_emptiest_are_kept() {
        let begin = Instant::now();
        let buckets = Buckets::new(Rate::new(2, Duration::from_secs(60)));
        assert!(buckets.take_some(0, 2, begin));
        for key in 1..MAX_REMEMBERED_BUDGETS + 10 {
            assert!(buckets.take(key, begin));
        }
        assert!(buckets.len() <= MAX_REMEMBERED_BUDGETS);
        assert!(!buckets.take(0, begin), "an empty bucket is not forgotten");
    }
}
