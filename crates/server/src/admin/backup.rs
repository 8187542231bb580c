//! Copies of the database that are known to be good.

use std::{fs, io, path::Path, sync::Arc};

use framework::GameEntry;
use protocol::TableId;

use super::{Admin, AdminError, DATABASE, now};
use crate::{
    serve,
    store::{SqliteStore, Store as _, StoreError},
    table::{SeededDice, Table},
};

/// What was found in a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// How many tables were played through from the first event to the last.
    pub tables: usize,
    /// How many events they have.
    pub events: usize,
}

fn file(path: &Path) -> impl Fn(io::Error) -> AdminError + '_ {
    |error| AdminError::File { path: path.to_owned(), error }
}

impl Admin {
    /// Copies the database into a file, while the server may go on, and checks the copy: it is whole, and every
    /// game in it can be played through. `progress` is told how many of how many tables are done.
    ///
    /// The file appears under its name only when all of that is done.
    ///
    /// # Errors
    /// If the file is there already or cannot be written, or the copy is damaged.
    pub async fn backup(
        &self,
        path: &Path,
        games: &[GameEntry],
        progress: impl FnMut(usize, usize),
    ) -> Result<Checked, AdminError> {
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
    progress: impl FnMut(usize, usize),
) -> Result<Checked, AdminError> {
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

/// Checks that a database is whole, and plays every game in it through.
async fn check(
    path: &Path,
    games: &[GameEntry],
    mut progress: impl FnMut(usize, usize),
) -> Result<Checked, AdminError> {
    let damaged = |problem: String| AdminError::Damaged { path: path.to_owned(), problem };
    let store = SqliteStore::open(path).await.map_err(|error| damaged(error.to_string()))?;
    let checked = async {
        store.check_integrity().await.map_err(|error| damaged(error.to_string()))?;
        let tables = store.table_ids().await?;
        let mut checked = Checked::default();
        for (number, table) in tables.iter().enumerate() {
            progress(number, tables.len());
            checked.events += replay(&store, table, games)
                .await?
                .map_err(|problem| damaged(format!("table {table}: {problem}")))?;
            checked.tables += 1;
        }
        progress(tables.len(), tables.len());
        Ok(checked)
    }
    .await;
    store.close().await;
    checked
}

/// Plays a match through; gives the number of events, or what is wrong with them.
async fn replay(
    store: &SqliteStore,
    table: &TableId,
    games: &[GameEntry],
) -> Result<Result<usize, String>, StoreError> {
    let Some(row) = store.table(table).await? else { return Ok(Err("it is gone".to_owned())) };
    let events = store.events(table, 0).await?;
    let loaded = Table::load(games, row, &events, Arc::new(SeededDice));
    Ok(loaded.map_err(|error| error.to_string()).and_then(|table| {
        let replayed = table.contest().map(|contest| contest.record().replay(games));
        replayed.transpose().map_err(|error| error.to_string())?;
        Ok(events.len())
    }))
}
