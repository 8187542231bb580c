//! Finding an opponent who wants to play the same.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Mutex, MutexGuard},
};

use bus::{Bus as _, Note, Topic};
use limits::tables::MAX_LOBBY_ENTRIES;
use protocol::{ChairChoice, LobbyChange, NewTable, OpenSeek, Person, Problem, Seek, TableId, UserId};
use store::{CommandKey, Store as _};
use tables::{Agreed, store_unavailable, world::World};
use tokio::sync::Notify;

use super::{Lobby, Maker};

/// Who waits for an opponent. Soft state: who loses the connection waits no more.
#[derive(Debug, Default)]
pub(super) struct Pairings {
    queues: Mutex<Queues>,
    /// Wakes those who wait until a pairing command has taken effect.
    ended: Notify,
}

/// Who waits for an opponent, and which commands take effect at this moment.
#[derive(Debug, Default)]
struct Queues {
    waiting: BTreeMap<Seek, VecDeque<Waiting>>,
    /// Commands that are being turned into a table. The same command on another connection waits for the outcome,
    /// and nobody is paired with a person whose command is listed here: otherwise a command could lead to two tables.
    running: BTreeSet<CommandKey>,
}

/// A person who waits for an opponent, and the command by which.
#[derive(Clone, Debug)]
struct Waiting {
    person: Person,
    by: CommandKey,
}

/// A pairing command that takes effect, together with that of the opponent once one is found.
struct RunningPairing<'a> {
    pairings: &'a Pairings,
    commands: Vec<CommandKey>,
}

impl Drop for RunningPairing<'_> {
    fn drop(&mut self) {
        let mut queues = self.pairings.queues();
        for command in &self.commands {
            queues.running.remove(command);
        }
        drop(queues);
        self.pairings.ended.notify_waiters();
    }
}

impl Pairings {
    fn queues(&self) -> MutexGuard<'_, Queues> {
        locks::lock(&self.queues)
    }

    /// Lets a person wait for no opponent any more.
    fn cancel(&self, person: &Person, publish: impl Fn(LobbyChange)) {
        let mut queues = self.queues();
        if queues.remove(person) {
            publish(LobbyChange::SeekGone(person.id.clone()));
        }
    }

    /// Lets a person wait again for whom no table could be made.
    fn put_back(&self, seek: &Seek, waiting: Waiting, publish: impl Fn(LobbyChange)) {
        let mut queues = self.queues();
        publish(waiting.as_change(seek));
        queues.waiting.entry(seek.clone()).or_default().push_front(waiting);
    }

    /// Those who wait, as many as the lobby lists.
    pub(super) fn list(&self) -> Vec<OpenSeek> {
        let queues = self.queues();
        let waiting = queues
            .waiting
            .iter()
            .flat_map(|(seek, waiting)| waiting.iter().map(move |one| one.as_open(seek)));
        waiting.take(MAX_LOBBY_ENTRIES).collect()
    }

    /// Begins a pairing command; waits until the same one has ended if it runs on another connection.
    async fn begin(&self, by: &CommandKey) -> RunningPairing<'_> {
        loop {
            // It hears of everything that ends from here on, so nothing is missed between the look and the wait.
            let ended = self.ended.notified();
            if self.queues().running.insert(by.clone()) {
                return RunningPairing { pairings: self, commands: vec![by.clone()] };
            }
            ended.await;
        }
    }
}

impl Queues {
    /// Tells whether a person has waited, who waits no more.
    fn remove(&mut self, person: &Person) -> bool {
        let mut has_waited = false;
        for waiting in self.waiting.values_mut() {
            let before = waiting.len();
            waiting.retain(|known| known.person.id != person.id);
            has_waited |= waiting.len() < before;
        }
        self.waiting.retain(|_, waiting| !waiting.is_empty());
        has_waited
    }
}

impl Waiting {
    fn as_open(&self, seek: &Seek) -> OpenSeek {
        OpenSeek { person: self.person.clone(), seek: seek.clone() }
    }

    fn as_change(&self, seek: &Seek) -> LobbyChange {
        LobbyChange::Seeks(self.as_open(seek))
    }
}

impl RunningPairing<'_> {
    /// Finds an opponent who wants to play the same and may; if there is none, the newcomer waits.
    ///
    /// It is published while the queues are locked, so that the lobby hears of all changes in their order.
    fn find(
        &mut self,
        seek: &Seek,
        newcomer: &Waiting,
        may: impl Fn(&UserId) -> bool,
        publish: impl Fn(LobbyChange),
    ) -> Option<Waiting> {
        let mut queues = self.pairings.queues();
        let has_waited = queues.remove(&newcomer.person);
        let Queues { waiting, running } = &mut *queues;
        let queue = waiting.entry(seek.clone()).or_default();
        let is_free = |waiting: &Waiting| !running.contains(&waiting.by) && may(&waiting.person.id);
        let free = queue.iter().position(is_free);
        let Some(found) = free.and_then(|place| queue.remove(place)) else {
            queue.push_back(newcomer.clone());
            publish(newcomer.as_change(seek));
            return None;
        };
        for gone in [Some(&found), has_waited.then_some(newcomer)].into_iter().flatten() {
            publish(LobbyChange::SeekGone(gone.person.id.clone()));
        }
        if queue.is_empty() {
            waiting.remove(seek);
        }
        running.insert(found.by.clone());
        self.commands.push(found.by.clone());
        Some(found)
    }
}

impl<W: World> Lobby<W> {
    /// Lets a person wait for an opponent, or seats both at a table. The same command leads to the same table.
    pub(crate) async fn pair(
        &self,
        maker: Maker<'_>,
        seek: Seek,
        by: &CommandKey,
    ) -> Result<Option<TableId>, Problem> {
        let two = |first, second| NewTable {
            length: seek.length.clone(),
            clock: seek.clock.clone(),
            rated: seek.rated,
            ..NewTable::new(&seek.game, &seek.options, vec![first, second])
        };
        let agreed = Agreed::new(self.world().games(), &two(ChairChoice::Me, ChairChoice::Open))?;
        // However it was said, the same game is the same wish, and others are told it in the usual words.
        let seek = Seek {
            options: agreed.game.options(),
            clock: agreed.clock.to_string(),
            length: Some(agreed.length.to_string()),
            ..seek.clone()
        };
        let mut running = self.pairings.begin(by).await;
        if let Some(table) = self.paired_before(by).await? {
            return Ok(Some(table));
        }
        // Who waits is the host later on, so everybody who begins to look must have room for one more match.
        let admission = self.admit(maker, &two(ChairChoice::Me, ChairChoice::Me)).await?;
        let frequent = if seek.rated { self.frequent_opponents(&maker.person.id).await? } else { Vec::new() };
        let blocked = self.blocked_with(&maker.person.id).await?;
        let newcomer = Waiting { person: maker.person.clone(), by: by.clone() };
        let may = |other: &UserId| !frequent.contains(other) && !blocked.contains(other);
        let waiting = loop {
            let Some(waiting) = running.find(&seek, &newcomer, may, |change| self.publish(change)) else {
                return Ok(None);
            };
            // A table that was written although the store said otherwise has its players already.
            match self.paired_before(&waiting.by).await {
                Ok(None) => break waiting,
                Ok(Some(table)) => self.publish_paired(&waiting.person, table),
                Err(problem) => {
                    self.wait_again(&seek, waiting);
                    return Err(problem);
                }
            }
        };
        let (host, guest) = (ChairChoice::Me, ChairChoice::For(newcomer.person.clone()));
        let settings = if self.world().random() & 1 == 0 { two(host, guest) } else { two(guest, host) };
        // The table is named after the one command and its invitation after the other, so that either is found
        // again.
        let (id, invite) = (self.id_after(&waiting.by), self.invite_after(&newcomer.by));
        let key = CommandKey { client: format!("{}/waits", waiting.by.client), number: waiting.by.number };
        let table = match self.create_as(id, invite, &waiting.person, settings, key).await {
            Ok(table) => table,
            Err(problem) => {
                self.wait_again(&seek, waiting);
                return Err(problem);
            }
        };
        if let Some(address) = maker.household {
            self.tables.open_tables.note_address(&table, address);
        }
        drop(admission);
        self.publish_paired(&waiting.person, table.clone());
        Ok(Some(table))
    }

    /// Tells a person who waited for an opponent where to play.
    fn publish_paired(&self, person: &Person, table: TableId) {
        self.tables.bus().publish(&Topic::User(person.id.clone()), &Note::Paired(table));
    }

    /// The table to which this command has led before.
    async fn paired_before(&self, by: &CommandKey) -> Result<Option<TableId>, Problem> {
        let store = self.world().store();
        let id = self.id_after(by);
        if store.table(&id).await.map_err(|error| store_unavailable(&error))?.is_some() {
            return Ok(Some(id));
        }
        store.invited(&self.invite_after(by)).await.map_err(|error| store_unavailable(&error))
    }

    fn id_after(&self, by: &CommandKey) -> TableId {
        let word =
            self.identity.key().word("table of who waited", &format!("{}/{}", by.client, by.number), 16);
        word.parse().expect("the alphabet is that of ids")
    }

    fn invite_after(&self, by: &CommandKey) -> String {
        self.identity.key().word("table of who came", &format!("{}/{}", by.client, by.number), 24)
    }

    /// Lets a person wait for no opponent any more.
    pub(crate) fn unpair(&self, person: &Person) {
        self.pairings.cancel(person, |change| self.publish(change));
    }

    /// Lets a person wait for an opponent again for whom no table could be made.
    fn wait_again(&self, seek: &Seek, waiting: Waiting) {
        if self.tables.people.contains(&waiting.person.id) {
            self.pairings.put_back(seek, waiting, |change| self.publish(change));
        }
    }
}
