//! Nim keeps the laws of the framework, like every other game.

use framework::{Game, Position, testkit};
use nim::Nim;

fn game() -> Nim {
    Nim(vec![3, 4, 5])
}

#[test]
fn keeps_the_laws() {
    testkit::check_game(&game(), 1, 200);
    testkit::check_readers(&game(), 1, 20_000);
}

#[test]
fn counts_its_paths() {
    testkit::check_perft(&game().start(), &[(0, 1), (1, 12), (2, 113)]);
}

#[test]
fn a_random_game_looks_like_this() {
    insta::assert_snapshot!(testkit::playthrough(&game(), 1));
}

#[test]
fn who_takes_the_last_one_wins() {
    let game = game();
    let mut pos = game.parse_position("2: 0 0 2").unwrap();
    pos.play(game.parse_move(&pos, "2-3").unwrap());
    assert_eq!(game.result(&pos).unwrap().to_string(), "player 2 wins");
}

#[test]
fn the_rules_stay_small() {
    let lines = include_str!("../src/lib.rs").lines().count();
    assert!(lines <= 120, "Nim promises its rules in at most 120 lines, and has {lines}");
}
