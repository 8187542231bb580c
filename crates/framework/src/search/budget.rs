//! Counting positions and watching the time.

use super::{Control, Limits};
use crate::Millis;

/// The most positions that are visited between two looks at the clock: a look costs as much as a cheap position.
const MAX_NODES_BETWEEN_CLOCK_CHECKS: u64 = 256;

/// What is left of the limits while a search runs: it counts positions, and looks at the clock as often as it must.
///
/// ```
/// use framework::search::{Budget, Control, Limits};
/// let mut budget = Budget::new(Limits::nodes(3), Control::NONE);
/// while budget.pay().is_some() {}
/// assert_eq!(budget.nodes(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct Budget<'a> {
    limits: Limits,
    control: Control<'a>,
    nodes: u64,
    is_over: bool,
    looks: Looks,
}

/// When to look at the clock: seldom where positions are cheap, at each one where a position takes long.
#[derive(Clone, Copy, Debug)]
struct Looks {
    next: u64,
    gap: u64,
    last: Millis,
}

impl<'a> Budget<'a> {
    /// The whole of the limits.
    #[must_use]
    pub fn new(limits: Limits, control: Control<'a>) -> Self {
        let looks = Looks { next: 1, gap: 1, last: Millis(0) };
        Self { limits, control, nodes: 0, is_over: control.is_over(limits.time), looks }
    }

    /// Pays for one position; `None` if the search is over.
    #[must_use = "a search that is over visits no more positions"]
    pub fn pay(&mut self) -> Option<()> {
        if self.is_over {
            return None;
        }
        if self.limits.nodes.is_some_and(|limit| limit <= self.nodes) {
            self.is_over = true;
            return None;
        }
        self.nodes += 1;
        if self.looks.next <= self.nodes && self.look() {
            self.is_over = true;
            return None;
        }
        Some(())
    }

    /// How many positions were paid for.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks at the clock and the stop flag; tells whether the search is over.
    fn look(&mut self) -> bool {
        let Looks { gap, last, .. } = self.looks;
        let now = if self.limits.time.is_some() { self.control.elapsed() } else { last };
        // As long as less than a millisecond passes between two looks, they may be rarer.
        let gap = if now == last { (2 * gap).min(MAX_NODES_BETWEEN_CLOCK_CHECKS) } else { (gap / 4).max(1) };
        self.looks = Looks { next: self.nodes + gap, gap, last: now };
        self.control.is_over(self.limits.time)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::search::Stop;

    /// How many positions are paid for within 100 ms if each takes so many microseconds.
    fn paid(micros_each: u64) -> u64 {
        let (stop, now) = (Stop::default(), AtomicU64::new(0));
        let elapsed = || Millis(now.load(Ordering::Relaxed) / 1_000);
        let mut budget = Budget::new(Limits::time(Millis(100)), Control::new(&stop, &elapsed));
        while budget.pay().is_some() {
            now.fetch_add(micros_each, Ordering::Relaxed);
        }
        budget.nodes()
    }

    #[test]
    fn a_search_ends_within_two_milliseconds_of_its_time_however_slow_its_positions_are() {
        for micros_each in [1, 10, 50, 200, 1_000] {
            let late = (paid(micros_each) * micros_each).saturating_sub(100_000);
            assert!(late <= 2_000.max(2 * micros_each), "{micros_each} us each: {late} us late");
        }
    }
}
