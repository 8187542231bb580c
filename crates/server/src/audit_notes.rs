//! The head of the audit chain, noted in a file elsewhere while the server runs.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use thiserror::Error;
use tokio::time::{MissedTickBehavior, interval};

use limits::store::AUDIT_NOTE_INTERVAL;
use store_sqlite::{AuditHead, AuditHeadError, AuditKey, SqliteStore};

/// Where the head of the audit chain is noted, one line each time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditNotes {
    /// The file, to which lines are added; best on another machine, or where lines can only be added.
    pub file: PathBuf,
    /// By which the lines are signed.
    pub key: Option<AuditKey>,
}

/// Why noted heads cannot be used.
#[derive(Debug, Error)]
pub enum AuditNotesError {
    /// A file cannot be used.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A line or the key cannot be used.
    #[error("{}: {error}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: AuditHeadError,
    },
}

fn file(path: &Path) -> impl Fn(io::Error) -> AuditNotesError + '_ {
    |error| AuditNotesError::File { path: path.to_owned(), error }
}

impl AuditNotes {
    /// Notes heads in a file, signed by the key in another file if there is one.
    ///
    /// # Errors
    /// If the key cannot be used.
    pub fn new(path: &Path, key: Option<&Path>) -> Result<Self, AuditNotesError> {
        let read = |key: &Path| {
            let bytes = fs::read(key).map_err(file(key))?;
            AuditKey::new(&bytes).map_err(|error| AuditNotesError::Line { path: key.to_owned(), error })
        };
        Ok(Self { file: path.to_owned(), key: key.map(read).transpose()? })
    }

    /// A head as the line that is noted, without its end.
    #[must_use]
    pub fn line(&self, head: &AuditHead) -> String {
        self.key.as_ref().map_or_else(|| head.to_string(), |key| key.sign(head))
    }

    /// Adds a line to the file, which is made if it is not there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn note(&self, head: &AuditHead) -> Result<(), AuditNotesError> {
        let mut notes =
            OpenOptions::new().append(true).create(true).open(&self.file).map_err(file(&self.file))?;
        let line = format!("{}\n", self.line(head));
        notes.write_all(line.as_bytes()).and_then(|()| notes.sync_data()).map_err(file(&self.file))
    }

    /// The heads that are noted in the file; with a key, every line has to be signed by it.
    ///
    /// # Errors
    /// If the file cannot be read, or a line of it is something else or signed by another person.
    pub fn read(&self) -> Result<Vec<AuditHead>, AuditNotesError> {
        let text = fs::read_to_string(&self.file).map_err(file(&self.file))?;
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let read = |line| {
            let read = AuditHead::read(line, self.key.as_ref());
            read.map_err(|error| AuditNotesError::Line { path: self.file.clone(), error })
        };
        lines.map(read).collect()
    }

    /// Notes the head now and then for as long as the server runs.
    pub(crate) async fn keep_noting(self, store: SqliteStore) {
        let mut times = interval(AUDIT_NOTE_INTERVAL);
        times.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last = None;
        loop {
            times.tick().await;
            last = self.note_if_new(&store, last).await;
        }
    }

    /// Notes the head unless it is this one; gives the one that is noted.
    pub(crate) async fn note_if_new(
        &self,
        store: &SqliteStore,
        last: Option<AuditHead>,
    ) -> Option<AuditHead> {
        let head = match store.audit_head().await {
            Ok(head) => head,
            Err(error) => {
                tracing::warn!(%error, "the head of the audit chain cannot be told; it is noted later");
                return last;
            }
        };
        if last == Some(head) {
            return last;
        }
        match self.note(&head) {
            Ok(()) => Some(head),
            Err(error) => {
                tracing::error!(%error, "the head of the audit chain cannot be noted; it is tried again");
                last
            }
        }
    }
}
