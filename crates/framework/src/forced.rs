//! What happens without a decision.

use crate::AnyPosition;

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
