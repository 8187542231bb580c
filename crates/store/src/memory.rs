//! A store that lives as long as the process, and can be told to fail.

mod accounts;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use framework::DiceSecret;
use protocol::{Channel, Phase, TableId, UserId};

use self::accounts::KeptPeople;
use super::{
    Append, CommandKey, Lease, NewLine, ResultRow, Store, StoreError, Stored, StoredEvent, StoredLine,
    TableRow, User, channel_key, game_reports::KeptGameReports, puzzles::KeptPuzzles,
    relations::KeptRelations, rows::Listing, standings::KeptStandings, tournaments::KeptTournaments,
};

/// What shall go wrong with a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fault {
    /// Nothing.
    #[default]
    None,
    /// Nothing is written, and the writer is told so.
    Lost,
    /// Everything is written, and the writer is told the opposite, as when the answer is lost in a crash.
    Silent,
}

/// Decides what goes wrong with each write, and how long it takes.
pub trait Faults: Send + Sync + 'static {
    /// What happens to the next write.
    fn next(&self) -> (Duration, Fault);
}

/// A store that lives as long as the process. Clones share what is kept.
#[derive(Clone, Default)]
pub struct MemoryStore {
    kept: Arc<Mutex<Kept>>,
    faults: Option<Arc<dyn Faults>>,
}

#[derive(Debug, Default)]
pub(super) struct Kept {
    settings: BTreeMap<&'static str, String>,
    leases: BTreeMap<String, (u64, u64)>,
    pub(super) tables: BTreeMap<TableId, KeptTable>,
    tables_by_command: BTreeMap<CommandKey, TableId>,
    lines: Vec<(String, StoredLine)>,
    lines_by_command: BTreeMap<CommandKey, u64>,
    pub(super) users: BTreeMap<UserId, User>,
    pub(super) results: BTreeMap<(TableId, u8), ResultRow>,
    pub(super) standings: KeptStandings,
    pub(super) dice_secrets: BTreeMap<TableId, DiceSecret>,
    pub(super) puzzles: KeptPuzzles,
    pub(super) relations: KeptRelations,
    pub(super) game_reports: KeptGameReports,
    pub(super) tournaments: KeptTournaments,
    people: KeptPeople,
}

#[derive(Debug)]
pub(super) struct KeptTable {
    pub(super) row: TableRow,
    owner: Option<Lease>,
    pub(super) events: Vec<StoredEvent>,
    commands: BTreeSet<CommandKey>,
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStore").finish_non_exhaustive()
    }
}

impl MemoryStore {
    /// The same store, whose writes go wrong as `faults` decide.
    #[must_use]
    pub fn with_faults(self, faults: Arc<dyn Faults>) -> Self {
        Self { faults: Some(faults), ..self }
    }

    pub(super) fn kept(&self) -> MutexGuard<'_, Kept> {
        locks::lock(&self.kept)
    }

    pub(super) async fn write<T>(&self, write: impl FnOnce(&mut Kept) -> Stored<T> + Send) -> Stored<T> {
        let (delay, fault) = self.faults.as_ref().map(|faults| faults.next()).unwrap_or_default();
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        let lost = || StoreError::Unavailable("a fault was injected".to_owned());
        match fault {
            Fault::None => write(&mut self.kept()),
            Fault::Lost => Err(lost()),
            Fault::Silent => write(&mut self.kept()).and(Err(lost())),
        }
    }
}

impl Kept {
    fn is_held(&self, lease: &Lease) -> bool {
        self.leases.get(&lease.node).is_some_and(|&(epoch, _)| epoch == lease.epoch)
    }

    fn is_alive(&self, lease: &Lease, now: u64) -> bool {
        self.leases.get(&lease.node).is_some_and(|&(epoch, expires)| epoch == lease.epoch && now < expires)
    }
}

impl Store for MemoryStore {
    async fn setting(&self, name: &'static str, value: String) -> Stored<String> {
        self.write(|kept| Ok(kept.settings.entry(name).or_insert(value).clone())).await
    }

    async fn register(&self, node: &str, expires: u64) -> Stored<Lease> {
        self.write(|kept| {
            let lease = kept.leases.entry(node.to_owned()).or_default();
            *lease = (lease.0 + 1, expires);
            Ok(Lease { node: node.to_owned(), epoch: lease.0 })
        })
        .await
    }

    async fn renew(&self, lease: &Lease, expires: u64) -> Stored<()> {
        self.write(|kept| match kept.is_held(lease) {
            true => {
                kept.leases.insert(lease.node.clone(), (lease.epoch, expires));
                Ok(())
            }
            false => Err(StoreError::Fenced),
        })
        .await
    }

    async fn claim(&self, table: &TableId, lease: &Lease, now: u64) -> Stored<Option<TableRow>> {
        self.write(|kept| {
            if !kept.is_alive(lease, now) {
                return Err(StoreError::Fenced);
            }
            let Some(owner) = kept.tables.get(table).map(|kept| kept.owner.clone()) else { return Ok(None) };
            if owner.is_some_and(|owner| owner.node != lease.node && kept.is_alive(&owner, now)) {
                return Err(StoreError::Fenced);
            }
            Ok(kept.tables.get_mut(table).map(|kept| {
                kept.owner = Some(lease.clone());
                kept.row.clone()
            }))
        })
        .await
    }

    async fn create_table(&self, table: TableRow) -> Stored<TableId> {
        self.write(|kept| {
            if let Some(known) = kept.tables_by_command.get(&table.by) {
                return Ok(known.clone());
            }
            if let Some(known) = kept.tables.values().find(|known| known.row.invite == table.invite) {
                return Ok(known.row.id.clone());
            }
            if kept.tables.contains_key(&table.id) {
                return Err(StoreError::Conflict(format!("there is a table {} already", table.id)));
            }
            let id = table.id.clone();
            kept.tables_by_command.insert(table.by.clone(), id.clone());
            let new = KeptTable { row: table, owner: None, events: Vec::new(), commands: BTreeSet::new() };
            kept.tables.insert(id.clone(), new);
            Ok(id)
        })
        .await
    }

    async fn table(&self, table: &TableId) -> Stored<Option<TableRow>> {
        Ok(self.kept().tables.get(table).map(|kept| kept.row.clone()))
    }

    async fn invited(&self, invite: &str) -> Stored<Option<TableId>> {
        let kept = self.kept();
        Ok(kept.tables.values().find(|kept| kept.row.invite == invite).map(|kept| kept.row.id.clone()))
    }

    async fn open_tables(&self, limit: u32) -> Stored<Vec<TableRow>> {
        let kept = self.kept();
        let mut open: Vec<_> =
            kept.tables.values().map(|kept| &kept.row).filter(|row| row.is_listed()).collect();
        open.sort_by(|left, right| (right.created, &right.id).cmp(&(left.created, &left.id)));
        Ok(open.into_iter().take(limit as usize).cloned().collect())
    }

    async fn unfinished_tables(&self, after: Option<&TableId>, limit: u32) -> Stored<Vec<TableRow>> {
        let kept = self.kept();
        let unfinished = kept.tables.iter().filter(|(id, table)| {
            after.is_none_or(|after| after < *id) && table.row.listing() != Listing::Over
        });
        Ok(unfinished.map(|(_, table)| table.row.clone()).take(limit as usize).collect())
    }

    async fn table_made_by(&self, by: &CommandKey) -> Stored<Option<TableId>> {
        Ok(self.kept().tables_by_command.get(by).cloned())
    }

    async fn quiet_tables(&self, since: u64, after: Option<&TableId>, limit: u32) -> Stored<Vec<TableId>> {
        let kept = self.kept();
        let quiet = kept.tables.iter().filter(|(id, table)| {
            after.is_none_or(|after| after < *id)
                && table.row.summary.phase == Phase::Playing
                && table.events.last().is_some_and(|last| last.event.time < since)
        });
        Ok(quiet.map(|(id, _)| id.clone()).take(limit as usize).collect())
    }

    async fn append(&self, append: Append) -> Stored<()> {
        self.write(|kept| {
            let alive = kept.is_alive(&append.lease, append.now);
            let table = kept.tables.get_mut(&append.table).ok_or(StoreError::Fenced)?;
            let follows = append.events.iter().zip(table.events.len() as u64 + 1..);
            let follows = follows.into_iter().all(|(event, seq)| event.event.seq == seq);
            if !alive || table.owner.as_ref() != Some(&append.lease) || !follows {
                return Err(StoreError::Fenced);
            }
            let mut commands = table.commands.clone();
            for command in append.events.iter().filter_map(|event| event.by.clone()) {
                if !commands.insert(command) {
                    return Err(StoreError::Conflict("a command has taken effect before".to_owned()));
                }
            }
            table.commands = commands;
            table.events.extend(append.events.iter().cloned());
            if !append.results.is_empty() {
                kept.write_standings(&append);
            }
            if let (Some(summary), Some(table)) = (append.summary, kept.tables.get_mut(&append.table)) {
                table.row.summary = summary;
            }
            for result in append.results {
                kept.results.insert((result.table.clone(), result.chair), result);
            }
            Ok(())
        })
        .await
    }

    async fn events_page(&self, table: &TableId, since: u64, limit: u32) -> Stored<Vec<StoredEvent>> {
        let kept = self.kept();
        let since = usize::try_from(since).unwrap_or(usize::MAX);
        let events = kept.tables.get(table).and_then(|kept| kept.events.get(since..));
        Ok(events.unwrap_or_default().iter().take(limit as usize).cloned().collect())
    }

    async fn say(&self, line: NewLine) -> Stored<(u64, bool)> {
        self.write(|kept| {
            if let Some(&number) = kept.lines_by_command.get(&line.by) {
                return Ok((number, false));
            }
            let number = kept.lines.len() as u64 + 1;
            let key = channel_key(&line.channel, &line.from.id);
            kept.lines_by_command.insert(line.by, number);
            let line = StoredLine { number, from: line.from, text: line.text, time: line.time };
            kept.lines.push((key, line));
            Ok((number, true))
        })
        .await
    }

    async fn lines(&self, channel: &Channel, reader: &UserId, limit: u32) -> Stored<Vec<StoredLine>> {
        let kept = self.kept();
        let key = channel_key(channel, reader);
        let newest = kept.lines.iter().rev().filter(|(channel, _)| *channel == key).take(limit as usize);
        let mut lines: Vec<_> = newest.map(|(_, line)| line.clone()).collect();
        lines.reverse();
        Ok(lines)
    }

    async fn save_user(&self, user: User) -> Stored<()> {
        self.write(|kept| {
            kept.users.insert(user.person.id.clone(), user);
            Ok(())
        })
        .await
    }

    async fn user(&self, id: &UserId) -> Stored<Option<User>> {
        Ok(self.kept().users.get(id).cloned())
    }

    async fn results(&self, user: &UserId, limit: u32) -> Stored<Vec<ResultRow>> {
        let kept = self.kept();
        let mut results: Vec<_> =
            kept.results.values().filter(|result| result.user.as_ref() == Some(user)).cloned().collect();
        results.sort_by(|left, right| (right.finished, &right.table).cmp(&(left.finished, &left.table)));
        results.truncate(limit as usize);
        Ok(results)
    }
}
