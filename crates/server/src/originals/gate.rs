//! How many connections there may be.

use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard},
};

use super::Limits;

/// Lets so many connections in, and not too many of one address.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    inside: Arc<Mutex<BTreeMap<IpAddr, usize>>>,
    per_address: usize,
    in_all: usize,
}

/// The right to be inside, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Pass {
    gate: Gate,
    address: IpAddr,
}

impl Gate {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { inside: Arc::default(), per_address: limits.per_address, in_all: limits.in_all }
    }

    fn inside(&self) -> MutexGuard<'_, BTreeMap<IpAddr, usize>> {
        self.inside.lock().expect("nothing panics while it holds the lock")
    }

    /// Lets a connection in, unless there are too many.
    pub(super) fn pass(&self, address: IpAddr) -> Option<Pass> {
        let mut inside = self.inside();
        if self.in_all <= inside.values().sum() {
            return None;
        }
        let of_address = inside.entry(address).or_default();
        if self.per_address <= *of_address {
            return None;
        }
        *of_address += 1;
        Some(Pass { gate: self.clone(), address })
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut inside = self.gate.inside();
        if let Some(of_address) = inside.get_mut(&self.address) {
            *of_address -= 1;
            if *of_address == 0 {
                inside.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_09_one_address_has_at_most_eight_connections() {
        let gate = Gate::new(&Limits { in_all: 10, ..Limits::default() });
        let (one, other): (IpAddr, IpAddr) = ("127.0.0.1".parse().unwrap(), "127.0.0.2".parse().unwrap());
        let mut passes: Vec<_> = (0..8).map(|_| gate.pass(one).unwrap()).collect();
        assert!(gate.pass(one).is_none());
        let more: Vec<_> = (0..5).map_while(|_| gate.pass(other)).collect();
        assert_eq!(more.len(), 2, "ten in all");
        passes.pop();
        assert!(gate.pass(one).is_some(), "who goes makes room");
    }
}
