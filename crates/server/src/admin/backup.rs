//! Copies of the database that are known to be good.

use std::{fs, io, path::Path};

use framework::GameEntry;

use super::{
    Admin, AdminError, DATABASE,
    examine::{Examined, examine},
    now,
};
use crate::{
    audit::Report,
    serve,
    store::{SqliteStore, StoreError},
};

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
    ) -> Result<Report, AdminError> {
        if path.exists() {
            return Err(AdminError::Exists(path.to_owned()));
        }
        let part = path.with_added_extension("part");
        forget(&part)?;
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

/// Puts a copy in the place of the database of a server that does not run. What was there is kept beside it.
///
/// # Errors
/// If a server uses the folder, or the copy is damaged; nothing has changed then.
pub async fn restore(
    folder: &Path,
    copy: &Path,
    games: &[GameEntry],
    progress: impl FnMut(usize),
) -> Result<Report, AdminError> {
    fs::create_dir_all(folder).map_err(file(folder))?;
    let lock = serve::lock(folder).map_err(|error| match error {
        serve::ServeError::InUse(path) => AdminError::InUse(path),
        error => AdminError::File { path: folder.to_owned(), error: io::Error::other(error.to_string()) },
    })?;
    let database = folder.join(DATABASE);
    let part = database.with_added_extension("part");
    forget(&part)?;
    fs::copy(copy, &part).map_err(file(copy))?;
    let checked = check(&part, games, progress).await;
    if checked.is_err() {
        forget(&part)?;
        return checked.map_err(|error| match error {
            AdminError::Damaged { problem, .. } => AdminError::Damaged { path: copy.to_owned(), problem },
            error => error,
        });
    }
    let before = format!("before-{}", now());
    for suffix in ["", "-wal", "-shm"] {
        let old = folder.join(format!("{DATABASE}{suffix}"));
        if old.exists() {
            let kept = folder.join(format!("{DATABASE}.{before}{suffix}"));
            fs::rename(&old, kept).map_err(file(&old))?;
        }
    }
    fs::rename(&part, &database).map_err(file(&database))?;
    drop(lock);
    checked
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
async fn check(path: &Path, games: &[GameEntry], progress: impl FnMut(usize)) -> Result<Report, AdminError> {
    let damaged = |problem: String| AdminError::Damaged { path: path.to_owned(), problem };
    let store = SqliteStore::open(path).await.map_err(|error| match error {
        // Nothing is wrong with it, only with the version that looks at it.
        error @ StoreError::Later { .. } => AdminError::Store(error),
        error => damaged(error.to_string()),
    })?;
    let examined = examine(&store, games, progress).await;
    store.close().await;
    let Examined { damage, report } = examined?;
    match (damage, report.findings.first()) {
        (Some(damage), _) => Err(damaged(damage)),
        (None, Some((table, finding))) => Err(damaged(format!("table {table}: {finding}"))),
        (None, None) => Ok(report),
    }
}
