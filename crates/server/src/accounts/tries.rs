//! How often somebody may try to log in.

use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{Mutex, MutexGuard},
    time::Duration,
};

use protocol::{Code, Problem};
use tokio::time::Instant;

use crate::bucket::Bucket;

/// How many tries a name has, and in which time they grow again.
const PER_NAME: (u32, Duration) = (20, Duration::from_secs(15 * 60));

/// How many tries an address has, and in which time they grow again.
const PER_ADDRESS: (u32, Duration) = (300, Duration::from_secs(10 * 60));

/// How many names and addresses are remembered; the fullest buckets are forgotten first, for they say the least.
const REMEMBERED: usize = 20_000;

/// Counts the tries of names and addresses. It is soft state: a new start forgets them.
#[derive(Debug, Default)]
pub(crate) struct Tries {
    names: Mutex<BTreeMap<String, Bucket>>,
    addresses: Mutex<BTreeMap<Block, Bucket>>,
}

/// Addresses that one household can use as it likes: all of IPv6 that share 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Block(IpAddr);

impl From<IpAddr> for Block {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                std::net::Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
        })
    }
}

impl Tries {
    /// Counts a try from an address, and one for a name if there is one.
    ///
    /// # Errors
    /// If there were too many.
    pub(crate) fn count(&self, address: IpAddr, name: Option<&str>, now: Instant) -> Result<(), Problem> {
        let from_here = take(&mut lock(&self.addresses), Block::from(address), PER_ADDRESS, now);
        let for_name = name.is_none_or(|name| take(&mut lock(&self.names), name.to_owned(), PER_NAME, now));
        if from_here && for_name {
            return Ok(());
        }
        Err(Problem::new(Code::TooFast, "too many tries; wait a quarter of an hour and try again"))
    }

    /// Forgets the tries for a name, because somebody knew the password.
    pub(crate) fn forget(&self, name: &str) {
        lock(&self.names).remove(name);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("nothing panics while it holds the lock")
}

fn take<K: Ord + Clone>(
    buckets: &mut BTreeMap<K, Bucket>,
    key: K,
    (room, time): (u32, Duration),
    now: Instant,
) -> bool {
    if REMEMBERED <= buckets.len() && !buckets.contains_key(&key) {
        buckets.retain(|_, bucket| !bucket.is_full(now));
        while REMEMBERED <= buckets.len() {
            let fullest =
                buckets.iter().max_by(|(_, left), (_, right)| left.level(now).total_cmp(&right.level(now)));
            let Some(fullest) = fullest.map(|(key, _)| key.clone()) else { break };
            buckets.remove(&fullest);
        }
    }
    buckets.entry(key).or_insert_with(|| Bucket::new(room, time, now)).take(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u16) -> IpAddr {
        std::net::Ipv6Addr::new(0x2001, 0xdb8, 0, last, 0, 0, 0, 1).into()
    }

    #[test]
    fn s_04_a_name_has_twenty_tries_in_a_quarter_of_an_hour() {
        let (tries, begin) = (Tries::default(), Instant::now());
        let count = |n: u16, now| {
            (0..n).filter(|&from| tries.count(address(from), Some("anna"), now).is_ok()).count()
        };
        assert_eq!(count(100, begin), 20, "wherever they come from");
        assert_eq!(count(100, begin + PER_NAME.1), 20);
        tries.forget("anna");
        assert_eq!(count(100, begin + PER_NAME.1), 20);
    }

    #[test]
    fn s_04_an_address_has_three_hundred_tries_in_ten_minutes() {
        let (tries, begin) = (Tries::default(), Instant::now());
        let count = |n: u32, now| {
            (0..n).filter(|name| tries.count(address(1), Some(&name.to_string()), now).is_ok()).count()
        };
        assert_eq!(count(1_000, begin), 300, "whoever they are for");
        assert_eq!(count(1_000, begin + PER_ADDRESS.1), 300);
        assert!(tries.count(address(2), None, begin).is_ok(), "others are not concerned");
        let neighbor = std::net::Ipv6Addr::new(0x2001, 0xdb8, 0, 1, 9, 9, 9, 9).into();
        assert!(tries.count(neighbor, None, begin + PER_ADDRESS.1).is_err(), "this is the same household");
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let (tries, begin) = (Tries::default(), Instant::now());
        for _ in 0..20 {
            tries.count(address(1), Some("anna"), begin).unwrap();
        }
        for number in 0..REMEMBERED + 10 {
            let from = address(u16::try_from(number % 60_000).unwrap());
            tries.count(from, Some(&format!("name{number}")), begin).unwrap();
        }
        assert_eq!(lock(&tries.names).len(), REMEMBERED);
        assert!(tries.count(address(2), Some("anna"), begin).is_err(), "who tried often is not forgotten");
    }
}
