//! How quickly the searches find what is known.

use framework::{
    Game,
    search::{AlphaBetaFeatures, Leaf, Limits, Mcts, MctsFeatures},
    testkit::{nodes_by_root_order, random_decisions, search},
};
use othello::{Board, Evaluation, Othello};

use crate::small_game;

#[test]
fn tree_search_solves_four_by_four() {
    // The second player wins, so that nothing is lost or gained by the first move; after it, replies differ.
    let after_first = small_game().parse_position("b1").unwrap();
    for seed in 0..5 {
        let mut tree = Mcts::<Board, Evaluation>::new(Leaf::Playout, MctsFeatures::USUAL);
        let limits = Limits { seed, ..Limits::nodes(30_000) };
        let found = search(&mut tree, &small_game().start(), &limits);
        assert_eq!(found.value, -1.0, "seed {seed}");
        assert!(found.moves[0].exact && found.nodes < 30_000, "seed {seed}: {}", found.nodes);
        let reply = search(&mut tree, &after_first, &limits);
        assert_eq!(reply.value, 1.0, "seed {seed}");
    }
}

#[test]
fn promising_moves_at_the_root_save_positions() {
    let positions = random_decisions(&Othello::standard().start(), 40, 6);
    for features in [
        AlphaBetaFeatures { promise: true, ..AlphaBetaFeatures::PLAIN },
        AlphaBetaFeatures { table_megabytes: 1, ..AlphaBetaFeatures::ALL },
    ] {
        let (ordered, unordered) = nodes_by_root_order(&Evaluation::<u64>::new(8), &positions, features, 4);
        assert!(ordered < unordered, "{ordered} instead of {unordered}: {features:?}");
    }
}
