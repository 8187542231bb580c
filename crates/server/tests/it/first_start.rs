//! Databases that a killed process, a bad disk or an older version has left behind, and the rights of files.

use std::{fs, io::Write as _, path::Path};

use server::{Admin, ServeError, Server, restore};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _, sqlite::SqliteConnectOptions};
use store::{Store as _, StoreError};
use store_sqlite::{Schema, SqliteStore};

use crate::{
    folder::Folder,
    running::config,
    store_contract::{NOW, command, table},
};

/// Leaves a database as a process does that is killed in the middle of its first transaction: pages of it are in the
/// file, and a journal says how to take them back.
async fn leave_hot_journal(file: &Path) {
    let elsewhere = Folder::new();
    let draft = elsewhere.path().join("draft.db");
    let mut connection =
        SqliteConnectOptions::new().filename(&draft).create_if_missing(true).connect().await.unwrap();
    // With so small a cache, pages are written to the file before the transaction ends.
    for statement in [
        "PRAGMA journal_mode = DELETE",
        "PRAGMA cache_size = 1",
        "CREATE TABLE first (text TEXT)",
        "PRAGMA cache_spill = 1",
        "BEGIN",
        "CREATE TABLE schema_steps (step BIGINT PRIMARY KEY)",
    ] {
        connection.execute(statement).await.unwrap();
    }
    let fill = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400) \
                INSERT INTO first SELECT hex(randomblob(400)) FROM n";
    connection.execute(fill).await.unwrap();
    let journal = elsewhere.path().join("draft.db-journal");
    let bytes = fs::read(&journal).unwrap();
    assert!(bytes.iter().take(8).any(|byte| *byte != 0), "the journal was synced");
    fs::copy(&draft, file).unwrap();
    fs::copy(&journal, file.with_file_name("brett.db-journal")).unwrap();
    connection.execute("ROLLBACK").await.unwrap();
    connection.close().await.unwrap();
}

/// Issue 16, D12: read-only, SQLite cannot roll back and answered 776 for ever.
#[tokio::test]
async fn a_journal_of_a_killed_process_is_rolled_back() {
    let folder = Folder::new();
    let file = folder.path().join("brett.db");
    leave_hot_journal(&file).await;
    // What the transaction began with is not ours; that it can be read at all is the point.
    assert!(matches!(SqliteStore::look(&file).await, Err(StoreError::Foreign(_))));
    assert!(!folder.path().join("brett.db-journal").exists(), "it was rolled back");
}

#[tokio::test]
async fn a_first_start_that_was_interrupted_begins_again() {
    let folder = Folder::new();
    let file = folder.path().join("brett.db");
    // What this version leaves: a draft beside.
    fs::write(folder.path().join("brett.db.new"), "half a database").unwrap();
    fs::write(folder.path().join("brett.db.new-journal"), "half a journal").unwrap();
    let store = SqliteStore::open(&file).await.unwrap();
    store.close().await;
    assert_eq!(SqliteStore::look(&file).await, Ok(Schema::Present));
    assert!(
        !folder.path().join("brett.db.new").exists() && !folder.path().join("brett.db.new-journal").exists()
    );
    // What an earlier version left: an empty file and its journal.
    let folder = Folder::new();
    let file = folder.path().join("brett.db");
    fs::write(&file, "").unwrap();
    fs::write(folder.path().join("brett.db-journal"), [0xd9; 512]).unwrap();
    SqliteStore::open(&file).await.unwrap().close().await;
    assert_eq!(SqliteStore::look(&file).await, Ok(Schema::Present));
}

async fn refusal(folder: &Path) -> String {
    let refused = Server::open(&config(folder), catalog::GAMES).await.unwrap_err();
    let ServeError::Store { error, .. } = refused else { panic!("{refused}") };
    let checked = Server::check(&config(folder)).await;
    assert!(checked.is_err(), "brett serve --check says the same");
    error.to_string()
}

#[tokio::test]
async fn an_empty_file_is_refused_with_a_remedy() {
    let folder = Folder::new();
    fs::write(folder.path().join("brett.db"), "").unwrap();
    let refusal = refusal(folder.path()).await;
    assert!(refusal.contains("is empty") && refusal.contains("brett admin restore"), "{refusal}");
    assert_eq!(fs::read(folder.path().join("brett.db")).unwrap(), [0; 0], "it is left as it is");
}

#[tokio::test]
async fn a_file_that_was_cut_off_is_refused_and_a_backup_takes_its_place() {
    let folder = Folder::new();
    let file = folder.path().join("brett.db");
    let store = SqliteStore::open(&file).await.unwrap();
    store.create_table(table("one", NOW, command("anna/tab", 1))).await.unwrap();
    store.close().await;
    let backup = Folder::new();
    let copy = backup.path().join("copy.db");
    let admin = Admin::open(folder.path()).await.unwrap();
    admin.backup(&copy, catalog::GAMES, |_| ()).await.unwrap();
    admin.close().await;
    let bytes = fs::read(&file).unwrap();
    for missing in [100, 4_096] {
        fs::write(&file, &bytes[..bytes.len() - missing]).unwrap();
        let refusal = refusal(folder.path()).await;
        assert!(refusal.contains("a part of it is missing"), "{refusal}");
        assert!(refusal.contains("restore a backup with brett admin restore FILE"), "{refusal}");
    }
    restore(folder.path(), &copy, catalog::GAMES, |_| ()).await.unwrap();
    let store = SqliteStore::open(&file).await.unwrap();
    assert!(store.table(&"one".parse().unwrap()).await.unwrap().is_some());
    store.close().await;
}

/// After a crash the newest pages are in the journal, and the file alone says nothing.
#[tokio::test]
async fn a_file_that_was_cut_off_is_refused_although_a_journal_is_left() {
    let folder = Folder::new();
    let file = folder.path().join("brett.db");
    SqliteStore::open(&file).await.unwrap().close().await;
    let store = SqliteStore::open(&file).await.unwrap();
    store.setting("name", "value".to_owned()).await.unwrap();
    let crashed = Folder::new();
    let copy = crashed.path().join("brett.db");
    let bytes = fs::read(&file).unwrap();
    fs::write(&copy, &bytes[..bytes.len() - 100]).unwrap();
    fs::copy(folder.path().join("brett.db-wal"), crashed.path().join("brett.db-wal")).unwrap();
    store.close().await;
    let refused = Server::open(&config(crashed.path()), catalog::GAMES).await.unwrap_err();
    assert!(refused.to_string().contains("a part of it is missing"), "{refused}");
    // Killed while pages were moved from the log to the file, which is not their only place then.
    let store = SqliteStore::open(&file).await.unwrap();
    for number in 0..20 {
        store.create_table(table(&format!("t{number}"), NOW, command("anna/tab", number))).await.unwrap();
    }
    let log = fs::read(folder.path().join("brett.db-wal")).unwrap();
    store.close().await;
    let whole = fs::read(&file).unwrap();
    assert!(bytes.len() < whole.len(), "the file has grown");
    let killed = Folder::new();
    fs::write(killed.path().join("brett.db"), &whole[..bytes.len() + 100]).unwrap();
    fs::write(killed.path().join("brett.db-wal"), log).unwrap();
    let store = SqliteStore::open(&killed.path().join("brett.db")).await.unwrap();
    assert!(store.table(&"t19".parse().unwrap()).await.unwrap().is_some());
    assert_eq!(store.damage().await, Ok(None));
    store.close().await;
}

#[cfg(unix)]
mod rights {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o777
    }

    fn files_of(folder: &Path) -> Vec<(String, u32)> {
        let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let mut files: Vec<_> =
            entries.map(|entry| (entry.file_name().into_string().unwrap(), mode(&entry.path()))).collect();
        files.sort();
        files
    }

    /// Issue 16, D16.
    #[tokio::test]
    async fn what_the_server_makes_is_for_its_owner_alone() {
        let folder = Folder::new();
        let data = folder.path().join("data");
        let server = Server::open(&config(&data), catalog::GAMES).await.unwrap();
        assert_eq!(mode(&data), 0o700);
        let files = files_of(&data);
        assert!(4 <= files.len() && files.iter().all(|(_, mode)| *mode == 0o600), "{files:?}");
        let copy = folder.path().join("copy.db");
        let admin = Admin::open(&data).await.unwrap();
        admin.backup(&copy, catalog::GAMES, |_| ()).await.unwrap();
        admin.close().await;
        assert_eq!(mode(&copy), 0o600);
        drop(server);
        fs::set_permissions(&copy, fs::Permissions::from_mode(0o644)).unwrap();
        let other = folder.path().join("other");
        restore(&other, &copy, catalog::GAMES, |_| ()).await.unwrap();
        assert_eq!((mode(&other), mode(&other.join("brett.db"))), (0o700, 0o600));
    }

    #[tokio::test]
    async fn an_older_installation_is_tightened_and_the_files_of_others_are_left() {
        let folder = Folder::new();
        let data = folder.path().join("data");
        fs::create_dir(&data).unwrap();
        SqliteStore::open(&data.join("brett.db")).await.unwrap().close().await;
        fs::File::create(data.join("brett.db.before-1")).unwrap().write_all(b"old").unwrap();
        let loosen = || {
            fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
            for (name, _) in files_of(&data) {
                fs::set_permissions(data.join(name), fs::Permissions::from_mode(0o644)).unwrap();
            }
        };
        loosen();
        drop(Server::open(&config(&data), catalog::GAMES).await.unwrap());
        assert_eq!(mode(&data), 0o700);
        assert!(files_of(&data).iter().all(|(_, mode)| *mode == 0o600), "{:?}", files_of(&data));
        // A folder that somebody uses for other things as well stays open to those who need them.
        fs::write(data.join("holidays.txt"), "photos").unwrap();
        loosen();
        drop(Server::open(&config(&data), catalog::GAMES).await.unwrap());
        assert_eq!((mode(&data), mode(&data.join("holidays.txt"))), (0o755, 0o644));
        assert_eq!(mode(&data.join("brett.db")), 0o600);
    }
}
