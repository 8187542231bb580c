//! What the connections of one process share.

use std::{
    fmt,
    sync::{
        Arc, Weak,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use limits::engines::{ADVICE_TENTHS, ANALYSIS_TENTHS};
use store::Stored;
use tables::{Tables, world::World};
use tokio::time::sleep;

use crate::{
    accounts::Identity, advice::Advice, game_reports::GameReports, lobby::Lobby, metrics::Metrics,
    table_passwords::TablePasswords, tournaments::Tournaments,
};

/// How often it is checked who is banned.
const BAN_CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// What the connections of one process share. The parts know nothing of each other but what stands before them: the
/// tables, who people are, and the lobby.
pub struct House<W: World> {
    tables: Arc<Tables<W>>,
    pub(crate) identity: Arc<Identity<W>>,
    pub(crate) lobby: Arc<Lobby<W>>,
    tournaments: Arc<Tournaments<W>>,
    game_reports: Arc<GameReports<W>>,
    pub(crate) advice: Arc<Advice>,
    /// The same for positions that are looked at deeper and deeper.
    pub(crate) analyses: Arc<Advice>,
    pub(crate) table_passwords: TablePasswords,
    metrics: Metrics,
    connections: AtomicU64,
}

impl<W: World> fmt::Debug for House<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("House").finish_non_exhaustive()
    }
}

impl<W: World> House<W> {
    /// Opens the tables of a node, and everything around them.
    ///
    /// # Errors
    /// If the store cannot be used.
    pub async fn open(world: W, node: &str) -> Stored<Arc<Self>> {
        let tables = Tables::open(world, node).await?;
        let identity = Arc::new(Identity::open(Arc::clone(&tables)).await?);
        let lobby = Arc::new(Lobby::new(Arc::clone(&tables), Arc::clone(&identity)));
        let tournaments = Tournaments::open(Arc::clone(&tables), Arc::clone(&identity), Arc::clone(&lobby));
        let house = Arc::new(Self {
            lobby,
            tournaments,
            game_reports: GameReports::open(Arc::clone(&tables)),
            tables,
            identity,
            advice: Arc::new(Advice::new(ADVICE_TENTHS)),
            analyses: Arc::new(Advice::new(ANALYSIS_TENTHS)),
            table_passwords: TablePasswords::default(),
            metrics: Metrics::default(),
            connections: AtomicU64::new(0),
        });
        tokio::spawn(keep_out_banned(Arc::downgrade(&house.identity)));
        Ok(house)
    }

    /// The tables of this node.
    pub const fn tables(&self) -> &Arc<Tables<W>> {
        &self.tables
    }

    /// The tournaments of this node.
    pub const fn tournaments(&self) -> &Arc<Tournaments<W>> {
        &self.tournaments
    }

    /// The reports about games.
    pub(crate) const fn game_reports(&self) -> &Arc<GameReports<W>> {
        &self.game_reports
    }

    /// The world around the server.
    pub fn world(&self) -> &W {
        self.tables.world()
    }

    /// What carries news.
    pub fn bus(&self) -> &W::Bus {
        self.tables.bus()
    }

    /// The numbers of this process.
    pub const fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    pub(crate) fn next_connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// Tells everybody to connect again, and takes no new tables or connections from now on.
    pub fn stop(&self) {
        self.tables.stop();
    }

    /// Tells whether the server is about to stop.
    pub fn is_stopping(&self) -> bool {
        self.tables.is_stopping()
    }
}

/// Ends connections of people who are banned, for as long as the server runs.
async fn keep_out_banned<W: World>(identity: Weak<Identity<W>>) {
    loop {
        sleep(BAN_CHECK_INTERVAL).await;
        let Some(identity) = identity.upgrade() else { return };
        identity.keep_out().await;
    }
}
