//! The positions of a round, and what its end is worth.

use crate::{AnyPosition, Leaver, Millis, MoveError, PerSeat, RecordedMove, Seat};

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

/// The points that payoffs give: what a seat won, nothing for a loss or a draw.
pub(crate) fn points_of(payoffs: &PerSeat<f32>) -> PerSeat<u32> {
    payoffs.clone().map(|payoff| payoff.max(0.0).round() as u32)
}

/// The points of a game that came to its end. Who has left cannot win it: then the best of those who stayed have
/// won, with a point at least.
pub(crate) fn points_at_end(payoffs: &PerSeat<f32>, leavers: &[Leaver]) -> PerSeat<u32> {
    let points = points_of(payoffs);
    if leavers.is_empty() {
        return points;
    }
    let stays = |seat: Seat| leavers.iter().all(|leaver| leaver.seat != seat);
    let of_stayers = payoffs.entries().filter(|&(seat, _)| stays(seat)).map(|(_, payoff)| *payoff);
    let best = of_stayers.fold(f32::NEG_INFINITY, f32::max);
    let has_won = |seat: Seat| stays(seat) && payoffs[seat] == best;
    PerSeat::from_fn(points.seats(), |seat| if has_won(seat) { points[seat].max(1) } else { 0 })
}

/// The points of a round that a seat loses by its clock: the most that it could give up, so that nobody gains by
/// letting time run out. With more than two seats each of the others wins a point.
pub(crate) fn points_lost_by(position: &dyn AnyPosition, loser: Seat) -> PerSeat<u32> {
    match position.resignations(loser).last() {
        Some(dearest) => points_of(&dearest.payoffs),
        None => PerSeat::from_fn(position.seats(), |seat| u32::from(seat != loser)),
    }
}
