//! The database.

use std::time::Duration;

use super::seconds;

limits! {
    /// Writes that may wait for the writer.
    MAX_WAITING_WRITES: usize = 4_096;
    /// Writes that are committed together.
    MAX_WRITES_PER_TRANSACTION: usize = 512;
    /// Connections that read at a time.
    MAX_READERS: u32 = 4;
    /// Small questions that may wait to be asked together.
    MAX_WAITING_READS: usize = 4_096;
    /// Small questions that are asked together.
    MAX_READS_PER_QUESTION: usize = 256;
    /// How long a statement waits for a lock of another process.
    DATABASE_BUSY_TIMEOUT: Duration = seconds(5);
    /// How long a call of the store may take that concerns one table or one person.
    STORE_TIMEOUT: Duration = seconds(10);
    /// How long a call of the store may take that looks through everything.
    LONG_STORE_TIMEOUT: Duration = seconds(60);
    /// How often the head of the audit chain is noted.
    AUDIT_NOTE_INTERVAL: Duration = seconds(60);
}
