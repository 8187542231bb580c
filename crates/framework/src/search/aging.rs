//! A win tomorrow is worth a little less than a win today.

use super::WIN;

/// Values beyond this are finished games.
pub(super) const DECIDED: f32 = WIN / 2.0;

/// What a value is worth one ply earlier: wins lose a little on the way, so that the shortest is preferred, and
/// losses gain a little, so that the longest is.
///
/// ```
/// use framework::search::{WIN, backed_up, handed_down};
/// assert_eq!(backed_up(WIN), WIN - 1.0);
/// assert_eq!(backed_up(0.25), 0.25);
/// assert_eq!(backed_up(handed_down(WIN - 4.0)), WIN - 4.0);
/// ```
#[must_use]
pub fn backed_up(value: f32) -> f32 {
    if DECIDED < value {
        value - 1.0
    } else if value < -DECIDED {
        value + 1.0
    } else {
        value
    }
}

/// The value that [`backed_up`] turns into this one: a bound on its way down the tree.
#[must_use]
pub fn handed_down(bound: f32) -> f32 {
    if DECIDED - 1.0 < bound {
        bound + 1.0
    } else if bound < 1.0 - DECIDED {
        bound - 1.0
    } else {
        bound
    }
}
