//! The testkit finds what is right, and what is wrong.

use framework::{Game, testkit};

use crate::dice_race::DiceRace;

fn race(options: &str) -> DiceRace {
    DiceRace::from_options(&options.parse().unwrap()).unwrap()
}

#[test]
fn a_game_with_dice_keeps_the_laws() {
    for options in ["", "seats=3", "seats=4 points=5"] {
        testkit::check_game(&race(options), 1, 50);
        testkit::check_readers(&race(options), 1, 5_000);
    }
    testkit::check_perft(&race("").start(), &[(1, 1), (2, 3), (3, 6), (5, 18), (6, 36)]);
}

#[test]
fn finished_games_count_once_in_the_other_custom() {
    let pos = race("").parse_position("0:0 5 2").unwrap();
    let counted = framework::Position::perft(&pos, 4);
    assert_eq!((counted.paths, counted.ended, counted.leaves()), (0, 2, 2));
}
