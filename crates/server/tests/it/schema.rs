//! Databases of other versions and of other programs are never changed.

use std::{fs, path::Path};

use server::{Admin, Config, Originals, ServeError, Server, restore};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _, sqlite::SqliteConnectOptions};
use store::{Account, AccountStore as _, Kept, StoreError};
use store_sqlite::{Schema, SqliteStore};

use crate::folder::Folder;

/// Makes a database by these statements, in a file of the name that servers use.
async fn made_by(folder: &Path, statements: &[&'static str]) {
    let options = SqliteConnectOptions::new().filename(folder.join("brett.db")).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    for &statement in statements {
        connection.execute(statement).await.unwrap();
    }
    connection.close().await.unwrap();
}

fn config(folder: &Path) -> Config {
    Config {
        listen: ([127, 0, 0, 1], 0).into(),
        data: folder.to_owned(),
        engine_threads: 1,
        engine_memory: server::default_engine_memory(1),
        ponder: false,
        origins: Vec::new(),
        proxies: Vec::new(),
        originals: Originals::default(),
        per_address: None,
        visits: visits::Visits::Nowhere,
        detached_visit_timeout: visits::DETACHED_VISIT_TIMEOUT,
        audit_notes: None,
    }
}

/// Lets everything that opens a database try it, and tells what each says.
async fn refusals(folder: &Path) -> Vec<String> {
    let elsewhere = Folder::new();
    let copied = elsewhere.path().join("copy.db");
    fs::copy(folder.join("brett.db"), &copied).unwrap();
    let before = fs::read(&copied).unwrap();
    let store = |error| match error {
        ServeError::Store { error, .. } => error.to_string(),
        error => panic!("{error}"),
    };
    let refusals = vec![
        Admin::open(folder).await.unwrap_err().to_string(),
        Admin::check(folder, catalog::GAMES, &[], |_| ()).await.unwrap_err().to_string(),
        store(Server::open(&config(folder), catalog::GAMES).await.unwrap_err()),
        store(Server::check(&config(folder)).await.unwrap_err()),
        restore(elsewhere.path(), &copied, catalog::GAMES, |_| ()).await.unwrap_err().to_string(),
    ];
    assert_eq!(fs::read(folder.join("brett.db")).unwrap(), before, "the file has changed");
    assert_eq!(fs::read(&copied).unwrap(), before, "the copy has changed");
    refusals
}

#[tokio::test]
async fn a_database_of_a_later_version_is_refused_and_left_as_it_is() {
    let folder = Folder::new();
    SqliteStore::open(&folder.path().join("brett.db")).await.unwrap().close().await;
    made_by(folder.path(), &["INSERT INTO schema_steps VALUES (9999)", "PRAGMA journal_mode = DELETE"]).await;
    for refusal in refusals(folder.path()).await {
        assert!(refusal.contains("a later version of this program"), "{refusal}");
        assert!(refusal.contains("9999 steps") && refusal.contains("use that version"), "{refusal}");
    }
}

#[tokio::test]
async fn a_file_of_another_program_is_refused_and_left_as_it_is() {
    let folder = Folder::new();
    made_by(folder.path(), &["CREATE TABLE recipes (name TEXT)"]).await;
    for refusal in refusals(folder.path()).await {
        assert!(refusal.contains("is no database of this program"), "{refusal}");
    }
    let text = Folder::new();
    fs::write(text.path().join("brett.db"), "a shopping list ".repeat(1_000)).unwrap();
    for refusal in refusals(text.path()).await {
        assert!(refusal.contains("is no database of this program"), "{refusal}");
    }
}

#[tokio::test]
async fn only_writers_migrate_an_old_database() {
    let folder = Folder::new();
    let file = folder.path().join("brett.db");
    let first = include_str!("../../../store-sqlite/src/migrations/0001_begin.sql");
    let steps = "CREATE TABLE schema_steps (step BIGINT PRIMARY KEY); INSERT INTO schema_steps VALUES (1)";
    made_by(folder.path(), &[first, steps]).await;
    assert_eq!(SqliteStore::look(&file).await, Ok(Schema::Earlier));
    let refused = Admin::check(folder.path(), catalog::GAMES, &[], |_| ()).await.unwrap_err();
    assert!(refused.to_string().contains("start the server once"), "{refused}");
    assert_eq!(Server::check(&config(folder.path())).await.unwrap().schema, Schema::Earlier);
    assert_eq!(SqliteStore::look(&file).await, Ok(Schema::Earlier), "looking changes nothing");
    Admin::open(folder.path()).await.unwrap().close().await;
    assert_eq!(SqliteStore::look(&file).await, Ok(Schema::Present));
}

#[tokio::test]
async fn looking_creates_no_database() {
    let folder = Folder::new();
    let file = folder.path().join("brett.db");
    assert!(Admin::open(folder.path()).await.is_err());
    assert!(Admin::check(folder.path(), catalog::GAMES, &[], |_| ()).await.is_err());
    assert_eq!(Server::check(&config(folder.path())).await.unwrap().schema, Schema::Missing);
    assert!(matches!(SqliteStore::open_to_read(&file).await, Err(StoreError::Unavailable(_))));
    assert!(!file.exists());
}

#[tokio::test]
async fn d_18_accounts_of_earlier_versions_keep_names_that_look_alike() {
    let folder = Folder::new();
    made_by(
        folder.path(),
        &[
            include_str!("../../../store-sqlite/src/migrations/0001_begin.sql"),
            include_str!("../../../store-sqlite/src/migrations/0002_accounts.sql"),
            include_str!("../../../store-sqlite/src/migrations/0003_standings.sql"),
            "CREATE TABLE schema_steps (step BIGINT PRIMARY KEY); INSERT INTO schema_steps VALUES (1), (2), (3)",
            "INSERT INTO users (id, name, guest, bot, created, seen) \
             VALUES ('one', 'Paul', 0, 0, 1, 1), ('two', 'PauI', 0, 0, 2, 2)",
            "INSERT INTO accounts (user_id, name_key, password, email, created) \
             VALUES ('one', 'paul', NULL, NULL, 1), ('two', 'paui', NULL, NULL, 2)",
        ],
    )
    .await;
    let store = SqliteStore::open(&folder.path().join("brett.db")).await.unwrap();
    for (name, id) in [("Paul", "one"), ("PauI", "two")] {
        let account = store.account_named(name).await.unwrap().unwrap();
        assert_eq!(account.person.id.as_str(), id);
        // They can still change their passwords.
        let changed = Account { password: Some("hash".to_owned()), ..account };
        assert_eq!(store.change_account(changed).await.unwrap(), Kept::Written, "{name}");
    }
    assert!(store.is_name_taken("Pau1").await.unwrap(), "nobody else gets such a name");
    store.close().await;
}
