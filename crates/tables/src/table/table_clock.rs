//! The clock of a table.

use framework::Millis;
use tokio::time::Instant;

/// The time of a table: milliseconds that pass only while the server can serve it.
///
/// It follows the monotonic clock of the machine, never the one on the wall, and is handed moments of served time,
/// which does not pass while the whole process stands still. It stands still while a commit is under way, while the
/// store cannot write, and while computer players wait for spectators, so that no fault and no slow disk costs a player
/// time. It is kept when the table leaves memory or a commit fails, so that time which was used stays used; after a new
/// start it goes on from the last event.
#[derive(Clone, Copy, Debug)]
pub struct TableClock {
    /// What it showed at `since`.
    shown: Millis,
    since: Instant,
    is_stopped: bool,
}

impl TableClock {
    /// A clock that goes on from `shown`.
    #[must_use]
    pub fn started(shown: Millis, now: Instant) -> Self {
        Self { shown, since: now, is_stopped: false }
    }

    /// What it shows at a moment.
    #[must_use]
    pub fn at(&self, moment: Instant) -> Millis {
        match self.is_stopped {
            true => self.shown,
            false => self.shown + Millis(moment.saturating_duration_since(self.since).as_millis() as u64),
        }
    }

    /// The moment at which it will show `at`; `None` while it stands still.
    #[must_use]
    pub fn moment(&self, at: Millis) -> Option<Instant> {
        let wait = std::time::Duration::from_millis((at - self.shown).0);
        (!self.is_stopped).then(|| self.since + wait)
    }

    /// Stops it.
    pub fn stop(&mut self, now: Instant) {
        *self = Self { shown: self.at(now), since: now, is_stopped: true };
    }

    /// Puts it back by a time that is nobody's, such as that of a message under way.
    pub fn put_back(&mut self, by: Millis, now: Instant) {
        *self = Self { shown: self.at(now) - by, since: now, ..*self };
    }

    /// The same clock for a table that is loaded again, whose last event happened at a time; it runs.
    #[must_use]
    pub fn resumed(&self, last_event: Millis, now: Instant) -> Self {
        Self::started(self.at(now).max(last_event), now)
    }

    /// Lets it go on from where it stopped.
    pub fn go_on(&mut self, now: Instant) {
        if self.is_stopped {
            *self = Self::started(self.shown, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn no_time_passes_while_it_is_stopped() {
        let begin = Instant::now();
        let after = |millis| begin + Duration::from_millis(millis);
        let mut clock = TableClock::started(Millis(5_000), begin);
        assert_eq!(clock.at(after(300)), Millis(5_300));
        clock.stop(after(300));
        assert_eq!(clock.at(after(9_000)), Millis(5_300));
        assert_eq!(clock.moment(Millis(5_400)), None);
        clock.go_on(after(10_000));
        assert_eq!(clock.at(after(10_050)), Millis(5_350));
        assert_eq!(clock.moment(Millis(5_400)), Some(after(10_100)));
    }

    #[test]
    fn lag_is_refunded_to_the_clock() {
        let begin = Instant::now();
        let after = |millis| begin + Duration::from_millis(millis);
        let mut clock = TableClock::started(Millis(0), begin);
        clock.put_back(Millis(40), after(100));
        assert_eq!(clock.at(after(100)), Millis(60));
        assert_eq!(clock.at(after(150)), Millis(110));
    }

    #[test]
    fn time_that_was_used_is_not_given_back_by_loading_a_table_again() {
        let begin = Instant::now();
        let after = |millis| begin + Duration::from_millis(millis);
        let mut clock = TableClock::started(Millis(5_000), begin);
        assert_eq!(clock.resumed(Millis(5_000), after(800)).at(after(1_000)), Millis(6_000), "it ran on");
        clock.stop(after(300));
        assert_eq!(clock.resumed(Millis(5_000), after(9_000)).at(after(9_050)), Millis(5_350), "it stood");
        assert_eq!(clock.resumed(Millis(7_000), after(9_000)).at(after(9_000)), Millis(7_000));
    }

    #[test]
    fn a_moment_before_it_started_shows_the_start() {
        let begin = Instant::now() + Duration::from_secs(1);
        let clock = TableClock::started(Millis(70), begin);
        assert_eq!(clock.at(begin - Duration::from_millis(500)), Millis(70));
    }
}
