//! What a search is asked.

use std::fmt;

use super::{Control, Found, Limits, Progress};
use crate::{Position, Seat, Turn};

/// What a search is asked: a position in which a seat is to move, how far to go, what may end it before, and who wants
/// to know what it finds on the way.
///
/// That a seat is to move is checked here, once, so no search has to think about a game that is over or dice that are
/// next.
///
/// ```
/// use framework::{Game, Position, search::{Limits, SearchRequest}};
/// let heaps = nim::Nim(vec![1]).start();
/// assert!(SearchRequest::new(&heaps, Limits::depth(3)).is_some());
/// let mut moves = Vec::new();
/// heaps.legal_moves(&mut moves);
/// assert!(SearchRequest::new(&heaps.after(moves[0]), Limits::depth(3)).is_none(), "the game is over");
/// ```
pub struct SearchRequest<'a, P: Position> {
    pos: &'a P,
    mover: Seat,
    limits: Limits,
    control: Control<'a>,
    progress: Option<&'a mut Report<'a, P::Move>>,
}

/// What hears of the progress of a search.
type Report<'a, M> = dyn FnMut(&Progress<'_, M>) + 'a;

impl<'a, P: Position> SearchRequest<'a, P> {
    /// A search of a position within limits, which nobody stops or watches; `None` if no seat is to move.
    #[must_use]
    pub fn new(pos: &'a P, limits: Limits) -> Option<Self> {
        let Turn::Seat(mover) = pos.turn() else { return None };
        Some(Self::of_mover(pos, mover, limits))
    }

    /// A search of a position in which this seat is to move.
    pub(crate) const fn of_mover(pos: &'a P, mover: Seat, limits: Limits) -> Self {
        Self { pos, mover, limits, control: Control::NONE, progress: None }
    }

    /// The same search with a flag that ends it, and a clock.
    #[must_use]
    pub fn with_control<'b>(self, control: Control<'b>) -> SearchRequest<'b, P>
    where
        'a: 'b,
    {
        SearchRequest { control, ..self.shortened() }
    }

    /// The same search, whose progress is reported.
    #[must_use]
    pub const fn with_progress<'b>(
        self,
        progress: &'b mut dyn FnMut(&Progress<'_, P::Move>),
    ) -> SearchRequest<'b, P>
    where
        'a: 'b,
    {
        let Self { pos, mover, limits, control, .. } = self;
        SearchRequest { pos, mover, limits, control, progress: Some(progress) }
    }

    /// The same search within other limits.
    #[must_use]
    pub const fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same search of another position; `None` if no seat is to move there.
    #[must_use]
    pub fn at<'b>(self, pos: &'b P) -> Option<SearchRequest<'b, P>>
    where
        'a: 'b,
    {
        let Turn::Seat(mover) = pos.turn() else { return None };
        Some(SearchRequest { pos, mover, ..self.shortened() })
    }

    /// The same request to hand on, so that there is one left for later.
    pub fn reborrow(&mut self) -> SearchRequest<'_, P> {
        let Self { pos, mover, limits, control, .. } = *self;
        let progress = self.progress.as_mut().map(|report| &mut **report as &mut Report<'_, P::Move>);
        SearchRequest { pos, mover, limits, control, progress }
    }

    /// The same request where something in it lives shorter. The compiler does not see by itself that this is fine,
    /// since the listener is behind an exclusive reference.
    fn shortened<'b>(self) -> SearchRequest<'b, P>
    where
        'a: 'b,
    {
        let Self { pos, mover, limits, control, progress } = self;
        let progress = progress.map(|report| report as &mut Report<'_, P::Move>);
        SearchRequest { pos, mover, limits, control, progress }
    }

    /// The position.
    #[must_use]
    pub const fn pos(&self) -> &'a P {
        self.pos
    }

    /// The seat that is to move.
    #[must_use]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// How far the search may go.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// What may end the search, and its clock.
    #[must_use]
    pub const fn control(&self) -> Control<'a> {
        self.control
    }

    /// Tells whether the search was asked to end, or has used its time.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.control.is_over(self.limits.time)
    }

    /// Tells whether progress is reported to anybody.
    #[must_use]
    pub const fn is_watched(&self) -> bool {
        self.progress.is_some()
    }

    /// Reports what the search would answer now.
    pub fn report(&mut self, found: &Found<P::Move>) {
        if let Some(progress) = &mut self.progress {
            progress(&Progress { found, elapsed: self.control.elapsed() });
        }
    }
}

impl<P: Position> fmt::Debug for SearchRequest<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchRequest")
            .field("pos", self.pos)
            .field("limits", &self.limits)
            .field("control", &self.control)
            .finish_non_exhaustive()
    }
}
