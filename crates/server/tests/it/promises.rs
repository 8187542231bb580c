//! What the server promises, each in a test that carries the number of its goal.

use std::{collections::BTreeMap, time::Duration};

use framework::Action;
use protocol::{ChairChoice, Channel, Command, Detail, NewTable, Seek, TableId};
use store::{MemoryStore, Store as _, StoredEvent, StoredLine};
use tokio::time::{Instant, sleep};

use crate::{
    client::for_two,
    visitor::{Node, Visitor, charged, house, live},
};

/// Everything that is kept of tables and lines.
async fn everything(
    store: &MemoryStore,
    tables: &[TableId],
    reader: &Visitor,
) -> (BTreeMap<TableId, Vec<StoredEvent>>, Vec<StoredLine>, usize) {
    let mut events = BTreeMap::new();
    for table in tables {
        events.insert(table.clone(), store.events(table, 0).await.unwrap());
    }
    let lines = store.lines(&Channel::Lobby, &reader.session.you().id, u32::MAX).await.unwrap();
    (events, lines, store.open_tables(u32::MAX).await.unwrap().len())
}

/// Lets two people do everything that can be done, and gives the tables at which they did it.
async fn a_long_evening(anna: &mut Visitor, bert: &mut Visitor) -> Vec<TableId> {
    let table = NewTable { rotate: true, ..for_two("connect4", "4x4x3") };
    let first = anna.done(Command::CreateTable { table }).await.0.unwrap();
    bert.sit(&first).await;
    let prefer =
        Command::Prefer { table: first.clone(), auto_roll: true, confirm_blocked: true, chair: None };
    bert.done(prefer).await;
    for (ply, column) in [1, 2, 1, 2, 1].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut *anna } else { &mut *bert };
        mover.done(Visitor::act(&first, ply as u32, &column.to_string())).await;
        let text = format!("after ply {ply}");
        mover.done(Command::Chat { channel: Channel::Lobby, text }).await;
    }
    let second = anna.done(Command::Rematch { table: first.clone() }).await.0.unwrap();
    bert.done(Command::Rematch { table: first.clone() }).await;
    let seek = Seek {
        game: "othello".to_owned(),
        options: "6x6".to_owned(),
        clock: "none".to_owned(),
        length: None,
        rated: false,
    };
    anna.done(Command::Pair { seek: seek.clone() }).await;
    let third = bert.done(Command::Pair { seek }).await.0.unwrap();
    let alone = NewTable::new("othello", "6x6", vec![ChairChoice::Me, ChairChoice::Open]);
    let fourth = bert.done(Command::CreateTable { table: alone }).await.0.unwrap();
    bert.done(Command::Seat { table: fourth.clone(), chair: 1, player: "level1".to_owned() }).await;
    bert.done(Command::Act { table: fourth.clone(), ply: 0, action: Action::Resign(None), chair: None })
        .await;
    bert.done(Command::Stand { table: third.clone() }).await;
    vec![first, second, third, fourth]
}

/// Sends everything again over a new connection.
async fn replay(node: &Node, id: &str, log: &[String]) {
    let mut again = Visitor::at(node, id).await;
    for frame in log.iter().filter(|frame| !frame.contains("\"hello\"")) {
        // A little slower than the limit on messages.
        sleep(Duration::from_millis(300)).await;
        again.session.on_frame(frame, Instant::now()).await;
    }
}

#[test]
fn r_03_replaying_the_logs_of_all_clients_twice_changes_nothing() {
    let store = MemoryStore::default();
    let (tables, before, logs) = live(async {
        let node = house(&store, 3, 1_000_000).await;
        let (mut anna, mut bert) = (Visitor::at(&node, "anna").await, Visitor::at(&node, "bert").await);
        let tables = a_long_evening(&mut anna, &mut bert).await;
        // Computer players have time to do whatever they would.
        sleep(Duration::from_secs(20)).await;
        let before = everything(&store, &tables, &anna).await;
        assert!(before.0.values().all(|events| !events.is_empty()) && before.1.len() == 5);
        let logs = (anna.sent.clone(), bert.sent.clone());
        for _ in 0..2 {
            replay(&node, "anna", &logs.0).await;
            replay(&node, "bert", &logs.1).await;
            sleep(Duration::from_secs(20)).await;
            assert_eq!(everything(&store, &tables, &anna).await, before);
        }
        (tables, before, logs)
    });
    // Nor does it after a crash, when nothing is in memory.
    live(async {
        let node = house(&store, 4, 2_000_000).await;
        replay(&node, "bert", &logs.1).await;
        replay(&node, "anna", &logs.0).await;
        sleep(Duration::from_secs(20)).await;
        let reader = Visitor::at(&node, "anna").await;
        assert_eq!(everything(&store, &tables, &reader).await, before);
    });
}

/// Plays four moves in one life of a server, and gives how long the players thought.
async fn four_moves(store: &MemoryStore, life: u64, time: u64, table: &mut Option<TableId>) -> Vec<u64> {
    let node = house(store, life, time).await;
    let client = format!("client-{life}");
    let mut anna = Visitor::at_with(&node, "anna", &client).await;
    let mut bert = Visitor::at_with(&node, "bert", &client).await;
    let table = match table {
        Some(table) => table,
        None => {
            let new = NewTable { clock: "5m+0s".to_owned(), ..for_two("connect4", "9x9x9") };
            let made = anna.done(Command::CreateTable { table: new }).await.0.unwrap();
            bert.sit(&made).await;
            table.insert(made)
        }
    };
    // Whoever looks first loads the table, and its clock goes on.
    let look = Command::Watch { table: table.clone(), since: None, detail: Detail::Plain, invite: None };
    anna.done(look).await;
    let mut thought = Vec::new();
    for step in 0..4 {
        let ply = 4 * life as u32 + step;
        let mover = if ply.is_multiple_of(2) { &mut anna } else { &mut bert };
        thought.push(700 + 100 * u64::from(step));
        sleep(Duration::from_millis(700 + 100 * u64::from(step))).await;
        mover.done(Visitor::act(table, ply, &(ply % 9 + 1).to_string())).await;
    }
    thought
}

#[test]
fn r_07_a_clock_on_the_wall_that_jumps_changes_no_clock_of_a_game() {
    const HOUR: i64 = 3_600_000;
    for jump in [HOUR, -HOUR, 24 * HOUR, -24 * HOUR] {
        let store = MemoryStore::default();
        let (mut table, mut truth) = (None, Vec::new());
        for life in 0..4 {
            // Somebody sets the clock before the server starts again.
            let time = (100 * HOUR + life as i64 * jump) as u64;
            truth.extend(live(four_moves(&store, life, time, &mut table)));
        }
        let events = live(store.events(&table.unwrap(), 0)).unwrap();
        let charged = charged(events.iter().map(|stored| &stored.event));
        assert_eq!(charged.iter().map(|spent| spent.0).collect::<Vec<_>>(), truth, "a jump by {jump} ms");
    }
}

#[test]
fn waiting_tables_without_players_are_closed_after_a_restart() {
    let store = MemoryStore::default();
    let made = |node: Node, who: &'static str| async move {
        let mut visitor = Visitor::at(&node, who).await;
        visitor.done(Command::CreateTable { table: for_two("connect4", "") }).await.0.unwrap()
    };
    let [of_anna, of_bert] = live(async {
        let node = house(&store, 1, 1_000_000).await;
        [made(node.clone(), "anna").await, made(node.clone(), "bert").await]
    });
    live(async {
        let node = house(&store, 2, 2_000_000).await;
        let _anna = Visitor::at(&node, "anna").await;
        sleep(Duration::from_secs(600)).await;
        let open = store.open_tables(9).await.unwrap();
        assert_eq!(open.iter().map(|row| &row.id).collect::<Vec<_>>(), [&of_anna]);
        let last = store.events(&of_bert, 0).await.unwrap().pop().unwrap();
        assert_eq!(last.event.what, protocol::TableHappening::Closed);
    });
}

#[tokio::test(start_paused = true)]
async fn a_pairing_whose_answer_was_lost_leads_to_the_same_table() {
    let node = house(&MemoryStore::default(), 1, 1_000_000).await;
    let (mut anna, mut bert) = (Visitor::at(&node, "anna").await, Visitor::at(&node, "bert").await);
    let seek = Seek {
        game: "connect4".to_owned(),
        options: String::new(),
        clock: "5m+3s".to_owned(),
        length: None,
        rated: false,
    };
    anna.done(Command::Pair { seek: seek.clone() }).await;
    let table = bert.done(Command::Pair { seek: seek.clone() }).await.0;
    for who in [&mut anna, &mut bert] {
        let last = who.sent.last().cloned().unwrap();
        let again = who.session.on_frame(&last, Instant::now()).await;
        let Some(protocol::Message::Done { table: led_to, .. }) = again.first() else { panic!("{again:?}") };
        assert_eq!(*led_to, table);
    }
    // Another command waits for another opponent.
    assert_eq!(anna.done(Command::Pair { seek }).await.0, None);
}
