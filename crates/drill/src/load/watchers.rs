//! Spectators of one table: how soon they see its moves, and what they cost everybody else.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use client::{Backoff, Client, ClientError, Doorway, Identity};
use framework::Rng;
use protocol::{Command, Message, TableId};
use tokio::{
    sync::watch,
    time::{Instant, sleep, sleep_until},
};

use super::{Crowd, Stage, Tally, party::kind};

/// How long spectators wait until they connect again.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(4);

/// How long after the last move spectators still look for it.
const AFTER_THE_END: Duration = Duration::from_secs(1);

/// The table that is watched, and when each of its moves was due.
///
/// A due time is noted before the move is sent, under the number of the last event known then, so it is there
/// whenever a spectator sees a later event.
#[derive(Debug)]
pub(super) struct WatchedTable {
    table: watch::Sender<Option<TableId>>,
    due_after: Mutex<BTreeMap<u64, Instant>>,
}

impl Default for WatchedTable {
    fn default() -> Self {
        Self { table: watch::Sender::new(None), due_after: Mutex::default() }
    }
}

impl WatchedTable {
    /// Notes that another table is watched from now on.
    pub(super) fn change_to(&self, table: TableId) {
        self.due_after.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.table.send_replace(Some(table));
    }

    /// Notes when the next move was due, before it is sent.
    pub(super) fn note_due(&self, known: u64, due: Instant) {
        self.due_after.lock().unwrap_or_else(PoisonError::into_inner).insert(known, due);
    }

    fn due_of(&self, seq: u64) -> Option<Instant> {
        let due_after = self.due_after.lock().unwrap_or_else(PoisonError::into_inner);
        due_after.range(..seq).next_back().map(|(_, due)| *due)
    }
}

/// A spectator who follows the watched table from match to match.
pub(super) struct Watcher {
    crowd: Arc<Crowd>,
    doorway: Doorway,
    identity: Identity,
    rng: Rng,
    tally: Tally,
}

impl Watcher {
    pub(super) fn new(crowd: Arc<Crowd>, doorway: Doorway, number: u32) -> Self {
        let seed = crowd.plan.seed;
        let name = format!("watch-{seed:x}-{number}").parse().expect("the characters are those of ids");
        let rng = Rng::stream(seed, "watcher", number.into());
        Self { crowd, doorway, identity: Identity::new(name), rng, tally: Tally::default() }
    }

    /// Watches until the load is over, and tells what was seen.
    pub(super) async fn run(mut self, mut stage: watch::Receiver<Stage>) -> Tally {
        let mut backoff = Backoff::new(FIRST_WAIT, LONGEST_WAIT);
        let end = async move {
            loop {
                let end = match *stage.borrow_and_update() {
                    Stage::Playing { end, .. } => Some(end),
                    Stage::Coming => None,
                };
                if let Some(end) = end {
                    return sleep_until(end + AFTER_THE_END).await;
                }
                if stage.changed().await.is_err() {
                    return;
                }
            }
        };
        tokio::pin!(end);
        loop {
            let error = tokio::select! {
                () = &mut end => return self.tally,
                Err(error) = self.watch() => error,
            };
            self.tally.error(format!("spectator: {}", kind(&error)));
            tokio::select! {
                () = &mut end => return self.tally,
                () = sleep(backoff.next(&mut self.rng)) => {}
            }
        }
    }

    /// Watches until the connection is lost.
    async fn watch(&mut self) -> Result<std::convert::Infallible, ClientError> {
        let mut client = Client::connect(self.doorway, self.identity.clone()).await?;
        self.identity = client.identity().clone();
        let crowd = Arc::clone(&self.crowd);
        let mut changes = crowd.watched.table.subscribe();
        let mut watched: Option<TableId> = None;
        loop {
            let current = changes.borrow_and_update().clone();
            if current != watched {
                if let Some(table) = watched.take() {
                    let _ = client.ask(Command::Unwatch { table }).await?;
                }
                if let Some(table) = &current {
                    client.watch(table, None).await?;
                }
                watched = current;
            }
            tokio::select! {
                _ = changes.changed() => {}
                message = client.hear() => self.note(&message?, watched.as_ref()),
            }
        }
    }

    fn note(&mut self, message: &Message, watched: Option<&TableId>) {
        if let Message::Events { table, events, .. } = message
            && Some(table) == watched
            && let Some(due) = events.last().and_then(|event| self.crowd.watched.due_of(event.seq))
        {
            self.tally.watched.add(due.elapsed());
        }
    }
}
