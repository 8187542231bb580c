//! Which pieces lie on the board.

use crate::{Bits, Grid, MAX_SQUARES, Orientation, Piece, silhouette::Silhouette};

impl<const WORDS: usize> Bits<WORDS> {
    /// The parts of the set that hang together by edges, by their first cells.
    pub(crate) fn connected(self, grid: Grid) -> impl Iterator<Item = Self> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let part = rest.part_of_first(|part| part.edge_neighbors(grid.stride()))?;
            rest = rest & !part;
            Some(part)
        })
    }

    /// Tells whether the whole set hangs together by edges or corners; the empty one does.
    pub(crate) fn is_connected_by_corners(self, grid: Grid) -> bool {
        let stride = grid.stride();
        let around = |part: Self| part.edge_neighbors(stride) | part.corner_neighbors(stride);
        self.part_of_first(around).is_none_or(|part| part == self)
    }

    /// The piece that looks like this set.
    pub(crate) fn piece(self, grid: Grid) -> Option<Piece> {
        let cells: Vec<_> = self.iter().take(MAX_SQUARES + 1).map(|index| grid.cell(index)).collect();
        Silhouette::of_cells(&cells).and_then(Orientation::of).map(Orientation::piece)
    }

    /// The cells that can be reached from the first one inside the set.
    fn part_of_first(self, around: impl Fn(Self) -> Self) -> Option<Self> {
        let mut part = Self::EMPTY;
        part.insert(self.iter().next()?);
        loop {
            let grown = (part | around(part)) & self;
            if grown == part {
                return Some(part);
            }
            part = grown;
        }
    }
}
