//! When to turn the cube, and how to answer.

use framework::Seat;

use super::{Evaluation, Worth};
use crate::position::{Cube, Move, Phase, Table};

/// Decides about the cube by what a seat may expect without it, in multiples of the cube as it stands.
///
/// In a match a point beyond its end is worth nothing; apart from that the points are taken for what they are, so
/// this is a hand for money play that does not blunder in a match, not a table of match equities.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CubePolicy {
    /// The expectation from which on the mover doubles.
    pub double_from: f32,
    /// The expectation above which the mover plays on for a gammon and does not double. A point is there to be had
    /// by doubling, so an estimate only a little above it is no reason to go on.
    pub play_on_above: f32,
    /// The expectation from which on a double is accepted. Without the cube it would be −0.5; to own it is worth a
    /// little.
    pub take_from: f32,
    /// The expectation from which on a double is doubled again.
    pub beaver_from: f32,
}

impl CubePolicy {
    /// Thresholds as players of money games use them.
    pub const USUAL: Self =
        Self { double_from: 0.4, play_on_above: 1.05, take_from: -0.56, beaver_from: 0.05 };

    /// What to do before a roll or as an answer; `None` where nothing is to be decided about the cube.
    #[must_use]
    pub fn decide(&self, table: &Table, evaluation: &Evaluation) -> Option<Move> {
        match table.phase() {
            Phase::BeforeRoll => Some(self.roll_or_double(table, evaluation)),
            Phase::Doubled => Some(self.answer(table, table.mover().other(), evaluation)),
            Phase::Beavered => Some(self.answer(table, table.mover(), evaluation)),
            _ => None,
        }
    }

    fn roll_or_double(&self, table: &Table, evaluation: &Evaluation) -> Move {
        let mover = table.mover();
        if wins_match(table, mover) {
            return Move::Roll;
        }
        // Who loses the match with this game anyway loses nothing by doubling.
        if wins_match(table, mover.other()) {
            return Move::Double;
        }
        let chances = evaluation.chances(table, mover);
        let now = chances.equity(Worth::at(table, mover));
        let doubled = chances.equity(Worth::at(&turned(table), mover));
        if self.double_from <= doubled && now <= self.play_on_above { Move::Double } else { Move::Roll }
    }

    /// The answer of a seat to a double or to a beaver.
    fn answer(&self, table: &Table, seat: Seat, evaluation: &Evaluation) -> Move {
        let expected = evaluation.chances(table, seat).equity(Worth::at(&turned(table), seat));
        if table.why_not_beaver().is_none() && self.beaver_from <= expected {
            Move::Beaver
        } else if self.take_from <= expected || wins_match(table, seat.other()) {
            Move::Take
        } else {
            Move::Pass
        }
    }
}

/// Tells whether a seat wins the match by a single game at the present cube.
fn wins_match(table: &Table, seat: Seat) -> bool {
    let score = table.score();
    let missing = u32::from(score.length.saturating_sub(score.points[seat.index()]));
    !score.is_money() && missing <= table.cube().value()
}

/// The table with the cube turned once more; what it is worth does not depend on its owner.
fn turned(table: &Table) -> Table {
    match Cube::new(table.cube().level() + 1, Some(table.mover())) {
        Some(cube) => table.with_stakes(cube, table.score()),
        None => *table,
    }
}
