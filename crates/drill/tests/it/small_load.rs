//! A load that is small enough for a test: what the generator counts is what the server has seen.

use std::time::Duration;

use drill::load::{Board, LoadError, LoadPlan, Target, run};

use crate::{Folder, serve};

fn plan(players: u32, engine: Option<&str>) -> LoadPlan {
    let board = |game, options| Board::open(catalog::GAMES, game, options, engine).unwrap();
    LoadPlan {
        players,
        rate: 60.0,
        duration: Duration::from_secs(2),
        ramp: 200,
        boards: vec![board("connect4", "5x4x3"), board("backgammon", "hypergammon")],
        watchers: 0,
        guesses: 0,
        seed: 1,
    }
}

#[tokio::test]
async fn every_move_that_is_due_is_made_and_seen() {
    let folder = Folder::new();
    let target = Target::Running { address: serve(&folder).await, process: Some(std::process::id()) };
    let report = run(plan(8, None), target, |_| {}).await.unwrap();
    assert!(report.errors.is_empty(), "{:?}", report.errors);
    // Four tables take turns; at the end of a match, a turn is taken by the next one.
    let turns = report.seen.count + report.matches;
    assert!((110..=124).contains(&turns), "{turns} of 120 that were due");
    assert_eq!(report.seen.count, report.acknowledged.count);
    assert!(report.acknowledged.p50 <= report.seen.p50 && report.seen.p50 <= report.seen.max);
    assert!(report.memory.is_none_or(|memory| 0 < memory.end));
}

#[tokio::test]
async fn spectators_see_every_move_of_the_first_table_while_others_play() {
    let folder = Folder::new();
    let target = Target::Running { address: serve(&folder).await, process: None };
    let report = run(LoadPlan { watchers: 5, ..plan(4, None) }, target, |_| {}).await.unwrap();
    assert!(report.errors.is_empty(), "{:?}", report.errors);
    let watched = report.watched.unwrap();
    // Half of the moves are those of the first table; those at which a new match begins are in a snapshot.
    assert!(5 <= watched.count && watched.count <= 5 * report.seen.count, "{watched:?}");
}

/// How fast play is meanwhile, `brett load --guesses 200` measures.
#[tokio::test]
async fn s_04_whoever_guesses_passwords_is_held_back_while_others_play() {
    let folder = Folder::new();
    let target = Target::Running { address: serve(&folder).await, process: None };
    let report = run(LoadPlan { guesses: 300, ..plan(8, None) }, target, |_| {}).await.unwrap();
    assert!(report.errors.is_empty(), "{:?}", report.errors);
    let turns = report.seen.count + report.matches;
    assert!((110..=124).contains(&turns), "{turns} of 120 that were due are played");
    let guesses = report.guesses.unwrap();
    assert!(500 <= guesses.made, "{guesses:?}");
    // Wrong, or sent away because too many wait for a hash; nothing else happens, and nobody gets in.
    let count = |code: &str| guesses.answers.get(code).copied().unwrap_or_default();
    assert_eq!(count("password") + count("busy"), guesses.made, "{guesses:?}");
    let (hashes, at_once) = guesses.hashes.unwrap();
    assert_eq!(hashes, count("password"), "who is sent away costs no hash");
    let half = std::thread::available_parallelism().unwrap().get().div_ceil(2) as u64;
    assert!(1 <= at_once && at_once <= half, "{guesses:?}");
}

#[tokio::test]
async fn computer_players_answer_as_well() {
    let folder = Folder::new();
    let target = Target::Running { address: serve(&folder).await, process: None };
    let plan = LoadPlan { rate: 10.0, ..plan(2, Some("level1")) };
    let report = run(plan, target, |_| {}).await.unwrap();
    assert!(0 < report.seen.count, "{report:?}");
}

#[tokio::test]
async fn a_load_without_a_server_or_with_too_many_players_says_why() {
    let nobody = Target::Running { address: "127.0.0.1:1".parse().unwrap(), process: None };
    assert!(matches!(run(plan(2, None), nobody, |_| {}).await, Err(LoadError::Client(_))));
    let nobody = Target::Running { address: "127.0.0.1:1".parse().unwrap(), process: None };
    let error = run(plan(u32::MAX, None), nobody, |_| {}).await.unwrap_err();
    assert!(error.to_string().contains("ulimit -n"), "{error}");
    let error = Board::open(catalog::GAMES, "blokus", "", None).unwrap_err();
    assert!(error.to_string().contains("for two"), "{error}");
}
