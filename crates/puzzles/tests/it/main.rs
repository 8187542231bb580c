//! The puzzles that ship, and the maker.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::collections::BTreeSet;

use catalog::GAMES;
use framework::GameEntry;
use proptest::prelude::*;
use puzzles::{Attempt, Header, Maker, Puzzle, PuzzleError, PuzzleSet, Recipe, Refusal, SetLine, self_play};

fn entry(game: &str) -> &'static GameEntry {
    catalog::find(GAMES, game).unwrap()
}

fn moves(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn every_game_ships_with_two_hundred_puzzles_that_can_be_played() {
    for entry in GAMES {
        let set = puzzles::shipped(entry.info.id).unwrap_or_else(|| panic!("{} has puzzles", entry.info.id));
        assert!(200 <= set.puzzles().len(), "{}: {}", entry.info.id, set.puzzles().len());
        for puzzle in set.puzzles() {
            puzzle
                .check(entry)
                .unwrap_or_else(|problem| panic!("{} {}: {problem}", entry.info.id, puzzle.id));
            assert!(!puzzle.themes.is_empty(), "{} {} is about something", entry.info.id, puzzle.id);
            assert!((800..2_400).contains(&puzzle.rating), "{} {}", puzzle.id, puzzle.rating);
        }
        let ids: BTreeSet<_> = set.puzzles().iter().map(|puzzle| &puzzle.id).collect();
        assert_eq!(ids.len(), set.puzzles().len(), "no two have the same word");
    }
}

#[test]
fn a_set_is_small() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/sets");
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap();
        assert!(file.metadata().unwrap().len() < 100_000, "{}", file.path().display());
    }
}

#[test]
fn games_are_the_same_for_the_same_seed_and_others_for_another() {
    let game = entry("connect4").open_text("").unwrap();
    let played = |seed| {
        let positions = self_play(&*game, &Recipe::of("connect4"), seed, 3).unwrap();
        positions.iter().map(|pos| pos.text()).collect::<Vec<_>>()
    };
    assert_eq!(played(1), played(1));
    assert_ne!(played(1), played(2));
}

#[test]
fn a_maker_finds_the_same_puzzles_whatever_it_did_before() {
    let game = entry("connect4").open_text("").unwrap();
    let recipe = Recipe::of("connect4");
    let make = |maker: &mut Maker, number| {
        let positions = self_play(&*game, &recipe, 1, number).unwrap();
        maker.examine_game(&positions, 1, number, |_| {})
    };
    let mut fresh = Maker::new(&*game, recipe.clone()).unwrap();
    let mut used = Maker::new(&*game, recipe.clone()).unwrap();
    const GAMES_WITH_PUZZLES: [u64; 1] = [9];
    let first: Vec<Puzzle> =
        GAMES_WITH_PUZZLES.into_iter().flat_map(|number| make(&mut fresh, number)).collect();
    make(&mut used, 3);
    let again: Vec<Puzzle> =
        GAMES_WITH_PUZZLES.into_iter().flat_map(|number| make(&mut used, number)).collect();
    assert!(!first.is_empty(), "this game has a puzzle");
    assert_eq!(first, again);
    for puzzle in &first {
        puzzle.check(entry("connect4")).unwrap();
    }
}

#[test]
fn forced_and_trivial_positions_are_no_puzzles() {
    let game = entry("connect4").open_text("").unwrap();
    let mut maker = Maker::new(&*game, Recipe::of("connect4")).unwrap();
    let mut examine = |text: &str| maker.examine(&*game.parse_position(text).unwrap());
    // Three in a column: whoever looks at all completes it, and wins later otherwise.
    assert!(matches!(examine("414142"), Err(Refusal::Trivial | Refusal::NoGap)));
    assert_eq!(examine("").unwrap_err(), Refusal::Trivial, "the middle wins, and every evaluation likes it");
    // Where one column is open, nothing is to be chosen.
    let small = entry("connect4").open_text("2x4x4").unwrap();
    let mut maker = Maker::new(&*small, Recipe::of("connect4")).unwrap();
    assert_eq!(maker.examine(&*small.parse_position("1111").unwrap()).unwrap_err(), Refusal::Forced);
}

#[test]
fn an_attempt_is_right_wrong_or_solved() {
    let set = puzzles::shipped("connect4").unwrap();
    let puzzle = set.puzzles().iter().find(|puzzle| 3 <= puzzle.solution.len()).unwrap();
    let entry = entry("connect4");
    let (first, reply, second) = (&puzzle.solution[0], &puzzle.solution[1], &puzzle.solution[2]);
    let attempt = |text: &str| puzzle.attempt(entry, &moves(text));
    assert_eq!(attempt(first), Ok(Attempt::Right { reply: reply.clone() }));
    let wrong =
        (1..=7).map(|column| column.to_string()).find(|column| matches!(attempt(column), Ok(Attempt::Wrong)));
    assert!(wrong.is_some(), "another column is worse");
    assert!(matches!(attempt("9"), Err(PuzzleError::Move { .. })));
    assert_eq!(attempt(""), Err(PuzzleError::Length));
    let wrong = wrong.unwrap();
    assert_eq!(
        attempt(&format!("{wrong} {second}")),
        Err(PuzzleError::TooManyMoves),
        "nobody goes on after that"
    );
    let own: Vec<String> = puzzle.solution.iter().step_by(2).cloned().collect();
    assert_eq!(puzzle.attempt(entry, &own), Ok(Attempt::Solved));
}

#[test]
fn a_puzzle_with_a_wrong_word_or_an_even_solution_is_refused() {
    let puzzle = puzzles::shipped("othello").unwrap().puzzles()[0].clone();
    let entry = entry("othello");
    let twisted = Puzzle { options: "6x6".to_owned(), ..puzzle.clone() };
    assert!(twisted.check(entry).is_err());
    let cut = Puzzle { solution: Vec::new(), ..puzzle.clone() };
    assert_eq!(cut.check(entry), Err(PuzzleError::Length));
    let unknown = Puzzle { themes: vec!["mate".to_owned()], ..puzzle };
    assert_eq!(unknown.check(entry), Err(PuzzleError::Theme("mate".to_owned())));
}

#[test]
fn what_is_written_is_read() {
    let set = puzzles::shipped("backgammon").unwrap();
    let header = serde_json::to_string(&Header::new("backgammon", "a test")).unwrap();
    let lines = set.puzzles().iter().map(|puzzle| SetLine::Puzzle(Box::new(puzzle.clone())).to_text());
    let text = format!("{header}\n{}", lines.collect::<String>());
    assert_eq!(PuzzleSet::read(&text).unwrap().puzzles(), set.puzzles());
}

proptest! {
    #[test]
    fn damaged_files_are_refused_or_read(at in 0_usize..4_000, byte: u8) {
        let set = puzzles::shipped("othello").unwrap();
        let header = serde_json::to_string(&Header::new("othello", "a test")).unwrap();
        let lines = set.puzzles().iter().take(8).map(|puzzle| SetLine::Puzzle(Box::new(puzzle.clone())).to_text());
        let mut bytes = format!("{header}\n{}", lines.collect::<String>()).into_bytes();
        let at = at % bytes.len();
        bytes[at] = byte;
        let Ok(text) = String::from_utf8(bytes) else { return Ok(()) };
        if let Ok(set) = PuzzleSet::read(&text) {
            for puzzle in set.puzzles() {
                // Whatever it says, it can be asked.
                let _ = puzzle.check(entry("othello"));
                let _ = puzzle.attempt(entry("othello"), &puzzle.solution);
            }
        }
    }
}
