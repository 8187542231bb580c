//! Whether everything in a database makes sense.

use std::path::Path;

use framework::GameEntry;
use store::StoreError;
use store_sqlite::{AuditHead, ChainReport, SqliteStore};
use tables::audit::{self, AuditReport};

use super::{Admin, AdminError, database};

/// What was found in a database.
#[derive(Clone, PartialEq, Debug)]
pub struct Examined {
    /// What is wrong with the file itself.
    pub damage: Option<String>,
    /// What is in it, and what is wrong with that; nothing is looked at in a damaged file.
    pub report: AuditReport,
    /// Whether a person has changed it behind the back of the server.
    pub chain: ChainReport,
}

impl Examined {
    /// Tells whether nothing is wrong.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.damage.is_none() && self.report.findings.is_empty() && self.chain.findings.is_empty()
    }
}

impl Admin {
    /// Checks that the file in the folder of a server, which may be running, is whole, replays every match in it, and
    /// compares everything with the audit chain, and that with heads that were noted elsewhere. Nothing is changed.
    /// `progress` is told how many tables are done.
    ///
    /// # Errors
    /// If there is no database, or it cannot be read.
    pub async fn check(
        folder: &Path,
        games: &[GameEntry],
        noted: &[AuditHead],
        progress: impl FnMut(usize),
    ) -> Result<Examined, AdminError> {
        let store = SqliteStore::open_to_read(&database(folder)?).await?;
        let examined = examine(&store, games, noted, progress).await;
        store.close().await;
        Ok(examined?)
    }
}

/// Looks at the file and at everything in it.
pub(super) async fn examine(
    store: &SqliteStore,
    games: &[GameEntry],
    noted: &[AuditHead],
    progress: impl FnMut(usize),
) -> Result<Examined, StoreError> {
    let damage = store.damage().await?;
    let (report, chain) = match damage {
        None => (audit::check(store, games, progress).await?, store.check_audit_chain(noted).await?),
        Some(_) => (AuditReport::default(), ChainReport::default()),
    };
    Ok(Examined { damage, report, chain })
}
