//! Rollouts against what is known exactly.

use backgammon::{
    Cube, MatchScore, Move, Phase, Table,
    engine::{
        Evaluation,
        bear_off::TwoSided,
        rollout::{Rollout, RolloutTally, Settings},
    },
};
use framework::{Game, Position, Seat};

use crate::{board, dice, game};

const SETTINGS: Settings = Settings { truncate: None, luck: true, cube: false, seed: 3 };

fn tally(table: &Table, moves: &[Move], settings: Settings, n_trials: u64) -> RolloutTally {
    let rollout = Rollout::new(Evaluation::strongest(), table, moves, settings);
    let mut tally = RolloutTally::default();
    (0..n_trials).for_each(|number| tally.add(rollout.trial(number)));
    tally
}

/// Few checkers on both sides, so that the truth is known.
fn bear_off() -> backgammon::Board {
    board(&[(6, 2), (4, 2), (0, 11)], &[(5, 2), (3, 2), (0, 11)])
}

fn before_roll(options: &str) -> Table {
    game(options).start().with_board(Seat::FIRST, bear_off())
}

#[test]
fn a_bear_off_comes_to_its_exact_equity() {
    let exact = TwoSided::shared().exact(bear_off()).expect("few checkers at home");
    let table = before_roll("");
    for luck in [true, false] {
        let settings = Settings { luck, ..SETTINGS };
        let found = tally(&table, &[Move::Roll], settings, 1_296).equity(0);
        let expected = f64::from(2.0 * exact.win - 1.0);
        // Twice the interval, so that this fails once in ten thousand changes of the dice.
        assert!((found.mean - expected).abs() < 2.0 * found.within + 1e-4, "{found:?} instead of {expected}");
    }
}

#[test]
fn doubling_and_not_doubling_come_to_their_exact_equities() {
    let exact = TwoSided::shared().without_doubling(bear_off()).expect("few checkers at home");
    let settings = Settings { cube: true, ..SETTINGS };
    let tally = tally(&before_roll(""), &[Move::Roll, Move::Double], settings, 1_296);
    for (choice, expected) in [(0, exact.centered), (1, 2.0 * exact.held_by_other)] {
        let (found, expected) = (tally.equity(choice), f64::from(expected));
        assert!((found.mean - expected).abs() < 2.0 * found.within + 1e-3, "{found:?} instead of {expected}");
    }
}

#[test]
fn without_luck_the_interval_is_much_narrower_where_the_chances_are_known() {
    let within = |luck| {
        let settings = Settings { luck, ..SETTINGS };
        tally(&before_roll(""), &[Move::Roll], settings, 360).equity(0).within
    };
    assert!(within(true) * 20.0 < within(false), "{} and {}", within(true), within(false));
}

#[test]
fn trials_depend_on_their_number_alone() {
    let table = game("nocube").start().after(game_move("31"));
    let mut moves = Vec::new();
    table.legal_moves(&mut moves);
    let settings = Settings { truncate: Some(4), ..SETTINGS };
    let rollout = Rollout::new(Evaluation::strongest(), &table, &moves[..3], settings);
    let (first, other, again) = (rollout.trial(40), rollout.trial(2), rollout.trial(40));
    assert_ne!(first, other);
    assert_eq!(first, again);
    assert_eq!(first.equities.len(), 3);
}

fn game_move(text: &str) -> Move {
    let game = game("nocube");
    game.parse_move(&game.start(), text).expect("a roll")
}

#[test]
fn the_same_dice_make_differences_surer_than_equities() {
    let table = game("nocube").start().after(game_move("31"));
    let (good, poor) = (play(&table, "8/5 6/5"), play(&table, "13/10 24/23"));
    let tally = tally(&table, &[poor, good], Settings { truncate: Some(5), ..SETTINGS }, 180);
    assert_eq!(tally.ranking(), [1, 0]);
    assert!(tally.is_clear(), "{:?}", tally.difference(1, 0));
    let (difference, one) = (tally.difference(1, 0), tally.equity(1));
    assert!(0.0 < difference.mean && difference.within.is_finite() && one.within.is_finite());
    assert!(difference.within < 2.0 * one.within, "{difference:?} {one:?}");
}

fn play(table: &Table, text: &str) -> Move {
    game("nocube").parse_move(table, text).expect("a play")
}

#[test]
fn a_match_counts_in_chances_to_win_it() {
    // With one point lacking on both sides the game is the match: equity 1 is a win, whatever the size.
    let score = MatchScore { length: 3, points: [2, 2], crawford: false };
    let table = before_roll("match=3").with_stakes(Cube::CENTERED, score);
    let exact = TwoSided::shared().exact(bear_off()).expect("few checkers at home");
    let found = tally(&table, &[Move::Roll], Settings { cube: true, ..SETTINGS }, 360).equity(0);
    assert!((found.mean - f64::from(2.0 * exact.win - 1.0)).abs() < 2.0 * found.within + 1e-3, "{found:?}");
}

#[test]
fn a_play_that_ends_the_game_needs_no_dice() {
    let last = board(&[(1, 1), (0, 14)], &[(24, 1), (6, 14)]);
    let table = game("nocube").start().with_board(Seat::FIRST, last);
    let table = table.with_phase(Phase::Playing(dice(2, 1))).expect("a roll fits");
    let mut moves = Vec::new();
    table.legal_moves(&mut moves);
    let tally = tally(&table, &moves, SETTINGS, 2);
    assert_eq!((tally.equity(0).mean, tally.chances(0)), (3.0, [1.0, 1.0, 1.0, 0.0, 0.0]));
}
