//! The secrets of dice in SQLite.

use framework::DiceSecret;
use protocol::TableId;
use sqlx::{Error, SqliteConnection};

use store::{DiceSecrets, StoreError, Stored};

use super::{SqliteStore, writer::Write};
use crate::failure::OrStoreError as _;

const SECRET: &str = "SELECT secret FROM dice_secrets WHERE table_id = $1";

struct Draw {
    table: TableId,
    fresh: DiceSecret,
}

impl Write for Draw {
    type Outcome = DiceSecret;

    async fn apply(&self, connection: &mut SqliteConnection) -> Result<Stored<DiceSecret>, Error> {
        sqlx::query(
            "INSERT INTO dice_secrets (table_id, secret) VALUES ($1, $2) ON CONFLICT (table_id) DO NOTHING",
        )
        .bind(self.table.as_str())
        .bind(self.fresh.to_string())
        .execute(&mut *connection)
        .await?;
        let (kept,): (String,) =
            sqlx::query_as(SECRET).bind(self.table.as_str()).fetch_one(connection).await?;
        Ok(decoded(&self.table, &kept))
    }
}

fn decoded(table: &TableId, text: &str) -> Stored<DiceSecret> {
    text.parse()
        .map_err(|error| StoreError::Unreadable(format!("the secret of the dice of table {table}: {error}")))
}

impl DiceSecrets for SqliteStore {
    async fn dice_secret(&self, table: &TableId, fresh: DiceSecret) -> Stored<DiceSecret> {
        // Most tables that are loaded have one already, and reading waits for nobody.
        let kept: Option<(String,)> =
            sqlx::query_as(SECRET).bind(table.as_str()).fetch_optional(&self.readers).await.stored()?;
        match kept {
            Some((kept,)) => decoded(table, &kept),
            None => self.writer.write(Draw { table: table.clone(), fresh }).await,
        }
    }
}
