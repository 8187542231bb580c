//! How much of a perfectly efficient cube a real one is worth.

use super::Holder;
use crate::{
    engine::inputs::has_contact,
    position::{Board, HOME},
};

/// The mean of the value of a perfectly efficient cube, with this weight, and of a dead one is what a cube is worth.
///
/// All weights are published estimates of others, rounded, and not yet fitted by us: those of the bear-off were fitted to an
/// exact table of two sides with up to six checkers, that of positions with contact is about Janowski's two thirds, and in a
/// longer race, which changes less with every roll, the weight grows with the pips.
pub(super) fn cube_life(board: Board, holder: Holder) -> f32 {
    const CONTACT: f32 = 0.68;
    if has_contact(board) {
        return CONTACT;
    }
    if board.mover.hindmost() <= HOME && board.other.hindmost() <= HOME {
        return match holder {
            Holder::Mover => 0.57,
            Holder::Nobody | Holder::Other => 0.68,
        };
    }
    (0.55 + 0.001_25 * f32::from(board.mover.pips())).clamp(0.6, 0.7)
}
