//! A chain of hashes over what has happened, so that anyone who changes the file behind the server's back is found
//! out.
//!
//! Every entry of the table `audit` says what it is about and holds the hash of its content; its own hash covers the
//! entry and the hash of the entry before. Entries are written in the transaction of what they cover. They hold hashes
//! alone, never what people wrote, so that accounts can be erased:
//!
//! | kind | subject, place | content |
//! | --- | --- | --- |
//! | `start` | | where the chain begins |
//! | `table` | table | what was agreed, who made it, its seed |
//! | `events` | table, last event | the hash over its events so far |
//! | `result` | table, last event | the hash over its events, results and standings |
//! | `rating` | table, chair | a change of a rating |
//! | `chat` | speaker, number of the line | a line of chat and its salt |
//! | `ban`, `unban` | user | the ban |
//! | `erased` | user | nothing: the lines, ratings and names of this user may be missing from here on |
//! | `admin` | what was done, and to whom | nothing |
//!
//! Events are by far the most frequent writes, so each table has a chain of its own in `tables.events_hash`, which the
//! write that appends events computes without a further statement. Its end enters the main chain with the result of
//! the match, and for running matches whenever the head of the chain is asked for.
//!
//! Names are left out of what is hashed, because erasing an account replaces them.
//!
//! The chain has no key: anyone who can write the file could compute all of it anew. That is found out by a head that
//! was noted elsewhere, see [`AuditHead`].

mod begin;
mod content;
mod head;
mod verify;

use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest as _, Sha256};
use sqlx::{Error, SqliteConnection};
use store::{StoreError, Stored};

pub(super) use self::{
    begin::begin,
    content::{ChatContent, EventContent, with_names_of},
};
pub use self::{
    head::{AuditHead, AuditHeadError, AuditKey},
    verify::{ChainReport, Tampering},
};

use super::{SqliteStore, writer::Write};
use crate::failure::OrStoreError as _;

/// A SHA-256.
pub(super) type Hash = [u8; 32];

/// The content of an entry that has none.
const NOTHING: Hash = [0; 32];

/// What an entry is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Start,
    Table,
    Events,
    Result,
    Rating,
    Chat,
    Ban,
    Unban,
    Erased,
    Admin,
}

impl Kind {
    const ALL: [Self; 10] = [
        Self::Start,
        Self::Table,
        Self::Events,
        Self::Result,
        Self::Rating,
        Self::Chat,
        Self::Ban,
        Self::Unban,
        Self::Erased,
        Self::Admin,
    ];

    const fn text(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Table => "table",
            Self::Events => "events",
            Self::Result => "result",
            Self::Rating => "rating",
            Self::Chat => "chat",
            Self::Ban => "ban",
            Self::Unban => "unban",
            Self::Erased => "erased",
            Self::Admin => "admin",
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.text() == text)
    }
}

/// Something to be entered.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    pub(super) kind: Kind,
    pub(super) subject: &'a str,
    pub(super) place: i64,
    pub(super) content: Hash,
}

/// The hash of an entry, which covers everything before it.
fn seal(
    before: &[u8],
    number: i64,
    time: i64,
    kind: &str,
    subject: &str,
    place: i64,
    content: &[u8],
) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update(b"brettwerk audit entry 1");
    for number in [number, time, place] {
        hasher.update(number.to_le_bytes());
    }
    for part in [before, kind.as_bytes(), subject.as_bytes(), content] {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// The end of the chain, to which entries are added within one transaction.
pub(super) struct Tail {
    number: i64,
    time: i64,
    hash: Vec<u8>,
}

impl Tail {
    /// Reads the end of the chain. Other processes write entries as well, so it is never kept beyond a transaction.
    pub(super) async fn read(connection: &mut SqliteConnection) -> Result<Self, Error> {
        let last: Option<(i64, i64, Vec<u8>)> =
            sqlx::query_as("SELECT number, time, hash FROM audit ORDER BY number DESC LIMIT 1")
                .fetch_optional(connection)
                .await?;
        let (number, time, hash) = last.unwrap_or_default();
        Ok(Self { number, time, hash })
    }

    /// Adds an entry.
    pub(super) async fn add(
        &mut self,
        connection: &mut SqliteConnection,
        entry: &Entry<'_>,
    ) -> Result<(), Error> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        (self.number, self.time) = (self.number + 1, now.as_millis() as i64);
        let Entry { kind, subject, place, content } = entry;
        let hash = seal(&self.hash, self.number, self.time, kind.text(), subject, *place, content);
        self.hash = hash.to_vec();
        sqlx::query(
            "INSERT INTO audit (number, time, kind, subject, place, content, hash) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(self.number)
        .bind(self.time)
        .bind(kind.text())
        .bind(*subject)
        .bind(place)
        .bind(&content[..])
        .bind(&hash[..])
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// Adds one entry to the chain.
pub(super) async fn enter(connection: &mut SqliteConnection, entry: &Entry<'_>) -> Result<(), Error> {
    Tail::read(connection).await?.add(connection, entry).await
}

/// Enters a table that was just written.
pub(super) async fn enter_table(connection: &mut SqliteConnection, table: &str) -> Result<(), Error> {
    let content = content::table(connection, table).await?;
    enter(connection, &Entry { kind: Kind::Table, subject: table, place: 0, content }).await
}

/// Enters the end of a match whose results, standings and changes of ratings were just written.
pub(super) async fn enter_result(
    connection: &mut SqliteConnection,
    table: &str,
    last_seq: i64,
    events: &[u8],
) -> Result<(), Error> {
    let mut tail = Tail::read(connection).await?;
    add_result(&mut tail, connection, table, last_seq, events).await
}

async fn add_result(
    tail: &mut Tail,
    connection: &mut SqliteConnection,
    table: &str,
    last_seq: i64,
    events: &[u8],
) -> Result<(), Error> {
    let content = content::result(connection, table, events).await?;
    tail.add(connection, &Entry { kind: Kind::Result, subject: table, place: last_seq, content }).await?;
    for (chair, content) in content::rating_changes(connection, table).await? {
        tail.add(connection, &Entry { kind: Kind::Rating, subject: table, place: chair, content }).await?;
    }
    seal_events(connection, table, last_seq).await
}

/// Notes up to which event an entry covers a table.
async fn seal_events(connection: &mut SqliteConnection, table: &str, last_seq: i64) -> Result<(), Error> {
    let update = "UPDATE tables SET sealed_seq = $2 WHERE id = $1";
    sqlx::query(update).bind(table).bind(last_seq).execute(connection).await?;
    Ok(())
}

/// Enters a ban that was just written, or that there is none any more.
pub(super) async fn enter_ban(connection: &mut SqliteConnection, user: &str) -> Result<(), Error> {
    let (kind, content) = match content::ban(connection, user).await? {
        Some(content) => (Kind::Ban, content),
        None => (Kind::Unban, NOTHING),
    };
    enter(connection, &Entry { kind, subject: user, place: 0, content }).await
}

/// Enters that an account was erased.
pub(super) async fn enter_erased(connection: &mut SqliteConnection, user: &str) -> Result<(), Error> {
    enter(connection, &Entry { kind: Kind::Erased, subject: user, place: 0, content: NOTHING }).await
}

/// Enters the end of the chain of each running match, and gives the head of the main chain.
struct SealRunning;

impl Write for SealRunning {
    type Outcome = AuditHead;

    async fn apply(&self, connection: &mut SqliteConnection) -> Result<Stored<AuditHead>, Error> {
        let unsealed: Vec<(String, i64, Vec<u8>)> = sqlx::query_as(
            "SELECT id, last_seq, events_hash FROM tables INDEXED BY tables_unsealed WHERE sealed_seq < last_seq \
             ORDER BY id",
        )
        .fetch_all(&mut *connection)
        .await?;
        let mut tail = Tail::read(connection).await?;
        for (table, last_seq, hash) in unsealed {
            let content = content::of_hash(&hash);
            let entry = Entry { kind: Kind::Events, subject: &table, place: last_seq, content };
            tail.add(connection, &entry).await?;
            seal_events(connection, &table, last_seq).await?;
        }
        let hash = tail.hash.as_slice().try_into();
        Ok(hash.map(|hash| AuditHead { number: tail.number as u64, time: tail.time as u64, hash }).map_err(
            |_| StoreError::Unreadable("the audit chain has no end; brett admin check says more".to_owned()),
        ))
    }
}

/// An act of the administrator.
struct AdminAct(String);

impl Write for AdminAct {
    type Outcome = ();

    async fn apply(&self, connection: &mut SqliteConnection) -> Result<Stored<()>, Error> {
        let entry = Entry { kind: Kind::Admin, subject: &self.0, place: 0, content: NOTHING };
        enter(connection, &entry).await?;
        Ok(Ok(()))
    }
}

impl SqliteStore {
    /// Lets the audit chain cover every event that is written by now, and gives its head, to be noted elsewhere.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn audit_head(&self) -> Stored<AuditHead> {
        self.writer.write(SealRunning).await
    }

    /// Enters an act of the administrator into the audit chain, such as `reset-password` of an id.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn note_admin_act(&self, act: &str, subject: &str) -> Stored<()> {
        self.writer.write(AdminAct(format!("{act} {subject}"))).await
    }

    /// Compares everything with the audit chain as it is at this moment, and the chain with heads that were noted
    /// elsewhere; ratings are computed anew from the results.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn check_audit_chain(&self, noted: &[AuditHead]) -> Stored<ChainReport> {
        // One transaction sees one moment, however much is written meanwhile.
        let mut snapshot = self.readers.begin().await.stored()?;
        let report = verify::verify(&mut snapshot, noted).await;
        snapshot.rollback().await.stored()?;
        report
    }
}
