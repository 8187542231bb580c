//! What every search has in common.

use super::{Control, Found, Limits, Progress};
use crate::Position;

/// Something that finds a move.
pub trait Engine<P: Position>: Send {
    /// Finds a move in a position in which a seat is to move, within the limits; `progress` hears of everything
    /// worth knowing on the way.
    ///
    /// A legal move is at hand from the first moment: a search that is stopped at once returns one.
    fn search(
        &mut self,
        pos: &P,
        limits: &Limits,
        control: Control<'_>,
        progress: &mut dyn FnMut(&Progress<'_, P::Move>),
    ) -> Found<P::Move>;

    /// Forgets what was learnt in earlier searches, as before another game.
    fn forget(&mut self) {}

    /// Tells whether a search makes the next one easier, so that it pays to think ahead while others decide.
    fn remembers(&self) -> bool {
        false
    }
}

impl<P: Position> Engine<P> for Box<dyn Engine<P>> {
    fn search(
        &mut self,
        pos: &P,
        limits: &Limits,
        control: Control<'_>,
        progress: &mut dyn FnMut(&Progress<'_, P::Move>),
    ) -> Found<P::Move> {
        (**self).search(pos, limits, control, progress)
    }

    fn forget(&mut self) {
        (**self).forget();
    }

    fn remembers(&self) -> bool {
        (**self).remembers()
    }
}
