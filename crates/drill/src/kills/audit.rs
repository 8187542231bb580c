//! Compares what is in the file with what was promised.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use framework::{GameEntry, Record, Share};
use protocol::{Channel, Person, Phase, TableId};
use serde::Serialize;
use store::{CommandKey, Store as _, StoreError, StoredEvent, StoredLine};
use store_sqlite::SqliteStore;
use tables::{SeededDice, Table};
use thiserror::Error;

use super::pair::{Pair, Promised};

/// What was promised and is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Kept {
    /// Moves, rolls and chairs.
    pub moves: u64,
    /// Lines of chat.
    pub lines: u64,
    /// Events that somebody saw.
    pub seen: u64,
    /// Results of matches that are over, one per player.
    pub results: u64,
    /// Tables, each of which loads and replays.
    pub tables: u64,
    /// Rolls of matches that are over, each of which is proved.
    pub rolls: u64,
    /// Rolls to which both players have given a nonce.
    pub shared_rolls: u64,
}

/// A promise that was not kept.
#[derive(Debug, Error)]
pub enum BrokenPromise {
    /// The file cannot be used.
    #[error("the file cannot be used: {0}")]
    Store(#[from] StoreError),
    /// The file is damaged.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// A table is gone.
    #[error("table {0} is not there")]
    Table(TableId),
    /// A command is missing, or was done twice.
    #[error("command {} of {} at table {table} was acknowledged and is there {times} times", key.number, key.client)]
    Command {
        /// Which command.
        key: CommandKey,
        /// Where.
        table: TableId,
        /// How often.
        times: usize,
    },
    /// A line of chat is missing, or was said twice.
    #[error("the line {text:?} at table {table} was acknowledged and is there {times} times")]
    Line {
        /// What was said.
        text: String,
        /// Where.
        table: TableId,
        /// How often.
        times: usize,
    },
    /// Somebody saw what is not there.
    #[error("event {seq} of table {table} was shown and is not there")]
    Seen {
        /// Where.
        table: TableId,
        /// Which event.
        seq: u64,
    },
    /// A match is over and has no result.
    #[error("the match at table {0} is over, but {1} has no result")]
    Result(TableId, String),
    /// A table does not load or replay.
    #[error("table {0} does not replay: {1}")]
    Replay(TableId, String),
    /// The dice of a match that is over are not proved.
    #[error("the dice of table {0}: {1}")]
    Dice(TableId, Box<fair_dice::Flaw>),
    /// Two files differ that should not.
    #[error("table {0} has not lost exactly the last transaction")]
    Differs(TableId),
}

/// Checks that everything promised is in the file, once, that the file is whole, and that every match replays.
pub(super) async fn audit(file: &Path, games: &[GameEntry], pairs: &[Pair]) -> Result<Kept, BrokenPromise> {
    let store = SqliteStore::open(file).await?;
    let found = Audit { store: &store, games, kept: Kept::default() }.all(pairs).await;
    store.close().await;
    found
}

/// Checks that two files hold the same of every table.
pub(super) async fn same(file: &Path, other: &Path, pairs: &[Pair]) -> Result<(), BrokenPromise> {
    let (left, right) = (SqliteStore::open(file).await?, SqliteStore::open(other).await?);
    let compared = compare(&left, &right, pairs).await;
    left.close().await;
    right.close().await;
    compared
}

async fn compare(left: &SqliteStore, right: &SqliteStore, pairs: &[Pair]) -> Result<(), BrokenPromise> {
    check_whole(left).await?;
    for pair in pairs {
        let Some(reader) = pair.players.iter().find_map(|player| player.person.as_ref()) else { continue };
        for table in &pair.tables {
            let here = (left.events(table, 0).await?, lines(left, table, reader).await?);
            let there = (right.events(table, 0).await?, lines(right, table, reader).await?);
            if here != there {
                return Err(BrokenPromise::Differs(table.clone()));
            }
        }
    }
    Ok(())
}

async fn check_whole(store: &SqliteStore) -> Result<(), BrokenPromise> {
    match store.damage().await? {
        Some(damage) => Err(BrokenPromise::Damaged(damage)),
        None => Ok(()),
    }
}

async fn lines(store: &SqliteStore, table: &TableId, reader: &Person) -> Result<Vec<StoredLine>, StoreError> {
    store.lines(&Channel::Table(table.clone()), &reader.id, u32::MAX).await
}

struct Audit<'a> {
    store: &'a SqliteStore,
    games: &'a [GameEntry],
    kept: Kept,
}

impl Audit<'_> {
    /// Checks that the dice of a finished match are proved.
    fn dice(&mut self, table: &Table) -> Result<(), BrokenPromise> {
        let Some(record) = table.record() else { return Ok(()) };
        let Some(proof) = &record.dice else { return Ok(()) };
        fair_dice::verify(&record, self.games)
            .map_err(|flaw| BrokenPromise::Dice(table.id().clone(), Box::new(flaw)))?;
        let is_shared = |nonces: &[Share]| nonces.iter().all(|share| matches!(share, Share::Nonce(_)));
        self.kept.rolls += proof.rolls.len() as u64;
        self.kept.shared_rolls += proof.rolls.iter().filter(|roll| is_shared(&roll.nonces)).count() as u64;
        Ok(())
    }

    async fn all(mut self, pairs: &[Pair]) -> Result<Kept, BrokenPromise> {
        check_whole(self.store).await?;
        for pair in pairs {
            let mut events = BTreeMap::new();
            for table in &pair.tables {
                events.insert(table.clone(), self.store.events(table, 0).await?);
            }
            for player in &pair.players {
                self.player(player, &events).await?;
            }
            for (table, events) in &events {
                self.table(table, events).await?;
            }
        }
        Ok(self.kept)
    }

    async fn player(
        &mut self,
        player: &Promised,
        events: &BTreeMap<TableId, Vec<StoredEvent>>,
    ) -> Result<(), BrokenPromise> {
        let Some(person) = &player.person else { return Ok(()) };
        let of = |table: &TableId| events.get(table).map(Vec::as_slice).unwrap_or_default();
        for (table, number, seq) in &player.done {
            let client = format!("{}/{}", person.id, player.identity.client);
            let key = CommandKey { client, number: *number };
            let by_it = of(table).iter().filter(|event| event.by.as_ref() == Some(&key));
            let found: Vec<_> = by_it.map(|event| event.event.seq).collect();
            if found != [*seq] {
                return Err(BrokenPromise::Command { key, table: table.clone(), times: found.len() });
            }
            self.kept.moves += 1;
        }
        for (table, seen) in &player.seen {
            for event in seen.values() {
                let stored = of(table).get(event.seq as usize - 1);
                if stored.is_none_or(|stored| stored.event != *event) {
                    return Err(BrokenPromise::Seen { table: table.clone(), seq: event.seq });
                }
                self.kept.seen += 1;
            }
        }
        for (table, text) in &player.said {
            let lines = lines(self.store, table, person).await?;
            let times = lines.iter().filter(|line| line.text == *text).count();
            if times != 1 {
                return Err(BrokenPromise::Line { text: text.clone(), table: table.clone(), times });
            }
            self.kept.lines += 1;
        }
        Ok(())
    }

    async fn table(&mut self, id: &TableId, events: &[StoredEvent]) -> Result<(), BrokenPromise> {
        let broken = |reason: String| BrokenPromise::Replay(id.clone(), reason);
        let row = self.store.table(id).await?.ok_or_else(|| BrokenPromise::Table(id.clone()))?;
        let table = Table::load(self.games, row, events, Arc::new(SeededDice))
            .map_err(|error| broken(error.to_string()))?;
        self.kept.tables += 1;
        let Some(contest) = table.contest() else { return Ok(()) };
        let record: Record =
            contest.record().to_string().parse().map_err(|error| broken(format!("{error}")))?;
        let replayed = record.replay(self.games).map_err(|error| broken(error.to_string()))?;
        if replayed.position.key() != contest.position().key() {
            return Err(broken("it ends in another position".to_owned()));
        }
        if table.phase() == Phase::Over {
            for chair in table.summary().chairs {
                let Some(protocol::Sitter::Person(person)) = chair.sitter else { continue };
                let results = self.store.results(&person.id, u32::MAX).await?;
                if !results.iter().any(|result| result.table == *id) {
                    return Err(BrokenPromise::Result(id.clone(), person.name));
                }
                self.kept.results += 1;
            }
            self.dice(&table)?;
        }
        Ok(())
    }
}
