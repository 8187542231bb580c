//! The positions of a round.

use crate::{AnyPosition, Millis, MoveError, RecordedMove, Seat};

/// The positions of a round, from the first to the present one, so that taking back is cheap.
#[derive(Clone, Debug)]
pub(super) struct Round {
    start: Box<dyn AnyPosition>,
    /// Who played each ply (`None` the dice), and the position after it.
    plies: Vec<(Option<Seat>, Box<dyn AnyPosition>)>,
    /// How often the dice have fallen.
    rolls: usize,
}

impl Round {
    pub(super) const fn new(start: Box<dyn AnyPosition>) -> Self {
        Self { start, plies: Vec::new(), rolls: 0 }
    }

    pub(super) fn position(&self) -> &dyn AnyPosition {
        self.plies.last().map_or(&*self.start, |(_, position)| &**position)
    }

    pub(super) fn ply(&self) -> u32 {
        self.plies.len() as u32
    }

    pub(super) const fn rolls(&self) -> usize {
        self.rolls
    }

    pub(super) fn play(
        &mut self,
        by: Option<Seat>,
        text: &str,
        spent: Option<Millis>,
    ) -> Result<RecordedMove, MoveError> {
        let mut next = self.position().boxed_clone();
        let text = next.play(text)?;
        self.rolls += usize::from(by.is_none());
        self.plies.push((by, next));
        Ok(RecordedMove { by, text, spent })
    }

    pub(super) fn take_back(&mut self, ply: u32) {
        self.plies.truncate(ply as usize);
        self.rolls = self.plies.iter().filter(|(by, _)| by.is_none()).count();
    }

    /// How many plies were played before the last decision of a seat.
    pub(super) fn last_decision_of(&self, seat: Seat) -> Option<u32> {
        self.plies.iter().rposition(|(by, _)| *by == Some(seat)).map(|idx| idx as u32)
    }
}
