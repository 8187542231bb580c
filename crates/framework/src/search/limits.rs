//! How far a search may go.

use crate::{ClockRule, Millis};

/// How far a search may go. What is `None` does not limit it; a search without any limit goes on until it is
/// stopped or knows everything.
///
/// ```
/// use framework::{Millis, search::Limits};
/// let limits = Limits { time: Some(Millis::seconds(2)), ..Limits::depth(20) };
/// assert_eq!(limits.threads, 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many plies it may look ahead.
    pub depth: Option<u32>,
    /// How many positions it may visit.
    pub nodes: Option<u64>,
    /// How long it may think.
    pub time: Option<Millis>,
    /// How many threads it may use.
    pub threads: usize,
    /// What its random choices are drawn from.
    pub seed: u64,
}

impl Limits {
    /// No limit at all, on one thread.
    pub const NONE: Self = Self { depth: None, nodes: None, time: None, threads: 1, seed: 0 };

    /// Only a limit on the look-ahead.
    #[must_use]
    pub const fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::NONE }
    }

    /// Only a limit on the positions visited.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }

    /// Only a limit on the time.
    #[must_use]
    pub const fn time(time: Millis) -> Self {
        Self { time: Some(time), ..Self::NONE }
    }

    /// How long to think about one move when a clock shows `left`, adds `increment` after each move, and
    /// `margin` may be lost on the way to the other side.
    ///
    /// A thirtieth of what is left keeps enough for any game of ours, and never more is spent than is there.
    #[must_use]
    pub fn share_of_clock(left: Millis, increment: Millis, margin: Millis) -> Millis {
        let usable = left - margin;
        let wanted = Millis(usable.0 / 30) + Millis(increment.0 / 4 * 3);
        wanted.min(Millis(usable.0 / 2))
    }

    /// How long to think about one move under a rule when a clock shows `left` and `margin` may be lost on the
    /// way to the other side.
    #[must_use]
    pub fn share_under(rule: ClockRule, left: Millis, margin: Millis) -> Millis {
        // A margin is kept, but never everything.
        let usable = |time: Millis| time - margin.min(Millis(time.0 / 2));
        match rule {
            ClockRule::None | ClockRule::PerMove { .. } => usable(left),
            ClockRule::PerGame { increment, .. } => Self::share_of_clock(left, increment, margin),
            // The delay is free: it can be used up at every move.
            ClockRule::Delay { delay, .. } => usable(delay) + Self::share_of_clock(left, Millis(0), margin),
        }
    }
}
