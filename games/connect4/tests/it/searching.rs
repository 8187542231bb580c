//! How quickly the searches find what is known.

use connect4::{Board, Evaluation};
use framework::{
    Game,
    search::{AlphaBeta, AlphaBetaFeatures, Leaf, Limits, Mcts, MctsFeatures},
    testkit::{nodes_by_root_order, random_decisions, search},
};

use crate::game;

/// A won, drawn or lost game, by the value of a search to the end.
fn result(value: f32) -> f32 {
    if value.abs() < 1_000.0 { 0.0 } else { value.signum() }
}

/// Tree search keeps the result of the empty board, whatever its seed.
#[track_caller]
fn check_start(options: &str, simulations: u64, is_certain: bool) {
    let game = game::<u64>(options);
    let features = AlphaBetaFeatures { exact_root: true, ..AlphaBetaFeatures::ALL };
    let mut exact = AlphaBeta::new(Evaluation::<u64>::new(game.size()), features);
    let known = search(&mut exact, &game.start(), &Limits::NONE);
    for seed in 0..5 {
        let mut tree = Mcts::<Board, Evaluation>::new(Leaf::Playout, MctsFeatures::USUAL);
        let found = search(&mut tree, &game.start(), &Limits { seed, ..Limits::nodes(simulations) });
        let chosen = known.moves.iter().find(|root| root.mv == found.best).expect("a legal move");
        assert_eq!(result(chosen.value), result(known.value), "{options}, seed {seed}: {}", found.best);
        if is_certain {
            assert_eq!(found.value, result(known.value), "{options}, seed {seed}");
            assert!(found.nodes < simulations, "{options}, seed {seed}: certain, so it stops");
        }
    }
}

#[test]
fn tree_search_solves_small_boards() {
    check_start("4x4x3", 20_000, true);
    check_start("5x4x4", 20_000, false);
}

#[test]
fn promising_moves_at_the_root_save_positions() {
    let game = game::<u64>("7x6x4");
    let positions = random_decisions(&game.start(), 40, 6);
    let evaluation = Evaluation::<u64>::new(game.size());
    for features in [
        AlphaBetaFeatures { promise: true, ..AlphaBetaFeatures::PLAIN },
        AlphaBetaFeatures { table_megabytes: 1, narrowing: false, ..AlphaBetaFeatures::ALL },
    ] {
        let (ordered, unordered) = nodes_by_root_order(&evaluation, &positions, features, 6);
        assert!(ordered < unordered, "{ordered} instead of {unordered}: {features:?}");
    }
}
