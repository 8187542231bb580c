//! One step of a random game.

use crate::{Position, Rng, Turn};

/// Draws a legal move, each equally likely, or an outcome of chance by its weight; `None` when the game is
/// over.
pub fn random_move<P: Position>(pos: &P, rng: &mut Rng) -> Option<P::Move> {
    random_move_among(pos, rng, &mut Choices::default())
}

/// The same, with lists that are used again: a search plays thousands of random games.
pub(crate) fn random_move_among<P: Position>(
    pos: &P,
    rng: &mut Rng,
    choices: &mut Choices<P::Move>,
) -> Option<P::Move> {
    match pos.turn() {
        Turn::Over => None,
        Turn::Chance => {
            choices.outcomes.clear();
            pos.chance_outcomes(&mut choices.outcomes);
            let weights = choices.outcomes.iter().map(|outcome| outcome.1);
            Some(choices.outcomes[rng.weighted(weights)].0)
        }
        Turn::Seat(_) => {
            let moves = choices.legal_moves(pos);
            Some(moves[rng.index(moves.len())])
        }
    }
}

/// What can happen in a position, in lists that are filled again and again.
#[derive(Debug)]
pub(crate) struct Choices<M> {
    moves: Vec<M>,
    outcomes: Vec<(M, u32)>,
}

impl<M> Default for Choices<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), outcomes: Vec::new() }
    }
}

impl<M> Choices<M> {
    /// The moves of the seat to move.
    pub(crate) fn legal_moves<P: Position<Move = M>>(&mut self, pos: &P) -> &[M] {
        self.moves.clear();
        pos.legal_moves(&mut self.moves);
        &self.moves
    }
}
