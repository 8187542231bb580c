//! One step of a random game.

use crate::{Position, Rng, Turn};

/// Draws a legal move, each equally likely, or an outcome of chance by its weight; `None` when the game is
/// over.
pub fn random_move<P: Position>(pos: &P, rng: &mut Rng) -> Option<P::Move> {
    match pos.turn() {
        Turn::Over => None,
        Turn::Chance => {
            let mut outcomes = Vec::new();
            pos.chance_outcomes(&mut outcomes);
            Some(outcomes[rng.weighted(outcomes.iter().map(|outcome| outcome.1))].0)
        }
        Turn::Seat(_) => {
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            Some(moves[rng.index(moves.len())])
        }
    }
}
