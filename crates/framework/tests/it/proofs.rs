//! Tree search becomes certain where the game can be seen to its end.

use framework::{
    Game, Position, Seat, Turn,
    search::{Leaf, Limits, Mcts, MctsFeatures},
    testkit::{random_decisions, search},
};
use nim::{Heaps, Nim};

use crate::dice_race::{DiceRace, Race};

fn tree<P: Position>() -> Mcts<P, fn(&P, Seat) -> f32> {
    Mcts::new(Leaf::Playout, MctsFeatures::USUAL)
}

#[test]
fn nim_is_solved_and_the_search_stops() {
    let game = Nim(vec![3, 4, 5]);
    for seed in 0..5 {
        let found = search(&mut tree(), &game.start(), &Limits { seed, ..Limits::nodes(100_000) });
        assert_eq!(game.write_move(&game.start(), found.best), "2-1", "the only winning move, seed {seed}");
        assert_eq!(found.value, 1.0, "seed {seed}");
        assert!(found.moves[0].exact, "seed {seed}");
        assert!(found.nodes < 100_000, "seed {seed}: {}", found.nodes);
    }
}

/// The worth of a position to who moves, by trying everything.
fn truth(pos: &Heaps, mover: Seat) -> f32 {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    match pos.turn() {
        Turn::Seat(seat) => {
            let best = moves.into_iter().map(|mv| -truth(&pos.after(mv), seat.other())).fold(-1.0, f32::max);
            if seat == mover { best } else { -best }
        }
        _ => pos.payoffs()[mover],
    }
}

#[test]
fn whatever_is_called_certain_is_true() {
    for (seed, pos) in (0..).zip(random_decisions(&Nim(vec![2, 3, 2]).start(), 60, 8)) {
        let Turn::Seat(mover) = pos.turn() else { continue };
        // Few simulations, so that some moves are certain and others not.
        let found = search(&mut tree(), &pos, &Limits { seed, ..Limits::nodes(40) });
        for root in found.moves.iter().filter(|root| root.exact) {
            assert_eq!(root.value, truth(&pos.after(root.mv), mover), "{:?} in {pos:?}", root.mv);
        }
    }
}

#[test]
fn several_threads_prove_the_same() {
    let game = Nim(vec![3, 4, 5]);
    let limits = Limits { threads: 4, ..Limits::nodes(100_000) };
    let found = search(&mut tree(), &game.start(), &limits);
    assert_eq!((game.write_move(&game.start(), found.best), found.value), ("2-1".to_owned(), 1.0));
}

#[test]
fn dice_and_larger_tables_keep_to_the_rules() {
    for options in ["", "seats=3"] {
        let game = DiceRace::from_options(&options.parse().unwrap()).unwrap();
        for (seed, pos) in (0..).zip(random_decisions::<Race>(&game.start(), 40, 2)) {
            let found = search(&mut tree(), &pos, &Limits { seed, ..Limits::nodes(2_000) });
            assert!(pos.is_legal(found.best));
            assert!(found.moves.iter().all(|root| !root.value.is_nan()));
        }
    }
}
