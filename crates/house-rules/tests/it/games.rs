//! Every game has the same rooms, so that who knows one knows all.
//!
//! These checks hold for finished games; a folder that is only a placeholder fails them.

use crate::{report, tree};

/// Every game's folder, such as `games/othello`.
fn games() -> Vec<String> {
    let games: Vec<_> = tree::folders_in("games").into_iter().map(|name| format!("games/{name}")).collect();
    assert!(!games.is_empty());
    games
}

#[track_caller]
fn check_games(what: &str, has_it: impl Fn(&str) -> bool) {
    let without = games().into_iter().filter(|game| !has_it(game));
    report(&without.map(|game| format!("{game} has no {what}")).collect::<Vec<_>>());
}

fn has_file(folder: &str, is_it: impl Fn(&str) -> bool) -> bool {
    tree::exists(folder) && tree::files_below(folder).iter().any(|file| is_it(file))
}

#[test]
fn every_game_explains_itself() {
    check_games("README.md", |game| tree::exists(&format!("{game}/README.md")));
}

#[test]
fn every_game_has_data_to_be_tested_with() {
    check_games("files in tests/data", |game| has_file(&format!("{game}/tests/data"), |_| true));
}

#[test]
fn every_game_has_slow_tests() {
    check_games("tests/slow/main.rs", |game| tree::exists(&format!("{game}/tests/slow/main.rs")));
}

#[test]
fn every_game_measures_itself() {
    check_games("benches", |game| {
        has_file(&format!("{game}/benches"), |file| tree::has_extension(file, &["rs"]))
    });
}

/// What `testkit::playthrough` writes begins with the game and the seed, whatever the snapshot is called.
#[test]
fn every_game_has_a_playthrough_to_review() {
    check_games("playthrough snapshot", |game| {
        has_file(&format!("{game}/tests"), |file| {
            let id = game.trim_start_matches("games/");
            let is_snapshot = tree::has_extension(file, &["snap"]);
            is_snapshot
                && tree::read(file).contains(&format!("\ngame {id}"))
                && tree::read(file).contains("\nply 0 ")
        })
    });
}

#[test]
fn every_game_is_in_the_catalog() {
    let catalog = tree::read("crates/catalog/src/lib.rs");
    check_games("line in the catalog", |game| {
        catalog.contains(&format!("{}::ENTRY", game.trim_start_matches("games/")))
    });
}
