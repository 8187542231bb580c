//! Who plays: the searches agree with each other, everybody plays by the rules, and the strong beat the weak.

use std::collections::BTreeSet;

use framework::{
    Game, Score, Valuation,
    search::{AlphaBeta, AlphaBetaFeatures, Engine, Handicapped, Leaf, Limits, Mcts, MctsFeatures, WIN},
    testkit::{check_alpha_beta, duel, play, player, random_decisions, search},
};
use othello::{Board, Evaluation, Othello, SquareSet, WideSet};

use crate::{board, openings::openings, small_game, truths};

/// Compares alpha-beta with plain minimax on a board.
fn check_searches_agree<S: SquareSet>(
    side: u8,
    n_positions: usize,
    features: AlphaBetaFeatures,
    threads: usize,
) {
    let positions = random_decisions(&Othello::<S>::new(side).unwrap().start(), n_positions, 1);
    check_alpha_beta(&Evaluation::<S>::new(side), &positions, features, threads);
}

const WITHOUT_TABLE: AlphaBetaFeatures = AlphaBetaFeatures { table_megabytes: 0, ..AlphaBetaFeatures::ALL };
const SMALL_TABLE: AlphaBetaFeatures = AlphaBetaFeatures { table_megabytes: 1, ..AlphaBetaFeatures::ALL };

#[test]
fn alpha_beta_finds_what_minimax_finds() {
    check_searches_agree::<u64>(8, 200, AlphaBetaFeatures::PLAIN, 1);
    check_searches_agree::<u64>(8, 200, WITHOUT_TABLE, 1);
    check_searches_agree::<u64>(8, 200, SMALL_TABLE, 1);
    check_searches_agree::<u64>(6, 200, SMALL_TABLE, 1);
    check_searches_agree::<WideSet>(10, 20, SMALL_TABLE, 1);
}

#[test]
fn two_threads_find_what_one_finds() {
    check_searches_agree::<u64>(8, 100, SMALL_TABLE, 2);
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let game = Othello::standard();
    let pos = game.parse_position("f5d6c3").unwrap();
    for name in ["alphabeta", "patterns", "minimax", "mcts", "denkmaschine-2014 depth=3"] {
        let limits = Limits { seed: 7, ..Limits::nodes(2_000) };
        let again = || search(&mut *player(&game, name), &pos, &limits);
        assert_eq!(again(), again(), "{name}");
    }
}

#[test]
fn a_search_to_the_end_knows_the_score_of_four_by_four() {
    let mut exact = AlphaBeta::new(Evaluation::new(4), AlphaBetaFeatures::ALL);
    let found = search(&mut exact, &small_game().start(), &Limits::NONE);
    // The second player wins by 13 squares to 3, ten times a hundred beyond the win, and wins age on their way.
    assert!((-WIN - 1_000.0..-WIN - 900.0).contains(&found.value), "{}", found.value);
}

#[test]
fn the_first_end_games_of_the_suite_are_played_perfectly() {
    let mut engine = player(&Othello::standard(), "alphabeta");
    for end_game in truths::end_games(include_str!("../data/ffo01-39.txt")).iter().take(8) {
        let found = search(&mut *engine, &board(&end_game.position), &Limits::NONE);
        let score = end_game.moves.iter().find(|(name, _)| *name == found.best.to_string()).unwrap().1;
        assert_eq!(score, end_game.score, "number {}", end_game.number);
    }
}

#[test]
fn tree_search_keeps_the_result_on_four_by_four() {
    let features = AlphaBetaFeatures { exact_root: true, ..AlphaBetaFeatures::ALL };
    let mut exact = AlphaBeta::new(Evaluation::new(4), features);
    let result = |value: f32| if value.abs() < 1_000.0 { 0.0 } else { value.signum() };
    for pos in random_decisions(&small_game().start(), 40, 5) {
        let known = search(&mut exact, &pos, &Limits::NONE);
        let mut tree = Mcts::<Board, Evaluation>::new(Leaf::Playout, MctsFeatures::USUAL);
        let found = search(&mut tree, &pos, &Limits::nodes(20_000));
        let chosen = known.moves.iter().find(|root| root.mv == found.best).unwrap();
        assert_eq!(result(chosen.value), result(known.value), "{pos:?}: {}", found.best);
    }
}

fn check_everybody_plays<S: SquareSet>(side: u8) {
    let game = Othello::<S>::new(side).unwrap();
    let entries = game.engines();
    let names: BTreeSet<_> = entries.iter().map(|entry| entry.name).collect();
    assert_eq!(names.len(), entries.len(), "names are different");
    assert_eq!(entries[0].name, "alphabeta");
    for name in ["minimax", "greedy", "mcts", "random", "denkmaschine-2014"] {
        assert!(names.contains(name), "{name}");
    }
    for name in names {
        let limits = Limits { depth: Some(2), ..Limits::nodes(200) };
        let (mut one, mut other) = (player(&game, name), player(&game, "random"));
        play(game.start(), [&mut *one, &mut *other], [limits; 2]);
        play(game.start(), [&mut *other, &mut *one], [limits; 2]);
    }
    for level in 1..=10 {
        let (mut one, mut other) = (game.level(level), game.level(11 - level));
        play(game.start(), [&mut *one, &mut *other], [Limits::nodes(200); 2]);
    }
}

#[test]
fn everybody_plays_whole_games_on_any_board() {
    check_everybody_plays::<u64>(8);
    check_everybody_plays::<u64>(4);
    check_everybody_plays::<WideSet>(10);
}

#[test]
fn a_level_beats_one_three_below() {
    for level in [4, 7, 10] {
        let (mut high, mut low) = (Othello::standard().level(level), Othello::standard().level(level - 3));
        let Score { wins, losses, .. } = duel(openings(10), &mut *high, &mut *low, 10_000);
        assert!(2 * losses < wins, "level {level}: {wins} to {losses}");
    }
}

#[test]
fn learned_patterns_beat_the_evaluation_by_hand_with_as_many_positions() {
    let engine = AlphaBeta::new(Evaluation::new(8), SMALL_TABLE);
    let mut by_hand = Handicapped { engine, nodes: Some(20_000), depth: None, noise: 0.0 };
    let mut patterns = player(&Othello::standard(), "patterns");
    let score = duel(openings(6), &mut *patterns, &mut by_hand, 20_000);
    assert!(3 * score.losses < score.wins, "{score:?}");
}

#[test]
fn the_strongest_level_knows_the_worth_of_the_best_move_and_the_adviser_that_of_all() {
    let pos = board("f5d6c3d3c4");
    let worths = |mut engine: Box<dyn Engine<Board>>| -> Vec<bool> {
        let found = search(&mut *engine, &pos, &Limits::depth(4));
        let is_guess = |worth| matches!(worth, Some(Valuation::Discs { certain: false, .. }));
        found.moves.iter().map(|root| is_guess(engine.appraise(&pos, &found, root))).collect()
    };
    let of_level = worths(Othello::standard().level(10));
    assert!(of_level[0] && !of_level[1..].contains(&true), "{of_level:?}");
    let of_adviser = worths(Othello::standard().adviser());
    assert!(!of_adviser.contains(&false), "{of_adviser:?}");
}

#[test]
fn only_the_usual_board_has_a_player_who_knows_patterns() {
    let has_patterns = |side| {
        let entries = Othello::<u64>::new(side).unwrap().engines();
        entries.iter().any(|entry| entry.name == "patterns")
    };
    assert!(has_patterns(8) && !has_patterns(6));
}

/// Less than what 200 ms are worth on any machine of today.
const NODES: u64 = 40_000;

#[test]
fn the_strongest_level_beats_the_opponent_of_2014() {
    for evaluation in ["0", "1", "2", "corners"] {
        let name = format!("denkmaschine-2014 evaluation={evaluation}");
        let mut strongest = Othello::standard().level(10);
        let score = duel(openings(5), &mut *strongest, &mut *player(&Othello::standard(), &name), NODES);
        assert!(8 <= score.wins, "{name}: {score:?}");
    }
}

#[test]
fn options_of_players_have_bounds() {
    let game = Othello::standard();
    let refusal = |words: &str| {
        let entries = game.engines();
        let entry = entries.iter().find(|entry| entry.name == "denkmaschine-2014").unwrap();
        (entry.make)(&words.parse().unwrap()).err().map(|error| error.to_string())
    };
    assert_eq!(refusal("depth=3 evaluation=0"), None);
    assert_eq!(refusal("depth=1 evaluation=corners"), None);
    assert_eq!(refusal("depth=0").as_deref(), Some("depth is 0; it must lie between 1 and 20"));
    assert_eq!(refusal("evaluation=3").as_deref(), Some("evaluation is 3; it must lie between 0 and 2"));
}
