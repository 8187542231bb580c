//! How many there may be at a time.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard},
};

/// Lets so many in at a time, and not too many of one kind: of one address, or of one person.
///
/// The one counter of the server whose slots are given back by `Drop`, so that none is lost when a task is aborted.
#[derive(Clone, Debug)]
pub struct ConcurrencyLimit<K: Ord + Clone + fmt::Debug> {
    held: Arc<Mutex<Held<K>>>,
    per_kind: usize,
    in_all: usize,
}

#[derive(Debug)]
struct Held<K> {
    by_kind: BTreeMap<K, usize>,
    in_all: usize,
    peak: usize,
}

/// One slot of a [`ConcurrencyLimit`], given back when it is dropped.
#[derive(Debug)]
pub struct Permit<K: Ord + Clone + fmt::Debug> {
    limit: ConcurrencyLimit<K>,
    kind: K,
}

impl<K: Ord + Clone + fmt::Debug> ConcurrencyLimit<K> {
    /// Lets in so many of one kind, and so many in all.
    #[must_use]
    pub fn new(per_kind: usize, in_all: usize) -> Self {
        let held = Held { by_kind: BTreeMap::new(), in_all: 0, peak: 0 };
        Self { held: Arc::new(Mutex::new(held)), per_kind, in_all }
    }

    /// Lets in any number, and counts them.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::new(usize::MAX, usize::MAX)
    }

    fn held(&self) -> MutexGuard<'_, Held<K>> {
        locks::lock(&self.held)
    }

    /// Tells whether as many slots are taken as there are in all.
    pub fn is_full(&self) -> bool {
        self.in_all <= self.held().in_all
    }

    /// How many slots are taken.
    pub fn in_use(&self) -> usize {
        self.held().in_all
    }

    /// The most slots that were taken at the same time.
    pub fn peak(&self) -> usize {
        self.held().peak
    }

    /// Takes a slot, unless too many are taken.
    pub fn try_acquire(&self, kind: K) -> Option<Permit<K>> {
        self.try_acquire_up_to(kind, self.per_kind)
    }

    /// The same for a kind that may have another number of slots than others.
    pub fn try_acquire_up_to(&self, kind: K, per_kind: usize) -> Option<Permit<K>> {
        let mut held = self.held();
        let of_kind = held.by_kind.get(&kind).copied().unwrap_or(0);
        if self.in_all <= held.in_all || per_kind <= of_kind {
            return None;
        }
        held.by_kind.insert(kind.clone(), of_kind + 1);
        held.in_all += 1;
        held.peak = held.peak.max(held.in_all);
        drop(held);
        Some(Permit { limit: self.clone(), kind })
    }
}

impl<K: Ord + Clone + fmt::Debug> Drop for Permit<K> {
    fn drop(&mut self) {
        let mut held = self.limit.held();
        held.in_all -= 1;
        if let Some(of_kind) = held.by_kind.get_mut(&self.kind) {
            *of_kind -= 1;
            if *of_kind == 0 {
                held.by_kind.remove(&self.kind);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_09_one_address_has_at_most_eight_connections() {
        let per_address = crate::originals::MAX_ORIGINAL_CONNECTIONS_PER_ADDRESS;
        let limit = ConcurrencyLimit::new(per_address, 10);
        let mut permits: Vec<_> = (0..8).map(|_| limit.try_acquire("127.0.0.1").unwrap()).collect();
        assert!(limit.try_acquire("127.0.0.1").is_none());
        let more: Vec<_> = (0..5).map_while(|_| limit.try_acquire("127.0.0.2")).collect();
        assert_eq!(more.len(), 2, "ten in all");
        assert!(limit.is_full());
        permits.pop();
        assert!(limit.try_acquire("127.0.0.1").is_some(), "a slot that is given back can be taken again");
    }

    #[test]
    fn dropped_permits_leave_nothing_behind_but_the_peak() {
        let limit = ConcurrencyLimit::unlimited();
        let permits: Vec<_> = (0..3).map(|number| limit.try_acquire(number).unwrap()).collect();
        assert_eq!(limit.in_use(), 3);
        drop(permits);
        assert_eq!((limit.in_use(), limit.peak()), (0, 3));
        assert!(limit.held().by_kind.is_empty());
    }

    #[test]
    fn a_refused_kind_is_not_remembered() {
        let limit = ConcurrencyLimit::new(0, 1);
        assert!(limit.try_acquire(()).is_none());
        assert!(limit.held().by_kind.is_empty());
        assert!(limit.try_acquire_up_to((), 1).is_some());
    }
}
