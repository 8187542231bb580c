//! The server in the real world: a file, threads, a clock and a port.

use std::{
    fs::{File, TryLockError},
    future::{Future, pending},
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use axum::Router;
use bus::LocalBus;
use framework::GameEntry;
use limits::connections::{DRAIN_TIMEOUT, LISTEN_BACKLOG};
use originals::{Originals, Ports};
use store::{StoreError, Timed};
use store_sqlite::DATABASE;
use store_sqlite::private_files;
use store_sqlite::{Schema, SqliteStore};
use tables::world::World;
use thiserror::Error;
use tokio::{
    net::{TcpListener, TcpSocket},
    sync::{Notify, watch},
    time::sleep,
};
use visits::{VisitRegistry, Visits};

use crate::{
    EnginePool, House,
    audit_notes::{AuditNotes, AuditNotesError},
    http::{self, App, Doors, RemoteGames, ShutdownRoute, TrustedProxy},
};

/// How the server shall run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The address and the port to listen on; port 0 takes any that is free.
    pub listen: SocketAddr,
    /// The folder in which everything is kept.
    pub data: PathBuf,
    /// How many threads think for computer players.
    pub engine_threads: usize,
    /// How many bytes of memory computer players may take in all.
    pub engine_memory: usize,
    /// Whether computer players may think while a person decides, on threads that have nothing else to do.
    pub ponder: bool,
    /// From which pages a browser may connect, besides the server's own, as in `https://games.example`.
    pub origins: Vec<String>,
    /// Proxies whose word about where requests come from is taken.
    pub proxies: Vec<TrustedProxy>,
    /// Which protocols of the original programs are spoken.
    pub originals: Originals,
    /// How many connections one address may have, also on each port of an original protocol; nothing said, this machine
    /// and with it a proxy on it may have any number, others a hundred, and each eight on the ports of originals.
    pub per_address: Option<u32>,
    /// Where people may go to play on servers of original programs.
    pub visits: Visits,
    /// How long such a visit goes on while no browser looks, so that a page can be loaded again.
    pub detached_visit_timeout: Duration,
    /// Where the head of the audit chain is noted.
    pub audit_notes: Option<AuditNotes>,
}

/// Why the server cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The folder cannot be used.
    #[error("the folder {} cannot be used: {error}; choose another one or mend its rights", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Another process uses the folder.
    #[error("another server uses the folder {}; stop it, or choose another folder", .0.display())]
    InUse(PathBuf),
    /// The database cannot be used.
    #[error("the database in {}: {error}", path.display())]
    Store {
        /// The folder.
        path: PathBuf,
        /// Why not.
        error: StoreError,
    },
    /// The port cannot be used.
    #[error("cannot listen on {address}: {error}; choose another port")]
    Listen {
        /// The address and the port.
        address: SocketAddr,
        /// Why not.
        error: io::Error,
    },
    /// The head of the audit chain cannot be noted.
    #[error("the head of the audit chain cannot be noted: {0}")]
    AuditNotes(#[from] AuditNotesError),
    /// The server broke down.
    #[error("the server broke down: {0}")]
    Server(io::Error),
}

/// The real world.
#[derive(Debug)]
struct RealWorld {
    store: Timed<SqliteStore>,
    engines: EnginePool,
    bus: LocalBus,
    games: Vec<GameEntry>,
    started: Instant,
    time_at_start: u64,
}

impl World for RealWorld {
    type Store = Timed<SqliteStore>;
    type Engines = EnginePool;
    type Bus = LocalBus;

    fn store(&self) -> &Timed<SqliteStore> {
        &self.store
    }

    fn engines(&self) -> &EnginePool {
        &self.engines
    }

    fn bus(&self) -> &LocalBus {
        &self.bus
    }

    fn time(&self) -> u64 {
        self.time_at_start + self.started.elapsed().as_millis() as u64
    }

    fn random(&self) -> u64 {
        random()
    }

    fn games(&self) -> &[GameEntry] {
        &self.games
    }
}

/// 64 random bits that nobody can guess.
pub(crate) fn random() -> u64 {
    getrandom::u64().expect("a system on which a server can listen has random numbers")
}

/// Takes the lock of a folder, so that no other server uses it.
pub(crate) fn lock(folder: &Path) -> Result<File, ServeError> {
    let unusable = |error| ServeError::Folder { path: folder.to_owned(), error };
    let lock = private_files::create(&folder.join(private_files::LOCK)).map_err(unusable)?;
    lock.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => ServeError::InUse(folder.to_owned()),
        TryLockError::Error(error) => unusable(error),
    })?;
    Ok(lock)
}

/// Makes a folder if it is not there, and takes its lock.
fn open_folder(folder: &Path) -> Result<File, ServeError> {
    let unusable = |error| ServeError::Folder { path: folder.to_owned(), error };
    private_files::create_folder(folder).map_err(unusable)?;
    lock(folder)
}

/// Listens with room for a crowd: after a crash everybody comes at once, and anyone who finds no room tries again
/// only after a second.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A server that was killed leaves connections behind that would keep its port for a minute.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(LISTEN_BACKLOG)
}

/// Listens on the port of the server and on those of original programs.
async fn open_ports(config: &Config) -> Result<(TcpListener, SocketAddr, Ports), ServeError> {
    let not_heard = |error| ServeError::Listen { address: config.listen, error };
    let listener = listen(config.listen).map_err(not_heard)?;
    let address = listener.local_addr().map_err(not_heard)?;
    let not_heard = |(address, error)| ServeError::Listen { address, error };
    let mut originals = config.originals.clone();
    if let Some(per_address) = config.per_address {
        originals.limits.per_address = per_address as usize;
    }
    let ports = Ports::open(&originals).await.map_err(not_heard)?;
    Ok((listener, address, ports))
}

/// Waits until a person takes the way out, for ever if there is none.
async fn taken(shutdown_route: &ShutdownRoute) {
    match shutdown_route {
        Some(shutdown_route) => Notify::notified(shutdown_route).await,
        None => pending().await,
    }
}

/// A server that has everything it needs and listens.
#[derive(Debug)]
pub struct Server {
    house: Arc<House<RealWorld>>,
    listener: TcpListener,
    address: SocketAddr,
    origins: Arc<[String]>,
    proxies: Arc<[TrustedProxy]>,
    pages: Option<Router>,
    workshop: Option<Router>,
    doors: Arc<Doors>,
    visit_registry: Arc<VisitRegistry>,
    stays: Arc<RemoteGames>,
    ports: Ports,
    shutdown_route: ShutdownRoute,
    audit_notes: Option<AuditNotes>,
    /// Held for as long as the server runs, so that no other process writes to the same file.
    lock: File,
}

/// What a server would do that was only checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The address on which it would listen.
    pub address: SocketAddr,
    /// Where it would speak the protocols of original programs, each with its name.
    pub originals: Vec<(&'static str, SocketAddr)>,
    /// How far the database is.
    pub schema: Schema,
}

impl Server {
    /// Opens the folder and the port.
    ///
    /// # Errors
    /// If the folder, the database or the port cannot be used.
    pub async fn open(config: &Config, games: &[GameEntry]) -> Result<Self, ServeError> {
        let lock = open_folder(&config.data)?;
        private_files::tighten(&config.data);
        let not_kept = |error| ServeError::Store { path: config.data.clone(), error };
        let database = config.data.join(DATABASE);
        if SqliteStore::look(&database).await.map_err(not_kept)? == Schema::Missing {
            tracing::info!(database = %database.display(), "a new database is made");
        }
        let store = SqliteStore::open(&database).await.map_err(not_kept)?;
        if let Some(notes) = &config.audit_notes {
            // Anyone who wants notes shall not learn after a year that there are none.
            notes.note(&store.audit_head().await.map_err(not_kept)?)?;
        }
        let time_at_start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let world = RealWorld {
            store: Timed::new(store),
            engines: match config.ponder {
                true => EnginePool::with_pondering(config.engine_threads, config.engine_memory),
                false => EnginePool::new(config.engine_threads, config.engine_memory),
            },
            bus: LocalBus::default(),
            games: games.to_vec(),
            started: Instant::now(),
            time_at_start: time_at_start.as_millis() as u64,
        };
        // One process, one node: after a crash it takes its own tables back without waiting for a lease.
        let house = House::open(world, "local").await.map_err(not_kept)?;
        house.tables().watch_for_stalls();
        let (listener, address, ports) = open_ports(config).await?;
        tracing::info!(%address, "listening for HTTP and WebSockets");
        for (protocol, address) in ports.addresses() {
            tracing::info!(protocol, %address, "listening for original programs");
        }
        let origins = config.origins.clone().into();
        let proxies: Arc<[TrustedProxy]> = config.proxies.clone().into();
        let doors = Arc::new(Doors::new(config.per_address, Arc::clone(&proxies)));
        let visit_registry = Arc::new(VisitRegistry::new(config.visits.clone()));
        let stays = Arc::new(RemoteGames::new(config.detached_visit_timeout));
        Ok(Self {
            house,
            listener,
            address,
            origins,
            proxies,
            pages: None,
            workshop: None,
            doors,
            visit_registry,
            stays,
            ports,
            shutdown_route: None,
            audit_notes: config.audit_notes.clone(),
            lock,
        })
    }

    /// Checks that the server could run: the folder, which is made if it is not there, the ports and the database,
    /// which is neither made nor changed. Tells what the server would do.
    ///
    /// # Errors
    /// If the folder, the database or a port cannot be used.
    pub async fn check(config: &Config) -> Result<Checked, ServeError> {
        let _lock = open_folder(&config.data)?;
        let not_kept = |error| ServeError::Store { path: config.data.clone(), error };
        let schema = SqliteStore::look(&config.data.join(DATABASE)).await.map_err(not_kept)?;
        let (_, address, ports) = open_ports(config).await?;
        Ok(Checked { address, originals: ports.addresses(), schema })
    }

    /// The same server with a web page, which answers every path that the server does not know.
    #[must_use]
    pub fn with_pages(self, pages: Router) -> Self {
        Self { pages: Some(pages), ..self }
    }

    /// The same server with a way out: anyone who sits at its machine may end it from its page. For a server that
    /// a person has started for themselves, never for one that others use.
    #[must_use]
    pub fn with_local_shutdown(self) -> Self {
        Self { shutdown_route: Some(Arc::default()), ..self }
    }

    /// The same server with a workshop below `/api/workshop`, which answers only to who sits at its machine. For a
    /// server that a person has started for themselves, never for one that others use: its jobs take whole cores.
    #[must_use]
    pub fn with_workshop(self, workshop: Router) -> Self {
        Self { workshop: Some(workshop), ..self }
    }

    /// The address on which it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where the protocols of original programs are spoken, each with its name.
    #[must_use]
    pub fn original_addresses(&self) -> Vec<(&'static str, SocketAddr)> {
        self.ports.addresses()
    }

    /// Serves until `stop` is ready, or a person takes the way out; then no new games begin, everybody is told to
    /// connect again, and everything is written.
    ///
    /// # Errors
    /// If the port fails.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let Self {
            house,
            listener,
            origins,
            proxies,
            pages,
            workshop,
            doors,
            visit_registry,
            stays,
            ports,
            shutdown_route,
            audit_notes,
            lock,
            ..
        } = self;
        let noting = audit_notes
            .clone()
            .map(|notes| tokio::spawn(notes.keep_noting(house.world().store.inner().clone())));
        let mut callers = ports.let_in(&house).await;
        let app = App {
            house: Arc::clone(&house),
            origins,
            proxies,
            doors: Arc::clone(&doors),
            budgets: Arc::default(),
            visit_registry,
            stays,
            shutdown_route: shutdown_route.clone(),
            game_list: Arc::default(),
        };
        let router = http::router(app, pages, workshop);
        let (stopper, stopping) = watch::channel(());
        let mut accepting = tokio::spawn(http::accept(listener, router, doors, stopping));
        tokio::select! {
            // It goes on for ever unless it breaks down.
            ended = &mut accepting => ended.map_err(|error| ServeError::Server(io::Error::other(error)))?,
            () = stop => {}
            () = taken(&shutdown_route) => {}
        }
        tracing::info!("stopping");
        house.stop();
        drop(stopper);
        callers.abort_all();
        let began = Instant::now();
        while 0 < house.metrics().connections.load(Ordering::Relaxed) && began.elapsed() < DRAIN_TIMEOUT {
            sleep(Duration::from_millis(10)).await;
        }
        let store = house.world().store.inner();
        if let (Some(noting), Some(notes)) = (noting, audit_notes) {
            noting.abort();
            notes.note_if_new(store, None).await;
        }
        store.close().await;
        drop(lock);
        tracing::info!("everything is written");
        Ok(())
    }
}
