//! The one task that writes.
//!
//! Everything that waits goes into one transaction, because a flush to the disk costs the same however much it covers.
//! Sharing a transaction must not mean sharing the faults of others, so there are three steps:
//!
//! 1. All writes are applied one after the other. Nearly always that is all.
//! 2. If a statement is refused, as by a constraint, the transaction is rolled back and applied again with a savepoint
//!    around each write: the write at fault is undone alone. Savepoints cost two statements per write, so that
//!    everybody would pay for them if they were not left to the rare case.
//! 3. If the transaction itself fails, as on a full disk, the writes are tried one by one on a new connection, until
//!    one of them fails for the same kind of reason; the others would only wait for the same answer.

use std::{future::Future, pin::Pin};

use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::sync::{mpsc, oneshot};

use limits::store::{MAX_WAITING_WRITES, MAX_WRITES_PER_TRANSACTION};
use store::{StoreError, Stored};

use super::failure;

/// Something to be written.
///
/// A write that refuses itself (the inner error) must not have changed anything by then. A statement that fails (the
/// outer error) takes back everything that the write has changed, and nothing else.
pub(super) trait Write: Send + Sync + 'static {
    /// What the caller is told when it is on disk.
    type Outcome: Send + 'static;

    /// Applies the write inside a transaction. It may be called again if the transaction is rolled back.
    fn apply(
        &self,
        connection: &mut SqliteConnection,
    ) -> impl Future<Output = Result<Stored<Self::Outcome>, sqlx::Error>> + Send;
}

/// A handle of the task that writes.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
}

enum Job {
    Write(Box<dyn Pending>),
    Stop(oneshot::Sender<()>),
}

impl Writer {
    /// Starts the task with an open connection; the options open another one when that is broken.
    pub(super) fn start(connection: SqliteConnection, options: SqliteConnectOptions) -> Self {
        let (jobs, waiting) = mpsc::channel(MAX_WAITING_WRITES);
        tokio::spawn(work(Database { connection, options }, waiting));
        Self { jobs }
    }

    /// Writes something, and returns when it is on disk.
    pub(super) async fn write<W: Write>(&self, write: W) -> Stored<W::Outcome> {
        let (answer, answered) = oneshot::channel();
        let job = Job::Write(Box::new(PendingWrite { write, outcome: None, answer }));
        self.jobs.send(job).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }

    /// Waits until everything that was given before is written, and ends the task.
    pub(super) async fn stop(&self) {
        let (answer, answered) = oneshot::channel();
        if self.jobs.send(Job::Stop(answer)).await.is_ok() {
            // The task has ended already if it does not answer.
            let _ = answered.await;
        }
    }
}

fn closed() -> StoreError {
    StoreError::Unavailable("it has been closed".to_owned())
}

async fn work(mut database: Database, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(MAX_WRITES_PER_TRANSACTION);
    while waiting.recv_many(&mut jobs, MAX_WRITES_PER_TRANSACTION).await != 0 {
        let mut writes = Vec::with_capacity(jobs.len());
        let mut stop = None;
        for job in jobs.drain(..) {
            match job {
                Job::Write(write) => writes.push(write),
                Job::Stop(answer) => stop = Some(answer),
            }
        }
        database.commit(&mut writes).await;
        for write in writes {
            write.settle();
        }
        if let Some(answer) = stop {
            // A clean end empties the journal; if it fails, the next start reads it.
            let _ = database.connection.close().await;
            let _ = answer.send(());
            return;
        }
    }
}

/// How the writes of a transaction are kept apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Isolation {
    /// Not at all: the first statement that is refused ends the attempt.
    Shared,
    /// Each has a savepoint of its own.
    Savepoints,
}

/// Why an attempt to commit has come to nothing.
enum Failure {
    /// A statement was refused; the database itself is fine.
    Statement(sqlx::Error),
    /// The database cannot be used.
    Transaction(sqlx::Error),
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        if failure::is_of_statement(&error) { Self::Statement(error) } else { Self::Transaction(error) }
    }
}

struct Database {
    connection: SqliteConnection,
    options: SqliteConnectOptions,
}

impl Database {
    /// Writes what can be written. When this returns, every write has its outcome.
    async fn commit(&mut self, writes: &mut [Box<dyn Pending>]) {
        let attempt = match self.attempt(writes, Isolation::Shared).await {
            Err(Failure::Statement(error)) => {
                tracing::debug!(%error, writes = writes.len(), "a write was refused; the others are written without it");
                self.attempt(writes, Isolation::Savepoints).await
            }
            attempt => attempt,
        };
        let Err(Failure::Statement(error) | Failure::Transaction(error)) = attempt else { return };
        self.reconnect().await;
        let mut broken = failure::store_error(&error);
        tracing::error!(error = %broken, writes = writes.len(), "a transaction failed");
        let mut left = writes.iter_mut();
        if 1 < left.len() {
            for write in left.by_ref() {
                match self.attempt(std::slice::from_mut(write), Isolation::Savepoints).await {
                    Ok(()) => {}
                    Err(Failure::Statement(error) | Failure::Transaction(error)) => {
                        broken = failure::store_error(&error);
                        write.fail(broken.clone());
                        self.reconnect().await;
                        break;
                    }
                }
            }
        }
        for write in left {
            write.fail(broken.clone());
        }
    }

    /// Puts all writes into one transaction. If this succeeds, they are on disk, or refused each for itself.
    async fn attempt(
        &mut self,
        writes: &mut [Box<dyn Pending>],
        isolation: Isolation,
    ) -> Result<(), Failure> {
        let mut transaction =
            self.connection.begin_with("BEGIN IMMEDIATE").await.map_err(Failure::Transaction)?;
        for write in writes {
            if isolation == Isolation::Shared {
                write.apply(&mut transaction).await?;
                continue;
            }
            let mut savepoint = transaction.begin().await.map_err(Failure::Transaction)?;
            let undone = match write.apply(&mut savepoint).await.map_err(Failure::from) {
                Ok(()) => savepoint.commit().await,
                Err(Failure::Statement(error)) => {
                    let error = failure::store_error(&error);
                    tracing::error!(%error, "a write was refused by the database");
                    write.fail(error);
                    savepoint.rollback().await
                }
                Err(failure) => return Err(failure),
            };
            undone.map_err(Failure::Transaction)?;
        }
        transaction.commit().await.map_err(Failure::Transaction)
    }

    /// Opens a new connection: after a failed commit SQLite and its driver may disagree whether a transaction is open.
    async fn reconnect(&mut self) {
        match self.options.connect().await {
            Ok(opened) => self.connection = opened,
            // The next write fails as well and tries again.
            Err(error) => tracing::error!(%error, "the database cannot be opened again"),
        }
    }
}

/// A write of any kind that waits for its outcome.
trait Pending: Send {
    fn apply<'a>(
        &'a mut self,
        connection: &'a mut SqliteConnection,
    ) -> Pin<Box<dyn Future<Output = Result<(), sqlx::Error>> + Send + 'a>>;

    /// Notes that nothing of it was written.
    fn fail(&mut self, error: StoreError);

    /// Sends the outcome to the caller.
    fn settle(self: Box<Self>);
}

struct PendingWrite<W: Write> {
    write: W,
    outcome: Option<Stored<W::Outcome>>,
    answer: oneshot::Sender<Stored<W::Outcome>>,
}

impl<W: Write> Pending for PendingWrite<W> {
    fn apply<'a>(
        &'a mut self,
        connection: &'a mut SqliteConnection,
    ) -> Pin<Box<dyn Future<Output = Result<(), sqlx::Error>> + Send + 'a>> {
        Box::pin(async move {
            self.outcome = Some(self.write.apply(connection).await?);
            Ok(())
        })
    }

    fn fail(&mut self, error: StoreError) {
        self.outcome = Some(Err(error));
    }

    fn settle(self: Box<Self>) {
        // The caller may have gone; what is written stays written.
        let _ = self.answer.send(self.outcome.unwrap_or_else(|| Err(closed())));
    }
}
