//! What users of original programs have left behind.
//!
//! When the server ends without notice, they cannot leave their tables any more, and none of their protocols has a way
//! back to a match. So the next server lets them leave, as if their connections had ended one by one.

use std::sync::Arc;

use crate::{Backend, LeftBehind, client_session::CLIENT_PREFIX};

/// Lets those leave their matches who came by an original program to a server that has gone since.
///
/// To be called before anybody comes by such a program again.
pub(crate) async fn clear<B: Backend>(backend: &Arc<B>) {
    for LeftBehind { table, people } in backend.left_behind(CLIENT_PREFIX).await {
        tracing::info!(%table, "users of an original program cannot come back and leave the table");
        for person in people {
            if let Err(problem) = backend.stand(&table, person).await {
                tracing::warn!(%table, problem = %problem.sentence, "a user cannot leave a table");
            }
        }
        backend.give_up(&table).await;
    }
}
