//! How many there may be at a time.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard},
};

/// Lets so many in, and not too many of one kind: of one address, or of one person.
#[derive(Clone, Debug)]
pub struct Gate<K: Ord + Clone + fmt::Debug> {
    inside: Arc<Mutex<BTreeMap<K, usize>>>,
    per_kind: usize,
    in_all: usize,
}

/// The right to be inside, given back when it is dropped.
#[derive(Debug)]
pub struct Pass<K: Ord + Clone + fmt::Debug> {
    gate: Gate<K>,
    kind: K,
}

impl<K: Ord + Clone + fmt::Debug> Gate<K> {
    /// Lets in so many of one kind, and so many in all.
    #[must_use]
    pub fn new(per_kind: usize, in_all: usize) -> Self {
        Self { inside: Arc::default(), per_kind, in_all }
    }

    fn inside(&self) -> MutexGuard<'_, BTreeMap<K, usize>> {
        locks::lock(&self.inside)
    }

    /// Tells whether there are as many inside as there may be in all.
    pub fn is_full(&self) -> bool {
        self.in_all <= self.inside().values().sum()
    }

    /// Lets one more in, unless there are too many.
    pub fn pass(&self, kind: K) -> Option<Pass<K>> {
        let mut inside = self.inside();
        if self.in_all <= inside.values().sum() {
            return None;
        }
        let of_kind = inside.entry(kind.clone()).or_default();
        if self.per_kind <= *of_kind {
            return None;
        }
        *of_kind += 1;
        Some(Pass { gate: self.clone(), kind })
    }
}

impl<K: Ord + Clone + fmt::Debug> Drop for Pass<K> {
    fn drop(&mut self) {
        let mut inside = self.gate.inside();
        if let Some(of_kind) = inside.get_mut(&self.kind) {
            *of_kind -= 1;
            if *of_kind == 0 {
                inside.remove(&self.kind);
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
        let gate = Gate::new(per_address, 10);
        let mut passes: Vec<_> = (0..8).map(|_| gate.pass("127.0.0.1").unwrap()).collect();
        assert!(gate.pass("127.0.0.1").is_none());
        let more: Vec<_> = (0..5).map_while(|_| gate.pass("127.0.0.2")).collect();
        assert_eq!(more.len(), 2, "ten in all");
        passes.pop();
        assert!(gate.pass("127.0.0.1").is_some(), "who goes makes room");
    }
}
