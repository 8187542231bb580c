//! The big numbers: `cargo test -p brettwerk-othello --release --features slow-tests --test slow`.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its own data must fail")]

#[path = "../support/counting.rs"]
mod counting;
#[path = "../it/openings.rs"]
mod openings;
#[path = "../support/slow_solver.rs"]
mod slow_solver;
#[path = "../support/truths.rs"]
mod truths;

mod solver;

use framework::{Game, Position, testkit};
use othello::Othello;

#[test]
fn twelve_plies_have_the_known_numbers_of_leaves() {
    counting::check_known_leaves(11..=12);
}

/// Every move of the suite's positions with up to sixteen empty squares is worth what the suite says.
#[test]
fn end_games_have_their_exact_scores() {
    let game = Othello::standard();
    let end_games = truths::end_games(include_str!("../data/ffo01-39.txt"));
    for end_game in end_games.iter().filter(|end_game| end_game.empties <= 16) {
        let board = game.parse_position(&end_game.position).unwrap();
        let number = end_game.number;
        assert_eq!(slow_solver::perfect_score(&board), end_game.score, "number {number}");
        for (name, score) in &end_game.moves {
            let mut after = board;
            after.play(game.parse_move(&board, name).unwrap());
            assert_eq!(-slow_solver::perfect_score(&after), *score, "{name} in number {number}");
        }
    }
}

/// How far apart they lie is measured by a ladder of all levels; here 40 games each show that it is not little.
#[test]
fn the_lower_levels_win_clearly_against_the_level_below() {
    let game = Othello::standard();
    for level in 2..=6 {
        let (mut higher, mut lower) = (game.level(level), game.level(level - 1));
        let score = testkit::duel(openings::openings(20), &mut *higher, &mut *lower, u64::MAX);
        let share = (f64::from(score.wins) + f64::from(score.draws) / 2.0) / 40.0;
        assert!((0.57..0.95).contains(&share), "level {level}: {score:?}");
    }
}

#[test]
fn the_strongest_level_wins_95_of_100_games_against_2014() {
    let game = Othello::standard();
    let mut opponent = testkit::player(&game, "denkmaschine-2014 depth=5");
    let score = testkit::duel(openings::openings(50), &mut *game.level(10), &mut *opponent, 50_000);
    assert!(95 <= score.wins, "{score:?}");
}
