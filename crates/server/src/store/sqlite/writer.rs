//! The one task that writes.

use std::{future::Future, pin::Pin};

use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::sync::{mpsc, oneshot};

use super::{StoreError, Stored};

/// How many writes may wait before whoever comes next waits as well.
const WAITING: usize = 4_096;

/// How many writes go into one transaction at most, so that the first of them need not wait for long.
const PER_TRANSACTION: usize = 512;

/// Something to be written.
///
/// A write looks first and writes then: once it has changed something it may fail only together with the whole
/// transaction, which other writes share.
pub(super) trait Write: Send + Sync + 'static {
    /// What the writer is told when it is on disk.
    type Outcome: Send + 'static;

    /// Writes; the inner error refuses this write alone, the outer one takes the whole transaction down.
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
        let (jobs, waiting) = mpsc::channel(WAITING);
        tokio::spawn(work(connection, options, waiting));
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

async fn work(
    mut connection: SqliteConnection,
    options: SqliteConnectOptions,
    mut waiting: mpsc::Receiver<Job>,
) {
    let mut jobs = Vec::with_capacity(PER_TRANSACTION);
    while waiting.recv_many(&mut jobs, PER_TRANSACTION).await != 0 {
        let mut writes = Vec::with_capacity(jobs.len());
        let mut stop = None;
        for job in jobs.drain(..) {
            match job {
                Job::Write(write) => writes.push(write),
                Job::Stop(answer) => stop = Some(answer),
            }
        }
        let committed = commit(&mut connection, &mut writes).await.map_err(StoreError::from);
        if let Err(error) = &committed {
            tracing::error!(%error, writes = writes.len(), "a transaction failed");
        }
        for write in writes {
            write.settle(&committed);
        }
        if committed.is_err() {
            // After a failed commit SQLite and its driver may disagree whether a transaction is open; only a new
            // connection is certain. If there is none, the next write fails as well and tries again.
            match options.connect().await {
                Ok(opened) => connection = opened,
                Err(error) => tracing::error!(%error, "the database cannot be opened again"),
            }
        }
        if let Some(answer) = stop {
            // A clean end empties the journal; if it fails, the next start reads it.
            let _ = connection.close().await;
            let _ = answer.send(());
            return;
        }
    }
}

/// Puts all writes into one transaction. When this returns, they are on disk.
async fn commit(
    connection: &mut SqliteConnection,
    writes: &mut [Box<dyn Pending>],
) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    for write in writes {
        write.apply(&mut transaction).await?;
    }
    transaction.commit().await
}

/// A write of any kind that waits for its outcome.
trait Pending: Send {
    fn apply<'a>(
        &'a mut self,
        connection: &'a mut SqliteConnection,
    ) -> Pin<Box<dyn Future<Output = Result<(), sqlx::Error>> + Send + 'a>>;

    /// Tells the outcome to whoever waits for it.
    fn settle(self: Box<Self>, committed: &Stored<()>);
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

    fn settle(self: Box<Self>, committed: &Stored<()>) {
        let outcome = match (committed, self.outcome) {
            (Ok(()), Some(outcome)) => outcome,
            (Err(error), _) => Err(error.clone()),
            (Ok(()), None) => Err(closed()),
        };
        // Whoever waited may have gone; what is written stays written.
        let _ = self.answer.send(outcome);
    }
}
