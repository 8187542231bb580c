//! Checks that everything in a store makes sense: every match is replayed from its events.

use std::sync::Arc;

use framework::{GameEntry, Record, RecordError};
use protocol::{Phase, TableId};
use store::{ResultRow, Store, StoreError};
use thiserror::Error;

use crate::table::{LoadError, Now, SeededDice, Table};

/// How many ids are read at a time.
const TABLES_PER_BATCH: u32 = 200;

/// What is wrong with a table.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Finding {
    /// Its settings or events make no table.
    #[error("{0}")]
    Load(Box<LoadError>),
    /// Its record cannot be read again.
    #[error("its record cannot be read again: {0}")]
    Unreadable(RecordError),
    /// Its record claims something untrue.
    #[error("its record does not hold: {0}")]
    Replay(RecordError),
    /// Replaying the record leads to another position than the events.
    #[error("the events lead to the position {events:016x}, and the record to {record:016x}")]
    Position {
        /// Where the events lead.
        events: u64,
        /// Where the record leads.
        record: u64,
    },
    /// Its dice are not proved.
    #[error("its dice: {0}")]
    Dice(fair_dice::Flaw),
    /// What was written as its result is not what the events give.
    #[error("its result was written as {written}, but its events give {given}")]
    Result {
        /// What was written.
        written: String,
        /// What the events give.
        given: String,
    },
}

/// What was found in a store.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AuditReport {
    /// How many tables were looked at.
    pub tables: usize,
    /// How many events they have.
    pub events: usize,
    /// How many matches were replayed.
    pub matches: usize,
    /// How many results of players were compared with what the events give.
    pub results: usize,
    /// How many matches that are not played on had dice that are proved.
    pub proved: usize,
    /// What is wrong, by table.
    pub findings: Vec<(TableId, Finding)>,
}

/// Replays every match of a store, and compares positions, results and dice. `progress` is told how many tables have
/// been looked at.
///
/// # Errors
/// If the store cannot be read.
pub async fn check(
    store: &impl Store,
    games: &[GameEntry],
    mut progress: impl FnMut(usize),
) -> Result<AuditReport, StoreError> {
    let mut report = AuditReport::default();
    let mut last = None;
    loop {
        let ids = store.table_ids(last.as_ref(), TABLES_PER_BATCH).await?;
        if ids.is_empty() {
            return Ok(report);
        }
        for id in &ids {
            check_table(store, games, id, &mut report).await?;
        }
        progress(report.tables);
        last = ids.into_iter().next_back();
    }
}

/// The record of a table; nothing if there is no such table or its match has not begun.
///
/// # Errors
/// If the store cannot be read or its table makes no sense.
pub async fn record(
    store: &impl Store,
    games: &[GameEntry],
    id: &TableId,
) -> Result<Option<Record>, StoreError> {
    let loaded = load(store, games, id).await?;
    let Some((_, table)) = loaded else { return Ok(None) };
    Ok(table.map_err(|error| StoreError::Unreadable(error.to_string()))?.record())
}

/// The number of events of a table, and the table.
async fn load(
    store: &impl Store,
    games: &[GameEntry],
    id: &TableId,
) -> Result<Option<(usize, Result<Table, LoadError>)>, StoreError> {
    let Some(row) = store.table(id).await? else { return Ok(None) };
    let events = store.events(id, 0).await?;
    Ok(Some((events.len(), Table::load(games, row, &events, Arc::new(SeededDice)))))
}

async fn check_table(
    store: &impl Store,
    games: &[GameEntry],
    id: &TableId,
    report: &mut AuditReport,
) -> Result<(), StoreError> {
    let Some((events, loaded)) = load(store, games, id).await? else { return Ok(()) };
    report.tables += 1;
    report.events += events;
    let checked = match loaded {
        Ok(table) => {
            // After the events, with which they were written: what they end in is here by now.
            let written = store.match_results(id).await?.into_iter();
            check_match(&table, &written.map(|(result, _)| result).collect::<Vec<_>>(), games)
        }
        Err(error) => Err(Finding::Load(Box::new(error))),
    };
    match checked {
        Ok(Checked { is_match, results, is_proved }) => {
            report.matches += usize::from(is_match);
            report.results += results;
            report.proved += usize::from(is_proved);
        }
        Err(finding) => report.findings.push((id.clone(), finding)),
    }
    Ok(())
}

#[derive(Default)]
struct Checked {
    is_match: bool,
    results: usize,
    is_proved: bool,
}

fn check_match(table: &Table, written: &[ResultRow], games: &[GameEntry]) -> Result<Checked, Finding> {
    let (Some(contest), Some(record)) = (table.contest(), table.record()) else {
        return Ok(Checked::default());
    };
    let record: Record = record.to_string().parse().map_err(Finding::Unreadable)?;
    let replayed = record.replay(games).map_err(Finding::Replay)?;
    let (events, found) = (contest.position().key(), replayed.position.key());
    if events != found {
        return Err(Finding::Position { events, record: found });
    }
    if table.phase() == Phase::Closed {
        return Ok(Checked { is_match: true, is_proved: is_proved(&record, games)?, ..Checked::default() });
    }
    if table.phase() != Phase::Over {
        return Ok(Checked { is_match: true, ..Checked::default() });
    }
    let finished = written.first().map_or(0, |result| result.finished);
    let given = table.results(Now { table_time: table.at(), unix_ms: finished });
    if given != written {
        let shown = |results: &[ResultRow]| {
            let points = |result: &ResultRow| format!("{} {}", result.name, result.points);
            results.iter().map(points).collect::<Vec<_>>().join(", ")
        };
        return Err(Finding::Result { written: shown(written), given: shown(&given) });
    }
    Ok(Checked { is_match: true, results: written.len(), is_proved: is_proved(&record, games)? })
}

/// Tells whether the dice of a match that is not played on are proved; some have none.
fn is_proved(record: &Record, games: &[GameEntry]) -> Result<bool, Finding> {
    match fair_dice::verify(record, games) {
        Ok(_) => Ok(true),
        Err(fair_dice::Flaw::NoProof) => Ok(false),
        Err(flaw) => Err(Finding::Dice(flaw)),
    }
}
