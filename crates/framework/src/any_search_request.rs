//! What a player of any game is asked.

use std::fmt;

use crate::{
    AnyFound, AnyPosition, Game, Seat, Turn,
    erased::ErasedPosition,
    search::{Control, Limits, SearchRequest},
};

/// A [`SearchRequest`] behind the erased layer: a position of any game in which a seat is to move, how far to go, what
/// may end the search before, and who wants to know what it finds on the way.
pub struct AnySearchRequest<'a> {
    pos: &'a dyn AnyPosition,
    mover: Seat,
    limits: Limits,
    control: Control<'a>,
    progress: Option<&'a mut dyn FnMut(&AnyFound)>,
}

impl<'a> AnySearchRequest<'a> {
    /// A search of a position within limits, which nobody stops or watches; `None` if no seat is to move.
    #[must_use]
    pub fn new(pos: &'a dyn AnyPosition, limits: Limits) -> Option<Self> {
        let Turn::Seat(mover) = pos.turn() else { return None };
        Some(Self { pos, mover, limits, control: Control::NONE, progress: None })
    }

    /// The same search with a flag that ends it, and a clock.
    #[must_use]
    pub fn with_control<'b>(self, control: Control<'b>) -> AnySearchRequest<'b>
    where
        'a: 'b,
    {
        let Self { pos, mover, limits, progress, .. } = self;
        let progress = progress.map(|progress| progress as &mut dyn FnMut(&AnyFound));
        AnySearchRequest { pos, mover, limits, control, progress }
    }

    /// The same search, whose progress is reported.
    #[must_use]
    pub const fn with_progress<'b>(self, progress: &'b mut dyn FnMut(&AnyFound)) -> AnySearchRequest<'b>
    where
        'a: 'b,
    {
        let Self { pos, mover, limits, control, .. } = self;
        AnySearchRequest { pos, mover, limits, control, progress: Some(progress) }
    }

    /// The position.
    #[must_use]
    pub const fn pos(&self) -> &'a dyn AnyPosition {
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

    /// The position of a game with what is asked about it, and who hears of progress.
    ///
    /// # Panics
    /// If the position is one of another game.
    #[expect(clippy::type_complexity, reason = "three things that are taken apart at once")]
    pub(crate) fn typed<G: Game>(
        self,
    ) -> (&'a ErasedPosition<G>, SearchRequest<'a, G::Position>, Option<&'a mut dyn FnMut(&AnyFound)>) {
        let erased: &ErasedPosition<G> =
            self.pos.as_erased().downcast_ref().expect("a player searches positions of its own game");
        let typed = SearchRequest::of_mover(&erased.pos, self.mover, self.limits);
        (erased, typed.with_control(self.control), self.progress)
    }
}

impl fmt::Debug for AnySearchRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnySearchRequest")
            .field("pos", &self.pos.text())
            .field("limits", &self.limits)
            .field("control", &self.control)
            .finish_non_exhaustive()
    }
}
