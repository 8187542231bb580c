//! The generic searches agree with each other and with the truth.

use framework::{
    Game, Millis, Position, Rng, Seat, Turn, random_move,
    search::{
        AlphaBeta, AlphaBetaFeatures, ChanceCuts, Control, Engine, Evaluator, Expectimax, Found, Greedy,
        Leaf, Limits, MaxN, Mcts, MctsFeatures, Minimax, Paranoid, RandomMover, SearchRequest, Stop,
        final_value,
    },
};
use nim::{Heaps, Nim};

use crate::dice_race::{DiceRace, Race};

fn run<P: Position>(engine: &mut impl Engine<P>, pos: &P, limits: Limits) -> Found<P::Move> {
    engine.search(SearchRequest::new(pos, limits).expect("a seat is to move"))
}

/// An evaluation with many different values and ties, as searches meet them.
fn judge(pos: &Heaps, seat: Seat) -> f32 {
    let mover = if pos.turn() == Turn::Seat(seat) { 1.0 } else { -1.0 };
    final_value(pos, seat).unwrap_or(mover * ((pos.key() >> 40) % 9) as f32 - mover * 4.0)
}

#[test]
fn alpha_beta_finds_what_minimax_finds() {
    let all = AlphaBetaFeatures::ALL;
    let variants = [
        AlphaBetaFeatures::PLAIN,
        AlphaBetaFeatures { null_window: true, ..AlphaBetaFeatures::PLAIN },
        AlphaBetaFeatures { deepening: true, ..AlphaBetaFeatures::PLAIN },
        AlphaBetaFeatures { table_megabytes: 1, ..AlphaBetaFeatures::PLAIN },
        AlphaBetaFeatures { table_megabytes: 1, ..all },
        AlphaBetaFeatures { table_megabytes: 1, exact_root: true, ..all },
    ];
    let mut rng = Rng::from_seed(1);
    for _ in 0..300 {
        let mut pos = Nim(vec![3, 2, 2]).start();
        for _ in 0..rng.index(3) {
            pos = random_move(&pos, &mut rng).map_or(pos.clone(), |mv| pos.after(mv));
        }
        if pos.turn() == Turn::Over {
            continue;
        }
        for depth in 1..=4 {
            let truth = run(&mut Minimax(judge), &pos, Limits::depth(depth));
            for features in variants {
                for threads in [1, 2] {
                    let mut engine = AlphaBeta::new(judge, features);
                    let limits = Limits { threads, ..Limits::depth(depth) };
                    let found = run(&mut engine, &pos, limits);
                    assert_eq!(found.value, truth.value, "depth {depth}, {features:?}, {pos:?}");
                    let best = truth.moves.iter().find(|root| root.mv == found.best).unwrap();
                    assert_eq!(best.value, truth.value, "depth {depth}, {features:?}, {pos:?}");
                    if features.exact_root {
                        let values = |found: &Found<_>| {
                            let mut values: Vec<_> =
                                found.moves.iter().map(|root| (root.mv, root.value)).collect();
                            values.sort_by_key(|value| value.0);
                            values
                        };
                        assert_eq!(values(&found), values(&truth), "depth {depth}, {pos:?}");
                    }
                }
            }
        }
    }
}

/// The lead in a dice race, with a little of everything else so that values differ.
struct Lead;

impl Evaluator<Race> for Lead {
    fn value(&self, pos: &Race, seat: Seat) -> f32 {
        let noise = ((pos.key() >> 40) % 7) as f32 / 10.0;
        let lead = pos.points_of(Seat::FIRST) - pos.points_of(Seat::SECOND) + noise;
        if seat == Seat::FIRST { lead } else { -lead }
    }

    fn bounds(&self) -> Option<(f32, f32)> {
        Some((-12.0, 12.0))
    }
}

/// Expectimax as its definition says.
fn brute_force(pos: &Race, seat: Seat, depth: u32) -> f32 {
    let children = |moves: Vec<_>| moves.into_iter().map(|mv| pos.after(mv)).collect::<Vec<_>>();
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    match pos.turn() {
        Turn::Seat(mover) if depth != 0 => {
            let values = children(moves).into_iter().map(|child| brute_force(&child, seat, depth - 1));
            if mover == seat { values.fold(f32::MIN, f32::max) } else { values.fold(f32::MAX, f32::min) }
        }
        Turn::Chance if depth != 0 => {
            let mut outcomes = Vec::new();
            pos.chance_outcomes(&mut outcomes);
            outcomes
                .iter()
                .map(|&(mv, weight)| weight as f32 / 6.0 * brute_force(&pos.after(mv), seat, depth))
                .sum()
        }
        _ => Lead.value(pos, seat),
    }
}

#[test]
fn expectimax_finds_the_mean_of_all_outcomes() {
    let game = DiceRace::from_options(&"".parse().unwrap()).unwrap();
    let mut rng = Rng::from_seed(4);
    let mut cut_nodes = 0;
    let mut all_nodes = 0;
    for _ in 0..60 {
        let mut pos = game.start();
        for _ in 0..rng.index(8) {
            pos.play(random_move(&pos, &mut rng).unwrap());
        }
        let Turn::Seat(mover) = pos.turn() else { continue };
        for depth in 1..=5 {
            for cuts in [ChanceCuts::None, ChanceCuts::Star1, ChanceCuts::Star2] {
                let mut engine = Expectimax { evaluator: Lead, cuts };
                let found = run(&mut engine, &pos, Limits::depth(depth));
                let truth = brute_force(&pos, mover, depth);
                assert!((found.value - truth).abs() < 1e-3, "{cuts:?} {depth}: {} {truth}", found.value);
                match cuts {
                    ChanceCuts::None => all_nodes += found.nodes,
                    ChanceCuts::Star1 => cut_nodes += found.nodes,
                    ChanceCuts::Star2 => {}
                }
            }
        }
    }
    assert!(cut_nodes < all_nodes, "cuts save positions: {cut_nodes} of {all_nodes}");
}

/// The heaps from which whoever moves loses: their binary sum is zero.
fn is_lost(pos: &Heaps) -> bool {
    let text = Nim(vec![9, 9, 9]).write_position(pos);
    text.split(' ').skip(1).fold(0, |sum, heap| sum ^ heap.parse::<u32>().unwrap()) == 0
}

fn decided(pos: &Heaps, seat: Seat) -> f32 {
    final_value(pos, seat).unwrap_or(0.0)
}

#[test]
fn tree_search_converges_to_the_right_move_in_nim() {
    for rave in [0.0, 50.0] {
        for threads in [1, 2] {
            let features = MctsFeatures { rave, ..MctsFeatures::USUAL };
            let mut engine = Mcts::new(Leaf::<fn(&Heaps, Seat) -> f32>::Playout, features);
            let mut pos = Nim(vec![2, 3, 4]).start();
            while pos.turn() != Turn::Over {
                let found = run(&mut engine, &pos, Limits { threads, ..Limits::nodes(100_000) });
                let could_win = !is_lost(&pos);
                pos.play(found.best);
                assert!(!could_win || is_lost(&pos), "rave {rave}, {threads} threads: {pos:?}");
            }
        }
    }
}

#[test]
fn a_search_with_a_seed_is_the_same_every_time() {
    let pos = Nim(vec![3, 4, 5]).start();
    let search = || {
        let mut engine = Mcts::new(Leaf::<fn(&Heaps, Seat) -> f32>::Playout, MctsFeatures::USUAL);
        run(&mut engine, &pos, Limits { seed: 9, ..Limits::nodes(3_000) })
    };
    assert_eq!(search(), search());
}

#[test]
fn what_was_learned_about_a_line_is_kept() {
    let pos = Nim(vec![3, 4, 5]).start();
    let mut engine = Mcts::new(Leaf::<fn(&Heaps, Seat) -> f32>::Playout, MctsFeatures::USUAL);
    let first = run(&mut engine, &pos, Limits::nodes(5_000));
    let next = pos.after(first.best);
    let kept = run(&mut engine, &next, Limits::nodes(1));
    assert!(3 < kept.line.len(), "the line is known from the last search: {:?}", kept.line);
}

#[test]
fn tables_of_three_are_searched_in_both_ways() {
    let game = DiceRace::from_options(&"seats=3".parse().unwrap()).unwrap();
    let pos = game.parse_position("0:3:3 6 3").unwrap();
    let judge = |pos: &Race, seat: Seat| pos.points_of(seat);
    for depth in 1..=3 {
        let selfish = run(&mut MaxN(judge), &pos, Limits::depth(depth));
        let paranoid = run(&mut Paranoid(judge), &pos, Limits::depth(depth));
        assert_eq!((selfish.value, paranoid.value), (3.0, 3.0), "keeping three points is best");
        assert_eq!(game.write_move(&pos, selfish.best), "keep");
        assert_eq!(game.write_move(&pos, paranoid.best), "keep");
    }
}

#[test]
fn every_search_has_a_legal_move_at_once() {
    let pos = Nim(vec![3, 4, 5]).start();
    let (stop, clock) = (Stop::default(), || Millis(0));
    stop.now();
    let control = Control::new(&stop, &clock);
    let check = |engine: &mut dyn Engine<Heaps>| {
        let found = engine
            .search(SearchRequest::new(&pos, Limits::NONE).expect("a seat is to move").with_control(control));
        assert!(pos.is_legal(found.best));
        assert_eq!(found.line.first(), Some(&found.best));
    };
    check(&mut RandomMover);
    check(&mut Greedy(decided));
    check(&mut Minimax(decided));
    check(&mut AlphaBeta::new(decided, AlphaBetaFeatures::ALL));
    check(&mut Expectimax { evaluator: decided, cuts: ChanceCuts::None });
    check(&mut MaxN(decided));
    check(&mut Paranoid(decided));
    check(&mut Mcts::new(Leaf::<fn(&Heaps, Seat) -> f32>::Playout, MctsFeatures::USUAL));
}

#[test]
fn limits_on_positions_are_kept() {
    let pos = Nim(vec![5, 5, 5]).start();
    for nodes in [1, 10, 1_000] {
        let mut engine = AlphaBeta::new(decided, AlphaBetaFeatures::ALL);
        assert!(run(&mut engine, &pos, Limits::nodes(nodes)).nodes <= nodes);
    }
}

#[test]
fn features_are_chosen_by_words() {
    let read = |text: &str| AlphaBetaFeatures::from_options(&text.parse().unwrap());
    assert_eq!(read("plain"), Ok(AlphaBetaFeatures::PLAIN));
    assert_eq!(read(""), Ok(AlphaBetaFeatures { table_megabytes: 64, ..AlphaBetaFeatures::ALL }));
    let some = AlphaBetaFeatures { promise: true, table_megabytes: 8, ..AlphaBetaFeatures::PLAIN };
    assert_eq!(read("plain promise table=8"), Ok(some));
    let narrowing = AlphaBetaFeatures { narrowing: true, ..AlphaBetaFeatures::PLAIN };
    assert_eq!(read("plain narrowing"), Ok(narrowing));
    assert!(read("plain magic").unwrap_err().to_string().contains("unknown option \"magic\""));
}
