//! What happens without a decision.

use crate::{AnyPosition, Seat, Turn};

/// How games write the only move of a seat that cannot do anything.
const NOTHING_POSSIBLE: [&str; 2] = ["pass", "cannot-move"];

/// The only move of a seat that cannot do anything.
#[must_use]
pub fn only_pass(pos: &dyn AnyPosition) -> Option<String> {
    // Listing thousands of moves takes a while; whether one of them is a pass is known at once.
    NOTHING_POSSIBLE.iter().find(|pass| pos.check(pass).is_ok())?;
    let moves = pos.legal_moves();
    match moves.as_slice() {
        [only] if NOTHING_POSSIBLE.contains(&only.as_str()) => Some(only.clone()),
        _ => None,
    }
}

/// The seat that moves after the dice, if it does not depend on how they fall.
#[must_use]
pub fn seat_after_roll(pos: &dyn AnyPosition) -> Option<Seat> {
    let mut seats = pos.chance_outcomes().into_iter().map(|(text, _)| {
        let mut after = pos.boxed_clone();
        match after.play(&text).map(|_| after.turn()) {
            Ok(Turn::Seat(seat)) => Some(seat),
            _ => None,
        }
    });
    let first = seats.next()??;
    seats.all(|seat| seat == Some(first)).then_some(first)
}
