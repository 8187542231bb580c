//! What an error of SQLite means: whose fault it is, and what helps.

use sqlx::Error;

use store::{StoreError, Stored};

/// Primary result codes of SQLite that speak of the database as a whole; see <https://sqlite.org/rescode.html>.
mod code {
    pub(super) const PERM: i32 = 3;
    pub(super) const BUSY: i32 = 5;
    pub(super) const LOCKED: i32 = 6;
    pub(super) const NOMEM: i32 = 7;
    pub(super) const READONLY: i32 = 8;
    pub(super) const INTERRUPT: i32 = 9;
    pub(super) const IOERR: i32 = 10;
    pub(super) const CORRUPT: i32 = 11;
    pub(super) const FULL: i32 = 13;
    pub(super) const CANTOPEN: i32 = 14;
    pub(super) const PROTOCOL: i32 = 15;
    pub(super) const NOLFS: i32 = 22;
    pub(super) const AUTH: i32 = 23;
    pub(super) const NOTADB: i32 = 26;
}

/// A journal of a killed process is there, and a reader may not roll it back.
const READONLY_ROLLBACK: i32 = 776;

fn extended_code(error: &Error) -> Option<i32> {
    match error {
        Error::Database(error) => error.code()?.parse().ok(),
        _ => None,
    }
}

fn primary_code(error: &Error) -> Option<i32> {
    extended_code(error).map(|code| code & 0xff)
}

/// Tells whether a single statement is at fault, so that others can be written.
pub(super) fn is_of_statement(error: &Error) -> bool {
    match error {
        Error::Database(_) => !matches!(
            primary_code(error),
            None | Some(
                code::PERM
                    | code::BUSY
                    | code::LOCKED
                    | code::NOMEM
                    | code::READONLY
                    | code::INTERRUPT
                    | code::IOERR
                    | code::CORRUPT
                    | code::FULL
                    | code::CANTOPEN
                    | code::PROTOCOL
                    | code::NOLFS
                    | code::AUTH
                    | code::NOTADB
            )
        ),
        Error::RowNotFound | Error::ColumnDecode { .. } | Error::Decode(_) => true,
        _ => false,
    }
}

/// Tells whether the file is something else than a database.
pub(super) fn is_not_a_database(error: &Error) -> bool {
    primary_code(error) == Some(code::NOTADB)
}

/// Tells whether a journal has to be rolled back before anything can be read.
pub(super) fn needs_rollback(error: &Error) -> bool {
    extended_code(error) == Some(READONLY_ROLLBACK)
}

/// What a failure of SQLite means for users of the store, with a remedy.
pub(super) trait OrStoreError<T> {
    /// The same result with the error of a store.
    fn stored(self) -> Stored<T>;
}

impl<T> OrStoreError<T> for Result<T, Error> {
    fn stored(self) -> Stored<T> {
        self.map_err(|error| store_error(&error))
    }
}

/// What a failure of SQLite means for users of the store, with a remedy.
pub(super) fn store_error(error: &Error) -> StoreError {
    if matches!(error, Error::ColumnDecode { .. } | Error::Decode(_)) {
        return StoreError::Unreadable(error.to_string());
    }
    if is_of_statement(error) {
        return StoreError::Conflict(error.to_string());
    }
    let remedy = match primary_code(error) {
        Some(code::FULL) => "free some space on its disk; the server goes on by itself",
        Some(code::BUSY | code::LOCKED) => "another process holds it; wait until that one has finished",
        Some(code::PERM | code::READONLY | code::CANTOPEN | code::AUTH) => {
            "check the rights and the owner of its folder and its file"
        }
        Some(code::IOERR) => "check the disk on which it lies",
        Some(code::CORRUPT | code::NOTADB) => {
            "its file is damaged; stop the server and restore a backup with brett admin restore FILE"
        }
        _ => "try again",
    };
    StoreError::Unavailable(format!("{error}; {remedy}"))
}
