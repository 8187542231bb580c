//! What all tables of one node share, and the way to each of them.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    },
};

use bus::Note;
use protocol::{Code, OwnTable, Person, Problem, Snapshot, TableId, UserId};
use store::Stored;
use tokio::{
    sync::{mpsc, oneshot},
    time::Instant,
};

use crate::{
    ConnectedPeople, Counters, OpenTables, RatedMatches, Stalls,
    keeper::{self, BoxedRequest, TableRequest},
    lease::{self, NodeLease},
    open_tables::{self, TableOfPlayer},
    sleeping_clocks::{self, SleepingClocks},
    table::{Envelope, TableCommand},
    wake,
    world::World,
};

/// How often a request is given to a new keeper when the old one has just gone.
const MAX_TRIES: usize = 3;

/// The tables of one node.
pub struct Tables<W: World> {
    world: W,
    pub(crate) lease: NodeLease,
    keepers: Mutex<BTreeMap<TableId, mpsc::Sender<BoxedRequest>>>,
    /// Who is connected to this node.
    pub people: ConnectedPeople,
    /// Who plays a rated match.
    pub rated: RatedMatches,
    /// The tables that are not over.
    pub open_tables: OpenTables,
    /// Times in which the whole process stood still.
    pub stalls: Stalls,
    /// What is counted.
    pub counters: Counters,
    pub(crate) sleeping: SleepingClocks,
    is_stopping: AtomicBool,
}

impl<W: World> fmt::Debug for Tables<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").finish_non_exhaustive()
    }
}

impl<W: World> Tables<W> {
    /// Takes the lease of a node, and looks after its tables for as long as this exists.
    ///
    /// # Errors
    /// If the store cannot be used.
    pub async fn open(world: W, node: &str) -> Stored<Arc<Self>> {
        let lease = NodeLease::take(&world, node).await?;
        let tables = Arc::new(Self {
            world,
            lease,
            keepers: Mutex::default(),
            people: ConnectedPeople::default(),
            rated: RatedMatches::default(),
            open_tables: OpenTables::default(),
            stalls: Stalls::default(),
            counters: Counters::default(),
            sleeping: SleepingClocks::default(),
            is_stopping: AtomicBool::new(false),
        });
        tokio::spawn(lease::keep(Arc::downgrade(&tables)));
        tokio::spawn(open_tables::read_all(Arc::downgrade(&tables)));
        tokio::spawn(sleeping_clocks::serve_deadlines(Arc::downgrade(&tables)));
        tokio::spawn(wake::wake_deserted_tables(Arc::downgrade(&tables)));
        Ok(tables)
    }

    /// The world around the tables.
    pub const fn world(&self) -> &W {
        &self.world
    }

    /// What carries news.
    pub fn bus(&self) -> &W::Bus {
        self.world.bus()
    }

    fn keepers(&self) -> MutexGuard<'_, BTreeMap<TableId, mpsc::Sender<BoxedRequest>>> {
        locks::lock(&self.keepers)
    }

    /// Lets a table that was changed in the store be loaded again by the next request.
    pub fn forget(&self, table: &TableId) {
        self.keepers().remove(table);
    }

    /// How many tables have left memory while a clock of theirs runs.
    pub fn n_sleeping(&self) -> usize {
        self.sleeping.len()
    }

    /// How many tables are in memory.
    pub fn n_in_memory(&self) -> usize {
        self.keepers().len()
    }

    /// Tells everybody to connect again; from now on nothing new shall begin here.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
        self.people.send_to_all(&Note::Stopping);
    }

    /// Tells whether the node is about to stop.
    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    /// Gives a command to a table, wherever it is kept; gives the number of the last event that came of it.
    ///
    /// # Errors
    /// If the command is refused.
    pub async fn command(
        self: &Arc<Self>,
        table: &TableId,
        envelope: Envelope,
        arrived: Instant,
    ) -> Result<u64, Problem> {
        self.ask(table, |answer| TableRequest::Command { envelope: envelope.clone(), arrived, answer }).await
    }

    /// How a table looks to a person, who may have come by an invitation.
    ///
    /// # Errors
    /// If there is no such table, or they may not see it.
    pub async fn look(
        self: &Arc<Self>,
        table: &TableId,
        viewer: &Person,
        invite: Option<&str>,
    ) -> Result<Snapshot, Problem> {
        let look = |answer| {
            let (viewer, invite) = (viewer.clone(), invite.map(str::to_owned));
            TableRequest::Look { viewer, invite, answer }
        };
        self.ask(table, look).await
    }

    /// The tables that are not over at which a person sits or has a chair, the newest first, and where it is their turn.
    ///
    /// A table that was not loaded since the start is loaded once for that.
    pub async fn own_tables(self: &Arc<Self>, user: &UserId, limit: usize) -> Vec<OwnTable> {
        for table in self.open_tables.of_player(user, limit) {
            if table.is_their_turn.is_none()
                && let Err(problem) = self.wake(&table.summary.id).await
            {
                tracing::warn!(table = %table.summary.id, problem = %problem.sentence, "whose turn it is cannot be told");
            }
        }
        let own = |TableOfPlayer { summary, is_their_turn, deadline }| OwnTable {
            summary,
            my_turn: is_their_turn.unwrap_or(false),
            deadline,
        };
        self.open_tables.of_player(user, limit).into_iter().map(own).collect()
    }

    /// Gives up a table that everybody has left who could go on with it.
    pub async fn give_up(self: &Arc<Self>, table: &TableId) {
        let give_up = Envelope::of_server(TableCommand::GiveUp);
        if let Err(problem) = self.command(table, give_up, Instant::now()).await {
            tracing::debug!(%table, problem = %problem.sentence, "a table that nobody needs stays");
        }
    }

    /// Asks the keeper of a table. The one place that knows where keepers are: with several machines, a request for a
    /// table that another one owns would be sent there.
    ///
    /// # Errors
    /// If the request is refused, or the table does not answer.
    pub async fn ask<T>(
        self: &Arc<Self>,
        table: &TableId,
        request: impl Fn(oneshot::Sender<Result<T, Problem>>) -> TableRequest,
    ) -> Result<T, Problem> {
        for _ in 0..MAX_TRIES {
            let (answer, answered) = oneshot::channel();
            let keeper = self.keeper(table);
            if keeper.send(Box::new(request(answer))).await.is_err() {
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
        let (sender, requests) = mpsc::channel(keeper::MAX_WAITING_REQUESTS);
        keepers.insert(table.clone(), sender.clone());
        let (tables, id) = (Arc::clone(self), table.clone());
        tokio::spawn(async move {
            keeper::keep(Arc::clone(&tables), id.clone(), requests).await;
            // Another keeper may have followed already.
            let mut keepers = tables.keepers();
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
}
