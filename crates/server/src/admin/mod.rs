//! What the operator does from outside, while it runs or not.
//!
//! The database takes several processes; what is changed here the server sees by itself, bans within seconds.

mod backup;
mod examine;
mod people;

use std::{
    io,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use protocol::Problem;
use store::StoreError;
use store_sqlite::DATABASE;
use store_sqlite::SqliteStore;
use thiserror::Error;

pub use self::{backup::restore, examine::Examined, people::NewUser};

/// Why something cannot be done.
#[derive(Debug, Error)]
pub enum AdminError {
    /// There is no database.
    #[error("there is no database in {}; name the folder of the server by --data", .0.display())]
    NoDatabase(PathBuf),
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nobody is meant.
    #[error("there is nobody named {0:?}, nor with that id; brett admin users lists who there is")]
    Unknown(String),
    /// A name or a password cannot be used.
    #[error("{}", .0.sentence)]
    Refused(Problem),
    /// A file is there already.
    #[error("{} is there already; name another file, or remove it", .0.display())]
    Exists(PathBuf),
    /// A file cannot be used.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// What was checked is not right.
    #[error("{} is damaged: {problem}; do not use it", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A server uses the folder.
    #[error("a server uses the folder {}; stop it first", .0.display())]
    InUse(PathBuf),
}

/// The database of a server, which may be running.
#[derive(Debug)]
pub struct Admin {
    store: SqliteStore,
    path: PathBuf,
}

impl Admin {
    /// Opens the database in the folder of a server.
    ///
    /// # Errors
    /// If there is none, or it cannot be used.
    pub async fn open(folder: &Path) -> Result<Self, AdminError> {
        let path = database(folder)?;
        Ok(Self { store: SqliteStore::open(&path).await?, path })
    }

    /// Writes what waits, and closes the database.
    pub async fn close(self) {
        self.store.close().await;
    }
}

/// Where the database of a folder lies; none is ever made here.
fn database(folder: &Path) -> Result<PathBuf, AdminError> {
    let path = folder.join(DATABASE);
    if path.exists() { Ok(path) } else { Err(AdminError::NoDatabase(folder.to_owned())) }
}

/// Milliseconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}
