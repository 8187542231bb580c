//! What the listeners count, for who operates the server.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// What the listeners of one process count, protocol by protocol.
#[derive(Clone, Debug, Default)]
pub struct OriginalsCounters {
    /// The program of 2006.
    pub welfenlab: ProtocolCounters,
    /// The course of 2018.
    pub praktikum: ProtocolCounters,
    /// The program of 2005.
    pub freebloks: ProtocolCounters,
    /// The games of Freebloks that have begun. Those of the other protocols are tables, or as many as their clients like.
    pub freebloks_games: Arc<AtomicU64>,
}

impl OriginalsCounters {
    /// The protocols by name.
    pub fn protocols(&self) -> impl Iterator<Item = (&'static str, &ProtocolCounters)> {
        [("welfenlab", &self.welfenlab), ("praktikum", &self.praktikum), ("freebloks", &self.freebloks)]
            .into_iter()
    }
}

/// The connections of one protocol.
#[derive(Clone, Debug, Default)]
pub struct ProtocolCounters {
    /// Those that are open.
    pub open: Arc<AtomicU64>,
    /// All that were let in.
    pub all: Arc<AtomicU64>,
}

impl ProtocolCounters {
    /// Counts a connection until what is given is dropped.
    pub(crate) fn count(&self) -> OpenConnection {
        self.all.fetch_add(1, Ordering::Relaxed);
        self.open.fetch_add(1, Ordering::Relaxed);
        OpenConnection(Arc::clone(&self.open))
    }
}

/// A connection that is counted.
#[derive(Debug)]
pub(crate) struct OpenConnection(Arc<AtomicU64>);

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
