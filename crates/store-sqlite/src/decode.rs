//! From columns to rows, and what is kept as JSON.

use protocol::{NewTable, Person, TableId, TableSummary};
use serde::{Serialize, de::DeserializeOwned};

use store::{CommandKey, Listing, ResultRow, StoreError, Stored, StoredEvent, StoredLine, TableRow, User};

pub(super) const TABLE_BY_ID: &str = "SELECT id, host, settings, secret, invite, summary, created, client, \
     number FROM tables WHERE id = $1";

pub(super) const LISTED_TABLES: &str = "SELECT id, host, settings, secret, invite, summary, created, client, \
     number FROM tables WHERE listed = 1 ORDER BY created DESC, id DESC LIMIT $1 + 0";

/// Those that the lobby lists and those that it does not; see [`Listing`].
pub(super) const UNFINISHED_TABLES: &str = "SELECT id, host, settings, secret, invite, summary, created, client, \
     number FROM tables WHERE listed IN (1, 2) AND id > $1 ORDER BY id LIMIT $2 + 0";

pub(super) type TableColumns = (String, String, String, String, String, String, i64, String, i64);

pub(super) type EventRow = (i64, i64, i64, String, Option<String>, Option<i64>);

pub(super) type LineRow = (i64, String, String, i64);

/// The columns `id, name, guest, bot, created, seen` of a person.
pub(super) type UserColumns = (String, String, i64, i64, i64, i64);

pub(super) type ResultColumns = (String, i64, Option<String>, String, String, u32, u32, u32, u32, i64, i64);

pub(super) fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("our types have text keys and plain values")
}

fn from_json<T: DeserializeOwned>(text: &str) -> Stored<T> {
    serde_json::from_str(text).map_err(|error| StoreError::Unreadable(error.to_string()))
}

pub(super) fn id<I: TryFrom<String, Error = protocol::IdError>>(text: String) -> Stored<I> {
    I::try_from(text).map_err(|error| StoreError::Unreadable(error.to_string()))
}

pub(super) fn table(row: TableColumns) -> Stored<TableRow> {
    let (id_text, host, settings, secret, invite, summary, created, client, number) = row;
    let secret = u64::from_str_radix(&secret, 16)
        .map_err(|error| StoreError::Unreadable(format!("the secret of table {id_text}: {error}")))?;
    Ok(TableRow {
        id: id(id_text)?,
        host: from_json(&host)?,
        settings: from_json(&settings)?,
        secret,
        invite,
        summary: from_json(&summary)?,
        created: created as u64,
        by: CommandKey { client, number: number as u64 },
    })
}

/// Whether a table with these settings, kept as JSON, is over and listed once it has this summary.
pub(super) fn listing(settings: &str, summary: &TableSummary) -> Stored<Listing> {
    let settings: NewTable = from_json(settings)?;
    Ok(Listing::new(&settings, summary))
}

pub(super) fn event((seq, at, time, payload, client, number): EventRow) -> Stored<StoredEvent> {
    let by = client.zip(number).map(|(client, number)| CommandKey { client, number: number as u64 });
    Ok(StoredEvent::new(seq as u64, at as u64, time as u64, from_json(&payload)?, by))
}

pub(super) fn line((number, sender, text, time): LineRow) -> Stored<StoredLine> {
    Ok(StoredLine { number: number as u64, from: from_json(&sender)?, text, time: time as u64 })
}

pub(super) fn user(row: UserColumns) -> Stored<User> {
    let (id_text, name, guest, bot, created, seen) = row;
    let person = Person { id: id(id_text)?, name, guest: guest != 0, bot: bot != 0 };
    Ok(User { person, created: created as u64, seen: seen as u64 })
}

pub(super) fn result(row: ResultColumns) -> Stored<ResultRow> {
    let (table, chair, user, name, game, wins, draws, losses, points, rated, finished) = row;
    Ok(ResultRow {
        table: id::<TableId>(table)?,
        chair: chair as u8,
        user: user.map(id).transpose()?,
        name,
        game,
        wins,
        draws,
        losses,
        points,
        rated: rated != 0,
        finished: finished as u64,
    })
}
