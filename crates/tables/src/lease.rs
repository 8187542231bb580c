//! The lease by which this node may write its tables.

use std::{
    sync::{
        Arc, RwLock, Weak,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use limits::connections::{READY_CACHE_TIME, READY_TIMEOUT};
use protocol::{Code, Problem};
use store::{Lease, Store as _, StoreError, Stored};
use tokio::time::{Instant, sleep, timeout};

use crate::{Tables, store_unavailable, world::World};

/// How long a lease holds, and after which time it is prolonged.
const LEASE_TIME: Duration = Duration::from_secs(10);
const RENEWAL_INTERVAL: Duration = Duration::from_secs(3);

/// A lease that ends within this time is prolonged before anything is written, in milliseconds.
const LEASE_MARGIN_MS: u64 = 1_000;

/// Whether the store could be written to when it was tried last, and when that was.
type StoreCheck = tokio::sync::Mutex<Option<(Instant, Result<(), Problem>)>>;

/// The lease of this node.
#[derive(Debug)]
pub(crate) struct NodeLease {
    node: String,
    lease: RwLock<Lease>,
    /// Until when it holds, in milliseconds since 1970.
    until: AtomicU64,
    /// Held while the lease is prolonged.
    renewing: tokio::sync::Mutex<()>,
    store_check: StoreCheck,
}

impl NodeLease {
    pub(crate) async fn take(world: &impl World, node: &str) -> Stored<Self> {
        let until = expiry(world);
        let lease = world.store().register(node, until).await?;
        Ok(Self {
            node: node.to_owned(),
            lease: RwLock::new(lease),
            until: AtomicU64::new(until),
            renewing: tokio::sync::Mutex::default(),
            store_check: StoreCheck::default(),
        })
    }

    fn current(&self) -> Lease {
        locks::read(&self.lease).clone()
    }

    async fn renew(&self, world: &impl World) {
        let (lease, until) = (self.current(), expiry(world));
        let renewed = match world.store().renew(&lease, until).await {
            Err(StoreError::Fenced) => {
                // Another process has taken the name of this node; its tables are theirs until it is taken back.
                tracing::error!(node = self.node, "another process has taken the lease of this node");
                let taken = world.store().register(&self.node, until).await;
                taken.map(|lease| *locks::write(&self.lease) = lease)
            }
            renewed => renewed,
        };
        match renewed {
            Ok(()) => self.until.store(until, Ordering::Relaxed),
            Err(error) => tracing::warn!(%error, "the lease could not be prolonged"),
        }
    }
}

impl<W: World> Tables<W> {
    pub(crate) fn lease(&self) -> Lease {
        self.lease.current()
    }

    /// Prolongs the lease if it is about to end, as it is after the process stood still: the first request would be
    /// refused otherwise, although nobody has taken the lease.
    pub(crate) async fn hold_lease(&self) {
        let is_held = || self.world().time() + LEASE_MARGIN_MS < self.lease.until.load(Ordering::Relaxed);
        if is_held() {
            return;
        }
        let _renewing = self.lease.renewing.lock().await;
        if !is_held() {
            self.lease.renew(self.world()).await;
        }
    }

    /// Tells whether the store can be written to and answers in time.
    ///
    /// It is tried, by renewing the lease, since nothing else tells the truth about a disk that is full or hangs; the
    /// answer is good for a moment, so that asking often costs nothing.
    ///
    /// # Errors
    /// If it cannot be written to.
    pub async fn check_store(&self) -> Result<(), Problem> {
        let mut last = self.lease.store_check.lock().await;
        if let Some((checked, result)) = &*last
            && checked.elapsed() < READY_CACHE_TIME
        {
            return result.clone();
        }
        let (lease, until) = (self.lease(), expiry(self.world()));
        let renewed = timeout(READY_TIMEOUT, self.world().store().renew(&lease, until)).await;
        let result = match renewed {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(store_unavailable(&error)),
            Err(_) => {
                let sentence = "the database does not answer; look at its disk and at the log";
                Err(Problem::new(Code::Unavailable, sentence))
            }
        };
        *last = Some((Instant::now(), result.clone()));
        result
    }
}

fn expiry(world: &impl World) -> u64 {
    world.time() + LEASE_TIME.as_millis() as u64
}

/// Prolongs the lease for as long as the tables exist.
pub(crate) async fn keep<W: World>(tables: Weak<Tables<W>>) {
    loop {
        sleep(RENEWAL_INTERVAL).await;
        let Some(tables): Option<Arc<_>> = tables.upgrade() else { return };
        let _renewing = tables.lease.renewing.lock().await;
        tables.lease.renew(tables.world()).await;
    }
}
