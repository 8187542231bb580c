//! Everything in one file of SQLite.
//!
//! One task writes, and takes everything that waits into one transaction: a flush to the disk costs a few
//! milliseconds, however much it covers. Readers have connections of their own and never wait for the writer.
//!
//! Limits of queries are written `LIMIT $1 + 0`: where the limit is a bare parameter, SQLite makes its plan for the
//! value that it is given, and compiles the statement again whenever it is used.

#![forbid(unsafe_code)]

mod accounts;
mod batches;
mod chain;
mod copies;
mod decode;
mod dice_secrets;
mod failure;
mod game_reports;
mod migrate;
mod name_looks;
pub mod private_files;
mod puzzles;
mod relations;
mod standings;
mod tournaments;
mod writer;
mod writes;

use std::{path::Path, time::Duration};

use protocol::{Channel, TableId, UserId};
use sqlx::{
    ConnectOptions as _, SqliteConnection, SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use store::{
    Append, CommandKey, Lease, NewLine, ResultRow, Store, StoreError, Stored, StoredEvent, StoredLine,
    TableRow, User, channel_key,
};
use tokio::time::timeout;

use self::{
    batches::{Batches, Channels, People},
    decode::{EventRow, LineRow, ResultColumns, TableColumns},
    failure::OrStoreError as _,
    writer::Writer,
    writes::{Claim, Register, Renew, Setting},
};
pub use self::{
    chain::{AuditHead, AuditHeadError, AuditKey, ChainReport, Tampering},
    migrate::Schema,
};

/// The name of the database in a data folder.
pub const DATABASE: &str = "brett.db";

/// How many readers work at a time.
const READERS: u32 = limits::store::MAX_READERS;

/// How long a person waits for another process that writes.
const BUSY: Duration = limits::store::DATABASE_BUSY_TIMEOUT;

/// How long the readers may take to leave when the server stops.
const READERS_LEAVE: Duration = Duration::from_millis(500);

/// A store in one file of SQLite. Clones share the file.
#[derive(Clone, Debug)]
pub struct SqliteStore {
    readers: SqlitePool,
    people: Batches<People>,
    channels: Batches<Channels>,
    writer: Writer,
}

impl SqliteStore {
    /// Opens a file, which is made if it is not there, and brings its schema up to date.
    ///
    /// # Errors
    /// If it cannot be opened, is something else, or was written by a later version; it has not changed then.
    pub async fn open(path: &Path) -> Stored<Self> {
        let schema = Self::look(path).await?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY)
            // What a person wants to be forgotten shall not lie in unused pages of the file.
            .pragma("secure_delete", "ON")
            .disable_statement_logging();
        if schema == Schema::Missing {
            migrate::create(path, &options).await?;
        }
        let mut connection = options.connect().await.stored()?;
        migrate::up_to_date(&mut connection).await?;
        name_looks::up_to_date(&mut connection).await?;
        let readers = options.clone().read_only(true);
        Self::with(connection, options, readers).await
    }

    /// Opens a file that is there for reading alone, while others may write to it.
    ///
    /// # Errors
    /// If it cannot be read, or another version has written it.
    pub async fn open_to_read(path: &Path) -> Stored<Self> {
        match Self::look(path).await? {
            Schema::Missing => {
                return Err(StoreError::Unavailable(format!("{} is not there", path.display())));
            }
            Schema::Earlier => return Err(StoreError::Earlier),
            Schema::Present => {}
        }
        let options = SqliteConnectOptions::new()
            .filename(path)
            .read_only(true)
            .busy_timeout(BUSY)
            .disable_statement_logging();
        Self::with(options.connect().await.stored()?, options.clone(), options).await
    }

    /// Looks how far the schema of a file is, and changes nothing, except that the unfinished transaction of a process
    /// that was killed is rolled back.
    ///
    /// # Errors
    /// If it cannot be read, is damaged or something else, or was written by a later version.
    pub async fn look(path: &Path) -> Stored<Schema> {
        migrate::look(path).await
    }

    async fn with(
        writer: SqliteConnection,
        to_write: SqliteConnectOptions,
        to_read: SqliteConnectOptions,
    ) -> Stored<Self> {
        let writer = Writer::start(writer, to_write);
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            // A file does not hang up, and asking it before every question takes as long as the question.
            .test_before_acquire(false)
            .connect_with(to_read)
            .await
            .stored()?;
        let (people, channels) = (Batches::start(readers.clone()), Batches::start(readers.clone()));
        Ok(Self { readers, people, channels, writer })
    }

    /// Looks at the whole file, and tells what is wrong with it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn damage(&self) -> Stored<Option<String>> {
        let (found,): (String,) =
            sqlx::query_as("PRAGMA integrity_check(1)").fetch_one(&self.readers).await.stored()?;
        Ok((found != "ok").then_some(found))
    }

    /// Writes what still waits, and closes the file.
    pub async fn close(&self) {
        // The writer goes last: only then its end empties the journal, in which everything old still stands. Anyone
        // who is still reading must not keep the server from stopping; what is lost then is only that emptying.
        if timeout(READERS_LEAVE, self.readers.close()).await.is_err() {
            tracing::warn!("somebody still reads the database while the server stops");
        }
        self.writer.stop().await;
    }
}

impl Store for SqliteStore {
    async fn setting(&self, name: &'static str, value: String) -> Stored<String> {
        self.writer.write(Setting { name, value }).await
    }

    async fn register(&self, node: &str, expires: u64) -> Stored<Lease> {
        self.writer.write(Register { node: node.to_owned(), expires }).await
    }

    async fn renew(&self, lease: &Lease, expires: u64) -> Stored<()> {
        self.writer.write(Renew { lease: lease.clone(), expires }).await
    }

    async fn claim(&self, table: &TableId, lease: &Lease, now: u64) -> Stored<Option<TableRow>> {
        self.writer.write(Claim { table: table.clone(), lease: lease.clone(), now }).await
    }

    async fn create_table(&self, table: TableRow) -> Stored<TableId> {
        self.writer.write(table).await
    }

    async fn table(&self, table: &TableId) -> Stored<Option<TableRow>> {
        let row: Option<TableColumns> = sqlx::query_as(decode::TABLE_BY_ID)
            .bind(table.as_str())
            .fetch_optional(&self.readers)
            .await
            .stored()?;
        row.map(decode::table).transpose()
    }

    async fn invited(&self, invite: &str) -> Stored<Option<TableId>> {
        let row: Option<(String,)> = sqlx::query_as("SELECT id FROM tables WHERE invite = $1")
            .bind(invite)
            .fetch_optional(&self.readers)
            .await
            .stored()?;
        row.map(|(id,)| decode::id(id)).transpose()
    }

    async fn open_tables(&self, limit: u32) -> Stored<Vec<TableRow>> {
        let rows: Vec<TableColumns> =
            sqlx::query_as(decode::LISTED_TABLES).bind(limit).fetch_all(&self.readers).await.stored()?;
        rows.into_iter().map(decode::table).collect()
    }

    async fn unfinished_tables(&self, after: Option<&TableId>, limit: u32) -> Stored<Vec<TableRow>> {
        let rows: Vec<TableColumns> = sqlx::query_as(decode::UNFINISHED_TABLES)
            .bind(after.map_or("", TableId::as_str))
            .bind(limit)
            .fetch_all(&self.readers)
            .await
            .stored()?;
        rows.into_iter().map(decode::table).collect()
    }

    async fn table_made_by(&self, by: &CommandKey) -> Stored<Option<TableId>> {
        let row: Option<(String,)> =
            sqlx::query_as("SELECT id FROM tables WHERE client = $1 AND number = $2")
                .bind(&by.client)
                .bind(by.number as i64)
                .fetch_optional(&self.readers)
                .await
                .stored()?;
        row.map(|(id,)| decode::id(id)).transpose()
    }

    async fn quiet_tables(&self, since: u64, after: Option<&TableId>, limit: u32) -> Stored<Vec<TableId>> {
        // Nothing that people type looks like this in a summary: its quotes would be escaped.
        let rows: Vec<(String,)> = sqlx::query_as(
            "SELECT tables.id FROM tables \
             JOIN events ON events.table_id = tables.id AND events.seq = tables.last_seq \
             WHERE tables.id > $1 AND tables.summary LIKE '%\"phase\":\"playing\"%' AND events.time < $2 \
             ORDER BY tables.id LIMIT $3 + 0",
        )
        .bind(after.map_or("", TableId::as_str))
        .bind(i64::try_from(since).unwrap_or(i64::MAX))
        .bind(limit)
        .fetch_all(&self.readers)
        .await
        .stored()?;
        rows.into_iter().map(|(id,)| decode::id(id)).collect()
    }

    async fn append(&self, append: Append) -> Stored<()> {
        self.writer.write(append).await
    }

    async fn events_page(&self, table: &TableId, since: u64, limit: u32) -> Stored<Vec<StoredEvent>> {
        let rows: Vec<EventRow> = sqlx::query_as(
            "SELECT seq, at, time, payload, client, number FROM events \
             WHERE table_id = $1 AND seq > $2 ORDER BY seq LIMIT $3 + 0",
        )
        .bind(table.as_str())
        .bind(i64::try_from(since).unwrap_or(i64::MAX))
        .bind(limit)
        .fetch_all(&self.readers)
        .await
        .stored()?;
        rows.into_iter().map(decode::event).collect()
    }

    async fn say(&self, line: NewLine) -> Stored<(u64, bool)> {
        self.writer.write(line).await
    }

    async fn lines(&self, channel: &Channel, reader: &UserId, limit: u32) -> Stored<Vec<StoredLine>> {
        let channel = channel_key(channel, reader);
        if !self.channels.ask(&channel).await? {
            return Ok(Vec::new());
        }
        let rows: Vec<LineRow> = sqlx::query_as(
            "SELECT number, sender, text, time FROM chats WHERE channel = $1 ORDER BY number DESC LIMIT $2 + 0",
        )
        .bind(channel)
        .bind(limit)
        .fetch_all(&self.readers)
        .await.stored()?;
        rows.into_iter().rev().map(decode::line).collect()
    }

    async fn save_user(&self, user: User) -> Stored<()> {
        self.writer.write(user).await
    }

    async fn user(&self, id: &UserId) -> Stored<Option<User>> {
        Ok(self.people.ask(id.as_str()).await?.user)
    }

    async fn results(&self, user: &UserId, limit: u32) -> Stored<Vec<ResultRow>> {
        let rows: Vec<ResultColumns> = sqlx::query_as(
            "SELECT table_id, chair, user_id, name, game, wins, draws, losses, points, rated, finished \
             FROM results WHERE user_id = $1 ORDER BY finished DESC, table_id DESC LIMIT $2 + 0",
        )
        .bind(user.as_str())
        .bind(limit)
        .fetch_all(&self.readers)
        .await
        .stored()?;
        rows.into_iter().map(decode::result).collect()
    }
}
