//! Points and what they are worth.

use std::cmp::Ordering;

use framework::{PerSeat, Position, Seat};

use crate::{BlokusPosition, Color, Scoring};

/// What laying all pieces gives.
const ALL_LAID: u32 = 15;
/// What laying the single square last gives besides.
const SINGLE_LAST: u32 = 5;

/// What a color gets besides its squares.
#[inline]
pub(crate) fn bonus(scoring: Scoring, is_done: bool, single_last: bool) -> u32 {
    match scoring {
        Scoring::Bonus if is_done => ALL_LAID + SINGLE_LAST * u32::from(single_last),
        _ => 0,
    }
}

impl<const WORDS: usize> BlokusPosition<WORDS> {
    /// The points of a color: its squares, and the bonus where the rules give one.
    #[must_use]
    pub fn points(&self, color: Color) -> u32 {
        let (is_done, single_last) = (self.left(color).is_empty(), self.ended_with_single(color));
        self.squares(color) + bonus(self.rules().scoring(), is_done, single_last)
    }

    /// The number of squares that a color has on the board.
    #[must_use]
    pub fn squares(&self, color: Color) -> u32 {
        self.stones(color).count()
    }

    /// The points of each seat.
    #[must_use]
    pub fn seat_points(&self) -> PerSeat<u32> {
        self.rules().per_seat(|color| self.points(color))
    }

    /// Each seat's rank value, stretched from 0..1 to −1..1: 1 for the only winner, −1 for the only last.
    pub(crate) fn rank_payoffs(&self) -> PerSeat<f32> {
        let points = self.seat_points();
        let others = (self.seats() - 1) as f32;
        let payoff = |seat: Seat| {
            let value = |other: &u32| match other.cmp(&points[seat]) {
                Ordering::Less => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Greater => 0.0,
            };
            // A seat is as good as itself, which adds one half.
            let rank = (points.iter().map(value).sum::<f32>() - 0.5) / others;
            2.0 * rank - 1.0
        };
        PerSeat::from_fn(self.seats(), payoff)
    }
}
