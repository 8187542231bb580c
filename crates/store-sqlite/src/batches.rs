//! Small questions that many ask at the same time, answered together.
//!
//! After a crash everybody comes back at once, and each of them is looked up by a few small questions. A question to
//! SQLite wakes the thread of a connection and waits for it, which costs several times what the answer does. So whatever
//! waits while one question is answered becomes the next question, all of it together. Who asks alone waits no longer
//! than before.

use std::{collections::HashMap, future::Future};

use protocol::UserId;
use sqlx::SqlitePool;
use tokio::sync::{mpsc, oneshot};

use limits::store::{MAX_READS_PER_QUESTION, MAX_WAITING_READS};
use store::{Ban, StoreError, Stored, User};

use super::decode;
use crate::failure::OrStoreError as _;

/// A question about one key, such as a person, that can be asked about many of them at once.
pub(super) trait Question: 'static {
    /// What is known about one of them.
    type Answer: Clone + Send + 'static;

    /// Asks about all keys of a JSON list, and gives an answer for each of them.
    fn ask(
        readers: &SqlitePool,
        keys: String,
    ) -> impl Future<Output = Result<HashMap<String, Stored<Self::Answer>>, sqlx::Error>> + Send;
}

/// A handle of the task that asks.
pub(super) struct Batches<Q: Question> {
    waiting: mpsc::Sender<Asked<Q::Answer>>,
}

impl<Q: Question> Clone for Batches<Q> {
    fn clone(&self) -> Self {
        Self { waiting: self.waiting.clone() }
    }
}

impl<Q: Question> std::fmt::Debug for Batches<Q> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batches").finish_non_exhaustive()
    }
}

struct Asked<A> {
    key: String,
    answer: oneshot::Sender<Stored<A>>,
}

impl<Q: Question> Batches<Q> {
    /// Starts the task, which ends with the last handle.
    pub(super) fn start(readers: SqlitePool) -> Self {
        let (waiting, asked) = mpsc::channel(MAX_WAITING_READS);
        tokio::spawn(answer_all::<Q>(readers, asked));
        Self { waiting }
    }

    /// What is known about a key now: nothing that was written before is missing.
    pub(super) async fn ask(&self, key: &str) -> Stored<Q::Answer> {
        let closed = || StoreError::Unavailable("it has been closed".to_owned());
        let (answer, answered) = oneshot::channel();
        self.waiting.send(Asked { key: key.to_owned(), answer }).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }
}

async fn answer_all<Q: Question>(readers: SqlitePool, mut waiting: mpsc::Receiver<Asked<Q::Answer>>) {
    let mut batch = Vec::with_capacity(MAX_READS_PER_QUESTION);
    while waiting.recv_many(&mut batch, MAX_READS_PER_QUESTION).await != 0 {
        // Who has given up, as after a deadline, needs no answer.
        batch.retain(|asked| !asked.answer.is_closed());
        let keys: Vec<_> = batch.iter().map(|asked| asked.key.as_str()).collect();
        let found = Q::ask(&readers, decode::json(&keys)).await.stored();
        for Asked { key, answer } in batch.drain(..) {
            let missing = || Err(StoreError::Unreadable(format!("nothing was found about {key:?}")));
            let known = match &found {
                Ok(found) => found.get(&key).cloned().unwrap_or_else(missing),
                Err(error) => Err(error.clone()),
            };
            // They may have gone meanwhile.
            let _ = answer.send(known);
        }
    }
}

/// What is known about a person by their id.
pub(super) struct People;

/// What is known about one person.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) user: Option<User>,
    pub(super) ban: Option<Ban>,
    pub(super) has_private_lines: bool,
}

type PersonColumns = (
    String,
    Option<String>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<String>,
    Option<i64>,
    bool,
);

impl Question for People {
    type Answer = Known;

    async fn ask(readers: &SqlitePool, keys: String) -> Result<HashMap<String, Stored<Known>>, sqlx::Error> {
        let rows: Vec<PersonColumns> = sqlx::query_as(
            "SELECT asked.value, users.name, users.guest, users.bot, users.created, users.seen, bans.reason, \
             bans.since, EXISTS (SELECT 1 FROM private_lines WHERE private_lines.user_id = asked.value) \
             FROM json_each($1) AS asked \
             LEFT JOIN users ON users.id = asked.value LEFT JOIN bans ON bans.user_id = asked.value",
        )
        .bind(keys)
        .fetch_all(readers)
        .await?;
        Ok(rows.into_iter().map(|row| (row.0.clone(), known(row))).collect())
    }
}

fn known(row: PersonColumns) -> Stored<Known> {
    let (id, name, guest, bot, created, seen, reason, since, has_private_lines) = row;
    let user = match (name, guest, bot, created, seen) {
        (Some(name), Some(guest), Some(bot), Some(created), Some(seen)) => {
            Some(decode::user((id.clone(), name, guest, bot, created, seen))?)
        }
        _ => None,
    };
    let ban = match reason.zip(since) {
        Some((reason, since)) => Some(Ban { user: decode::id::<UserId>(id)?, reason, since: since as u64 }),
        None => None,
    };
    Ok(Known { user, ban, has_private_lines })
}

/// Whether anything was said in a channel, by its key.
pub(super) struct Channels;

impl Question for Channels {
    type Answer = bool;

    async fn ask(readers: &SqlitePool, keys: String) -> Result<HashMap<String, Stored<bool>>, sqlx::Error> {
        let rows: Vec<(String, bool)> = sqlx::query_as(
            "SELECT asked.value, EXISTS (SELECT 1 FROM chats WHERE chats.channel = asked.value) \
             FROM json_each($1) AS asked",
        )
        .bind(keys)
        .fetch_all(readers)
        .await?;
        Ok(rows.into_iter().map(|(key, has_lines)| (key, Ok(has_lines))).collect())
    }
}
