//! Big numbers: `cargo test -p backgammon --release --features slow-tests --test slow`.

#[path = "../it/comparison.rs"]
mod comparison;
#[path = "../it/naive.rs"]
mod naive;

use backgammon::{Backgammon, Dice, Phase};
use framework::{Game, Position, Rng, random_move, testkit};

fn game(options: &str) -> Backgammon {
    Backgammon::from_options(&options.parse().expect("options")).expect("a rule set")
}

#[test]
fn plays_agree_with_a_naive_generator_in_a_million_positions() {
    let mut compared = 0;
    for (seed, options) in
        [(1, "nocube"), (1_000_000, "nackgammon nocube"), (2_000_000, "hypergammon nocube")]
    {
        testkit::random_positions(&game(options).start(), seed, 600_000, |table| {
            if let Phase::Playing(dice) = table.phase() {
                comparison::compare(table.board(), dice);
                compared += 1;
            }
        });
    }
    let mut rng = Rng::from_seed(2006);
    while compared < 1_200_000 {
        comparison::compare(comparison::scattered(&mut rng), Dice::ALL[rng.index(21)]);
        compared += 1;
    }
    assert_eq!(compared, 1_200_000);
}

#[test]
fn a_million_openings_never_begin_with_a_double() {
    let start = game("").start();
    let mut rng = Rng::from_seed(2006);
    for _ in 0..1_000_000 {
        let table = start.after(random_move(&start, &mut rng).expect("a roll"));
        assert!(matches!(table.phase(), Phase::Playing(dice) if !dice.is_double()));
    }
}

#[test]
fn three_plies_deep_the_start_has_this_many_paths() {
    let table = game("nocube").parse_position("4HPwATDgc/ABMA").expect("the start");
    testkit::check_perft(&table, &[(6, 0)]);
}

#[test]
fn hypergammon_has_this_many_paths() {
    testkit::check_perft(&game("hypergammon nocube").start(), &[(2, 0), (4, 0), (6, 0), (8, 0)]);
}
