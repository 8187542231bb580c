//! What one request, connection, address or person may cost: every limit of the server, by name and with its unit.
//!
//! The policy has three sentences. Every request has a cost, which is taken from a [`Rate`] before any work is done.
//! Every answer has a size limit, or comes in pages. Every person, address and connection has a budget; behind a
//! trusted proxy the address is the one that the proxy names, so that a proxy is not one big client.
//!
//! Constants live here and nowhere else, in one file per area, each inside `limits!`. The chapter `docs/src/limits.md`
//! has one row for every constant, and a test compares the two: who adds a constant adds its row.

#![forbid(unsafe_code)]

mod bucket;
mod concurrency;
mod log_limit;

use std::time::Duration;

use tokio::time::Instant;

pub use self::{
    bucket::{AddressBlock, Bucket, Buckets},
    concurrency::{ConcurrencyLimit, Permit},
    log_limit::{FAILED_LOGINS, LogLimit, REFUSED_CLIENTS, TURNED_AWAY},
};

/// So many within a time: a token bucket that holds `count` tokens and is refilled once in `per`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// How many at once.
    pub count: u32,
    /// How long an empty bucket takes to fill.
    pub per: Duration,
}

impl Rate {
    /// So many within a time.
    #[must_use]
    pub const fn new(count: u32, per: Duration) -> Self {
        Self { count, per }
    }

    /// A full bucket.
    pub fn bucket(self, now: Instant) -> Bucket {
        Bucket::new(self, now)
    }
}

/// Declares constants, and lists them for the test that compares them with the book.
macro_rules! limits {
    ($($(#[$doc:meta])* $name:ident: $kind:ty = $value:expr;)*) => {
        $($(#[$doc])* pub const $name: $kind = $value;)*

        #[cfg(test)]
        pub(super) fn rows() -> Vec<(&'static str, String)> {
            use crate::tests::Row as _;
            vec![$((stringify!($name), $name.row(stringify!($name)))),*]
        }
    };
}

pub mod accounts;
pub mod answers;
pub mod connections;
pub mod engines;
pub mod originals;
pub mod people;
pub mod puzzles;
pub mod reports;
pub mod sessions;
pub mod store;
pub mod tables;
pub mod tournaments;

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
