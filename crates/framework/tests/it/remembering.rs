//! What a search learns helps the next one, so that thinking ahead pays.

use framework::{
    Game, Millis, Position, Seat, Turn,
    search::{
        AlphaBeta, AlphaBetaFeatures, Control, Engine, Greedy, Handicapped, Leaf, Limits, Mcts, MctsFeatures,
        Minimax, RandomMover, SearchRequest, Stop, final_value,
    },
    testkit::{random_decisions, search},
};
use nim::{Heaps, Nim};

fn decided(pos: &Heaps, seat: Seat) -> f32 {
    let mover = if pos.turn() == Turn::Seat(seat) { 1.0 } else { -1.0 };
    final_value(pos, seat).unwrap_or(mover * ((pos.key() >> 40) % 9) as f32)
}

const SMALL_TABLE: AlphaBetaFeatures = AlphaBetaFeatures { table_megabytes: 1, ..AlphaBetaFeatures::ALL };

fn tree() -> Mcts<Heaps, fn(&Heaps, Seat) -> f32> {
    Mcts::new(Leaf::Playout, MctsFeatures::USUAL)
}

#[test]
fn a_search_remembers_if_it_has_a_table_or_keeps_its_tree() {
    assert!(Engine::<Heaps>::remembers(&AlphaBeta::new(decided, SMALL_TABLE)));
    assert!(!Engine::<Heaps>::remembers(&AlphaBeta::new(decided, AlphaBetaFeatures::PLAIN)));
    assert!(tree().remembers());
    let features = MctsFeatures { reuse: false, ..MctsFeatures::USUAL };
    assert!(!Mcts::new(Leaf::<fn(&Heaps, Seat) -> f32>::Playout, features).remembers());
    assert!(!Engine::<Heaps>::remembers(&Greedy(decided)));
    assert!(!Engine::<Heaps>::remembers(&Minimax(decided)));
    assert!(!Engine::<Heaps>::remembers(&RandomMover));
}

#[test]
fn who_wraps_a_player_tells_what_it_tells() {
    let handicapped = Handicapped { engine: tree(), nodes: Some(10), depth: None, noise: 0.1 };
    assert!(handicapped.remembers());
    let boxed: Box<dyn Engine<Heaps>> = Box::new(handicapped);
    assert!(boxed.remembers());
    let game = nim::ENTRY.open_text("3+4+5").unwrap();
    for (name, remembers) in [("mcts", true), ("level3", true), ("random", false)] {
        assert_eq!(game.engine(name).unwrap().remembers(), remembers, "{name}");
    }
}

#[test]
fn a_position_that_was_thought_ahead_about_is_answered_with_fewer_positions() {
    let (mut cold_nodes, mut warm_nodes) = (0, 0);
    for pos in random_decisions(&Nim(vec![5, 6, 7]).start(), 20, 3) {
        let mut engine = AlphaBeta::new(decided, SMALL_TABLE);
        let ahead = search(&mut engine, &pos, &Limits::depth(5));
        for reply in ahead.moves {
            let next = pos.after(reply.mv);
            if next.turn() == Turn::Over {
                continue;
            }
            let cold = search(&mut AlphaBeta::new(decided, SMALL_TABLE), &next, &Limits::depth(4));
            let warm = search(&mut engine, &next, &Limits::depth(4));
            assert_eq!(warm.value, cold.value, "{next:?}");
            cold_nodes += cold.nodes;
            warm_nodes += warm.nodes;
        }
    }
    assert!(3 * warm_nodes < 2 * cold_nodes, "{warm_nodes} positions instead of {cold_nodes}");
}

#[test]
fn a_tree_that_was_thought_ahead_knows_more_about_the_reply() {
    let pos = Nim(vec![7, 8, 9]).start();
    let mut engine = tree();
    let ahead = search(&mut engine, &pos, &Limits::nodes(3_000));
    let next = pos.after(ahead.best);
    let visits_known = search(&mut engine, &next, &Limits::nodes(1)).line.len();
    let visits_new = search(&mut tree(), &next, &Limits::nodes(1)).line.len();
    assert!(visits_new < visits_known, "{visits_known} plies instead of {visits_new}");
}

#[test]
fn a_search_that_was_stopped_at_once_leaves_a_usable_player() {
    let pos = Nim(vec![3, 4, 5]).start();
    let mut engines: [Box<dyn Engine<Heaps>>; 2] =
        [Box::new(AlphaBeta::new(decided, SMALL_TABLE)), Box::new(tree())];
    for engine in &mut engines {
        let (stop, clock) = (Stop::default(), || Millis(0));
        stop.now();
        engine.search(
            SearchRequest::new(&pos, Limits::NONE)
                .expect("a seat is to move")
                .with_control(Control::new(&stop, &clock)),
        );
        let next = pos.after(search(&mut **engine, &pos, &Limits::nodes(500)).best);
        assert!(next.is_legal(search(&mut **engine, &next, &Limits::nodes(500)).best));
    }
}
