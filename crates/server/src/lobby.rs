//! Who is here, and who waits for an opponent. Soft state: it is rebuilt as people connect.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard},
};

use framework::Digest;
use protocol::{
    ChairChoice, Code, LobbyChange, NewTable, Person, Problem, Seek, TableId, TableSummary, UserId,
};

use crate::{
    bus::{Bus as _, Mailbox, Note, Topic},
    house::House,
    secrets,
    store::{CommandKey, Store as _, StoreError, TableRow},
    table::{Agreed, Promises, SeededDice, Table, keeper::Letter},
    world::World,
};

/// How many people and tables a list of the lobby shows.
pub(crate) const LISTED: usize = 300;

/// Who is here, and who waits for an opponent.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    people: Mutex<BTreeMap<UserId, Present>>,
    seeks: Mutex<BTreeMap<Seek, VecDeque<Waiting>>>,
}

/// Somebody who waits for an opponent, and the command by which.
#[derive(Clone, Debug)]
struct Waiting {
    person: Person,
    by: CommandKey,
}

#[derive(Debug)]
struct Present {
    person: Person,
    mailboxes: Vec<(u64, Mailbox)>,
    /// What they promise for the next table.
    promises: Option<Promises>,
}

impl Lobby {
    fn people(&self) -> MutexGuard<'_, BTreeMap<UserId, Present>> {
        self.people.lock().expect("nothing panics while it holds the lock")
    }

    fn seeks(&self) -> MutexGuard<'_, BTreeMap<Seek, VecDeque<Waiting>>> {
        self.seeks.lock().expect("nothing panics while it holds the lock")
    }

    /// The people who are connected, as many as a list shows.
    pub(crate) fn list(&self) -> Vec<Person> {
        self.people().values().take(LISTED).map(|present| present.person.clone()).collect()
    }

    /// Tells whether somebody is connected.
    pub(crate) fn is_here(&self, user: &UserId) -> bool {
        self.people().contains_key(user)
    }

    /// Notes that a connection of somebody began; tells whether it is their first.
    pub(crate) fn come(&self, person: &Person, connection: u64, mailbox: &Mailbox) -> bool {
        let mut people = self.people();
        let present = people.entry(person.id.clone()).or_insert_with(|| Present {
            person: person.clone(),
            mailboxes: Vec::new(),
            promises: None,
        });
        present.mailboxes.push((connection, mailbox.clone()));
        present.mailboxes.len() == 1
    }

    /// Notes that a connection of somebody ended; tells whether it was their last.
    pub(crate) fn go(&self, person: &Person, connection: u64) -> bool {
        let mut people = self.people();
        let Some(present) = people.get_mut(&person.id) else { return false };
        present.mailboxes.retain(|(known, _)| *known != connection);
        let is_last = present.mailboxes.is_empty();
        if is_last {
            people.remove(&person.id);
            drop(people);
            self.unpair(person);
        }
        is_last
    }

    /// Notes the hash of a nonce that somebody promises at the next table: for any chair, which takes the place of
    /// everything promised before, or for a certain one besides.
    pub(crate) fn promise(&self, person: &Person, pledge: Digest, chair: Option<u8>) {
        if let Some(present) = self.people().get_mut(&person.id) {
            match chair {
                None => present.promises = Some(pledge.into()),
                Some(chair) => present.promises.get_or_insert_default().add(chair, pledge),
            }
        }
    }

    /// What somebody has promised, which is good once.
    pub(crate) fn take_promises(&self, user: &UserId) -> Option<Promises> {
        self.people().get_mut(user)?.promises.take()
    }

    /// Tells something to every connection.
    pub(crate) fn tell_all(&self, note: &Note) {
        for present in self.people().values() {
            for (_, mailbox) in &present.mailboxes {
                mailbox.put(note.clone());
            }
        }
    }

    /// Lets somebody wait for no opponent any more.
    pub(crate) fn unpair(&self, person: &Person) {
        let mut seeks = self.seeks();
        for waiting in seeks.values_mut() {
            waiting.retain(|known| known.person.id != person.id);
        }
        seeks.retain(|_, waiting| !waiting.is_empty());
    }

    /// Somebody else who wants to play the same; if there is nobody, the newcomer waits.
    fn pair(&self, seek: &Seek, newcomer: &Waiting) -> Option<Waiting> {
        self.unpair(&newcomer.person);
        let mut seeks = self.seeks();
        let waiting = seeks.entry(seek.clone()).or_default();
        let found = waiting.pop_front();
        if found.is_none() {
            waiting.push_back(newcomer.clone());
        } else if waiting.is_empty() {
            seeks.remove(seek);
        }
        found
    }
}

/// What goes wrong with the store is told to clients without its details.
pub(crate) fn cannot_write(error: &StoreError) -> Problem {
    tracing::warn!(%error, "the store cannot be used");
    Problem::new(Code::Unavailable, "the server cannot write at present; nothing has happened, try again")
}

impl<W: World> House<W> {
    /// The tables that the lobby lists.
    pub(crate) async fn listed(&self) -> Result<Vec<TableSummary>, Problem> {
        let rows = self.world().store().open_tables(LISTED as u32).await;
        Ok(rows.map_err(|error| cannot_write(&error))?.into_iter().map(|row| row.summary).collect())
    }

    /// Makes a table; the same command makes it only once.
    pub(crate) async fn create_table(
        self: &Arc<Self>,
        host: &Person,
        mut settings: NewTable,
        by: CommandKey,
    ) -> Result<TableId, Problem> {
        if self.is_stopping() {
            return Err(Problem::new(Code::Stopping, "the server is about to stop; connect again"));
        }
        let agreed = Agreed::new(self.world().games(), &settings)?;
        settings.options = agreed.game.options();
        settings.password = settings.password.map(|password| self.key().hidden(&password));
        for chair in &mut settings.chairs {
            if let ChairChoice::For(person) = chair {
                // The name that a client gives for somebody else may be anything.
                *person = self.person(&person.id).await?;
            }
        }
        self.create(host, settings, by).await
    }

    /// Makes a table from settings that are checked and hidden already.
    pub(crate) async fn create(
        self: &Arc<Self>,
        host: &Person,
        settings: NewTable,
        by: CommandKey,
    ) -> Result<TableId, Problem> {
        let world = self.world();
        let id: TableId = secrets::word(world, 12).parse().expect("the alphabet is that of ids");
        self.create_as(id, secrets::word(world, 24), host, settings, by).await
    }

    /// Makes a table of this name, to which this invitation leads.
    async fn create_as(
        self: &Arc<Self>,
        id: TableId,
        invite: String,
        host: &Person,
        settings: NewTable,
        by: CommandKey,
    ) -> Result<TableId, Problem> {
        let world = self.world();
        let row = TableRow {
            host: host.clone(),
            secret: world.random(),
            invite,
            created: world.time(),
            by,
            summary: empty_summary(id.clone(), host, &settings),
            settings,
            id,
        };
        let table = Table::load(world.games(), row.clone(), &[], Arc::new(SeededDice))
            .map_err(|error| Problem::new(Code::Settings, error.to_string()))?;
        let row = TableRow { summary: table.summary(), ..row };
        let id = world.store().create_table(row).await.map_err(|error| cannot_write(&error))?;
        // Those sit down who shall, and the lobby hears of it.
        self.ask(&id, |answer| Letter::Look { viewer: host.clone(), invite: None, answer }).await?;
        Ok(id)
    }

    /// Somebody by their id.
    pub(crate) async fn person(&self, id: &UserId) -> Result<Person, Problem> {
        let user = self.world().store().user(id).await.map_err(|error| cannot_write(&error))?;
        let unknown = || Problem::new(Code::NotFound, "there is nobody of that id");
        user.map(|user| user.person).ok_or_else(unknown)
    }

    /// Lets somebody wait for an opponent, or seats both at a table. The same command leads to the same table.
    pub(crate) async fn pair(
        self: &Arc<Self>,
        newcomer: &Person,
        seek: Seek,
        by: &CommandKey,
    ) -> Result<Option<TableId>, Problem> {
        let two = |first, second| NewTable {
            length: seek.length.clone(),
            clock: seek.clock.clone(),
            rated: seek.rated,
            ..NewTable::new(&seek.game, &seek.options, vec![first, second])
        };
        Agreed::new(self.world().games(), &two(ChairChoice::Me, ChairChoice::Open))?;
        if let Some(table) = self.paired_before(by).await? {
            return Ok(Some(table));
        }
        let newcomer = Waiting { person: newcomer.clone(), by: by.clone() };
        let Some(waiting) = self.lobby.pair(&seek, &newcomer) else { return Ok(None) };
        let (host, guest) = (ChairChoice::Me, ChairChoice::For(newcomer.person.clone()));
        let settings = if self.world().random() & 1 == 0 { two(host, guest) } else { two(guest, host) };
        // The table is named after the one command and its invitation after the other, so that either is found
        // again.
        let (id, invite) = (self.id_after(&waiting.by), self.invite_after(&newcomer.by));
        let key = CommandKey { client: format!("{}/waits", waiting.by.client), number: waiting.by.number };
        let table = self.create_as(id, invite, &waiting.person, settings, key).await?;
        self.bus().publish(&Topic::User(waiting.person.id), &Note::Paired(table.clone()));
        Ok(Some(table))
    }

    /// The table to which this command has led before.
    async fn paired_before(&self, by: &CommandKey) -> Result<Option<TableId>, Problem> {
        let store = self.world().store();
        let id = self.id_after(by);
        if store.table(&id).await.map_err(|error| cannot_write(&error))?.is_some() {
            return Ok(Some(id));
        }
        store.invited(&self.invite_after(by)).await.map_err(|error| cannot_write(&error))
    }

    fn id_after(&self, by: &CommandKey) -> TableId {
        let word = self.key().word("table of who waited", &format!("{}/{}", by.client, by.number), 16);
        word.parse().expect("the alphabet is that of ids")
    }

    fn invite_after(&self, by: &CommandKey) -> String {
        self.key().word("table of who came", &format!("{}/{}", by.client, by.number), 24)
    }

    /// Tells the lobby of a change.
    pub(crate) fn tell_lobby(&self, change: LobbyChange) {
        self.bus().publish(&Topic::Lobby, &Note::Lobby(Arc::new(change)));
    }
}

/// What the lobby shows until the table itself says it.
fn empty_summary(id: TableId, host: &Person, settings: &NewTable) -> TableSummary {
    TableSummary {
        id,
        game: settings.game.clone(),
        options: settings.options.clone(),
        host: host.clone(),
        chairs: Vec::new(),
        length: String::new(),
        clock: settings.clock.clone(),
        rated: settings.rated,
        locked: settings.password.is_some(),
        watchers: settings.watchers,
        phase: protocol::Phase::Waiting,
        created: 0,
    }
}
