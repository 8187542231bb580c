//! The tables that are not over yet: how many of them each host and each address has, and which ones the lobby lists.
//!
//! Soft state: it is read from the store at the start, and noted whenever a table is loaded or changes. Addresses are
//! never written down, so a new start forgets which table came from where.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use framework::Text;
use limits::tables::{
    MAX_ENGINE_TABLES_PER_ADDRESS, MAX_ENGINE_TABLES_PER_PERSON, MAX_LOBBY_ENTRIES,
    MAX_LOBBY_TABLES_PER_HOST, MAX_RUNNING_TABLES_PER_ADDRESS, MAX_RUNNING_TABLES_PER_PERSON,
    MAX_WAITING_TABLES_PER_ADDRESS, MAX_WAITING_TABLES_PER_PERSON, TABLES_PER_ADDRESS, TABLES_PER_PERSON,
};
use limits::{AddressBlock, Buckets};
use protocol::{ChairChoice, Code, NewTable, Phase, Problem, Sitter, TableId, TableSummary, UserId};
use store::Store as _;
use tokio::{
    sync::watch,
    time::{Instant, sleep},
};

use crate::{Tables, world::World};

/// How many tables are read at a time.
const TABLES_PER_PAGE: u32 = 500;

/// How long passes until the store is read again that could not be read.
const READ_RETRY_DELAY: Duration = Duration::from_secs(1);

/// What a table is that counts against a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableKind {
    /// It waits for players.
    Waiting,
    /// People play there, perhaps against computer players.
    Running,
    /// Computer players play among themselves.
    Engines,
}

impl TableKind {
    /// What a table will be that a person wants to make.
    pub fn of_new(settings: &NewTable) -> Self {
        let is_engine = |chair: &ChairChoice| matches!(chair, ChairChoice::Engine(_));
        let waits = |chair: &ChairChoice| matches!(chair, ChairChoice::Open | ChairChoice::For(_));
        match () {
            () if settings.chairs.iter().all(is_engine) => Self::Engines,
            () if settings.manual_start || settings.chairs.iter().any(waits) => Self::Waiting,
            () => Self::Running,
        }
    }

    fn of(summary: &TableSummary) -> Option<Self> {
        let is_engine = |chair: &protocol::Chair| matches!(chair.sitter, Some(Sitter::Engine(_)));
        match summary.phase {
            Phase::Over | Phase::Closed => None,
            _ if !summary.chairs.is_empty() && summary.chairs.iter().all(is_engine) => Some(Self::Engines),
            Phase::Waiting => Some(Self::Waiting),
            Phase::Playing => Some(Self::Running),
        }
    }

    /// How many tables of the kind one person and one address may have.
    #[must_use]
    pub const fn limits(self) -> (usize, usize) {
        match self {
            Self::Waiting => (MAX_WAITING_TABLES_PER_PERSON, MAX_WAITING_TABLES_PER_ADDRESS),
            Self::Running => (MAX_RUNNING_TABLES_PER_PERSON, MAX_RUNNING_TABLES_PER_ADDRESS),
            Self::Engines => (MAX_ENGINE_TABLES_PER_PERSON, MAX_ENGINE_TABLES_PER_ADDRESS),
        }
    }
}

/// The right to make a table. It counts as a table itself until it is dropped, so that many requests at the same moment
/// do not get through together.
#[derive(Debug)]
pub struct Admission<'a> {
    open: &'a OpenTables,
    number: u64,
    /// Tables of which one has to be closed first, the oldest first: the host alone has anything to do with them. None
    /// has to be if there are none.
    pub closable: Vec<TableId>,
}

impl Drop for Admission<'_> {
    fn drop(&mut self) {
        self.open.known().admitted.remove(&self.number);
    }
}

/// A table that is about to be made.
#[derive(Debug)]
struct Admitted {
    host: UserId,
    address: Option<AddressBlock>,
    kind: TableKind,
}

/// The tables that are not over yet.
#[derive(Debug)]
pub struct OpenTables {
    known: Mutex<Known>,
    is_complete: watch::Sender<bool>,
    made_by_person: Buckets<UserId>,
    made_from_address: Buckets<AddressBlock>,
}

impl Default for OpenTables {
    fn default() -> Self {
        Self {
            known: Mutex::default(),
            is_complete: watch::Sender::new(false),
            made_by_person: Buckets::new(TABLES_PER_PERSON),
            made_from_address: Buckets::new(TABLES_PER_ADDRESS),
        }
    }
}

#[derive(Debug, Default)]
struct Known {
    tables: BTreeMap<TableId, OpenTable>,
    by_host: BTreeMap<UserId, BTreeSet<TableId>>,
    by_address: BTreeMap<AddressBlock, BTreeSet<TableId>>,
    /// Where people sit, or have a chair that is kept for them.
    by_player: BTreeMap<UserId, BTreeSet<TableId>>,
    /// Tables that have come to an end while the others were still read, and must not come back by that.
    ended: BTreeSet<TableId>,
    is_complete: bool,
    admitted: BTreeMap<u64, Admitted>,
    n_admitted: u64,
    /// What the lobby lists, until something changes.
    listed: Option<Arc<Vec<TableSummary>>>,
}

#[derive(Debug)]
struct OpenTable {
    summary: TableSummary,
    kind: TableKind,
    is_hidden: bool,
    address: Option<AddressBlock>,
    /// The chairs that decide next; unknown of a table that was not loaded since the start.
    deciding: Option<Vec<usize>>,
    /// When their time is over in a correspondence game, in milliseconds since 1970.
    deadline: Option<u64>,
}

/// A table of a person that is not over.
#[derive(Clone, Debug)]
pub(crate) struct TableOfPlayer {
    pub(crate) summary: TableSummary,
    /// Whether it is their turn; unknown of a table that was not loaded since the start.
    pub(crate) is_their_turn: Option<bool>,
    /// When the time of whoever decides is over in a correspondence game, in milliseconds since 1970.
    pub(crate) deadline: Option<u64>,
}

impl OpenTables {
    fn known(&self) -> MutexGuard<'_, Known> {
        // What it knows is soft: the next change of a table mends whatever was left behind.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes how a table stands.
    pub fn note(&self, summary: &TableSummary, is_hidden: bool) {
        self.known().note(summary, is_hidden);
    }

    /// Notes which chairs of a table decide next, and in a correspondence game until when.
    pub(crate) fn note_deciding(&self, table: &TableId, chairs: Vec<usize>, deadline: Option<u64>) {
        if let Some(open) = self.known().tables.get_mut(table) {
            (open.deciding, open.deadline) = (Some(chairs), deadline);
        }
    }

    /// The tables that are not over at which a person sits or has a chair, the newest first.
    pub(crate) fn of_player(&self, user: &UserId, limit: usize) -> Vec<TableOfPlayer> {
        let known = self.known();
        let tables = known.by_player.get(user).into_iter().flatten();
        let mut theirs: Vec<_> = tables.filter_map(|table| known.tables.get(table)).collect();
        theirs.sort_unstable_by_key(|open| Reverse((open.summary.created, &open.summary.id)));
        theirs.into_iter().take(limit).map(|open| open.of_player(user)).collect()
    }

    /// Notes from where a table was made.
    pub fn note_address(&self, table: &TableId, address: AddressBlock) {
        let mut known = self.known();
        let Some(open) = known.tables.get_mut(table) else { return };
        open.address = Some(address);
        known.by_address.entry(address).or_default().insert(table.clone());
        known.listed = None;
    }

    /// Takes a token of a person and an address for a new table.
    ///
    /// # Errors
    /// If they have made too many in a short time.
    pub fn pace(&self, host: &UserId, address: Option<AddressBlock>, now: Instant) -> Result<(), Problem> {
        let may_person = self.made_by_person.take(host.clone(), now);
        let may_address = address.is_none_or(|address| self.made_from_address.take(address, now));
        match may_person && may_address {
            true => Ok(()),
            false => Err(Problem::told(
                Code::TooFast,
                Text::fixed(
                    "too many new tables in a short time; wait a minute",
                    "zu viele neue Tische in kurzer Zeit; bitte eine Minute warten",
                ),
            )),
        }
    }

    /// Decides whether a host may have one more table.
    ///
    /// # Errors
    /// If the host or the address has too many, and none of them can be closed instead.
    pub fn admit(
        &self,
        host: &UserId,
        address: Option<AddressBlock>,
        new: TableKind,
    ) -> Result<Admission<'_>, Problem> {
        let mut known = self.known();
        let mut closable = Vec::new();
        // A table that waits will run one day, so that it counts for both.
        let kinds = if new == TableKind::Waiting {
            &[TableKind::Waiting, TableKind::Running][..]
        } else {
            &[new][..]
        };
        for &kind in kinds {
            let (per_person, per_address) = kind.limits();
            if let Some(address) = address {
                let is_from_there = |admitted: &Admitted| admitted.address == Some(address);
                if per_address <= known.count(known.by_address.get(&address), kind, is_from_there) {
                    return Err(too_many(kind, per_address, true));
                }
            }
            if per_person <= known.count(known.by_host.get(host), kind, |admitted| admitted.host == *host) {
                closable = known.solitary(host, kind);
                if closable.is_empty() {
                    return Err(too_many(kind, per_person, false));
                }
            }
        }
        known.n_admitted += 1;
        let number = known.n_admitted;
        known.admitted.insert(number, Admitted { host: host.clone(), address, kind: new });
        Ok(Admission { open: self, number, closable })
    }

    /// How a table stands that is not over.
    pub fn summary(&self, table: &TableId) -> Option<TableSummary> {
        self.known().tables.get(table).map(|open| open.summary.clone())
    }

    /// Waits until all tables of the store are known.
    pub async fn complete(&self) {
        // It cannot be dropped while a person waits here.
        let _ = self.is_complete.subscribe().wait_for(|is_complete| *is_complete).await;
    }

    /// What the lobby lists.
    pub fn listed(&self) -> Arc<Vec<TableSummary>> {
        let mut known = self.known();
        let listed = known.listed.take().unwrap_or_else(|| Arc::new(known.list()));
        known.listed = Some(Arc::clone(&listed));
        listed
    }
}

impl Known {
    fn note(&mut self, summary: &TableSummary, is_hidden: bool) {
        self.listed = None;
        let Some(kind) = TableKind::of(summary) else { return self.forget(&summary.id) };
        // Who has deleted their account is called otherwise from then on.
        let former = self.tables.get(&summary.id).map(|open| open.summary.host.id.clone());
        if let Some(former) = former.filter(|former| *former != summary.host.id) {
            remove(&mut self.by_host, &former, &summary.id);
        }
        let (address, deciding, deadline) = match self.tables.get(&summary.id) {
            Some(open) => (open.address, open.deciding.clone(), open.deadline),
            None => (None, None, None),
        };
        self.forget_players(&summary.id);
        for user in players(summary) {
            self.by_player.entry(user.clone()).or_default().insert(summary.id.clone());
        }
        let of_host = self.by_host.entry(summary.host.id.clone()).or_default();
        of_host.insert(summary.id.clone());
        let open = OpenTable { summary: summary.clone(), kind, is_hidden, address, deciding, deadline };
        self.tables.insert(summary.id.clone(), open);
    }

    fn forget(&mut self, table: &TableId) {
        if !self.is_complete {
            self.ended.insert(table.clone());
        }
        self.forget_players(table);
        let Some(OpenTable { summary, address, .. }) = self.tables.remove(table) else { return };
        remove(&mut self.by_host, &summary.host.id, table);
        if let Some(address) = address {
            remove(&mut self.by_address, &address, table);
        }
    }

    /// Forgets who plays at a table.
    fn forget_players(&mut self, table: &TableId) {
        let Some(open) = self.tables.get(table) else { return };
        for user in players(&open.summary) {
            remove(&mut self.by_player, user, table);
        }
    }

    /// How many tables of a kind there are among some and among those that are about to be made.
    fn count(
        &self,
        tables: Option<&BTreeSet<TableId>>,
        kind: TableKind,
        is_meant: impl Fn(&Admitted) -> bool,
    ) -> usize {
        let is_kind = |table: &&TableId| self.tables.get(*table).is_some_and(|open| open.kind == kind);
        let admitted = self.admitted.values().filter(|admitted| admitted.kind == kind && is_meant(admitted));
        tables.map_or(0, |tables| tables.iter().filter(is_kind).count()) + admitted.count()
    }

    /// The tables of a host at which nobody else plays, the oldest first. Those that wait are not among them: a
    /// person may have been asked to come.
    fn solitary(&self, host: &UserId, kind: TableKind) -> Vec<TableId> {
        if kind == TableKind::Waiting {
            return Vec::new();
        }
        let is_theirs = |chair: &protocol::Chair| {
            let sitter = match &chair.sitter {
                Some(Sitter::Person(person)) => Some(person),
                Some(Sitter::Engine(_)) | None => None,
            };
            sitter.into_iter().chain(&chair.kept_for).all(|person| person.id == *host)
        };
        let tables = self.by_host.get(host).into_iter().flatten().filter_map(|table| self.tables.get(table));
        let mut alone: Vec<_> = tables
            .filter(|open| open.kind == kind && open.summary.chairs.iter().all(is_theirs))
            .map(|open| (open.summary.created, open.summary.id.clone()))
            .collect();
        alone.sort_unstable();
        alone.into_iter().map(|(_, table)| table).collect()
    }

    /// Chooses what the lobby lists. Hosts take turns, and so do addresses, each with its best table first: one that
    /// waits rather than one that runs, and the newest of these. So anyone who opens many tables pushes out their
    /// own.
    fn list(&self) -> Vec<TableSummary> {
        let open = self.tables.values().filter(|open| !open.is_hidden);
        let mut open: Vec<_> = open.collect();
        open.sort_by_key(|open| {
            (open.summary.phase != Phase::Waiting, Reverse((open.summary.created, &open.summary.id)))
        });
        let mut of_host: BTreeMap<&UserId, usize> = BTreeMap::new();
        let mut in_turn: Vec<_> = open
            .into_iter()
            .filter_map(|open| {
                let turn = of_host.entry(&open.summary.host.id).or_default();
                *turn += 1;
                (*turn <= MAX_LOBBY_TABLES_PER_HOST).then_some((*turn, open))
            })
            .collect();
        // The sort keeps the order within a turn.
        in_turn.sort_by_key(|(turn, _)| *turn);
        let mut of_address: BTreeMap<AddressBlock, usize> = BTreeMap::new();
        for (turn, open) in &mut in_turn {
            if let Some(address) = open.address {
                let later = of_address.entry(address).or_default();
                *later += 1;
                *turn = *later;
            }
        }
        in_turn.sort_by_key(|(turn, _)| *turn);
        let mut chosen: Vec<_> =
            in_turn.into_iter().take(MAX_LOBBY_ENTRIES).map(|(_, open)| &open.summary).collect();
        chosen.sort_by_key(|summary| Reverse((summary.created, &summary.id)));
        chosen.into_iter().cloned().collect()
    }
}

impl OpenTable {
    fn of_player(&self, user: &UserId) -> TableOfPlayer {
        let is_theirs = |chair: &usize| {
            let chair = self.summary.chairs.get(*chair);
            matches!(chair.and_then(|chair| chair.sitter.as_ref()), Some(Sitter::Person(person)) if person.id == *user)
        };
        let is_their_turn = match self.summary.phase {
            Phase::Playing => self.deciding.as_ref().map(|chairs| chairs.iter().any(is_theirs)),
            _ => Some(false),
        };
        TableOfPlayer { summary: self.summary.clone(), is_their_turn, deadline: self.deadline }
    }
}

/// Who sits at a table, or has a chair there that is kept for them.
fn players(summary: &TableSummary) -> impl Iterator<Item = &UserId> {
    summary.chairs.iter().flat_map(|chair| {
        let sitter = match &chair.sitter {
            Some(Sitter::Person(person)) => Some(&person.id),
            _ => None,
        };
        sitter.into_iter().chain(chair.kept_for.as_ref().map(|person| &person.id))
    })
}

fn remove<K: Ord>(sets: &mut BTreeMap<K, BTreeSet<TableId>>, key: &K, table: &TableId) {
    if let Some(set) = sets.get_mut(key) {
        set.remove(table);
        if set.is_empty() {
            sets.remove(key);
        }
    }
}

/// Why nobody of that person or address may have one more table of a kind.
#[must_use]
pub fn too_many(kind: TableKind, limit: usize, of_address: bool) -> Problem {
    let (who_en, who_de) = match of_address {
        true => ("your network has", "aus deinem Netz kommen"),
        false => ("you have", "du hast"),
    };
    let (what_en, what_de) = match kind {
        TableKind::Waiting => (
            "tables that wait for players; close one of them first",
            "wartende Tische; bitte zuerst einen davon schließen",
        ),
        TableKind::Running => {
            ("running matches; finish one of them first", "laufende Partien; bitte zuerst eine davon beenden")
        }
        TableKind::Engines => (
            "running matches between computer players; wait for one to end, or close it",
            "laufende Partien zwischen Computerspielern; bitte das Ende einer davon abwarten oder sie schließen",
        ),
    };
    let text = Text::new(format!("{who_en} {limit} {what_en}"), format!("{who_de} {limit} {what_de}"));
    Problem::told(Code::Limit, text)
}

/// Reads all tables of the store that are not over.
pub(crate) async fn read_all<W: World>(tables: Weak<Tables<W>>) {
    let mut last: Option<TableId> = None;
    loop {
        let Some(shared) = tables.upgrade() else { return };
        match shared.world().store().unfinished_tables(last.as_ref(), TABLES_PER_PAGE).await {
            Ok(rows) => {
                let mut known = shared.open_tables.known();
                for row in &rows {
                    // Anyone who has loaded the table since knows better.
                    if !known.tables.contains_key(&row.id) && !known.ended.contains(&row.id) {
                        known.note(&row.summary, row.settings.hidden);
                    }
                }
                match rows.last() {
                    Some(row) => last = Some(row.id.clone()),
                    None => {
                        known.is_complete = true;
                        known.ended = BTreeSet::new();
                        drop(known);
                        shared.open_tables.is_complete.send_replace(true);
                        return;
                    }
                }
            }
            Err(error) => {
                tracing::warn!(%error, "the tables that are not over cannot be read; the lobby waits for them");
                drop(shared);
                sleep(READ_RETRY_DELAY).await;
            }
        }
    }
}

#[cfg(test)]
mod tests;
