//! Clocks of tables that are not in memory.
//!
//! A match with a clock goes on while nobody looks: the time of the side to move runs out. For that a clock and a
//! deadline are enough; the table itself is loaded when a person asks for it, or when the deadline comes.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use futures_util::{StreamExt as _, stream};
use protocol::TableId;
use tokio::{
    sync::Notify,
    time::{Instant, sleep_until},
};

use crate::{Tables, table::TableClock, world::World};

/// How many tables are woken at a time when their deadlines come together.
const MAX_CONCURRENT_WAKES: usize = 32;

/// When a table is tried again that could not be loaded.
const LOAD_RETRY_DELAY: Duration = Duration::from_secs(5);

/// How long to sleep when no deadline is near.
const MAX_SLEEP: Duration = Duration::from_secs(3_600);

/// The clocks of tables that are not in memory, and when each has to be looked at.
#[derive(Debug, Default)]
pub(crate) struct SleepingClocks {
    kept: Mutex<Kept>,
    /// Rung when a deadline comes that may be before all others.
    earlier: Arc<Notify>,
}

#[derive(Debug, Default)]
struct Kept {
    clocks: BTreeMap<TableId, (TableClock, Instant)>,
    deadlines: BTreeSet<(Instant, TableId)>,
}

impl SleepingClocks {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Both maps are changed together, and neither change can break down half-way.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the clock of a table that leaves memory, which is woken at a deadline.
    pub(crate) fn put(&self, table: &TableId, clock: TableClock, deadline: Instant) {
        let mut kept = self.kept();
        kept.forget(table);
        kept.clocks.insert(table.clone(), (clock, deadline));
        kept.deadlines.insert((deadline, table.clone()));
        drop(kept);
        self.earlier.notify_one();
    }

    /// The clock of a table that is loaded again.
    pub(crate) fn take(&self, table: &TableId) -> Option<TableClock> {
        self.kept().forget(table)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.kept().clocks.len()
    }

    fn next_deadline(&self) -> Option<Instant> {
        self.kept().deadlines.first().map(|(deadline, _)| *deadline)
    }

    /// The tables whose deadlines have come. Their clocks stay until they are taken, and they are due again a little
    /// later in case they cannot be loaded now.
    fn due(&self, now: Instant) -> Vec<TableId> {
        let mut kept = self.kept();
        let is_due = |(deadline, _): &&(Instant, TableId)| *deadline <= now;
        let due: Vec<_> = kept.deadlines.iter().take_while(is_due).map(|(_, table)| table.clone()).collect();
        for table in &due {
            if let Some(clock) = kept.forget(table) {
                let again = now + LOAD_RETRY_DELAY;
                kept.clocks.insert(table.clone(), (clock, again));
                kept.deadlines.insert((again, table.clone()));
            }
        }
        due
    }
}

impl Kept {
    fn forget(&mut self, table: &TableId) -> Option<TableClock> {
        let (clock, deadline) = self.clocks.remove(table)?;
        self.deadlines.remove(&(deadline, table.clone()));
        Some(clock)
    }
}

/// Wakes tables whose deadlines have come, for as long as the tables exist.
pub(crate) async fn serve_deadlines<W: World>(tables: Weak<Tables<W>>) {
    loop {
        let Some(open) = tables.upgrade() else { return };
        // What cannot be loaded now is due again soon.
        let wake = async |table: TableId| drop(open.wake(&table).await);
        stream::iter(open.sleeping.due(Instant::now())).for_each_concurrent(MAX_CONCURRENT_WAKES, wake).await;
        let next = open.sleeping.next_deadline().unwrap_or_else(|| Instant::now() + MAX_SLEEP);
        let earlier = Arc::clone(&open.sleeping.earlier);
        // The node may go before the deadline comes, and is not held until then.
        drop(open);
        tokio::select! {
            () = earlier.notified() => {}
            () = sleep_until(next) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use framework::Millis;

    use super::*;

    fn id(text: &str) -> TableId {
        text.parse().unwrap()
    }

    #[test]
    fn tables_are_due_in_the_order_of_their_deadlines_and_again_until_their_clocks_are_taken() {
        let begin = Instant::now();
        let at = |seconds| begin + Duration::from_secs(seconds);
        let clocks = SleepingClocks::default();
        let clock = TableClock::started(Millis(5), begin);
        clocks.put(&id("late"), clock, at(20));
        clocks.put(&id("soon"), clock, at(10));
        assert_eq!((clocks.next_deadline(), clocks.due(at(9))), (Some(at(10)), vec![]));
        assert_eq!(clocks.due(at(10)), [id("soon")]);
        assert_eq!(clocks.due(at(10)), [], "it is being woken");
        assert_eq!(clocks.due(at(15)), [id("soon")], "it could not be loaded");
        assert_eq!(clocks.take(&id("soon")).unwrap().at(at(15)), Millis(15_005));
        assert_eq!(clocks.due(at(30)), [id("late")]);
        clocks.take(&id("late"));
        assert_eq!((clocks.len(), clocks.next_deadline()), (0, None));
    }
}
