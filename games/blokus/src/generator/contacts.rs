//! Where the corners of pieces meet anchors.

use std::{ops::ControlFlow, sync::LazyLock};

use super::{Reach, growth::view_of};
use crate::{MAX_SQUARES, N_ORIENTATIONS, Orientation, silhouette::Step};

/// The views from the corner squares of every orientation.
static CORNER_VIEWS: LazyLock<[CornerViews; N_ORIENTATIONS]> = LazyLock::new(|| {
    std::array::from_fn(|form| {
        let steps: Vec<_> = Orientation::new(form).steps().collect();
        let mut corners = CornerViews { views: [0; MAX_SQUARES], len: 0 };
        for &(right, up) in steps.iter().filter(|&&step| is_corner(&steps, step)) {
            corners.views[corners.len] = view_of(Step { right, up });
            corners.len += 1;
        }
        corners
    })
});

struct CornerViews {
    views: [u8; MAX_SQUARES],
    len: usize,
}

/// Tells whether a square of a piece sticks out in some diagonal direction, so that another piece could touch it
/// there with its corner alone.
pub(crate) fn is_corner(steps: &[(i8, i8)], (right, up): (i8, i8)) -> bool {
    [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(|(to_right, upward)| {
        !steps.contains(&(right + to_right, up)) && !steps.contains(&(right, up + upward))
    })
}

impl<const WORDS: usize> Reach<WORDS> {
    /// Adds up the weights of the pieces in `kinds` over all their placements, each counted once for every corner
    /// square that comes to lie on an anchor.
    pub(crate) fn contacts(&self, stride: u32, kinds: u32, weight: impl Fn(Orientation) -> u32) -> u32 {
        let views = self.views(stride);
        let corner_views = &*CORNER_VIEWS;
        let mut sum = 0;
        // Nothing in here breaks off.
        let _ = self.placements(stride, kinds, |orientation, firsts| {
            if !firsts.is_empty() {
                let CornerViews { views: corners, len } = &corner_views[orientation.index()];
                let met = |&view: &u8| (firsts & views[usize::from(view)].anchors).count();
                sum += weight(orientation) * corners[..*len].iter().map(met).sum::<u32>();
            }
            ControlFlow::Continue(())
        });
        sum
    }
}
