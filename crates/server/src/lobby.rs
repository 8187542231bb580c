//! Who is here, and who waits for an opponent. Soft state: it is rebuilt as people connect.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use bus::{Bus as _, Mailbox, Note, Topic};
use framework::{Digest, Text};
use limits::AddressBlock;
use limits::tables::MAX_RATED_MATCHES_PER_PAIR_AND_DAY;
use protocol::{
    ChairChoice, Code, LobbyChange, NewTable, Person, Phase, Problem, Seek, Sitter, TableId, TableSummary,
    UserId,
};
use store::{CommandKey, DAY_MS, Standings as _, Store as _, StoreError, TableRow};
use tokio::{
    sync::Notify,
    time::{Instant, timeout},
};

use crate::{
    house::House,
    open_tables::{Admission, Kind, too_many},
    secrets,
    table::{Agreed, Envelope, Promises, SeededDice, Table, TableCommand, keeper::TableRequest},
    world::{Thinker as _, World},
};

/// How long somebody who enters the lobby waits for its list after a start.
const LIST_TIMEOUT: Duration = Duration::from_secs(3);

/// How many people and tables a list of the lobby shows.
pub(crate) const LISTED: usize = limits::tables::MAX_LOBBY_ENTRIES;

/// Who is here, and who waits for an opponent.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    people: Mutex<BTreeMap<UserId, Present>>,
    pairing: Mutex<Pairing>,
    /// Wakes those who wait until a pairing command has taken effect.
    pairing_ended: Notify,
}

/// Who waits for an opponent, and which commands take effect at this moment.
#[derive(Debug, Default)]
struct Pairing {
    waiting: BTreeMap<Seek, VecDeque<Waiting>>,
    /// Commands that are being turned into a table. The same command on another connection waits for the outcome,
    /// and nobody is paired with somebody whose command is listed here: otherwise a command could lead to two tables.
    running: BTreeSet<CommandKey>,
}

/// A pairing command that takes effect, together with that of the opponent once one is found.
struct RunningPairing<'a> {
    lobby: &'a Lobby,
    commands: Vec<CommandKey>,
}

impl Drop for RunningPairing<'_> {
    fn drop(&mut self) {
        let mut pairing = self.lobby.pairing();
        for command in &self.commands {
            pairing.running.remove(command);
        }
        drop(pairing);
        self.lobby.pairing_ended.notify_waiters();
    }
}

/// Who makes a table, and from where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Maker<'a> {
    pub(crate) person: &'a Person,
    /// The address, where it tells people apart.
    pub(crate) household: Option<AddressBlock>,
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
        locks::lock(&self.people)
    }

    fn pairing(&self) -> MutexGuard<'_, Pairing> {
        locks::lock(&self.pairing)
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
        let mut pairing = self.pairing();
        for waiting in pairing.waiting.values_mut() {
            waiting.retain(|known| known.person.id != person.id);
        }
        pairing.waiting.retain(|_, waiting| !waiting.is_empty());
    }

    /// Begins a pairing command; waits until the same one has ended if it runs on another connection.
    async fn begin_pairing(&self, by: &CommandKey) -> RunningPairing<'_> {
        loop {
            // It hears of everything that ends from here on, so nothing is missed between the look and the wait.
            let ended = self.pairing_ended.notified();
            if self.pairing().running.insert(by.clone()) {
                return RunningPairing { lobby: self, commands: vec![by.clone()] };
            }
            ended.await;
        }
    }

    /// Lets somebody wait for an opponent again whom no table could be made for.
    fn wait_again(&self, seek: &Seek, waiting: Waiting) {
        if self.is_here(&waiting.person.id) {
            self.pairing().waiting.entry(seek.clone()).or_default().push_front(waiting);
        }
    }
}

impl RunningPairing<'_> {
    /// Finds an opponent who wants to play the same and may; if there is none, the newcomer waits.
    fn find(&mut self, seek: &Seek, newcomer: &Waiting, may: impl Fn(&UserId) -> bool) -> Option<Waiting> {
        self.lobby.unpair(&newcomer.person);
        let mut pairing = self.lobby.pairing();
        let Pairing { waiting, running } = &mut *pairing;
        let queue = waiting.entry(seek.clone()).or_default();
        let is_free = |waiting: &Waiting| !running.contains(&waiting.by) && may(&waiting.person.id);
        let free = queue.iter().position(is_free);
        let Some(found) = free.and_then(|place| queue.remove(place)) else {
            queue.push_back(newcomer.clone());
            return None;
        };
        if queue.is_empty() {
            waiting.remove(seek);
        }
        running.insert(found.by.clone());
        self.commands.push(found.by.clone());
        Some(found)
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
        if timeout(LIST_TIMEOUT, self.open_tables.complete()).await.is_err() {
            return Err(Problem::new(Code::Unavailable, "the server cannot read its tables; try again"));
        }
        Ok(self.open_tables.listed().to_vec())
    }

    /// Makes a table; the same command makes it only once.
    pub(crate) async fn create_table(
        self: &Arc<Self>,
        maker: Maker<'_>,
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
        self.create(maker, settings, by).await
    }

    /// Makes a table from settings that fit the game and in which the password is hidden already.
    pub(crate) async fn create(
        self: &Arc<Self>,
        maker: Maker<'_>,
        settings: NewTable,
        by: CommandKey,
    ) -> Result<TableId, Problem> {
        let admission = match self.admit(maker, &settings).await {
            Ok(admission) => admission,
            // The table may be one of those that are too many now.
            Err(problem) => {
                let made = self.world().store().table_made_by(&by).await;
                return made.map_err(|error| cannot_write(&error))?.ok_or(problem);
            }
        };
        let world = self.world();
        let id: TableId = secrets::word(world, 12).parse().expect("the alphabet is that of ids");
        let table = self.create_as(id, secrets::word(world, 24), maker.person, settings, by).await?;
        if let Some(address) = maker.household {
            self.open_tables.note_address(&table, address);
        }
        drop(admission);
        Ok(table)
    }

    /// Checks that somebody may make a table now, and makes room for it by closing a match of theirs that nobody else
    /// plays and nobody watches.
    async fn admit(
        self: &Arc<Self>,
        maker: Maker<'_>,
        settings: &NewTable,
    ) -> Result<Admission<'_>, Problem> {
        Agreed::new(self.world().games(), settings)?.check_new(settings)?;
        if settings.ponder && !self.world().thinker().can_ponder() {
            return Err(Problem::told(
                Code::Settings,
                Text::fixed(
                    "computer players do not think on your time on this server; make the table without it",
                    "auf diesem Server denken Computerspieler nicht in deiner Bedenkzeit; eröffne den Tisch ohne diese Wahl",
                ),
            ));
        }
        if settings.rated {
            let asked = |chair: &ChairChoice| match chair {
                ChairChoice::For(person) => Some(person.id.clone()),
                _ => None,
            };
            let asked: Vec<_> = settings.chairs.iter().filter_map(asked).collect();
            self.check_rated_opponents(&maker.person.id, &asked).await?;
        }
        self.open_tables.pace(&maker.person.id, maker.household, Instant::now())?;
        let kind = Kind::of_new(settings);
        let admission = self.open_tables.admit(&maker.person.id, maker.household, kind)?;
        if !admission.closable.is_empty() {
            let is_watched = |table: &&TableId| self.bus().has_audience(&Topic::Table((*table).clone()));
            let Some(closable) = admission.closable.iter().find(|table| !is_watched(table)) else {
                return Err(too_many(kind, kind.limits().0, false));
            };
            self.order(closable, Envelope::of_server(TableCommand::Close), Instant::now()).await?;
        }
        Ok(admission)
    }

    /// Checks that somebody has not played too many rated matches against certain others lately.
    async fn check_rated_opponents(&self, user: &UserId, others: &[UserId]) -> Result<(), Problem> {
        if others.iter().all(|other| other == user) {
            return Ok(());
        }
        let frequent = self.frequent_opponents(user).await?;
        match others.iter().any(|other| frequent.contains(other)) {
            false => Ok(()),
            true => Err(Problem::told(
                Code::Limit,
                Text::new(
                    format!(
                        "you two have played {MAX_RATED_MATCHES_PER_PAIR_AND_DAY} rated matches within a day; \
                         play unrated, or try again later"
                    ),
                    format!(
                        "ihr habt innerhalb eines Tages {MAX_RATED_MATCHES_PER_PAIR_AND_DAY} gewertete Partien \
                         gespielt; ungewertet geht es weiter, gewertet später wieder"
                    ),
                ),
            )),
        }
    }

    /// Checks that somebody may sit down to a rated match with those who sit there.
    pub(crate) async fn check_rated_table(&self, who: &Person, table: &TableId) -> Result<(), Problem> {
        let waits = |summary: &TableSummary| summary.rated && summary.phase == Phase::Waiting;
        let Some(summary) = self.open_tables.summary(table).filter(waits) else { return Ok(()) };
        let sitter = |chair: &protocol::Chair| match &chair.sitter {
            Some(Sitter::Person(person)) => Some(person.id.clone()),
            _ => None,
        };
        let people: Vec<_> = summary.chairs.iter().filter_map(sitter).collect();
        self.check_rated_opponents(&who.id, &people).await
    }

    /// Those against whom somebody has played as many rated matches within a day as count.
    async fn frequent_opponents(&self, user: &UserId) -> Result<Vec<UserId>, Problem> {
        let since = self.world().time().saturating_sub(DAY_MS);
        let store = self.world().store();
        let frequent = store.rated_opponents(user, since, MAX_RATED_MATCHES_PER_PAIR_AND_DAY).await;
        frequent.map_err(|error| cannot_write(&error))
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
        self.ask(&id, |answer| TableRequest::Look { viewer: host.clone(), invite: None, answer }).await?;
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
        Agreed::new(self.world().games(), &two(ChairChoice::Me, ChairChoice::Open))?;
        let mut running = self.lobby.begin_pairing(by).await;
        if let Some(table) = self.paired_before(by).await? {
            return Ok(Some(table));
        }
        // Who waits is the host later on, so everybody who begins to look must have room for one more match.
        let admission = self.admit(maker, &two(ChairChoice::Me, ChairChoice::Me)).await?;
        let frequent = if seek.rated { self.frequent_opponents(&maker.person.id).await? } else { Vec::new() };
        let newcomer = Waiting { person: maker.person.clone(), by: by.clone() };
        let may = |other: &UserId| !frequent.contains(other);
        let waiting = loop {
            let Some(waiting) = running.find(&seek, &newcomer, may) else { return Ok(None) };
            // A table that was written although the store said otherwise has its players already.
            match self.paired_before(&waiting.by).await {
                Ok(None) => break waiting,
                Ok(Some(table)) => self.tell_paired(&waiting.person, table),
                Err(problem) => {
                    self.lobby.wait_again(&seek, waiting);
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
                self.lobby.wait_again(&seek, waiting);
                return Err(problem);
            }
        };
        if let Some(address) = maker.household {
            self.open_tables.note_address(&table, address);
        }
        drop(admission);
        self.tell_paired(&waiting.person, table.clone());
        Ok(Some(table))
    }

    /// Tells somebody who waited for an opponent where to play.
    fn tell_paired(&self, person: &Person, table: TableId) {
        self.bus().publish(&Topic::User(person.id.clone()), &Note::Paired(table));
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
