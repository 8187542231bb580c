//! What must survive: tables and their events, chat, results, people.
//!
//! [`Store`] is the seam behind which the database lies; the crate `store-sqlite` keeps everything in one file.
//! [`MemoryStore`] keeps nothing beyond the process and can be told to fail, for tests and for the simulation.
//! Both pass the same suite of tests.
//!
//! A table is written by one node at a time. A node holds a [`Lease`]; it claims a table before it writes to it,
//! and every write names the lease, so that a node which lost it cannot write any more.

#![forbid(unsafe_code)]

mod accounts;
mod deadline;
mod dice_secrets;
mod game_reports;
mod memory;
mod name_look;
mod puzzles;
mod relations;
mod rows;
pub mod standing;
mod standings;
mod tournaments;

use std::future::Future;

use protocol::{Channel, TableId, UserId};
use thiserror::Error;

pub use self::{
    accounts::{
        Account, AccountStore, Ban, Belongings, BotToken, DELETED, Kept, Listed, Login, Standing, TokenHash,
        channel_of, forget_in_events, forget_in_line, forget_in_row, name_key,
    },
    deadline::Timed,
    dice_secrets::DiceSecrets,
    game_reports::{GameReportRow, GameReports},
    memory::{Fault, Faults, MemoryStore},
    name_look::{is_reserved, look_version, name_look},
    puzzles::{MistakeRow, PuzzleRow, PuzzleStore, PuzzleTry, SolverRow, TryOutcome, after_try},
    relations::{OpenReports, Relations, ReportRow},
    rows::{Append, CommandKey, Lease, Listing, NewLine, ResultRow, StoredEvent, StoredLine, TableRow, User},
    standings::{RatingRow, StandingRow, Standings, Wanted},
    tournaments::{TournamentRow, Tournaments, forget_in_tournament},
};

/// Why something could not be read or written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// Another node owns the table or the lease is over; the one who tried must not go on.
    #[error("this node does not own what it tried to write")]
    Fenced,
    /// The database cannot be used at present; nothing was written as far as is known. The text names a remedy.
    #[error("the database cannot be used: {0}")]
    Unavailable(String),
    /// What was to be written contradicts what is there; nothing of it was written.
    #[error("what was to be written contradicts what is kept: {0}")]
    Conflict(String),
    /// What was read makes no sense.
    #[error("the database holds something that this version cannot read: {0}; restore a backup or update")]
    Unreadable(String),
    /// A later version has written it.
    #[error(
        "the database was written by a later version of this program (its schema has {taken} steps, of which \
         this version knows {known}) and is left as it is; use that version"
    )]
    Later {
        /// How many steps its schema has taken.
        taken: usize,
        /// How many of them are known here.
        known: usize,
    },
    /// An earlier version has written it, and a reader may not change it.
    #[error(
        "the database was written by an earlier version of this program; start the server once, which brings it \
         up to date, and try again"
    )]
    Earlier,
    /// Its file has no content at all.
    #[error(
        "{0} is empty, as no server leaves it, so something has gone wrong with it; restore a backup with \
         brett admin restore FILE, or remove the empty file to begin with a new database"
    )]
    Empty(String),
    /// A part of its file is missing.
    #[error(
        "{path} is damaged: it has {length} bytes, but should have at least {expected}, so a part of it is missing; \
         restore a backup with brett admin restore FILE"
    )]
    Cut {
        /// The file.
        path: String,
        /// How long it is.
        length: u64,
        /// How long it should be at least.
        expected: u64,
    },
    /// It has not answered in time; whether something was written is not known.
    #[error("the database has not answered within {0} seconds; check the disk on which it lies")]
    TimedOut(u64),
    /// It is no database of this program.
    #[error("{0} is no database of this program and is left as it is; name another folder")]
    Foreign(String),
}

/// The time within which rated matches of a pair are counted, in milliseconds.
pub const DAY_MS: u64 = 24 * 3_600 * 1_000;

/// The result of everything that uses the store.
pub type Stored<T> = Result<T, StoreError>;

/// Keeps what must survive.
///
/// When a write returns, what it wrote survives a crash. Times are milliseconds since 1970 and are handed in.
pub trait Store:
    AccountStore + DiceSecrets + GameReports + PuzzleStore + Relations + Standings + Tournaments
{
    /// Reads a setting of the whole server, or keeps `value` as the setting if there is none yet.
    fn setting(&self, name: &'static str, value: String) -> impl Future<Output = Stored<String>> + Send;

    /// Takes the lease of a node from now on, anyone who had it before, until `expires`.
    fn register(&self, node: &str, expires: u64) -> impl Future<Output = Stored<Lease>> + Send;

    /// Prolongs a lease; fenced if another person has taken it.
    fn renew(&self, lease: &Lease, expires: u64) -> impl Future<Output = Stored<()>> + Send;

    /// Makes a node the owner of a table, unless another node with a living lease is, and gives the table as it
    /// was written last; `None` if there is no such table.
    fn claim(
        &self,
        table: &TableId,
        lease: &Lease,
        now: u64,
    ) -> impl Future<Output = Stored<Option<TableRow>>> + Send;

    /// Writes a new table; if this command of this client has made one before, or one has the same invitation, gives
    /// that one's id. Refused as a conflict if another table has the same id.
    fn create_table(&self, table: TableRow) -> impl Future<Output = Stored<TableId>> + Send;

    /// A table as it was written last.
    fn table(&self, table: &TableId) -> impl Future<Output = Stored<Option<TableRow>>> + Send;

    /// The table of an invitation.
    fn invited(&self, invite: &str) -> impl Future<Output = Stored<Option<TableId>>> + Send;

    /// The newest tables that wait or play and are not hidden.
    fn open_tables(&self, limit: u32) -> impl Future<Output = Stored<Vec<TableRow>>> + Send;

    /// Tables after one, in the order of their ids, that wait or play, hidden ones included.
    fn unfinished_tables(
        &self,
        after: Option<&TableId>,
        limit: u32,
    ) -> impl Future<Output = Stored<Vec<TableRow>>> + Send;

    /// The table that a command has made.
    fn table_made_by(&self, by: &CommandKey) -> impl Future<Output = Stored<Option<TableId>>> + Send;

    /// Tables after one, in the order of their ids, at which a match is played and nothing has happened since a time.
    fn quiet_tables(
        &self,
        since: u64,
        after: Option<&TableId>,
        limit: u32,
    ) -> impl Future<Output = Stored<Vec<TableId>>> + Send;

    /// Writes events of a table together with what they change, all or nothing.
    ///
    /// Fenced if the lease does not own the table, or if the events do not follow the last one.
    fn append(&self, append: Append) -> impl Future<Output = Stored<()>> + Send;

    /// The events of a table after a number, in order.
    fn events(&self, table: &TableId, since: u64) -> impl Future<Output = Stored<Vec<StoredEvent>>> + Send {
        self.events_page(table, since, u32::MAX)
    }

    /// At most so many events of a table after a number, in order.
    fn events_page(
        &self,
        table: &TableId,
        since: u64,
        limit: u32,
    ) -> impl Future<Output = Stored<Vec<StoredEvent>>> + Send;

    /// Writes a line of chat and gives its number; if this command of this client has said something before,
    /// gives that line's number, and whether it is new.
    fn say(&self, line: NewLine) -> impl Future<Output = Stored<(u64, bool)>> + Send;

    /// The last lines of a channel, in order; of a private channel those between the two.
    fn lines(
        &self,
        channel: &Channel,
        reader: &UserId,
        limit: u32,
    ) -> impl Future<Output = Stored<Vec<StoredLine>>> + Send;

    /// Writes a person who is new or has changed.
    fn save_user(&self, user: User) -> impl Future<Output = Stored<()>> + Send;

    /// A person.
    fn user(&self, id: &UserId) -> impl Future<Output = Stored<Option<User>>> + Send;

    /// The results of a person, the newest first.
    fn results(&self, user: &UserId, limit: u32) -> impl Future<Output = Stored<Vec<ResultRow>>> + Send;
}

/// The channel as it is kept: private lines are kept under both names in a fixed order.
#[must_use]
pub fn channel_key(channel: &Channel, speaker: &UserId) -> String {
    match channel {
        Channel::Lobby => "lobby".to_owned(),
        Channel::Table(table) => format!("table/{table}"),
        Channel::User(other) => {
            let (first, second) = if speaker <= other { (speaker, other) } else { (other, speaker) };
            format!("private/{first}/{second}")
        }
    }
}
