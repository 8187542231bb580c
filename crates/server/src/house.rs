//! The house: everything that the connections of one process share.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, RwLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use protocol::{Code, Phase, Problem, TableId};
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, sleep},
};

use crate::{
    accounts::{Passwords, Tries},
    advice::Advice,
    bus::Note,
    lobby::Lobby,
    metrics::Metrics,
    rated::RatedMatches,
    secrets::Key,
    store::{Lease, Store as _, StoreError, Stored},
    table::{
        LEFT, Order, Wish,
        keeper::{self, Letter, Sealed},
    },
    world::World,
};

/// How long a lease holds, and after which time it is prolonged.
const LEASE: Duration = Duration::from_secs(10);
const RENEWAL: Duration = Duration::from_secs(3);

/// How long people have to come back after a start before tables without them are given up.
const COMING_BACK: Duration = Duration::from_secs(60);

/// How often tables are looked for at which nobody plays any more, and how many are woken at a time.
const DAY: Duration = Duration::from_secs(24 * 3_600);
const WOKEN: u32 = 500;

/// How often a letter is given to a new keeper when the old one has just gone.
const TRIES: usize = 3;

/// How often the house looks who is banned.
const LOOK_FOR_BANS: Duration = Duration::from_secs(2);

/// How many passwords are hashed at a time: half of the cores at most, so that games always have the others.
fn hashes_at_once() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))
}

/// Everything that the connections of one process share.
pub struct House<W: World> {
    world: W,
    lease: RwLock<Lease>,
    keepers: Mutex<BTreeMap<TableId, mpsc::Sender<Sealed>>>,
    pub(crate) lobby: Lobby,
    pub(crate) advice: Arc<Advice>,
    pub(crate) rated: RatedMatches,
    metrics: Metrics,
    key: Key,
    passwords: Passwords,
    tries: Tries,
    is_stopping: AtomicBool,
    connections: AtomicU64,
}

impl<W: World> fmt::Debug for House<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("House").finish_non_exhaustive()
    }
}

impl<W: World> House<W> {
    /// Opens the house under the name of a node, and keeps its lease.
    ///
    /// # Errors
    /// If the store cannot be used.
    pub async fn open(world: W, node: &str) -> Stored<Arc<Self>> {
        let lease = world.store().register(node, expiry(&world)).await?;
        let drawn = Key::new([world.random(), world.random(), world.random(), world.random()]);
        let kept = world.store().setting("key", drawn.to_text()).await?;
        let key = Key::from_text(&kept)
            .ok_or_else(|| StoreError::Unreadable("the key of the server is damaged".to_owned()))?;
        let house = Arc::new(Self {
            world,
            lease: RwLock::new(lease),
            keepers: Mutex::default(),
            lobby: Lobby::default(),
            advice: Arc::default(),
            rated: RatedMatches::default(),
            metrics: Metrics::default(),
            key,
            passwords: Passwords::new(hashes_at_once()),
            tries: Tries::default(),
            is_stopping: AtomicBool::new(false),
            connections: AtomicU64::new(0),
        });
        tokio::spawn(keep_lease(Arc::downgrade(&house), node.to_owned()));
        tokio::spawn(keep_out_banned(Arc::downgrade(&house)));
        tokio::spawn(wake_deserted_tables(Arc::downgrade(&house)));
        Ok(house)
    }

    /// The world around the server.
    pub const fn world(&self) -> &W {
        &self.world
    }

    /// What carries news.
    pub fn bus(&self) -> &W::Bus {
        self.world.bus()
    }

    /// The numbers of this process.
    pub const fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// The key with which the server signs.
    pub(crate) const fn key(&self) -> &Key {
        &self.key
    }

    /// What hashes passwords.
    pub(crate) const fn passwords(&self) -> &Passwords {
        &self.passwords
    }

    /// What counts tries to log in.
    pub(crate) const fn tries(&self) -> &Tries {
        &self.tries
    }

    /// Lets a table that was changed in the store be loaded again by whoever asks next.
    pub(crate) fn forget(&self, table: &TableId) {
        self.keepers().remove(table);
    }

    pub(crate) fn lease(&self) -> Lease {
        self.lease.read().expect("nothing panics while it holds the lock").clone()
    }

    fn keepers(&self) -> MutexGuard<'_, BTreeMap<TableId, mpsc::Sender<Sealed>>> {
        self.keepers.lock().expect("nothing panics while it holds the lock")
    }

    pub(crate) fn next_connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// How many tables are in memory.
    pub fn tables_in_memory(&self) -> usize {
        self.keepers().len()
    }

    /// Gives an order to the keeper of a table, wherever it is.
    ///
    /// # Errors
    /// If the order is refused.
    pub async fn order(
        self: &Arc<Self>,
        table: &TableId,
        order: Order,
        arrived: Instant,
    ) -> Result<u64, Problem> {
        self.ask(table, |answer| Letter::Order { order: order.clone(), arrived, answer }).await
    }

    /// Gives up a table that everybody has left who could go on with it.
    pub(crate) async fn give_up(self: &Arc<Self>, table: &TableId) {
        if let Err(problem) = self.order(table, Order::of_server(Wish::GiveUp), Instant::now()).await {
            tracing::debug!(%table, problem = %problem.sentence, "a table that nobody needs stays");
        }
    }

    /// Asks the keeper of a table. The one place that knows where keepers are: with several machines, a letter
    /// for a table that another one owns would be sent there.
    pub(crate) async fn ask<T>(
        self: &Arc<Self>,
        table: &TableId,
        letter: impl Fn(oneshot::Sender<Result<T, Problem>>) -> Letter,
    ) -> Result<T, Problem> {
        for _ in 0..TRIES {
            let (answer, answered) = oneshot::channel();
            let keeper = self.keeper(table);
            if keeper.send(Box::new(letter(answer))).await.is_err() {
                // It has gone because nobody asked for a while.
                self.keepers().retain(|_, known| !known.same_channel(&keeper));
                continue;
            }
            if let Ok(answer) = answered.await {
                return answer;
            }
            self.keepers().retain(|_, known| !known.is_closed());
        }
        Err(Problem::new(Code::Unavailable, "the table does not answer; try again"))
    }

    fn keeper(self: &Arc<Self>, table: &TableId) -> mpsc::Sender<Sealed> {
        let mut keepers = self.keepers();
        if let Some(keeper) = keepers.get(table).filter(|keeper| !keeper.is_closed()) {
            return keeper.clone();
        }
        let (sender, letters) = mpsc::channel(keeper::LETTERS);
        keepers.insert(table.clone(), sender.clone());
        let (house, id) = (Arc::clone(self), table.clone());
        tokio::spawn(async move {
            keeper::keep(Arc::clone(&house), id.clone(), letters).await;
            // Another keeper may have followed already.
            let mut keepers = house.keepers();
            if keepers.get(&id).is_some_and(mpsc::Sender::is_closed) {
                keepers.remove(&id);
            }
        });
        sender
    }

    /// Loads a table that nobody has asked for, so that it looks around.
    async fn wake(self: &Arc<Self>, table: &TableId) {
        // What cannot be loaded now is loaded by whoever asks for it.
        let _ = self.ask(table, |answer| Letter::Wake { answer }).await;
    }

    /// Tells everybody to connect again, and takes no new tables or connections from now on.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
        self.lobby.tell_all(&Note::Stopping);
    }

    /// Tells whether the server is about to stop.
    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }
}

fn expiry<W: World>(world: &W) -> u64 {
    world.time() + LEASE.as_millis() as u64
}

/// Wakes the tables that waited for players when the server went, once people have had time to come back, and every
/// day those at which nobody has played for long: each closes by itself if it is deserted.
async fn wake_deserted_tables<W: World>(house: std::sync::Weak<House<W>>) {
    sleep(COMING_BACK).await;
    let Some(open) = house.upgrade() else { return };
    for table in open.listed().await.unwrap_or_default() {
        if table.phase == Phase::Waiting {
            open.wake(&table.id).await;
        }
    }
    drop(open);
    let mut last = None;
    while let Some(house) = house.upgrade() {
        let since = house.world.time().saturating_sub(LEFT);
        // What cannot be read or loaded now is looked at tomorrow.
        let quiet = house.world.store().quiet_tables(since, last.as_ref(), WOKEN).await.unwrap_or_default();
        for table in &quiet {
            house.wake(table).await;
        }
        drop(house);
        last = quiet.into_iter().next_back();
        // The next are woken when these have gone again.
        sleep(if last.is_some() { keeper::IDLE } else { DAY }).await;
    }
}

/// Prolongs the lease for as long as the house stands.
async fn keep_lease<W: World>(house: std::sync::Weak<House<W>>, node: String) {
    loop {
        sleep(RENEWAL).await;
        let Some(house) = house.upgrade() else { return };
        let (lease, until) = (house.lease(), expiry(&house.world));
        match house.world.store().renew(&lease, until).await {
            Ok(()) => {}
            Err(StoreError::Fenced) => {
                // Somebody has taken the name of this node; its tables are theirs until it is taken back.
                tracing::error!(node, "another process has taken the lease of this node");
                if let Ok(lease) = house.world.store().register(&node, until).await {
                    *house.lease.write().expect("nothing panics while it holds the lock") = lease;
                }
            }
            Err(error) => tracing::warn!(%error, "the lease could not be prolonged"),
        }
    }
}

/// Ends connections of people who are banned, for as long as the house stands.
async fn keep_out_banned<W: World>(house: std::sync::Weak<House<W>>) {
    loop {
        sleep(LOOK_FOR_BANS).await;
        let Some(house) = house.upgrade() else { return };
        house.keep_out().await;
    }
}
