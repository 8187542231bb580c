//! A win tomorrow is worth a little less than a win today.

use super::WIN;

/// Values beyond this are finished games.
pub(super) const DECIDED: f32 = WIN / 2.0;

/// What a value is worth one ply earlier: wins lose a little on the way, so that the shortest is preferred, and
/// losses gain a little, so that the longest is.
pub(super) fn backed_up(value: f32) -> f32 {
    if DECIDED < value {
        value - 1.0
    } else if value < -DECIDED {
        value + 1.0
    } else {
        value
    }
}

/// The value that [`backed_up`] turns into this one: a bound on its way down the tree.
pub(super) fn handed_down(bound: f32) -> f32 {
    if DECIDED - 1.0 < bound {
        bound + 1.0
    } else if bound < 1.0 - DECIDED {
        bound - 1.0
    } else {
        bound
    }
}
