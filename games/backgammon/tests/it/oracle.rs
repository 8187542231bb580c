//! The fast generator against the naive one.

use backgammon::{Dice, Phase};
use framework::{Game, Rng, testkit};

use crate::{
    comparison::{compare, scattered},
    game,
};

#[test]
fn plays_agree_with_a_naive_generator_in_random_games() {
    let mut compared = 0;
    for (seed, options) in
        [(1, "nocube"), (1_000_000, "nackgammon nocube"), (2_000_000, "hypergammon nocube")]
    {
        testkit::random_positions(&game(options).start(), seed, 80_000, |table| {
            if let Phase::Playing(dice) = table.phase() {
                compare(table.board(), dice);
                compared += 1;
            }
        });
    }
    assert!(100_000 <= compared, "{compared} positions");
}

#[test]
fn plays_agree_with_a_naive_generator_on_scattered_checkers() {
    let mut rng = Rng::from_seed(7);
    for _ in 0..30_000 {
        compare(scattered(&mut rng), Dice::ALL[rng.index(21)]);
    }
}
