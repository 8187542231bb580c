//! All placements of an orientation at once, for the search.
//!
//! As the generator of the rules does it, but only cells from which a piece can reach an anchor are looked at, and
//! whatever has no placement left is skipped with all that grows out of it.

use crate::{
    Bits, MAX_SQUARES, N_PIECES, Orientation,
    generator::growth::{GROWTH, MIDDLES, N_VIEWS, REACH, WAYS},
};

/// A set of cells as it looks from each place where a piece can have a square, moved onto its first square.
pub(super) type Views<const W: usize> = [Bits<W>; N_VIEWS];

/// The placements of one orientation by their first squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placements<const W: usize> {
    pub(super) orientation: Orientation,
    pub(super) firsts: Bits<W>,
}

/// Views of a set of cells.
#[inline(always)]
pub(super) fn views<const W: usize>(cells: Bits<W>, stride: u32) -> Views<W> {
    let mut views = [cells; N_VIEWS];
    let mut middle = cells;
    for (row, (left, right)) in REACH.into_iter().enumerate() {
        if 0 < row {
            middle = middle.down(stride);
        }
        let at = MIDDLES[row];
        views[at] = middle;
        // From the middle, which stays in registers; the view before would have to be read back from memory.
        let (above, below) = (middle.words_above(), middle.words_below());
        for step in 1..=right {
            views[at + step] = middle.down_into(above, step as u32);
        }
        for step in 1..=left {
            views[at - step] = middle.up_into(below, step as u32);
        }
    }
    views
}

/// The cells from which a piece could reach one of the viewed cells.
#[inline(always)]
pub(super) fn reaching<const W: usize>(views: &Views<W>) -> Bits<W> {
    views.iter().fold(Bits::EMPTY, |all, &view| all | view)
}

/// Where a color may lay pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground<'a, const W: usize> {
    /// Views of the cells on which it may put squares.
    pub(super) open: &'a Views<W>,
    /// Views of the cells of which it must cover one.
    pub(super) anchors: &'a Views<W>,
    /// The cells on which first squares are looked for.
    pub(super) from: Bits<W>,
}

/// Receives placements. Not a closure, which cannot be told to be inlined: only what is inlined is compiled for the
/// instructions of the caller.
pub(super) trait Visitor<const W: usize> {
    /// Hears of the placements of one orientation; there may be none.
    fn visit(&mut self, found: Placements<W>);
}

/// Tells `visitor` of the orientations of the pieces in `kinds`, those left out that fit nowhere on open cells.
#[inline(always)]
pub(super) fn walk<const W: usize>(ground: &Ground<'_, W>, kinds: u32, visitor: &mut impl Visitor<W>) {
    #[derive(Clone, Copy)]
    struct Path<const W: usize> {
        open: Bits<W>,
        anchors: Bits<W>,
    }
    let root: Path<W> = Path { open: ground.open[0] & ground.from, anchors: ground.anchors[0] };
    // What has been found on the way to the current entry, by the number of squares less 1.
    let mut path = [root; MAX_SQUARES];
    // What is left to look at, one bit each. To ask every entry whether it leads to a piece that is left would mean to
    // guess at every entry, and a wrong guess takes the processor longer than an entry.
    let (mut entries, mut rest) = (0, kinds);
    while rest != 0 {
        entries |= WAYS[rest.trailing_zeros() as usize % N_PIECES];
        rest &= rest - 1;
    }
    while let Some(growth) = GROWTH.get(entries.trailing_zeros() as usize) {
        entries &= entries - 1;
        let (depth, view) = (usize::from(growth.depth), usize::from(growth.view));
        let here = match depth {
            0 => root,
            _ => {
                let above = &path[depth - 1];
                let open = above.open & ground.open[view];
                if open.is_empty() {
                    entries &= u128::MAX << growth.next;
                    continue;
                }
                Path { open, anchors: above.anchors | ground.anchors[view] }
            }
        };
        if kinds & growth.kind != 0 {
            let firsts = here.open & here.anchors;
            visitor.visit(Placements { orientation: growth.orientation, firsts });
        }
        path[depth] = here;
    }
}
