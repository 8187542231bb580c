//! The beginning of the chain: everything that an earlier version has written is entered as it is.

use sqlx::{Error, SqliteConnection};

use super::{ChatContent, Entry, EventContent, Hash, Kind, NOTHING, Tail, add_result, content, enter_ban};

/// How many lines of chat are read at a time.
const PAGE: i64 = 1_000;

/// Begins the chain, inside the transaction that makes its table.
///
/// # Errors
/// If something cannot be read or written.
pub(in super::super) async fn begin(connection: &mut SqliteConnection) -> Result<(), Error> {
    let mut tail = Tail::read(connection).await?;
    tail.add(connection, &Entry { kind: Kind::Start, subject: "", place: 0, content: NOTHING }).await?;
    let tables: Vec<(String, i64)> = sqlx::query_as("SELECT id, last_seq FROM tables ORDER BY created, id")
        .fetch_all(&mut *connection)
        .await?;
    for (table, last_seq) in &tables {
        let content = content::table(connection, table).await?;
        tail.add(connection, &Entry { kind: Kind::Table, subject: table, place: 0, content }).await?;
        let Some(hash) = events_hash(connection, table).await? else { continue };
        sqlx::query("UPDATE tables SET events_hash = $2, sealed_seq = $3 WHERE id = $1")
            .bind(table)
            .bind(&hash[..])
            .bind(last_seq)
            .execute(&mut *connection)
            .await?;
        let entry = Entry { kind: Kind::Events, subject: table, place: *last_seq, content: hash };
        tail.add(connection, &entry).await?;
    }
    // In the order in which matches ended, because ratings are computed anew in the order of entries.
    let ended: Vec<(String, i64, Vec<u8>)> = sqlx::query_as(
        "SELECT tables.id, last_seq, events_hash FROM tables \
         JOIN (SELECT table_id, MIN(rowid) AS place FROM results GROUP BY table_id) AS ended \
         ON ended.table_id = tables.id ORDER BY ended.place",
    )
    .fetch_all(&mut *connection)
    .await?;
    for (table, last_seq, hash) in ended {
        add_result(&mut tail, connection, &table, last_seq, &hash).await?;
    }
    add_lines(&mut tail, connection).await?;
    let bans: Vec<(String,)> =
        sqlx::query_as("SELECT user_id FROM bans ORDER BY user_id").fetch_all(&mut *connection).await?;
    for (user,) in bans {
        enter_ban(connection, &user).await?;
    }
    Ok(())
}

/// The hash over all events of a table; nothing if it has none.
async fn events_hash(connection: &mut SqliteConnection, table: &str) -> Result<Option<Hash>, Error> {
    let rows: Vec<EventColumns> = sqlx::query_as(EVENTS_OF).bind(table).fetch_all(connection).await?;
    Ok(rows.iter().fold(None, |before, row| {
        let before: &[u8] = before.as_ref().map_or(&[], |hash: &Hash| &hash[..]);
        Some(event(table, row).after(before))
    }))
}

pub(super) const EVENTS_OF: &str =
    "SELECT seq, at, time, kind, payload, client, number FROM events WHERE table_id = $1 ORDER BY seq";

pub(super) type EventColumns = (i64, i64, i64, String, String, Option<String>, Option<i64>);

pub(super) fn event<'a>(table: &'a str, columns: &'a EventColumns) -> EventContent<'a> {
    let (seq, at, time, kind, payload, client, number) = columns;
    let (seq, at, time, number, client) = (*seq, *at, *time, *number, client.as_deref());
    EventContent { table, seq, at, time, kind, payload, client, number }
}

type LineColumns = (i64, String, String, String, i64, String, i64, Vec<u8>);

async fn add_lines(tail: &mut Tail, connection: &mut SqliteConnection) -> Result<(), Error> {
    let mut last = 0;
    loop {
        let rows: Vec<LineColumns> = sqlx::query_as(
            "SELECT number, channel, sender, text, time, client, client_number, salt FROM chats \
             WHERE number > $1 ORDER BY number LIMIT $2 + 0",
        )
        .bind(last)
        .bind(PAGE)
        .fetch_all(&mut *connection)
        .await?;
        if rows.is_empty() {
            return Ok(());
        }
        for (number, channel, sender, text, time, client, client_number, salt) in &rows {
            let (number, time, client_number) = (*number, *time, *client_number);
            let line = ChatContent { salt, number, channel, sender, text, time, client, client_number };
            let entry =
                Entry { kind: Kind::Chat, subject: line.speaker(), place: number, content: line.hash() };
            tail.add(connection, &entry).await?;
            last = number;
        }
    }
}
