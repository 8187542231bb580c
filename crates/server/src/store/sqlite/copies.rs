//! Copies of the whole file, and whether it is whole.

use std::path::Path;

use protocol::TableId;

use super::{SqliteStore, StoreError, Stored, decode};

impl SqliteStore {
    /// Writes everything that is committed now into a new file, while others go on writing.
    ///
    /// # Errors
    /// If the file is there already or cannot be written.
    pub async fn copy_into(&self, path: &Path) -> Stored<()> {
        let path = path.to_str().ok_or_else(|| {
            StoreError::Unavailable(format!("the name {} is no text; choose another one", path.display()))
        })?;
        sqlx::query("VACUUM INTO $1").bind(path).execute(&self.readers).await?;
        Ok(())
    }

    /// Checks that the file is whole.
    ///
    /// # Errors
    /// If it is not.
    pub async fn check_integrity(&self) -> Stored<()> {
        let (found,): (String,) =
            sqlx::query_as("PRAGMA integrity_check(1)").fetch_one(&self.readers).await?;
        if found == "ok" { Ok(()) } else { Err(StoreError::Unreadable(found)) }
    }

    /// All tables.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn table_ids(&self) -> Stored<Vec<TableId>> {
        let rows: Vec<(String,)> =
            sqlx::query_as("SELECT id FROM tables ORDER BY id").fetch_all(&self.readers).await?;
        rows.into_iter().map(|(id,)| decode::id(id)).collect()
    }
}
