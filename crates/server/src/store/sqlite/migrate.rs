//! The schema, step by step.

use sqlx::{Connection as _, SqliteConnection};

use super::{StoreError, Stored};

/// The steps from an empty file to the present schema. A step that has landed is never changed.
const STEPS: &[&str] = &[
    include_str!("migrations/0001_begin.sql"),
    include_str!("migrations/0002_accounts.sql"),
    include_str!("migrations/0003_standings.sql"),
];

/// Takes the steps that the file has not seen yet, each as a whole.
///
/// # Errors
/// If a step fails, or the file has seen steps that this version does not know.
pub(super) async fn up_to_date(connection: &mut SqliteConnection) -> Stored<()> {
    sqlx::query("CREATE TABLE IF NOT EXISTS schema_steps (step BIGINT PRIMARY KEY)")
        .execute(&mut *connection)
        .await?;
    let (taken,): (i64,) =
        sqlx::query_as("SELECT COALESCE(MAX(step), 0) FROM schema_steps").fetch_one(&mut *connection).await?;
    let taken = usize::try_from(taken).unwrap_or(usize::MAX);
    let Some(missing) = STEPS.get(taken..) else {
        return Err(StoreError::Unreadable(format!(
            "its schema has taken {taken} steps, of which this version knows {}",
            STEPS.len()
        )));
    };
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
