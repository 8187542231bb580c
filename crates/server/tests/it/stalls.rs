//! neither a process that stands still nor a store that cannot write is charged to players, and neither gives
//! anybody time. In virtual time: advancing it without letting anybody run is what `SIGSTOP` does.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use framework::{End, Happening, Millis};
use protocol::{Code, Command, Message, NewTable, TableEvent, TableHappening, TableId};
use store::{Fault, Faults, MemoryStore, Store as _};
use tokio::time::{Instant, advance, sleep};

use crate::{
    client::for_two,
    visitor::{Node, Visitor, charged, house},
};

async fn two(node: &Node, clock: &str) -> ([Visitor; 2], TableId) {
    let (mut anna, mut bert) = (Visitor::at(node, "anna").await, Visitor::at(node, "bert").await);
    let table = NewTable { clock: clock.to_owned(), ..for_two("connect4", "9x9x9") };
    let table = anna.done(Command::CreateTable { table }).await.0.unwrap();
    bert.sit(&table).await;
    ([anna, bert], table)
}

async fn events(store: &MemoryStore, table: &TableId) -> Vec<TableEvent> {
    store.events(table, 0).await.unwrap().into_iter().map(|stored| stored.event).collect()
}

fn is_lost(events: &[TableEvent]) -> bool {
    events.iter().any(|event| {
        matches!(&event.what, TableHappening::Match(Happening::RoundEnded { end: End::TimeOver { .. }, .. }))
    })
}

/// Lets everything run that became ready in a stall, deadlines included, without letting time pass.
async fn catch_up() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(start_paused = true)]
async fn r_18_stalls_are_not_charged_to_players() {
    for (stall, deadlines_first) in [(2, true), (7, true), (60, true), (2, false), (7, false), (60, false)] {
        let store = MemoryStore::default();
        let node = house(&store, 1, 1_000_000).await;
        node.tables().watch_for_stalls();
        let ([mut anna, mut bert], table) = two(&node, "5s/move").await;
        sleep(Duration::from_secs(4)).await;
        // The move is under way when the process stops.
        let frame = anna.frame(Visitor::act(&table, 0, "5"));
        advance(Duration::from_secs(stall)).await;
        if deadlines_first {
            catch_up().await;
        }
        let answer = anna.session.on_frame(&frame, Instant::now()).await;
        assert!(matches!(answer.as_slice(), [Message::Done { .. }]), "after {stall} s: {answer:?}");
        let spent = charged(&events(&store, &table).await)[0];
        assert!((3_800..=4_000).contains(&spent.0), "{spent} charged for 4 s and a stall of {stall} s");
        // The next one has the whole time, and not more.
        sleep(Duration::from_millis(4_500)).await;
        bert.done(Visitor::act(&table, 1, "5")).await;
        sleep(Duration::from_millis(5_500)).await;
        assert!(is_lost(&events(&store, &table).await), "clocks go on after a stall of {stall} s");
    }
}

#[tokio::test(start_paused = true)]
async fn r_18_a_deadline_of_a_table_that_has_left_memory_is_moved_by_a_stall() {
    let store = MemoryStore::default();
    let node = house(&store, 1, 1_000_000).await;
    node.tables().watch_for_stalls();
    let (players, table) = two(&node, "10m+0s").await;
    drop(players);
    sleep(Duration::from_secs(500)).await;
    assert_eq!((node.tables().n_in_memory(), node.tables().n_sleeping()), (0, 1));
    advance(Duration::from_secs(300)).await;
    sleep(Duration::from_secs(60)).await;
    assert!(!is_lost(&events(&store, &table).await), "560 s of 600 were used");
    sleep(Duration::from_secs(60)).await;
    assert!(is_lost(&events(&store, &table).await));
}

/// A disk that can be full.
#[derive(Default)]
struct Disk(AtomicBool);

impl Faults for Disk {
    fn next(&self) -> (Duration, Fault) {
        (Duration::ZERO, if self.0.load(Ordering::Relaxed) { Fault::Lost } else { Fault::None })
    }
}

async fn refused(player: &mut Visitor, command: Command) -> Code {
    match player.ask(command).await.as_slice() {
        [Message::Refused { problem, .. }] => problem.code,
        answer => panic!("{answer:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn failed_commit_neither_refunds_nor_charges_clock_time() {
    for outage in [0, 1, 60] {
        let disk = Arc::new(Disk::default());
        let store = MemoryStore::default().with_faults(disk.clone());
        let node = house(&store, 1, 1_000_000).await;
        let ([mut anna, _bert], table) = two(&node, "10s+0s").await;
        sleep(Duration::from_secs(6)).await;
        disk.0.store(true, Ordering::Relaxed);
        assert_eq!(refused(&mut anna, Visitor::act(&table, 0, "5")).await, Code::Unavailable);
        sleep(Duration::from_secs(outage)).await;
        disk.0.store(false, Ordering::Relaxed);
        sleep(Duration::from_secs(2)).await;
        anna.done(Visitor::act(&table, 0, "5")).await;
        let spent = charged(&events(&store, &table).await)[0];
        // It takes a moment until the table notices that the store works again.
        assert!((Millis(7_700)..=Millis(8_000)).contains(&spent), "{spent} charged, outage of {outage} s");
    }
}

#[tokio::test(start_paused = true)]
async fn repeated_failed_commits_do_not_stop_the_clock() {
    let disk = Arc::new(Disk::default());
    let store = MemoryStore::default().with_faults(disk.clone());
    let node = house(&store, 1, 1_000_000).await;
    let ([mut anna, _bert], table) = two(&node, "10s+0s").await;
    let mut thought = 0;
    while thought < 12 && !is_lost(&events(&store, &table).await) {
        sleep(Duration::from_secs(1)).await;
        thought += 1;
        disk.0.store(true, Ordering::Relaxed);
        anna.ask(Visitor::act(&table, 0, "5")).await;
        disk.0.store(false, Ordering::Relaxed);
        sleep(Duration::from_millis(300)).await;
    }
    assert!(is_lost(&events(&store, &table).await), "10 s are over after {thought} s of thinking");
}
