//! Copies of the whole file.

use std::path::Path;

use store::{StoreError, Stored};

use super::SqliteStore;
use crate::failure::OrStoreError as _;

impl SqliteStore {
    /// Writes everything that is committed now into a new file, while others go on writing.
    ///
    /// # Errors
    /// If the file is there already or cannot be written.
    pub async fn copy_into(&self, path: &Path) -> Stored<()> {
        let path = path.to_str().ok_or_else(|| {
            StoreError::Unavailable(format!("the name {} is no text; choose another one", path.display()))
        })?;
        sqlx::query("VACUUM INTO $1").bind(path).execute(&self.readers).await.stored()?;
        Ok(())
    }
}
