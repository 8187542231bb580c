//! Big numbers: `cargo test -p brettwerk-backgammon --release --features slow-tests --test slow`.

#![allow(clippy::unwrap_used, reason = "an unwrap that fails is a test that fails")]

mod bear_off;
#[path = "../it/comparison.rs"]
mod comparison;
#[path = "../it/naive.rs"]
mod naive;

use std::collections::BTreeMap;

use backgammon::{Backgammon, Dice, Phase};
use framework::{Game, Position, Rng, random_move, testkit};

use self::naive::Arrays;

const START: &str = "4HPwATDgc/ABMA";

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

/// Counts paths of rolls and plays, board by board, with the naive generator; who cannot move passes.
fn naive_paths(start: Arrays, turns: u32) -> u64 {
    let mut reached = BTreeMap::from([(start, 1_u64)]);
    for _ in 0..turns {
        let mut next = BTreeMap::new();
        // A side that has borne off everything has ended the game.
        for (&[mover, other], &paths) in reached.iter().filter(|(board, _)| board[1][1..] != [0; 25]) {
            for dice in Dice::ALL {
                let mut results = naive::results([mover, other], dice.high(), dice.low());
                if results.is_empty() {
                    results.insert([mover, other]);
                }
                for [mover, other] in results {
                    *next.entry([other, mover]).or_insert(0) += paths;
                }
            }
        }
        reached = next;
    }
    reached.values().sum()
}

/// Checks the paths of some turns, each a roll and a play, and that the naive generator finds as many.
#[track_caller]
fn check_paths(options: &str, start: &str, turns: &[(u32, u64)]) {
    let table = game(options).parse_position(start).expect("a position");
    let board = [table.board().mover.counts(), table.board().other.counts()];
    for &(turns, paths) in turns {
        assert_eq!(table.perft(2 * turns).paths, paths, "{turns} turns");
        assert_eq!(naive_paths(board, turns), paths, "{turns} turns, naively");
    }
}

#[test]
fn two_turns_have_202_782_paths() {
    check_paths("nocube", START, &[(1, 447), (2, 202_782)]);
}

#[test]
fn three_turns_have_116_million_paths() {
    // The naive generator finds as many, but takes minutes.
    testkit::check_perft(&game("nocube").parse_position(START).expect("the start"), &[(6, 116_154_993)]);
}

#[test]
fn three_turns_of_hypergammon_have_six_million_paths() {
    check_paths("hypergammon nocube", "AACgAgAAKgAAAA", &[(1, 195), (2, 38_017), (3, 6_645_799)]);
}
