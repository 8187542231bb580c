//! How lucky the dice were.
//!
//! The luck of a roll is what the game is worth after it, less the mean over all rolls. Its expectation is 0 whoever
//! plays and however badly the judge judges, so taking the luck out of a result makes the result more certain and
//! never wrong.

use framework::{
    AnyEngine, AnyPosition, Turn,
    search::{Control, Limits},
};

/// Somebody who says what a position is worth.
pub(crate) struct Judge {
    engine: Box<dyn AnyEngine>,
    limits: Limits,
}

impl Judge {
    pub(crate) const fn new(engine: Box<dyn AnyEngine>, limits: Limits) -> Self {
        Self { engine, limits }
    }

    /// The luck that a roll was for the seat with the index 0, in a game of two.
    pub(crate) fn luck(&mut self, before: &dyn AnyPosition, roll: &str) -> f64 {
        let (mut weights, mut sum, mut rolled) = (0.0, 0.0, 0.0);
        for (text, weight) in before.chance_outcomes() {
            let mut after = before.boxed_clone();
            if after.play(&text).is_err() {
                continue;
            }
            let value = self.value_for_first_seat(after);
            weights += f64::from(weight);
            sum += f64::from(weight) * value;
            if text == roll {
                rolled = value;
            }
        }
        if weights == 0.0 { 0.0 } else { rolled - sum / weights }
    }

    /// What a position is worth to the seat with the index 0: by the judge's best play, or by the rules.
    fn value_for_first_seat(&mut self, mut pos: Box<dyn AnyPosition>) -> f64 {
        match pos.turn() {
            Turn::Seat(seat) => {
                let played = self.engine.play(&mut *pos, self.limits, Control::NONE);
                let value = played.map(|played| f64::from(played.value));
                let value = value.filter(|value| value.is_finite()).unwrap_or(0.0);
                if seat.index() == 0 { value } else { -value }
            }
            // The dice again: nothing is known yet.
            Turn::Chance => 0.0,
            Turn::Over => f64::from(pos.payoffs().iter().next().copied().unwrap_or(0.0)),
        }
    }
}
