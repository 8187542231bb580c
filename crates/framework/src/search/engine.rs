//! What every search has in common.

use super::{Found, Limits, RootMove, SearchRequest};
use crate::{Position, Valuation};

/// Something that finds a move.
pub trait Engine<P: Position>: Send {
    /// Finds a move in the position of the request, within its limits, and reports everything worth knowing on the way.
    ///
    /// A legal move is at hand from the first moment: a search that is stopped at once returns one.
    fn search(&mut self, request: SearchRequest<'_, P>) -> Found<P::Move>;

    /// What a move that it has found is worth to the mover, in the unit in which people count; `None` if it knows
    /// nothing about the move.
    ///
    /// A search that judges by an evaluation asks it, and one around another search asks that: a unit that nobody
    /// names is a bare score. What it has noted in [`RootMove::worth`] it need not find out again.
    fn appraise(&self, pos: &P, found: &Found<P::Move>, root: &RootMove<P::Move>) -> Option<Valuation> {
        let _ = pos;
        let score = || root.value.is_finite().then(|| Valuation::of_score(root.value, found.complete));
        root.worth.or_else(score)
    }

    /// Looks at one move of the position as thoroughly as a search looks at the best one; `None` if a search values all moves alike.
    fn look_at(&mut self, request: SearchRequest<'_, P>, mv: P::Move) -> Option<RootMove<P::Move>> {
        let _ = (request, mv);
        None
    }

    /// Forgets what was learned in earlier searches, as before another game.
    fn forget(&mut self) {}

    /// Tells whether a search makes the next one easier, so that it pays to think ahead while others decide.
    fn remembers(&self) -> bool {
        false
    }

    /// The most bytes that its tables and trees take during a search within the limits and after it; 0 if that is not
    /// worth counting.
    ///
    /// It is known before the first search, so that a program with many players can wait until there is room.
    fn memory(&self, limits: &Limits) -> usize {
        let _ = limits;
        0
    }
}

impl<P: Position> Engine<P> for Box<dyn Engine<P>> {
    fn search(&mut self, request: SearchRequest<'_, P>) -> Found<P::Move> {
        (**self).search(request)
    }

    fn appraise(&self, pos: &P, found: &Found<P::Move>, root: &RootMove<P::Move>) -> Option<Valuation> {
        (**self).appraise(pos, found, root)
    }

    fn look_at(&mut self, request: SearchRequest<'_, P>, mv: P::Move) -> Option<RootMove<P::Move>> {
        (**self).look_at(request, mv)
    }

    fn forget(&mut self) {
        (**self).forget();
    }

    fn remembers(&self) -> bool {
        (**self).remembers()
    }

    fn memory(&self, limits: &Limits) -> usize {
        (**self).memory(limits)
    }
}
