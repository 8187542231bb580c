//! Puzzles at the terminal, and making them.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::fs;

use brett::Exit;

use crate::{
    program::json,
    scratch::Scratch,
    session::{Seen, Session},
};

fn puzzles(input: &str, args: &[&str]) -> Seen {
    Session::with_input(input).run_with(catalog::GAMES, ["puzzles"].iter().chain(args))
}

/// A puzzle of Connect Four with one move, and the move.
fn short() -> (&'static ::puzzles::Puzzle, &'static str) {
    let set = ::puzzles::shipped("connect4").unwrap();
    let puzzle = set.puzzles().iter().find(|puzzle| puzzle.solution.len() == 1).unwrap();
    (puzzle, &puzzle.solution[0])
}

#[test]
fn a_puzzle_is_solved_by_typing_the_move() {
    let (puzzle, best) = short();
    let entry = catalog::find(catalog::GAMES, "connect4").unwrap();
    let is_wrong = |column: &String| {
        puzzle.attempt(entry, std::slice::from_ref(column)) == Ok(::puzzles::Attempt::Wrong)
    };
    let wrong = (1..=7).map(|column| column.to_string()).find(is_wrong).unwrap();
    let id = puzzle.id.as_str();
    let seen = puzzles(&format!("hint\n{best}\n"), &["connect4", "--id", id]);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    assert!(seen.out.contains(&format!("puzzle {id}")) && seen.out.contains("solved 1 of 1"), "{seen}");
    let seen = puzzles(&format!("9\n{wrong}\n{best}\n"), &["connect4", "--id", id]);
    assert!(seen.out.contains("another move is better") && seen.out.contains("solved 0 of 1"), "{seen}");
    let seen = puzzles("give-up\n", &["connect4", "--id", id]);
    assert!(
        seen.out.contains(&format!("the solution: {best}")) && seen.out.contains("solved 0 of 1"),
        "{seen}"
    );
    let seen = puzzles("aufgeben\n", &["connect4", "--id", id, "--lang", "de"]);
    assert!(seen.out.contains("die Lösung") && seen.out.contains("0 von 1 gelöst"), "{seen}");
}

#[test]
fn the_daily_one_and_those_of_a_theme_are_given() {
    let seen = puzzles("quit\n", &["othello", "--daily"]);
    assert!(seen.out.contains("solved 0 of 0"), "{seen}");
    let listed = json(&["puzzles", "othello", "--theme", "corner", "--list", "--json"]);
    let listed = listed["puzzles"].as_array().unwrap();
    assert!(!listed.is_empty());
    assert!(listed.iter().all(|puzzle| puzzle["themes"].to_string().contains("corner")));
    let seen = puzzles("", &["othello", "--theme", "mate"]);
    assert_eq!(seen.exit, Exit::Unusable);
    assert!(seen.err.contains("choose one of corner, sacrifice"), "{seen}");
    let seen = puzzles("", &["othello", "--id", "00000000"]);
    assert!(seen.err.contains("there are no such puzzles"), "{seen}");
}

#[test]
fn puzzles_are_made_from_games_and_an_interrupted_run_goes_on() {
    let scratch = Scratch::new("puzzles");
    let file = scratch.path("mine.puzzles");
    let path = file.as_str();
    let make = |games: &str| {
        puzzles(
            "",
            &["make", "connect4", "--variant", "5x4x4", "--games", games, "--out", path, "--threads", "2"],
        )
    };
    make("6");
    let half = fs::read_to_string(&file).unwrap();
    // As if the program had been killed while it wrote.
    fs::write(&file, format!("{half}{{\"id\":\"00")).unwrap();
    make("12");
    let whole = fs::read_to_string(&file).unwrap();
    assert!(whole.starts_with(&half) && whole.ends_with("{\"examined\":12}\n"), "{whole}");
    fs::remove_file(&file).unwrap();
    make("12");
    assert_eq!(fs::read_to_string(&file).unwrap(), whole, "the same at one go");
    let other = puzzles(
        "",
        &["make", "connect4", "--variant", "5x4x4", "--seed", "2", "--games", "1", "--out", path],
    );
    assert_eq!(other.exit, Exit::Unusable);
    assert!(other.err.contains("name another file"), "{other}");
}

#[test]
fn a_library_is_read_whatever_its_files_are() {
    let scratch = Scratch::new("library");
    let (games, out) = (scratch.path("games"), scratch.path("out.puzzles"));
    let (games, out) = (games.as_str(), out.as_str());
    fs::create_dir_all(games).unwrap();
    fs::write(format!("{games}/one.txt"), "f5d6c3d3c4f4f6f3e6e7\n").unwrap();
    fs::write(format!("{games}/junk.bin"), [0, 159, 146, 150]).unwrap();
    let seen = puzzles("", &["make", "othello", "--from", games, "--out", out]);
    assert!(seen.out.contains("junk.bin"), "{seen}");
    let seen = puzzles("", &["make", "othello", "--variant", "6x6", "--from", games, "--out", out]);
    assert!(seen.err.contains("--from holds no game of othello"), "{seen}");
    let seen = puzzles("", &["make", "othello", "--from", "/nowhere/at/all", "--out", out]);
    assert!(seen.err.contains("--from: cannot read"), "{seen}");
}
