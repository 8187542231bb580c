//! How a round ends and what that brings each seat: the one place for these rules. Matches, the replay of records and
//! the arena all ask here.

use super::End;
use crate::{AnyPosition, Leaver, PerSeat, Resignation, Seat};

/// How a round ended, and what that brings each seat.
///
/// ```
/// use framework::{Seat, RoundOutcome};
/// let position = nim::ENTRY.open_text("1+2")?.start();
/// let outcome = RoundOutcome::time_over(&*position, Seat::FIRST);
/// assert_eq!(outcome.points[Seat::SECOND], 1);
/// assert_eq!(outcome.payoffs[Seat::FIRST], -1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct RoundOutcome {
    /// How it ended.
    pub end: End,
    /// What each seat won or lost.
    pub payoffs: PerSeat<f32>,
    /// The points that count for the match: what a seat won, nothing for a loss or a draw.
    pub points: PerSeat<u32>,
}

impl RoundOutcome {
    /// The game came to its end by its rules. A player who left cannot win: then the best of those who stayed have
    /// won, with a point at least.
    #[must_use]
    pub fn over(position: &dyn AnyPosition, leavers: &[Leaver]) -> Self {
        let payoffs = position.payoffs();
        let points = points_at_end(&payoffs, leavers);
        Self { end: End::Over, payoffs, points }
    }

    /// Nobody won.
    #[must_use]
    pub fn drawn(position: &dyn AnyPosition) -> Self {
        let seats = position.seats();
        Self { end: End::DrawAgreed, payoffs: PerSeat::filled(seats, 0.0), points: PerSeat::filled(seats, 0) }
    }

    /// A seat resigned at a level.
    #[must_use]
    pub fn resigned(seat: Seat, resignation: &Resignation) -> Self {
        let end = End::Resigned { seat, level: resignation.level.to_owned() };
        Self { end, points: points_of(&resignation.payoffs), payoffs: resignation.payoffs.clone() }
    }

    /// A seat resigned at a level that the game knows by this name; `None` if it does not have it now.
    #[must_use]
    pub fn resigned_at(position: &dyn AnyPosition, seat: Seat, level: &str) -> Option<Self> {
        let levels = position.resignations(seat);
        levels.iter().find(|resignation| resignation.level == level).map(|found| Self::resigned(seat, found))
    }

    /// A seat cannot or does not want to go on, and nobody is asked: it resigns at the cheapest level to which the
    /// others need not agree. Where there is none, as at a table of more than two, it loses as by its clock.
    #[must_use]
    pub fn forfeited(position: &dyn AnyPosition, seat: Seat) -> Self {
        let levels = position.resignations(seat);
        match levels.iter().find(|level| !level.needs_consent) {
            Some(level) => Self::resigned(seat, level),
            None => Self::time_over(position, seat),
        }
    }

    /// A seat lost by its clock: the most that it could resign, so that nobody gains by letting time run out. With
    /// more than two seats each of the others wins a point.
    #[must_use]
    pub fn time_over(position: &dyn AnyPosition, loser: Seat) -> Self {
        let end = End::TimeOver { seat: loser };
        if let Some(dearest) = position.resignations(loser).last() {
            return Self { end, points: points_of(&dearest.payoffs), payoffs: dearest.payoffs.clone() };
        }
        let seats = position.seats();
        let share = 1.0 / (seats - 1).max(1) as f32;
        Self {
            end,
            payoffs: PerSeat::from_fn(seats, |seat| if seat == loser { -1.0 } else { share }),
            points: PerSeat::from_fn(seats, |seat| u32::from(seat != loser)),
        }
    }
}

fn points_of(payoffs: &PerSeat<f32>) -> PerSeat<u32> {
    payoffs.clone().map(|payoff| payoff.max(0.0).round() as u32)
}

fn points_at_end(payoffs: &PerSeat<f32>, leavers: &[Leaver]) -> PerSeat<u32> {
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
