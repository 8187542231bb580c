//! Which moves are worth a second look.

use crate::{Bits, BlokusPosition, Color, Placement};

/// What an anchor gained is worth, in squares laid.
const PER_ANCHOR: f32 = 0.5;
/// What an anchor taken from an opponent is worth, in squares laid.
const PER_ANCHOR_TAKEN: f32 = 0.5;
/// What a cell beside an opponent's anchors is worth when it is taken, in squares laid.
const PER_CELL_TAKEN: f32 = 0.2;

/// What can be seen of a color's moves without playing them, which is far less work than judging
/// the position after.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glance<const WORDS: usize> {
    pos: BlokusPosition<WORDS>,
    open: Bits<WORDS>,
    anchors: Bits<WORDS>,
    their_anchors: Bits<WORDS>,
    their_cells: Bits<WORDS>,
}

impl<const WORDS: usize> Glance<WORDS> {
    /// Looks at the moves of a color.
    pub(crate) fn new(pos: &BlokusPosition<WORDS>, color: Color) -> Self {
        let rules = pos.rules();
        let stride = rules.grid().stride();
        let reach = pos.reach(color);
        let (mut their_anchors, mut their_cells) = (Bits::EMPTY, Bits::EMPTY);
        for other in rules.colors().filter(|&other| rules.owner(other) != rules.owner(color)) {
            let theirs = pos.reach(other);
            let near = theirs.anchors.edge_neighbors(stride) & theirs.open;
            their_anchors = their_anchors | theirs.anchors;
            their_cells = their_cells | near | (near.edge_neighbors(stride) & theirs.open);
        }
        Self { pos: *pos, open: reach.open, anchors: reach.anchors, their_anchors, their_cells }
    }

    /// How good a legal move looks, in squares laid.
    pub(crate) fn order_hint(&self, mv: Placement) -> f32 {
        let grid = self.pos.rules().grid();
        let stride = grid.stride();
        let mut laid = Bits::EMPTY;
        mv.indexes(grid).for_each(|index| laid.insert(index));
        let closed = laid | laid.edge_neighbors(stride);
        let gained = laid.corner_neighbors(stride) & self.open & !closed & !self.anchors;
        let lost = self.anchors & closed;
        let anchors = gained.count() as f32 - lost.count() as f32;
        mv.piece().squares() as f32
            + PER_ANCHOR * anchors
            + PER_ANCHOR_TAKEN * (laid & self.their_anchors).count() as f32
            + PER_CELL_TAKEN * (laid & self.their_cells).count() as f32
    }
}
