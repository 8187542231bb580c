//! Correspondence games: days for every move, over starts of the server.

use std::time::Duration;

use framework::{End, Happening};
use protocol::{Command, NewTable, Phase, TableHappening, TableId};
use store::{MemoryStore, Store as _};
use tokio::time::sleep;

use crate::{
    client::for_two,
    visitor::{Visitor, house, live},
};

const HOUR: u64 = 3_600 * 1_000;
const BEGIN: u64 = 1_794_744_000_000;

const fn hours(number: u64) -> Duration {
    Duration::from_secs(3_600 * number)
}

fn a_day() -> NewTable {
    NewTable { clock: "24h/move".to_owned(), ..for_two("connect4", "") }
}

/// Two begin a game with a day for every move, and leave it alone for a while.
fn begun(store: &MemoryStore, alone: Duration) -> TableId {
    live(async {
        let node = house(store, 1, BEGIN).await;
        let (mut anna, mut bert) = (Visitor::at(&node, "anna").await, Visitor::at(&node, "bert").await);
        let table = anna.done(Command::CreateTable { table: a_day() }).await.0.unwrap();
        bert.sit(&table).await;
        drop((anna, bert));
        sleep(alone).await;
        table
    })
}

async fn is_over_by_time(store: &MemoryStore, table: &TableId) -> bool {
    let events = store.events(table, 0).await.unwrap();
    let is_end = |happening: &TableHappening| {
        matches!(happening, TableHappening::Match(Happening::RoundEnded { end: End::TimeOver { .. }, .. }))
    };
    events.iter().any(|stored| is_end(&stored.event.what))
}

#[test]
fn days_count_while_nobody_looks_and_while_no_server_runs() {
    let store = MemoryStore::default();
    let table = begun(&store, hours(5));
    // The server is off for seven hours more.
    live(async {
        let node = house(&store, 2, BEGIN + 12 * HOUR).await;
        let mut anna = Visitor::at(&node, "anna").await;
        node.tables().open_tables.complete().await;
        let own = node.tables().own_tables(&anna.session.you().id.clone(), 10).await;
        let left = own[0].deadline.unwrap() - (BEGIN + 12 * HOUR);
        assert!((12 * HOUR - 60_000..=12 * HOUR + 1_000).contains(&left), "{left} ms are left of a day");
        assert!(own[0].my_turn);
        sleep(hours(11)).await;
        assert!(!is_over_by_time(&store, &table).await);
        anna.done(Visitor::act(&table, 0, "4")).await;
        // Now it is the other's day.
        sleep(hours(23)).await;
        assert!(!is_over_by_time(&store, &table).await);
        sleep(hours(2)).await;
        assert!(is_over_by_time(&store, &table).await);
    });
}

#[test]
fn nobody_loses_because_the_server_was_away_when_the_time_was_over() {
    let store = MemoryStore::default();
    let table = begun(&store, hours(1));
    live(async {
        let node = house(&store, 2, BEGIN + 200 * HOUR).await;
        let mut anna = Visitor::at(&node, "anna").await;
        sleep(hours(11)).await;
        assert!(!is_over_by_time(&store, &table).await);
        anna.done(Visitor::act(&table, 0, "4")).await;
    });
    // Who does not use these hours loses after all.
    let store = MemoryStore::default();
    let table = begun(&store, hours(1));
    live(async {
        let _node = house(&store, 3, BEGIN + 200 * HOUR).await;
        sleep(hours(14)).await;
        assert!(is_over_by_time(&store, &table).await);
    });
}

#[test]
fn other_clocks_go_on_from_the_last_event_as_before() {
    let store = MemoryStore::default();
    let table = live(async {
        let node = house(&store, 1, BEGIN).await;
        let (mut anna, mut bert) = (Visitor::at(&node, "anna").await, Visitor::at(&node, "bert").await);
        let table = NewTable { clock: "10m+0s".to_owned(), ..for_two("connect4", "") };
        let table = anna.done(Command::CreateTable { table }).await.0.unwrap();
        bert.sit(&table).await;
        table
    });
    live(async {
        let node = house(&store, 2, BEGIN + 200 * HOUR).await;
        let mut anna = Visitor::at(&node, "anna").await;
        sleep(Duration::from_secs(500)).await;
        let own = node.tables().own_tables(&anna.session.you().id.clone(), 10).await;
        assert_eq!(own[0].deadline, None);
        anna.done(Visitor::act(&table, 0, "4")).await;
    });
}

#[test]
fn a_challenge_waits_for_days_but_not_for_ever() {
    let store = MemoryStore::default();
    let phase = async |table: &TableId| store.table(table).await.unwrap().unwrap().summary.phase;
    let (slow, quick) = live(async {
        let node = house(&store, 1, BEGIN).await;
        let mut anna = Visitor::at(&node, "anna").await;
        let slow = anna.done(Command::CreateTable { table: a_day() }).await.0.unwrap();
        let quick = anna.done(Command::CreateTable { table: for_two("connect4", "") }).await.0.unwrap();
        drop(anna);
        sleep(hours(25)).await;
        (slow, quick)
    });
    for (days, phases) in [(10, (Phase::Waiting, Phase::Closed)), (15, (Phase::Closed, Phase::Closed))] {
        live(async {
            let _node = house(&store, days, BEGIN + days * 24 * HOUR).await;
            // Tables that wait are looked at when people have had time to come back.
            sleep(Duration::from_secs(600)).await;
            assert_eq!((phase(&slow).await, phase(&quick).await), phases, "after {days} days");
        });
    }
}
