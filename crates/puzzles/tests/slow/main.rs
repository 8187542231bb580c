//! Puzzles that ship, checked by a search that is deeper than the one that made them.
//!
//! Connect Four is solved, so every puzzle must hold. Elsewhere a deeper search changes its mind about a few moves, as it
//! does about all; how many is bounded.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use framework::{AnySearchRequest, search::Limits};
use puzzles::{Judge, Puzzle};

/// How a game is looked at more deeply than its recipe does.
fn deeper(game: &str) -> Judge {
    match game {
        // The solver knows the result whatever it takes.
        "connect4" => Judge::as_is("adviser"),
        "othello" => Judge::by_nodes("adviser", 8_000_000),
        "backgammon" => Judge::as_is("network:plies=3"),
        _ => Judge::by_nodes("adviser", 36_000),
    }
}

/// How many puzzles of a game a search looks at: a sample where each takes seconds.
fn sample(game: &str) -> usize {
    match game {
        "connect4" => usize::MAX,
        "othello" => 20,
        "backgammon" => 8,
        _ => 12,
    }
}

#[track_caller]
fn check(game: &str, at_least: f64) {
    let entry = catalog::find(catalog::GAMES, game).unwrap();
    let puzzles = puzzles::shipped(game).unwrap().puzzles();
    let judge = deeper(game);
    let step = puzzles.len().div_ceil(sample(game).min(puzzles.len()));
    let looked_at: Vec<&Puzzle> = puzzles.iter().step_by(step).collect();
    let mut refuted = Vec::new();
    for puzzle in &looked_at {
        let rules = entry.open_text(&puzzle.options).unwrap();
        let pos = puzzle.start(entry).unwrap();
        let mut engine = rules.engine(&judge.player).unwrap();
        let limits = Limits { seed: 7, ..judge.limits(7) };
        let found = engine.search(AnySearchRequest::new(&*pos, limits).unwrap());
        if found.best != puzzle.solution[0] {
            refuted.push(format!("{}: {} and not {}", puzzle.id, found.best, puzzle.solution[0]));
        }
    }
    let confirmed = 1.0 - refuted.len() as f64 / looked_at.len() as f64;
    assert!(at_least <= confirmed, "{game}: {confirmed:.2} of {} confirmed; {refuted:#?}", looked_at.len());
}

#[test]
fn the_solver_confirms_every_puzzle_of_connect_four() {
    check("connect4", 1.0);
}

#[test]
fn a_longer_search_confirms_puzzles_of_othello() {
    check("othello", 0.8);
}

#[test]
fn another_roll_ahead_confirms_puzzles_of_backgammon() {
    check("backgammon", 0.75);
}

#[test]
fn a_longer_search_confirms_puzzles_of_blokus() {
    check("blokus", 0.6);
}
