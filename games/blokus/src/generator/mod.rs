//! Finding all moves at once.
//!
//! A piece fits with its first square on a cell if each of its squares comes to lie on an open cell. For all
//! cells together that is an intersection of moved copies of the set of open cells, one copy for each square. Of
//! such copies ("views") only 21 are ever needed, and a piece needs just one intersection more than the smaller
//! piece it grows out of; so all placements of all 91 orientations cost about 250 operations on sets, however
//! many anchors there are, and none is found twice.

mod contacts;
pub(crate) mod growth;

use std::ops::ControlFlow;

#[cfg(test)]
pub(crate) use contacts::is_corner;
use growth::{GROWTH, Growth, MIDDLES, N_VIEWS, REACH};

use crate::{Bits, MAX_SQUARES, Orientation};

/// Where a color may put squares, and where it must put one of them.
#[derive(Clone, Copy)]
pub(crate) struct Reach<const WORDS: usize> {
    /// Free cells that share no edge with the color.
    pub(crate) open: Bits<WORDS>,
    /// Open cells that touch the color at a corner, or its start cell in the beginning.
    pub(crate) anchors: Bits<WORDS>,
}

impl<const WORDS: usize> Reach<WORDS> {
    /// Calls `visit` for each orientation of the pieces in `kinds` with the cells on which its first square can
    /// be laid; there may be none.
    #[inline]
    pub(crate) fn placements(
        &self,
        stride: u32,
        kinds: u32,
        mut visit: impl FnMut(Orientation, Bits<WORDS>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let single = &GROWTH[0];
        if kinds & single.kind != 0 {
            visit(single.orientation, self.anchors)?;
        }
        if kinds & !single.kind == 0 || self.anchors.is_empty() {
            return ControlFlow::Continue(());
        }
        let views = self.views(stride);
        // What has been found on the way to the current entry, by the number of squares less 1.
        let mut path = [*self; MAX_SQUARES];
        let mut at = 1;
        while let Some(growth) = GROWTH.get(at) {
            if kinds & growth.kinds_here_and_below == 0 {
                at = usize::from(growth.next);
                continue;
            }
            let Growth { depth, view, .. } = *growth;
            let (parent, view) = (&path[usize::from(depth) - 1], &views[usize::from(view)]);
            let here = Self { open: parent.open & view.open, anchors: parent.anchors | view.anchors };
            if kinds & growth.kind != 0 {
                visit(growth.orientation, here.open & here.anchors)?;
            }
            path[usize::from(depth)] = here;
            at += 1;
        }
        ControlFlow::Continue(())
    }

    /// The board as it looks from each place where a piece can have a square, moved onto its first square.
    #[inline]
    fn views(&self, stride: u32) -> [Self; N_VIEWS] {
        let mut views = [*self; N_VIEWS];
        let mut middle = *self;
        for (row, (left, right)) in REACH.into_iter().enumerate() {
            if 0 < row {
                middle = middle.map(|bits| bits.down(stride));
            }
            let at = MIDDLES[row];
            views[at] = middle;
            for step in 1..=right {
                views[at + step] = views[at + step - 1].map(|bits| bits.down(1));
            }
            for step in 1..=left {
                views[at - step] = views[at - step + 1].map(|bits| bits.up(1));
            }
        }
        views
    }

    #[inline]
    fn map(&self, change: impl Fn(Bits<WORDS>) -> Bits<WORDS>) -> Self {
        Self { open: change(self.open), anchors: change(self.anchors) }
    }
}
