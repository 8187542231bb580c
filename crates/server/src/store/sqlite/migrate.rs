//! The schema, step by step.

use std::{cmp::Ordering, path::Path};

use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{BUSY, StoreError, Stored};

/// The steps from an empty file to the present schema. A step that has landed is never changed.
const STEPS: &[&str] = &[
    include_str!("migrations/0001_begin.sql"),
    include_str!("migrations/0002_accounts.sql"),
    include_str!("migrations/0003_standings.sql"),
];

/// How far the schema of a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schema {
    /// There is no file, or nothing in it.
    Missing,
    /// An earlier version has written it; opening it takes the steps that are missing.
    Earlier,
    /// This version has written it.
    Present,
}

/// What SQLite says about a file that is something else.
const NOT_A_DATABASE: &str = "26";

/// Looks how far the schema of a file is, and changes nothing.
///
/// # Errors
/// If the file cannot be read, is no database of ours, or was written by a later version.
pub(super) async fn look(path: &Path) -> Stored<Schema> {
    let Ok(file) = path.metadata() else { return Ok(Schema::Missing) };
    if file.is_file() && file.len() == 0 {
        return Ok(Schema::Missing);
    }
    let taken = match steps_taken(path).await {
        Ok(Some(taken)) => taken,
        Ok(None) => return Err(StoreError::Foreign(path.display().to_string())),
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(NOT_A_DATABASE) => {
            return Err(StoreError::Foreign(path.display().to_string()));
        }
        Err(error) => return Err(error.into()),
    };
    match taken.cmp(&STEPS.len()) {
        Ordering::Less => Ok(Schema::Earlier),
        Ordering::Equal => Ok(Schema::Present),
        Ordering::Greater => Err(StoreError::Later { taken, known: STEPS.len() }),
    }
}

/// How many steps a file has taken; `None` if it has tables and none of them counts steps.
async fn steps_taken(path: &Path) -> Result<Option<usize>, sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
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

/// Takes the steps that the file has not seen yet, each as a whole. Whoever calls this has looked before.
///
/// # Errors
/// If a step fails.
pub(super) async fn up_to_date(connection: &mut SqliteConnection) -> Stored<()> {
    sqlx::query("CREATE TABLE IF NOT EXISTS schema_steps (step BIGINT PRIMARY KEY)")
        .execute(&mut *connection)
        .await?;
    let taken = count_steps(connection).await?;
    let missing = STEPS.get(taken..).ok_or(StoreError::Later { taken, known: STEPS.len() })?;
    for (step, number) in missing.iter().zip(taken as i64 + 1..) {
        let mut transaction = connection.begin().await?;
        sqlx::raw_sql(*step).execute(&mut *transaction).await?;
        sqlx::query("INSERT INTO schema_steps (step) VALUES ($1)")
            .bind(number)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
    }
    Ok(())
}
