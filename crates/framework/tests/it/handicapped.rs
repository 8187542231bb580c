//! Players who are held back make mistakes, but not every mistake.

use framework::{
    Game, Position, Seat, Turn,
    search::{AlphaBeta, AlphaBetaFeatures, Engine, Handicapped, Limits, WIN, final_value},
    testkit::{random_decisions, search},
};
use nim::{Heaps, Nim};

/// Small differences, and wins that tower above them.
fn judge(pos: &Heaps, seat: Seat) -> f32 {
    let mover = if pos.turn() == Turn::Seat(seat) { 1.0 } else { -1.0 };
    final_value(pos, seat).unwrap_or(mover * ((pos.key() >> 40) % 9) as f32)
}

fn player(depth: u32, noise: f32) -> impl Engine<Heaps> {
    let features = AlphaBetaFeatures { exact_root: true, table_megabytes: 1, ..AlphaBetaFeatures::ALL };
    Handicapped { engine: AlphaBeta::new(judge, features), nodes: None, depth: Some(depth), noise }
}

fn wins(pos: &Heaps, seat: Seat) -> bool {
    pos.turn() == Turn::Over && 0.0 < pos.payoffs()[seat]
}

fn moves(pos: &Heaps) -> Vec<<Heaps as Position>::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves
}

#[test]
fn a_game_that_can_be_won_at_once_is_won() {
    let mut n_won = 0;
    for noise in [0.1, 0.5, 2.0] {
        for (seed, pos) in (0..).zip(random_decisions(&Nim(vec![2, 2, 1]).start(), 200, 4)) {
            let Turn::Seat(mover) = pos.turn() else { continue };
            if moves(&pos).into_iter().any(|mv| wins(&pos.after(mv), mover)) {
                let found = search(&mut player(1, noise), &pos, &Limits { seed, ..Limits::NONE });
                assert!(wins(&pos.after(found.best), mover), "noise {noise}: {pos:?}");
                n_won += 1;
            }
        }
    }
    assert!(100 < n_won, "{n_won}");
}

#[test]
fn noise_below_a_half_never_loses_at_once_by_accident() {
    let loses =
        |pos: &Heaps, mover: Seat| moves(pos).into_iter().any(|mv| wins(&pos.after(mv), mover.other()));
    let mut accidents = [0, 0];
    for (seed, pos) in (0..).zip(random_decisions(&Nim(vec![3, 2, 2]).start(), 400, 4)) {
        let Turn::Seat(mover) = pos.turn() else { continue };
        let could_do_better = moves(&pos).into_iter().any(|mv| !loses(&pos.after(mv), mover));
        for (noise, accidents) in [0.45, 3.0].into_iter().zip(&mut accidents) {
            let found = search(&mut player(2, noise), &pos, &Limits { seed, ..Limits::NONE });
            *accidents += u32::from(could_do_better && loses(&pos.after(found.best), mover));
        }
    }
    assert_eq!(accidents[0], 0);
    assert!(0 < accidents[1], "who is held back more does lose so");
}

#[test]
fn a_won_line_does_not_drown_the_other_differences() {
    // Searched to the end one move wins and the others lose; noise measured by a million would choose any of them
    // alike, and noise measured by what lies between changes nothing here.
    let pos = Nim(vec![1, 2, 2]).start();
    let sure = search(&mut player(9, 0.0), &pos, &Limits::NONE);
    assert!(WIN / 2.0 < sure.value);
    for seed in 0..50 {
        let found = search(&mut player(9, 0.45), &pos, &Limits { seed, ..Limits::NONE });
        assert_eq!(found.best, sure.best, "seed {seed}");
    }
    // Where nothing is decided yet, the same noise does change the choice.
    let open = Nim(vec![9, 9, 9]).start();
    let best = search(&mut player(1, 0.0), &open, &Limits::NONE).best;
    let differs = |seed| search(&mut player(1, 0.45), &open, &Limits { seed, ..Limits::NONE }).best != best;
    assert!((0..50).any(differs));
}
