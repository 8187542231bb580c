//! The secrets from which the dice of tables are drawn.

use std::future::Future;

use framework::DiceSecret;
use protocol::TableId;

use super::{MemoryStore, Stored};

/// Keeps what the dice of each table are drawn from.
pub trait DiceSecrets {
    /// The secret of a table; if it has none yet, `fresh` is kept as the secret from now on.
    fn dice_secret(
        &self,
        table: &TableId,
        fresh: DiceSecret,
    ) -> impl Future<Output = Stored<DiceSecret>> + Send;
}

impl DiceSecrets for MemoryStore {
    async fn dice_secret(&self, table: &TableId, fresh: DiceSecret) -> Stored<DiceSecret> {
        self.write(|kept| Ok(*kept.dice_secrets.entry(table.clone()).or_insert(fresh))).await
    }
}
