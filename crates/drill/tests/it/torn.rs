//! A journal whose end is damaged: whatever was committed before is there, and nothing else is.

use std::fs;

use drill::kills::{Tear, Wal};
use framework::Rng;
use store::Store as _;
use store_sqlite::SqliteStore;

use crate::Folder;

/// How many nodes have a lease: one is written per transaction.
async fn leases(store: &SqliteStore, n_written: u32) -> Vec<bool> {
    let mut found = Vec::new();
    for number in 0..n_written {
        let lease = store.register(&format!("node-{number}"), 9).await.unwrap();
        // Who registers again gets the second epoch.
        found.push(lease.epoch == 2);
    }
    found
}

#[tokio::test]
async fn every_tear_spares_what_was_committed_before() {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.path().join("brett.db")).await.unwrap();
    for number in 0..10 {
        store.register(&format!("node-{number}"), 9).await.unwrap();
    }
    let mut rng = Rng::stream(1, "tears", 0);
    for tear in Tear::ALL.into_iter().cycle().take(60) {
        let copy = Folder::new();
        let (database, journal) = (copy.path().join("brett.db"), copy.path().join("brett.db-wal"));
        fs::copy(folder.path().join("brett.db"), &database).unwrap();
        fs::copy(folder.path().join("brett.db-wal"), &journal).unwrap();
        let wal = Wal::read(&journal).unwrap().expect("ten transactions are in it");
        wal.tear(&journal, tear, &mut rng).unwrap();
        let torn = SqliteStore::open(&database).await.unwrap();
        assert_eq!(torn.damage().await.unwrap(), None);
        let mut wanted = vec![true; 10];
        wanted[9] = tear.spares_what_was_committed();
        assert_eq!(leases(&torn, 10).await, wanted, "{tear:?}");
        torn.close().await;
    }
    store.close().await;
}

#[test]
fn what_is_no_journal_is_none() {
    let folder = Folder::new();
    let path = folder.path().join("journal");
    assert_eq!(Wal::read(&path).unwrap(), None);
    for bytes in [&b""[..], b"short", &[0; 4_096], &[0x37, 0x7f, 0x06, 0x82, 0, 0, 0, 0]] {
        fs::write(&path, bytes).unwrap();
        assert_eq!(Wal::read(&path).unwrap(), None);
    }
}
