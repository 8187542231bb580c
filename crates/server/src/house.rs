//! The house: everything that the connections of one process share.

use std::{
    collections::BTreeMap,
    fmt,
    future::Future,
    sync::{
        Arc, Mutex, MutexGuard, RwLock, Weak,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use bus::Note;
use limits::connections::{READY_CACHE_TIME, READY_TIMEOUT};
use protocol::{Code, Phase, Problem, TableId};
use store::{Lease, Store as _, StoreError, Stored, TableRow};
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, sleep, timeout},
};

use crate::{
    accounts::{Passwords, Tries},
    advice::Advice,
    lobby::{Lobby, cannot_write},
    metrics::Metrics,
    open_tables::{self, OpenTables},
    rated::RatedMatches,
    secrets::Key,
    sleeping_clocks::{self, SleepingClocks},
    stalls::Stalls,
    table::{
        Envelope, LEFT, TableCommand,
        keeper::{self, BoxedRequest, TableRequest},
    },
    table_passwords::TablePasswords,
    world::World,
};

/// How long a lease holds, and after which time it is prolonged.
const LEASE: Duration = Duration::from_secs(10);
const RENEWAL: Duration = Duration::from_secs(3);

/// A lease that ends within this time is prolonged before anything is written, in milliseconds.
const LEASE_MARGIN_MS: u64 = 1_000;

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
    node: String,
    lease: RwLock<Lease>,
    /// Until when the lease holds, in milliseconds since 1970.
    lease_until: AtomicU64,
    /// Held by whoever prolongs the lease.
    renewing: tokio::sync::Mutex<()>,
    keepers: Mutex<BTreeMap<TableId, mpsc::Sender<BoxedRequest>>>,
    pub(crate) lobby: Lobby,
    pub(crate) advice: Arc<Advice>,
    pub(crate) rated: RatedMatches,
    pub(crate) open_tables: OpenTables,
    pub(crate) table_passwords: TablePasswords,
    pub(crate) sleeping: SleepingClocks,
    pub(crate) stalls: Stalls,
    metrics: Metrics,
    key: Key,
    passwords: Passwords,
    tries: Tries,
    is_stopping: AtomicBool,
    connections: AtomicU64,
    store_check: StoreCheck,
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
        let lease_until = expiry(&world);
        let lease = world.store().register(node, lease_until).await?;
        let drawn = Key::new([world.random(), world.random(), world.random(), world.random()]);
        let kept = world.store().setting("key", drawn.to_text()).await?;
        let key = Key::from_text(&kept)
            .ok_or_else(|| StoreError::Unreadable("the key of the server is damaged".to_owned()))?;
        let house = Arc::new(Self {
            world,
            node: node.to_owned(),
            lease: RwLock::new(lease),
            lease_until: AtomicU64::new(lease_until),
            renewing: tokio::sync::Mutex::default(),
            keepers: Mutex::default(),
            lobby: Lobby::default(),
            advice: Arc::default(),
            rated: RatedMatches::default(),
            open_tables: OpenTables::default(),
            table_passwords: TablePasswords::default(),
            sleeping: SleepingClocks::default(),
            stalls: Stalls::default(),
            metrics: Metrics::default(),
            key,
            passwords: Passwords::new(hashes_at_once()),
            tries: Tries::default(),
            is_stopping: AtomicBool::new(false),
            connections: AtomicU64::new(0),
            store_check: StoreCheck::default(),
        });
        tokio::spawn(keep_lease(Arc::downgrade(&house)));
        tokio::spawn(open_tables::read_all(Arc::downgrade(&house)));
        tokio::spawn(sleeping_clocks::serve_deadlines(Arc::downgrade(&house)));
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
        locks::read(&self.lease).clone()
    }

    /// Prolongs the lease if it is about to end, as it is after the process stood still: whoever asks first would be
    /// refused otherwise, although nobody has taken the lease.
    pub(crate) async fn hold_lease(&self) {
        let is_held = || self.world.time() + LEASE_MARGIN_MS < self.lease_until.load(Ordering::Relaxed);
        if is_held() {
            return;
        }
        let _renewing = self.renewing.lock().await;
        if !is_held() {
            self.renew_lease().await;
        }
    }

    async fn renew_lease(&self) {
        let (lease, until) = (self.lease(), expiry(&self.world));
        let renewed = match self.world.store().renew(&lease, until).await {
            Err(StoreError::Fenced) => {
                // Somebody has taken the name of this node; its tables are theirs until it is taken back.
                tracing::error!(node = self.node, "another process has taken the lease of this node");
                let taken = self.world.store().register(&self.node, until).await;
                taken.map(|lease| *locks::write(&self.lease) = lease)
            }
            renewed => renewed,
        };
        match renewed {
            Ok(()) => self.lease_until.store(until, Ordering::Relaxed),
            Err(error) => tracing::warn!(%error, "the lease could not be prolonged"),
        }
    }

    fn keepers(&self) -> MutexGuard<'_, BTreeMap<TableId, mpsc::Sender<BoxedRequest>>> {
        locks::lock(&self.keepers)
    }

    pub(crate) fn next_connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// How many tables have left memory while a clock of theirs runs.
    pub fn sleeping_tables(&self) -> usize {
        self.sleeping.len()
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
        order: Envelope,
        arrived: Instant,
    ) -> Result<u64, Problem> {
        self.ask(table, |answer| TableRequest::Envelope { order: order.clone(), arrived, answer }).await
    }

    /// Gives up a table that everybody has left who could go on with it.
    pub(crate) async fn give_up(self: &Arc<Self>, table: &TableId) {
        if let Err(problem) =
            self.order(table, Envelope::of_server(TableCommand::GiveUp), Instant::now()).await
        {
            tracing::debug!(%table, problem = %problem.sentence, "a table that nobody needs stays");
        }
    }

    /// Asks the keeper of a table. The one place that knows where keepers are: with several machines, a letter
    /// for a table that another one owns would be sent there.
    pub(crate) async fn ask<T>(
        self: &Arc<Self>,
        table: &TableId,
        letter: impl Fn(oneshot::Sender<Result<T, Problem>>) -> TableRequest,
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

    fn keeper(self: &Arc<Self>, table: &TableId) -> mpsc::Sender<BoxedRequest> {
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
    pub(crate) async fn wake(self: &Arc<Self>, table: &TableId) -> Result<(), Problem> {
        self.ask(table, |answer| TableRequest::Wake { answer }).await
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

/// Wakes tables so that they look around: after a start, once people have had time to come back, all that wait for
/// players and all whose clocks run, and every day those at which nobody has played for long. Each closes by itself if
/// it is deserted, and clocks go on.
async fn wake_deserted_tables<W: World>(house: Weak<House<W>>) {
    sleep(COMING_BACK).await;
    let left_open = |house: Arc<House<W>>, last: Option<TableId>| async move {
        let rows = house.world.store().unfinished_tables(last.as_ref(), WOKEN).await?;
        let last = rows.last().map(|row| row.id.clone());
        let needs_care = |row: &TableRow| row.summary.phase == Phase::Waiting || row.summary.clock != "none";
        Ok((rows.iter().filter(|row| needs_care(row)).map(|row| row.id.clone()).collect(), last))
    };
    wake_in_pages(&house, left_open).await;
    let quiet = |house: Arc<House<W>>, last: Option<TableId>| async move {
        let since = house.world.time().saturating_sub(LEFT);
        let quiet = house.world.store().quiet_tables(since, last.as_ref(), WOKEN).await?;
        let last = quiet.last().cloned();
        Ok((quiet, last))
    };
    while 0 < house.strong_count() {
        wake_in_pages(&house, quiet).await;
        sleep(DAY).await;
    }
}

/// Wakes tables page by page. A page is given by the table after which it begins, and tells its last table, if it has
/// any.
async fn wake_in_pages<W, F>(house: &Weak<House<W>>, page: impl Fn(Arc<House<W>>, Option<TableId>) -> F)
where
    W: World,
    F: Future<Output = Stored<(Vec<TableId>, Option<TableId>)>>,
{
    let mut after: Option<TableId> = None;
    while let Some(open) = house.upgrade() {
        let was_woken = match page(Arc::clone(&open), after.clone()).await {
            Ok((_, None)) => return,
            Ok((tables, last)) => {
                after = last;
                for table in &tables {
                    // What cannot be loaded now is loaded by whoever asks for it.
                    let _ = open.wake(table).await;
                }
                !tables.is_empty()
            }
            Err(error) => {
                tracing::warn!(%error, "tables that may be deserted cannot be looked for; trying again");
                true
            }
        };
        drop(open);
        if was_woken {
            // The next are woken when these have gone again.
            sleep(keeper::IDLE).await;
        }
    }
}

/// Whether the store could be written to when it was tried last, and when that was.
type StoreCheck = tokio::sync::Mutex<Option<(Instant, Result<(), Problem>)>>;

impl<W: World> House<W> {
    /// Tells whether the store can be written to and answers in time.
    ///
    /// It is tried, by renewing the lease, since nothing else tells the truth about a disk that is full or hangs; the
    /// answer is good for a moment, so that asking often costs nothing.
    ///
    /// # Errors
    /// If it cannot be written to.
    pub(crate) async fn check_store(&self) -> Result<(), Problem> {
        let mut last = self.store_check.lock().await;
        if let Some((checked, result)) = &*last
            && checked.elapsed() < READY_CACHE_TIME
        {
            return result.clone();
        }
        let (lease, until) = (self.lease(), expiry(&self.world));
        let renewed = timeout(READY_TIMEOUT, self.world.store().renew(&lease, until)).await;
        let result = match renewed {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(cannot_write(&error)),
            Err(_) => {
                let sentence = "the database does not answer; look at its disk and at the log";
                Err(Problem::new(Code::Unavailable, sentence))
            }
        };
        *last = Some((Instant::now(), result.clone()));
        result
    }
}

/// Prolongs the lease for as long as the house stands.
async fn keep_lease<W: World>(house: Weak<House<W>>) {
    loop {
        sleep(RENEWAL).await;
        let Some(house) = house.upgrade() else { return };
        let _renewing = house.renewing.lock().await;
        house.renew_lease().await;
    }
}

/// Ends connections of people who are banned, for as long as the house stands.
async fn keep_out_banned<W: World>(house: Weak<House<W>>) {
    loop {
        sleep(LOOK_FOR_BANS).await;
        let Some(house) = house.upgrade() else { return };
        house.keep_out().await;
    }
}
