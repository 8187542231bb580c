//! What has been looked at.

use std::cmp::Ordering;

use framework::{PerSeat, Position, Seat, Turn};

use super::Width;
use crate::{BlokusPosition, Evaluation, Placement, evaluation::Glance};

/// A position that was looked at: its best moves, and what they have been worth.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) visits: u32,
    /// The sum of the values of all visits, for each seat.
    sums: PerSeat<f32>,
    /// The moves, the best looking first; none if the game is over.
    pub(super) edges: Vec<Edge>,
}

/// A move out of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) mv: Placement,
    /// What the position after it looks worth to the mover, from −1 to 1; the worst if nobody has looked.
    pub(super) looks: f32,
    /// Whether there was time to look at it.
    pub(super) is_seen: bool,
    /// How large a part of the attention it deserves; the parts of all moves add up to 1.
    pub(super) share: f32,
    /// The place of the node after it in the tree, once it has one.
    pub(super) child: Option<u32>,
}

impl Node {
    /// Looks at a position: its moves and what they look like. The first visit is worth what the position after
    /// the best looking move seems to be.
    ///
    /// Once `is_over` says that there is no time left, the other moves are not looked at and count as the worst.
    pub(super) fn new<const WORDS: usize>(
        pos: &BlokusPosition<WORDS>,
        evaluation: Evaluation,
        width: Width,
        is_over: &dyn Fn() -> bool,
    ) -> Self {
        let (Turn::Seat(mover), Some(color)) = (pos.turn(), pos.to_move()) else {
            return Self { visits: 1, sums: pos.payoffs(), edges: Vec::new() };
        };
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        if let Width::Best(most) = width
            && most < moves.len()
        {
            let glance = Glance::new(pos, color);
            let mut promising: Vec<_> = moves.iter().map(|&mv| (-glance.order_hint(mv), mv)).collect();
            promising.select_nth_unstable_by(most, by_value_then_move);
            promising.truncate(most);
            moves = promising.into_iter().map(|(_, mv)| mv).collect();
        }
        let mut best: Option<(f32, PerSeat<f32>)> = None;
        let mut looked: Vec<(f32, Placement)> = Vec::with_capacity(moves.len());
        let mut is_late = false;
        for (idx, mv) in moves.into_iter().enumerate() {
            is_late = is_late || idx.is_multiple_of(BETWEEN_LOOKS) && 0 < idx && is_over();
            if is_late {
                looked.push((UNSEEN, mv));
                continue;
            }
            let values = evaluation.chances(&pos.after(mv));
            looked.push((-values[mover], mv));
            if best.as_ref().is_none_or(|best| best.0 < values[mover]) {
                best = Some((values[mover], values));
            }
        }
        looked.sort_unstable_by(by_value_then_move);
        let (_, sums) = best.expect("a seat to move has a move");
        Self { visits: 1, sums, edges: with_shares(&looked) }
    }

    /// What the position has been worth to a seat on average.
    pub(super) fn mean(&self, seat: Seat) -> f32 {
        self.sums[seat] / self.visits as f32
    }

    /// What the position has been worth to each seat on average.
    pub(super) fn means(&self) -> PerSeat<f32> {
        PerSeat::from_fn(self.sums.seats(), |seat| self.mean(seat))
    }

    /// Remembers what one more visit was worth.
    pub(super) fn add(&mut self, values: &PerSeat<f32>) {
        self.visits += 1;
        for seat in Seat::all(values.seats()) {
            self.sums[seat] += values[seat];
        }
    }
}

fn by_value_then_move(left: &(f32, Placement), right: &(f32, Placement)) -> Ordering {
    left.0.total_cmp(&right.0).then(left.1.cmp(&right.1))
}

/// How many moves are looked at between two looks at the clock.
const BETWEEN_LOOKS: usize = 8;

/// The loss that a move counts as which there was no time to look at: more than any other, so that it comes last.
const UNSEEN: f32 = 1.000_1;

/// How much worse a move must look to deserve about a third of the attention.
const TEMPERATURE: f32 = 0.1;

fn with_shares(looked: &[(f32, Placement)]) -> Vec<Edge> {
    let weight = |loss: f32| ((looked[0].0 - loss) / TEMPERATURE).exp();
    let sum: f32 = looked.iter().map(|&(loss, _)| weight(loss)).sum();
    let edge = |&(loss, mv): &(f32, Placement)| Edge {
        mv,
        looks: -loss.min(1.0),
        is_seen: loss < UNSEEN,
        share: weight(loss) / sum,
        child: None,
    };
    looked.iter().map(edge).collect()
}
