//! The schema, step by step, and what a file looks like before it is opened.

use std::{
    cmp::Ordering,
    collections::BTreeSet,
    ffi::OsString,
    fs::{self, File},
    io::{self, BufReader, Read as _},
    path::{Path, PathBuf},
};

use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};

use store::{StoreError, Stored};

use super::{BUSY, chain, failure};
use crate::failure::OrStoreError as _;
use crate::private_files;

/// The steps from an empty file to the present schema. A step that has landed is never changed.
const STEPS: &[&str] = &[
    include_str!("migrations/0001_begin.sql"),
    include_str!("migrations/0002_accounts.sql"),
    include_str!("migrations/0003_standings.sql"),
    include_str!("migrations/0004_name_looks.sql"),
    include_str!("migrations/0005_hidden_tables.sql"),
    include_str!("migrations/0006_audit.sql"),
    include_str!("migrations/0007_relations.sql"),
    include_str!("migrations/0008_tournaments.sql"),
    include_str!("migrations/0009_puzzles.sql"),
    include_str!("migrations/0010_game_reports.sql"),
];

/// The step after which everything that is there is entered into the audit chain.
const AUDIT_STEP: i64 = 6;

/// How far the schema of a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schema {
    /// There is no file.
    Missing,
    /// An earlier version has written it; opening it takes the steps that are missing.
    Earlier,
    /// This version has written it.
    Present,
}

/// What SQLite keeps beside a database.
const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

fn has_content(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| 0 < file.len())
}

fn file_error(path: &Path) -> impl Fn(io::Error) -> StoreError + '_ {
    move |error| {
        StoreError::Unavailable(format!("{}: {error}; check its rights and its disk", path.display()))
    }
}

/// Looks how far the schema of a file is. Nothing is changed, except that the unfinished transaction of a process that
/// was killed is rolled back, without which SQLite reads nothing.
///
/// # Errors
/// If the file cannot be read, is damaged, is no database of ours, or was written by a later version.
pub(super) async fn look(path: &Path) -> Stored<Schema> {
    let Ok(file) = path.metadata() else { return Ok(Schema::Missing) };
    if file.is_file() && file.len() == 0 {
        // A database is complete before it gets its name, so this is not the trace of an interrupted first start,
        // unless an earlier version was interrupted, which leaves a journal.
        return match has_content(&beside(path, "-journal")) {
            true => forget_unfinished(path),
            false => Err(StoreError::Empty(path.display().to_string())),
        };
    }
    // A journal of the older kind is rolled back first, which changes the length of the file.
    if !has_content(&beside(path, "-journal")) {
        refuse_if_cut(path)?;
    }
    let mut taken = steps_taken(path, Access::Read).await;
    if taken.as_ref().is_err_and(failure::needs_rollback) {
        tracing::warn!(database = %path.display(), "an unfinished transaction of a process that was killed is rolled back");
        taken = steps_taken(path, Access::Write).await;
        if !has_content(path) {
            return forget_unfinished(path);
        }
    }
    let taken = match taken {
        Ok(Some(taken)) => taken,
        Ok(None) => return Err(StoreError::Foreign(path.display().to_string())),
        Err(error) if failure::is_not_a_database(&error) => {
            return Err(StoreError::Foreign(path.display().to_string()));
        }
        Err(error) => return Err(failure::store_error(&error)),
    };
    match taken.cmp(&STEPS.len()) {
        Ordering::Less => Ok(Schema::Earlier),
        Ordering::Equal => Ok(Schema::Present),
        Ordering::Greater => Err(StoreError::Later { taken, known: STEPS.len() }),
    }
}

/// Removes what a first start of an earlier version has left that was killed before anything was committed.
fn forget_unfinished(path: &Path) -> Stored<Schema> {
    tracing::warn!(database = %path.display(), "a first start was interrupted before anything was kept; it begins again");
    remove(path)?;
    Ok(Schema::Missing)
}

/// Removes a file, if it is there, and what SQLite keeps beside it.
fn remove(path: &Path) -> Stored<()> {
    for suffix in ["", COMPANIONS[0], COMPANIONS[1], COMPANIONS[2]] {
        match fs::remove_file(beside(path, suffix)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(file_error(path)(error)),
            _ => {}
        }
    }
    Ok(())
}

/// Refuses a file that is shorter than its own header says. SQLite would notice when it needs a page that is gone,
/// which may be weeks later, or fill it with zeros.
///
/// After a crash, pages that the file does not have yet may be in the write-ahead log, from where SQLite takes them.
///
/// # Errors
/// If the file is cut off, or cannot be read.
fn refuse_if_cut(path: &Path) -> Stored<()> {
    // A server may be moving pages from the log to the file right now, between two looks of ours.
    const LOOKS: usize = 3;
    for _ in 1..LOOKS {
        if missing_part(path).map_err(file_error(path))?.is_none() {
            return Ok(());
        }
    }
    match missing_part(path).map_err(file_error(path))? {
        None => Ok(()),
        Some((length, expected)) => {
            Err(StoreError::Cut { path: path.display().to_string(), length, expected })
        }
    }
}

fn big_endian(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

/// How long a file is and should be, if pages of it are missing and not in the write-ahead log either. The layout of
/// both files is told by <https://sqlite.org/fileformat2.html>.
fn missing_part(path: &Path) -> io::Result<Option<(u64, u64)>> {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    let mut header = [0; 100];
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    // Something too short to have a header, or with another one, is no database, which SQLite will say.
    if file.read_exact(&mut header).is_err() || !header.starts_with(MAGIC) {
        return Ok(None);
    }
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        0 => return Ok(None),
        1 => 65_536,
        page => u64::from(page),
    };
    // The number of pages counts only if it was written by the last change; very old versions of SQLite left it out.
    let pages = match big_endian(&header, 24) == big_endian(&header, 92) {
        true => u64::from(big_endian(&header, 28)),
        false => length.div_ceil(page),
    };
    let mut missing = (length / page + 1..=pages).peekable();
    if missing.peek().is_none() {
        return Ok(None);
    }
    let logged = logged_pages(&beside(path, "-wal"))?;
    let is_lost =
        missing.any(|number| u32::try_from(number).map_or(true, |number| !logged.contains(&number)));
    Ok(is_lost.then_some((length, pages * page)))
}

/// The numbers of the pages in a write-ahead log.
fn logged_pages(log: &Path) -> io::Result<BTreeSet<u32>> {
    let mut pages = BTreeSet::new();
    let file = match File::open(log) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(pages),
        file => file?,
    };
    let mut log = BufReader::new(file);
    let mut header = [0; 32];
    if log.read_exact(&mut header).is_err() {
        return Ok(pages);
    }
    let page = i64::from(big_endian(&header, 8));
    let mut frame = [0; 24];
    // Frames of an earlier round have other salts.
    while log.read_exact(&mut frame).is_ok() && frame[8..16] == header[16..24] {
        pages.insert(big_endian(&frame, 0));
        log.seek_relative(page)?;
    }
    Ok(pages)
}

/// How a file is opened to look at it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    /// Which rolls back a journal that was left behind.
    Write,
}

/// How many steps a file has taken; `None` if it has tables and none of them counts steps.
async fn steps_taken(path: &Path, access: Access) -> Result<Option<usize>, sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(access == Access::Read)
        .busy_timeout(BUSY)
        .disable_statement_logging();
    let mut connection = options.connect().await?;
    let (tables, counts): (i64, i64) = sqlx::query_as(
        "SELECT COUNT(*), COALESCE(SUM(name = 'schema_steps'), 0) FROM sqlite_master WHERE type = 'table'",
    )
    .fetch_one(&mut connection)
    .await?;
    let taken = match (tables, counts) {
        (0, _) => Some(0),
        (_, 0) => None,
        _ => Some(count_steps(&mut connection).await?),
    };
    connection.close().await?;
    Ok(taken)
}

async fn count_steps(connection: &mut SqliteConnection) -> Result<usize, sqlx::Error> {
    let (taken,): (i64,) =
        sqlx::query_as("SELECT COALESCE(MAX(step), 0) FROM schema_steps").fetch_one(connection).await?;
    Ok(usize::try_from(taken).unwrap_or(usize::MAX))
}

/// Makes a new database. It gets its name when it is complete and on disk, so that a process that is killed meanwhile
/// leaves nothing that the next one has to understand.
///
/// # Errors
/// If it cannot be written.
pub(super) async fn create(path: &Path, options: &SqliteConnectOptions) -> Stored<()> {
    let new = path.with_added_extension("new");
    remove(&new)?;
    private_files::create(&new).map_err(file_error(&new))?;
    let mut connection = options.clone().filename(&new).connect().await.stored()?;
    up_to_date(&mut connection).await?;
    connection.close().await.stored()?;
    // Journals of a database that is no more would be taken for those of the new one.
    remove(path)?;
    fs::rename(&new, path).map_err(file_error(path))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    private_files::sync_folder(folder).map_err(file_error(folder))
}

/// Takes the steps that the file has not seen yet, each as a whole. The caller has looked before.
///
/// # Errors
/// If a step fails.
pub(super) async fn up_to_date(connection: &mut SqliteConnection) -> Stored<()> {
    sqlx::query("CREATE TABLE IF NOT EXISTS schema_steps (step BIGINT PRIMARY KEY)")
        .execute(&mut *connection)
        .await
        .stored()?;
    let taken = count_steps(connection).await.stored()?;
    let missing = STEPS.get(taken..).ok_or(StoreError::Later { taken, known: STEPS.len() })?;
    for (step, number) in missing.iter().zip(taken as i64 + 1..) {
        let mut transaction = connection.begin().await.stored()?;
        sqlx::raw_sql(*step).execute(&mut *transaction).await.stored()?;
        if number == AUDIT_STEP {
            chain::begin(&mut transaction).await.stored()?;
        }
        sqlx::query("INSERT INTO schema_steps (step) VALUES ($1)")
            .bind(number)
            .execute(&mut *transaction)
            .await
            .stored()?;
        transaction.commit().await.stored()?;
    }
    Ok(())
}
