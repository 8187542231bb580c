//! Databases of other versions and of other programmes are never changed.

use std::{fs, path::Path};

use server::{
    Admin, Config, Originals, ServeError, Server, restore,
    store::{Schema, SqliteStore, StoreError},
};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _, sqlite::SqliteConnectOptions};

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
        origins: Vec::new(),
        proxies: Vec::new(),
        originals: Originals::default(),
        per_address: None,
        visits: server::visits::Visits::Nowhere,
        visit_patience: server::visits::PATIENCE,
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
        Admin::check(folder, catalog::GAMES, |_| ()).await.unwrap_err().to_string(),
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
        assert!(refusal.contains("a later version of this programme"), "{refusal}");
        assert!(refusal.contains("9999 steps") && refusal.contains("use that version"), "{refusal}");
    }
}

#[tokio::test]
async fn a_file_of_another_programme_is_refused_and_left_as_it_is() {
    let folder = Folder::new();
    made_by(folder.path(), &["CREATE TABLE recipes (name TEXT)"]).await;
    for refusal in refusals(folder.path()).await {
        assert!(refusal.contains("is no database of this programme"), "{refusal}");
    }
    let text = Folder::new();
    fs::write(text.path().join("brett.db"), "a shopping list ".repeat(1_000)).unwrap();
    for refusal in refusals(text.path()).await {
        assert!(refusal.contains("is no database of this programme"), "{refusal}");
    }
}

#[tokio::test]
async fn an_earlier_database_is_brought_up_to_date_by_who_may_write_alone() {
    let folder = Folder::new();
    let file = folder.path().join("brett.db");
    let first = include_str!("../../src/store/sqlite/migrations/0001_begin.sql");
    let steps = "CREATE TABLE schema_steps (step BIGINT PRIMARY KEY); INSERT INTO schema_steps VALUES (1)";
    made_by(folder.path(), &[first, steps]).await;
    assert_eq!(SqliteStore::look(&file).await, Ok(Schema::Earlier));
    let refused = Admin::check(folder.path(), catalog::GAMES, |_| ()).await.unwrap_err();
    assert!(refused.to_string().contains("start the server once"), "{refused}");
    assert_eq!(Server::check(&config(folder.path())).await.unwrap().schema, Schema::Earlier);
    assert_eq!(SqliteStore::look(&file).await, Ok(Schema::Earlier), "looking changes nothing");
    Admin::open(folder.path()).await.unwrap().close().await;
    assert_eq!(SqliteStore::look(&file).await, Ok(Schema::Present));
}

#[tokio::test]
async fn no_database_is_made_by_who_only_looks() {
    let folder = Folder::new();
    let file = folder.path().join("brett.db");
    assert!(Admin::open(folder.path()).await.is_err());
    assert!(Admin::check(folder.path(), catalog::GAMES, |_| ()).await.is_err());
    assert_eq!(Server::check(&config(folder.path())).await.unwrap().schema, Schema::Missing);
    assert!(matches!(SqliteStore::open_to_read(&file).await, Err(StoreError::Unavailable(_))));
    assert!(!file.exists());
}
