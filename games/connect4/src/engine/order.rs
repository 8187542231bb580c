//! Which move is tried first.
//!
//! With the best move first, one move is enough to refute a position, so the order decides how many positions are
//! visited. It is read off the position after the move and all replies that it forces: which cells both seats wait
//! for, how soon they come into play, and in whose rows they lie.

use super::{node::Node, shape::Shape};
use crate::{Direction, Size};

// Found by hill climbing on the number of positions visited in 150 random positions of 12 discs.

/// For each cell we wait for that comes into play when the other seat plays below it: it must not.
const NEXT: i32 = 45;
/// For each cell we wait for that comes into play a ply later.
const AFTER_NEXT: i32 = 22;
/// For each cell we wait for in a row that falls to us when the board fills up.
const OUR_ROW: i32 = 17;
/// Against each cell that the other seat waits for.
const THEIRS: i32 = 8;
/// For a move that forced the other seat to answer.
const FORCING: i32 = 40;
/// Against each safe move that is left to the seat to move.
const MOBILITY: i32 = 16;
/// For each place for a line that leads through the cell.
const PLACES: i32 = 3;
/// How much a cell's record in this search counts at most.
const RECORD: i32 = 15;

/// One in so many parts a cell's record moves towards success, and a quarter of that towards failure.
const RECORD_INERTIA: i32 = 32;
/// The best and, with a minus sign, the worst record.
const RECORD_LIMIT: i32 = 1 << 16;

/// What is known about the cells of a board before and during a search.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// What a cell is worth by itself.
    places: [i32; 64],
    /// How often a disc in the cell refuted a position when an earlier move had not, for each seat.
    records: [[i32; 64]; 2],
    /// The cells that fall to the first and to the second seat when all other columns are full.
    falling_to: [u64; 2],
}

impl Order {
    pub(crate) fn new<S: Shape>(shape: S) -> Self {
        let size = shape.size();
        let n_elsewhere = size.cells() - u16::from(size.rows());
        let from_bottom = (0..size.rows()).step_by(2).fold(0, |rows, row| rows | shape.bottom() << row);
        let to_first = if n_elsewhere.is_multiple_of(2) { from_bottom } else { shape.board() & !from_bottom };
        Self {
            places: places(shape),
            records: [[0; 64]; 2],
            falling_to: [to_first, shape.board() & !to_first],
        }
    }

    /// How promising a move into `cell` looks to the seat that made it, from what became of it.
    #[inline(always)]
    pub(crate) fn order_hint<S: Shape>(
        &self,
        shape: S,
        mover: usize,
        cell: u64,
        node: &Node,
        forcing: bool,
    ) -> i32 {
        let (ours, theirs) = match forcing {
            true => (node.own_threats, node.other_threats),
            false => (node.other_threats, node.own_threats),
        };
        // A cell above one that the other seat takes is worth nothing.
        let (useful, their_useful) = (ours & !(theirs << 1), theirs & !(ours << 1));
        let playable = shape.playable(node.own | node.other);
        let cell_idx = cell.trailing_zeros() as usize;
        let record = self.records[mover][cell_idx];
        NEXT * count(useful & (playable << 1))
            + AFTER_NEXT * count(useful & (playable << 2))
            + OUR_ROW * count(useful & self.falling_to[mover])
            - THEIRS * count(their_useful)
            - MOBILITY * count(node.safe_moves(shape))
            + if forcing { FORCING } else { 0 }
            + self.places[cell_idx]
            + ((record * RECORD) >> 16)
    }

    /// Remembers that a disc in `cell` refuted a position after discs in the cells of `failed` had not.
    #[inline(always)]
    pub(crate) fn learn(&mut self, mover: usize, cell: u64, failed: impl Iterator<Item = u64>) {
        let records = &mut self.records[mover];
        let mut has_failed = false;
        for failed in failed {
            let record = &mut records[failed.trailing_zeros() as usize];
            *record -= (*record + RECORD_LIMIT) / (4 * RECORD_INERTIA);
            has_failed = true;
        }
        if has_failed {
            let record = &mut records[cell.trailing_zeros() as usize];
            *record += (RECORD_LIMIT - *record) / RECORD_INERTIA;
        }
    }
}

/// There are few cells in these sets, so that counting them one by one is quick on any processor.
#[inline(always)]
fn count(mut cells: u64) -> i32 {
    let mut n_cells = 0;
    while cells != 0 {
        cells &= cells - 1;
        n_cells += 1;
    }
    n_cells
}

/// How many places for a line lead through each cell, weighted.
fn places<S: Shape>(shape: S) -> [i32; 64] {
    let size: Size = shape.size();
    let mut places = [0; 64];
    for direction in Direction::ALL {
        let starts = crate::bits::run_starts(shape.board(), size, direction, size.k());
        let (right, up) = direction.step();
        let step = i32::from(right) * shape.pitch() as i32 + i32::from(up);
        let mut left = starts;
        while left != 0 {
            let start = left.trailing_zeros() as i32;
            left &= left - 1;
            for steps in 0..i32::from(size.k()) {
                places[(start + steps * step) as usize] += PLACES;
            }
        }
    }
    places
}
