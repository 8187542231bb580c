//! The generic searches agree with each other and with the truth.

use framework::{
    Game, Millis, Position, Rng, Seat, Turn, random_move,
    search::{AlphaBeta, AlphaBetaFeatures, Control, Engine, Found, Limits, Minimax, Stop, final_value},
};
use nim::{Heaps, Nim};

fn run<P: Position>(engine: &mut impl Engine<P>, pos: &P, limits: Limits) -> Found<P::Move> {
    let (stop, clock) = (Stop::default(), || Millis(0));
    engine.search(pos, &limits, Control::new(&stop, &clock), &mut |_| {})
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
