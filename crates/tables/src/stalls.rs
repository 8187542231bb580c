//! Time in which the whole process stood still, and which is nobody's thinking time.
//!
//! A process can be stopped from outside: `SIGSTOP`, a machine that swaps, a virtual machine that is paused or moved.
//! The monotonic clock goes on meanwhile, so without further care the first thing that a server does afterwards is to
//! declare the time of players over whose moves have been waiting in its sockets all along.
//!
//! A watchdog notes every [`STALL_CHECK_INTERVAL`] that the process lives. Who finds that the last note is much older
//! than that, be it the watchdog or a keeper that was about to serve a request or a deadline, has found a stall. All
//! clocks of tables run on [served time](Stalls::served), which does not pass during a stall and for
//! [`STALL_RECOVERY`] after it, in which everything is read that arrived before and during the stall. So it does not
//! matter which task runs first after a stall.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use limits::tables::{MIN_STALL, STALL_CHECK_INTERVAL, STALL_RECOVERY};
use tokio::time::{Instant, sleep};

use crate::{Tables, world::World};

/// How many stalls are remembered one by one; of earlier ones only the sum.
const MAX_REMEMBERED_STALLS: usize = 64;

/// The stalls of this process.
#[derive(Debug, Default)]
pub struct Stalls(Mutex<Seen>);

#[derive(Debug, Default)]
struct Seen {
    /// When the process was last seen alive; nothing if nobody watches, as in a simulation.
    last_sign: Option<Instant>,
    stalls: VecDeque<Stall>,
}

/// A time that does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stall {
    from: Instant,
    until: Instant,
    /// How long all stalls before this one were together.
    before: Duration,
}

impl Stall {
    fn total(&self) -> Duration {
        self.before + (self.until - self.from)
    }
}

impl Stalls {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        // A few numbers: whatever broke down while it held the lock has left them usable.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to watch.
    fn begin(&self, now: Instant) {
        self.seen().last_sign = Some(now);
    }

    /// Notes that the process lives, and finds out whether it did not for a while.
    fn note(&self, now: Instant) {
        if let Some(stalled) = self.seen().note(now) {
            let millis = stalled.as_millis() as u64;
            tracing::warn!(millis, "the process stood still; no player is charged for it");
        }
    }

    /// A moment in served time, which stands still during stalls.
    pub fn served(&self, moment: Instant) -> Instant {
        let seen = self.seen();
        let stall = seen.stalls.iter().rev().find(|stall| stall.from <= moment);
        let (moment, stalled) = match stall {
            Some(stall) if moment < stall.until => (stall.from, stall.before),
            Some(stall) => (moment, stall.total()),
            None => (moment, seen.stalls.front().map_or(Duration::ZERO, |stall| stall.before)),
        };
        moment.checked_sub(stalled).unwrap_or(moment)
    }

    /// The present moment in served time. Everything that may end a player's time asks this, so that a stall is found
    /// before it can do harm.
    pub fn now(&self) -> Instant {
        let now = Instant::now();
        self.note(now);
        self.served(now)
    }

    /// When a moment of served time comes, if the process does not stand still until then.
    pub fn moment(&self, served: Instant) -> Instant {
        served + self.seen().stalls.back().map_or(Duration::ZERO, Stall::total)
    }
}

impl Seen {
    /// Notes that the process lives; gives how long it did not, if that was long.
    fn note(&mut self, now: Instant) -> Option<Duration> {
        let last_sign = self.last_sign.as_mut()?;
        let (from, gap) = (*last_sign, now.saturating_duration_since(*last_sign));
        *last_sign = now.max(from);
        if gap <= STALL_CHECK_INTERVAL + MIN_STALL {
            return None;
        }
        let before = self.stalls.back().map_or(Duration::ZERO, Stall::total);
        // The recovery from an earlier stall may not be over.
        let from = self.stalls.back().map_or(from, |stall| stall.until.max(from));
        let until = now + STALL_RECOVERY;
        if from < until {
            self.stalls.push_back(Stall { from, until, before });
        }
        if MAX_REMEMBERED_STALLS < self.stalls.len() {
            self.stalls.pop_front();
        }
        Some(gap)
    }
}

impl<W: World> Tables<W> {
    /// Watches for stalls of the process for as long as the tables exist.
    pub fn watch_for_stalls(self: &Arc<Self>) {
        self.stalls.begin(Instant::now());
        tokio::spawn(watch(Arc::downgrade(self)));
    }
}

async fn watch<W: World>(tables: Weak<Tables<W>>) {
    loop {
        sleep(STALL_CHECK_INTERVAL).await;
        let Some(tables) = tables.upgrade() else { return };
        tables.stalls.note(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stalls of a process that lives for so many milliseconds, stands still for so many, and so on.
    fn after(begin: Instant, spans: &[(u64, u64)]) -> (Stalls, u64) {
        let stalls = Stalls::default();
        stalls.begin(begin);
        let mut now = 0;
        for &(alive, still) in spans {
            for _ in 0..alive / 100 {
                now += 100;
                stalls.note(begin + Duration::from_millis(now));
            }
            now += still;
            stalls.note(begin + Duration::from_millis(now));
        }
        (stalls, now)
    }

    #[track_caller]
    fn check(spans: &[(u64, u64)], moments: &[(u64, u64)]) {
        let begin = Instant::now();
        let (stalls, _) = after(begin, spans);
        for &(moment, expected) in moments {
            let served = stalls.served(begin + Duration::from_millis(moment));
            assert_eq!((served - begin).as_millis() as u64, expected, "after {moment} ms");
        }
    }

    #[test]
    fn time_stands_still_during_a_stall_and_while_the_backlog_is_read() {
        check(
            &[(1_000, 7_000)],
            &[(400, 400), (1_000, 1_000), (4_000, 1_000), (8_000, 1_000), (8_249, 1_000), (9_250, 2_000)],
        );
    }

    #[test]
    fn stalls_add_up_and_old_moments_stay_where_they_were() {
        check(
            &[(1_000, 2_000), (1_000, 60_000), (1_000, 0)],
            &[(500, 500), (3_250, 1_000), (4_000, 1_750), (50_000, 1_750), (64_250, 1_750), (65_000, 2_500)],
        );
    }

    #[test]
    fn a_busy_moment_is_no_stall() {
        check(&[(1_000, 300), (1_000, 349)], &[(1_300, 1_300), (2_649, 2_649)]);
    }

    #[test]
    fn stalls_in_quick_succession_count_once() {
        check(
            &[(1_000, 2_000), (0, 2_000)],
            &[(2_000, 1_000), (4_000, 1_000), (5_250, 1_000), (6_250, 2_000)],
        );
    }

    #[test]
    fn a_served_moment_is_found_again_in_real_time() {
        let begin = Instant::now();
        let (stalls, now) = after(begin, &[(1_000, 7_000), (5_000, 0)]);
        let now = begin + Duration::from_millis(now);
        assert_eq!(stalls.moment(stalls.served(now)), now);
    }

    #[test]
    fn stalls_are_not_watched_in_a_simulation() {
        let begin = Instant::now();
        let stalls = Stalls::default();
        let later = begin + Duration::from_secs(86_400);
        stalls.note(later);
        assert_eq!(stalls.served(later), later);
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let (stalls, now) = after(Instant::now(), &[(400, 1_000); 500]);
        assert_eq!(stalls.seen().stalls.len(), MAX_REMEMBERED_STALLS);
        let stalled: Duration = stalls.seen().stalls.back().unwrap().total();
        assert!(
            stalled.as_millis() as u64 <= now && 500_000 <= stalled.as_millis(),
            "{stalled:?} of {now} ms"
        );
    }
}
