//! Waking tables that nobody asks for, so that deserted ones close and clocks go on.

use std::{
    future::Future,
    sync::{Arc, Weak},
    time::Duration,
};

use protocol::{Phase, TableId};
use store::{Store as _, Stored, TableRow};
use tokio::time::sleep;

use crate::{Tables, keeper::IDLE_TIMEOUT, table::ABANDONED_AFTER_MS, world::World};

/// How long people have to come back after a start before tables without them are given up.
const COMEBACK_TIME: Duration = Duration::from_secs(60);

/// How often tables are looked for at which nobody plays any more.
const SEARCH_INTERVAL: Duration = Duration::from_secs(24 * 3_600);

/// How many tables are woken at a time.
const TABLES_PER_PAGE: u32 = 500;

/// Wakes tables so that they look around: after a start, once people have had time to come back, all that wait for
/// players and all whose clocks run, and every day those at which nobody has played for long. Each closes by itself if
/// it is deserted, and clocks go on.
pub(crate) async fn wake_deserted_tables<W: World>(tables: Weak<Tables<W>>) {
    sleep(COMEBACK_TIME).await;
    let unfinished = |needs_care: fn(&TableRow) -> bool| {
        move |tables: Arc<Tables<W>>, last: Option<TableId>| async move {
            let rows = tables.world().store().unfinished_tables(last.as_ref(), TABLES_PER_PAGE).await?;
            let last = rows.last().map(|row| row.id.clone());
            Ok((rows.iter().filter(|row| needs_care(row)).map(|row| row.id.clone()).collect(), last))
        }
    };
    let waits = |row: &TableRow| row.summary.phase == Phase::Waiting;
    wake_in_pages(
        &tables,
        unfinished(|row| row.summary.phase == Phase::Waiting || row.summary.clock != "none"),
    )
    .await;
    let quiet = |tables: Arc<Tables<W>>, last: Option<TableId>| async move {
        let since = tables.world().time().saturating_sub(ABANDONED_AFTER_MS);
        let quiet = tables.world().store().quiet_tables(since, last.as_ref(), TABLES_PER_PAGE).await?;
        let last = quiet.last().cloned();
        Ok((quiet, last))
    };
    while 0 < tables.strong_count() {
        wake_in_pages(&tables, quiet).await;
        sleep(SEARCH_INTERVAL).await;
        // A correspondence game waits for players for days, but not for ever.
        wake_in_pages(&tables, unfinished(waits)).await;
    }
}

/// Wakes tables page by page. A page is given by the table after which it begins, and tells its last table, if it has
/// any.
async fn wake_in_pages<W, F>(tables: &Weak<Tables<W>>, page: impl Fn(Arc<Tables<W>>, Option<TableId>) -> F)
where
    W: World,
    F: Future<Output = Stored<(Vec<TableId>, Option<TableId>)>>,
{
    let mut after: Option<TableId> = None;
    while let Some(open) = tables.upgrade() {
        let was_woken = match page(Arc::clone(&open), after.clone()).await {
            Ok((_, None)) => return,
            Ok((found, last)) => {
                after = last;
                for table in &found {
                    // What cannot be loaded now is loaded by the next request for it.
                    let _ = open.wake(table).await;
                }
                !found.is_empty()
            }
            Err(error) => {
                tracing::warn!(%error, "tables that may be deserted cannot be looked for; trying again");
                true
            }
        };
        drop(open);
        if was_woken {
            // The next are woken when these have gone again.
            sleep(IDLE_TIMEOUT).await;
        }
    }
}
