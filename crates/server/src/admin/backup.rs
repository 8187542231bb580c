//! Copies of the database that are known to be good.

use std::{fs, io, path::Path};

use framework::GameEntry;
use store::StoreError;
use store_sqlite::DATABASE;
use store_sqlite::SqliteStore;
use store_sqlite::private_files;
use tables::audit::AuditReport;

use super::{
    Admin, AdminError,
    examine::{Examined, examine},
    now,
};
use crate::serve;

fn file(path: &Path) -> impl Fn(io::Error) -> AdminError + '_ {
    |error| AdminError::File { path: path.to_owned(), error }
}

impl Admin {
    /// Copies the database into a file, while the server may go on, and checks the copy: it is whole, and every
    /// game in it can be played through. `progress` is told how many tables are done.
    ///
    /// The file appears under its name only when all of that is done.
    ///
    /// # Errors
    /// If the file is there already or cannot be written, or the copy is damaged.
    pub async fn backup(
        &self,
        path: &Path,
        games: &[GameEntry],
        progress: impl FnMut(usize),
    ) -> Result<AuditReport, AdminError> {
        if path.exists() {
            return Err(AdminError::Exists(path.to_owned()));
        }
        let part = path.with_added_extension("part");
        forget(&part)?;
        // SQLite copies into an empty file, whose rights it leaves as they are.
        private_files::create(&part).map_err(file(&part))?;
        self.store.copy_into(&part).await?;
        let checked = check(&part, games, progress).await;
        match checked {
            Ok(_) => fs::rename(&part, path).map_err(file(path))?,
            Err(_) => forget(&part)?,
        }
        checked
    }

    /// Where the database lies.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Puts a copy in the place of the database of a server that does not run. What was there is kept beside it, and the
/// audit chain of the copy says that it was restored.
///
/// # Errors
/// If a server uses the folder, or the copy is damaged; nothing has changed then.
pub async fn restore(
    folder: &Path,
    copy: &Path,
    games: &[GameEntry],
    progress: impl FnMut(usize),
) -> Result<AuditReport, AdminError> {
    private_files::create_folder(folder).map_err(file(folder))?;
    let lock = serve::lock(folder).map_err(|error| match error {
        serve::ServeError::InUse(path) => AdminError::InUse(path),
        error => AdminError::File { path: folder.to_owned(), error: io::Error::other(error.to_string()) },
    })?;
    let database = folder.join(DATABASE);
    let part = database.with_added_extension("part");
    forget(&part)?;
    let mut from = fs::File::open(copy).map_err(file(copy))?;
    let mut to = private_files::create(&part).map_err(file(&part))?;
    io::copy(&mut from, &mut to).and_then(|_| to.sync_all()).map_err(file(copy))?;
    let checked = check(&part, games, progress).await;
    if checked.is_err() {
        forget(&part)?;
        return checked.map_err(|error| match error {
            AdminError::Damaged { problem, .. } => AdminError::Damaged { path: copy.to_owned(), problem },
            error => error,
        });
    }
    note_restore(&part, copy).await?;
    let before = format!("before-{}", now());
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let old = folder.join(format!("{DATABASE}{suffix}"));
        if old.exists() {
            let kept = folder.join(format!("{DATABASE}.{before}{suffix}"));
            fs::rename(&old, kept).map_err(file(&old))?;
        }
    }
    fs::rename(&part, &database).map_err(file(&database))?;
    private_files::sync_folder(folder).map_err(file(folder))?;
    drop(lock);
    checked
}

/// Enters the restore into the audit chain of the new database, before anybody uses it. Only the file's name is noted:
/// folders say more about the machine than those who read the chain need to know.
async fn note_restore(database: &Path, copy: &Path) -> Result<(), AdminError> {
    let name = copy.file_name().unwrap_or_default().to_string_lossy();
    let store = SqliteStore::open(database).await?;
    let noted = store.note_admin_act("restore", &name).await;
    store.close().await;
    Ok(noted?)
}

/// Removes a file that an earlier try has left, and what SQLite keeps beside it.
fn forget(path: &Path) -> Result<(), AdminError> {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        let name = Path::new(&name);
        match fs::remove_file(name) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(file(name)(error)),
            _ => {}
        }
    }
    Ok(())
}

/// Checks that a copy is whole, and that everything in it makes sense.
async fn check(
    path: &Path,
    games: &[GameEntry],
    progress: impl FnMut(usize),
) -> Result<AuditReport, AdminError> {
    let damaged = |problem: String| AdminError::Damaged { path: path.to_owned(), problem };
    let store = SqliteStore::open(path).await.map_err(|error| match error {
        // Nothing is wrong with it, only with the version that looks at it.
        error @ StoreError::Later { .. } => AdminError::Store(error),
        error => damaged(error.to_string()),
    })?;
    let examined = examine(&store, games, &[], progress).await;
    store.close().await;
    let Examined { damage, report, chain } = examined?;
    match (damage, report.findings.first(), chain.findings.first()) {
        (Some(damage), ..) => Err(damaged(damage)),
        (None, Some((table, finding)), _) => Err(damaged(format!("table {table}: {finding}"))),
        (None, None, Some(tampering)) => Err(damaged(tampering.to_string())),
        (None, None, None) => Ok(report),
    }
}
