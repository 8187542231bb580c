//! What one request, connection, address or person may cost: every limit of the server, by name and with its unit.
//!
//! The policy has three sentences. Every request has a cost, which is taken from a [`Rate`] before any work is done.
//! Every answer has a size limit, or comes in pages. Every person, address and connection has a budget; behind a
//! trusted proxy the address is the one that the proxy names, so that a proxy is not one big client.
//!
//! Constants live here and nowhere else, in one file per area, each inside `limits!`. The chapter `docs/src/limits.md`
//! has one row for every constant, and a test compares the two: who adds a constant adds its row.

use std::time::Duration;

use tokio::time::Instant;

use crate::bucket::Bucket;

/// So many within a time: a token bucket that holds `count` tokens and is refilled once in `per`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rate {
    /// How many at once.
    pub(crate) count: u32,
    /// How long an empty bucket takes to fill.
    pub(crate) per: Duration,
}

impl Rate {
    pub(crate) const fn new(count: u32, per: Duration) -> Self {
        Self { count, per }
    }

    /// A full bucket.
    pub(crate) fn bucket(self, now: Instant) -> Bucket {
        Bucket::new(self, now)
    }
}

/// Declares constants, and lists them for the test that compares them with the book.
macro_rules! limits {
    ($($(#[$doc:meta])* $name:ident: $kind:ty = $value:expr;)*) => {
        $($(#[$doc])* pub(crate) const $name: $kind = $value;)*

        #[cfg(test)]
        pub(super) fn rows() -> Vec<(&'static str, String)> {
            use crate::limits::tests::Row as _;
            vec![$((stringify!($name), $name.row(stringify!($name)))),*]
        }
    };
}

pub(crate) mod accounts;
pub(crate) mod answers;
pub(crate) mod connections;
pub(crate) mod engines;
pub(crate) mod originals;
pub(crate) mod sessions;
pub(crate) mod store;
pub(crate) mod tables;

/// Seconds, for durations that are easier to read that way.
const fn seconds(number: u64) -> Duration {
    Duration::from_secs(number)
}

const fn minutes(number: u64) -> Duration {
    Duration::from_secs(60 * number)
}

const fn hours(number: u64) -> Duration {
    Duration::from_secs(3_600 * number)
}

const KIB: usize = 1_024;

#[cfg(test)]
mod tests;
