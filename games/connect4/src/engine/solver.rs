//! Exact answers: what a position is worth, and every move in it.

use super::{
    node::win_at,
    score::Score,
    search::Search,
    shape::{AnyShape, Shape, Usual},
    table::{Shared, Table},
};
use crate::{Board, Size};

/// Solves positions of one size of board.
#[derive(Debug)]
pub struct Solver {
    size: Size,
    table: Table,
}

/// What a solver has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// What the position is worth to the seat to move.
    pub score: Score,
    /// How many positions were visited.
    pub nodes: u64,
}

impl Solver {
    /// x
    #[must_use]
    pub fn new(size: Size, bytes: usize) -> Self {
        let key_bits = u32::from(size.columns()) * (u32::from(size.rows()) + 1);
        Self { size, table: Table::new(key_bits, bytes) }
    }

    /// x
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// x
    pub fn solve(&mut self, pos: &Board<u64>, weak: bool) -> Solution {
        let (own, other, stones) = (pos.mover_discs(), pos.opponent_discs(), i32::from(pos.ply()));
        let never = |_| false;
        let (score, nodes) = match self.size {
            Size::USUAL => strong(Usual, self.table.share(), own, other, stones, weak, &never),
            size => strong(AnyShape::new(size), self.table.share(), own, other, stones, weak, &never),
        };
        Solution { score: Score::new(score as i16), nodes }
    }
}

fn strong<S: Shape>(
    shape: S,
    table: Shared<'_>,
    own: u64,
    other: u64,
    stones: i32,
    weak: bool,
    stop: &(dyn Fn(u64) -> bool + Sync),
) -> (i32, u64) {
    let filled = own | other;
    let playable = shape.playable(filled);
    if playable == 0 {
        return (0, 0);
    }
    if shape.threats(own) & playable != 0 {
        return (win_at(shape, stones + 1), 0);
    }
    let mut search = Search::new(shape, table, stop);
    let (mut low, mut high) = (-win_at(shape, stones + 2), win_at(shape, stones + 3));
    if weak {
        (low, high) = (low.max(-1), high.min(1));
    }
    let mut beta = 0;
    while low < high {
        beta = beta.clamp(low + 1, high);
        let Ok(value) = search.test(own, other, stones, beta) else { break };
        if beta <= value {
            low = low.max(value);
        } else {
            high = high.min(value);
        }
        beta = value;
    }
    (low, search.nodes())
}
