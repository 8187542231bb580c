//! Keeps the looks of names as this version makes them.

use sqlx::{Connection as _, SqliteConnection};

use crate::failure::OrStoreError as _;
use store::{Stored, look_version, name_look};

/// The setting that says how the looks in the file were made.
const SETTING: &str = "name looks";

/// Makes the looks of all names, if the file has none or another version of Unicode has made them.
///
/// # Errors
/// If the file cannot be read or written.
pub(super) async fn up_to_date(connection: &mut SqliteConnection) -> Stored<()> {
    let made: Option<(String,)> = sqlx::query_as("SELECT value FROM settings WHERE name = $1")
        .bind(SETTING)
        .fetch_optional(&mut *connection)
        .await
        .stored()?;
    let version = look_version();
    if made.is_some_and(|(made,)| made == version) {
        return Ok(());
    }
    let mut transaction = connection.begin().await.stored()?;
    let names: Vec<(String, String)> =
        sqlx::query_as("SELECT user_id, name FROM accounts JOIN users ON users.id = accounts.user_id")
            .fetch_all(&mut *transaction)
            .await
            .stored()?;
    for (user, name) in names {
        sqlx::query("UPDATE accounts SET name_look = $2 WHERE user_id = $1")
            .bind(user)
            .bind(name_look(&name))
            .execute(&mut *transaction)
            .await
            .stored()?;
    }
    sqlx::query(
        "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2",
    )
    .bind(SETTING)
    .bind(version)
    .execute(&mut *transaction)
    .await
    .stored()?;
    transaction.commit().await.stored()?;
    Ok(())
}
