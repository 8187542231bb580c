//! Computer players among themselves: they play for an audience, at a pace, and not for ever. In virtual time.

use std::time::Duration;

use framework::{End, Happening, Millis};
use protocol::{
    ChairChoice, Code, Command, Detail, EnginePace, Message, NewTable, PaceMode, TableEvent, TableHappening,
    TableId,
};
use store::{MemoryStore, Store as _};
use tokio::time::sleep;

use crate::{
    client::for_two,
    visitor::{Visitor, house, live},
};

fn engines(game: &str, options: &str, length: &str) -> NewTable {
    let engine = || ChairChoice::Engine("level1:time=50".to_owned());
    NewTable { length: Some(length.to_owned()), ..NewTable::new(game, options, vec![engine(), engine()]) }
}

async fn watch(viewer: &mut Visitor, table: &TableId) {
    let watch = Command::Watch { table: table.clone(), since: None, detail: Detail::Plain, invite: None };
    viewer.done(watch).await;
}

async fn events(store: &MemoryStore, table: &TableId) -> Vec<TableEvent> {
    store.events(table, 0).await.unwrap().into_iter().map(|stored| stored.event).collect()
}

/// The same after so many seconds.
async fn n_events_after(store: &MemoryStore, table: &TableId, seconds: u64) -> usize {
    sleep(Duration::from_secs(seconds)).await;
    events(store, table).await.len()
}

async fn refused(visitor: &mut Visitor, command: Command) -> (Code, String) {
    match visitor.ask(command).await.as_slice() {
        [Message::Refused { problem, .. }] => (problem.code, problem.sentence.clone()),
        answer => panic!("{answer:?} is no refusal"),
    }
}

#[tokio::test(start_paused = true)]
async fn engine_match_pauses_without_spectators() {
    let store = MemoryStore::default();
    let node = house(&store, 1, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    let hidden = NewTable { hidden: true, ..engines("backgammon", "nocube", "rounds=100") };
    let table = anna.done(Command::CreateTable { table: hidden }).await.0.unwrap();
    drop(anna);
    let unattended = n_events_after(&store, &table, 10).await;
    assert!(unattended < 40, "one move at most: {unattended} events");
    assert_eq!(n_events_after(&store, &table, 600).await, unattended);
    assert_eq!(node.tables().n_in_memory(), 0, "it has left memory as well");
    // Somebody watches, goes, and comes back.
    let mut bert = Visitor::at(&node, "bert").await;
    for _ in 0..2 {
        let before = events(&store, &table).await.len();
        watch(&mut bert, &table).await;
        let watched = n_events_after(&store, &table, 60).await;
        assert!(before + 60 < watched, "{before} {watched}");
        bert.done(Command::Unwatch { table: table.clone() }).await;
        let left = n_events_after(&store, &table, 5).await;
        assert_eq!(n_events_after(&store, &table, 600).await, left, "the last move is still played, no more");
    }
}

#[tokio::test(start_paused = true)]
async fn clocks_of_computer_players_stand_still_while_they_wait() {
    let store = MemoryStore::default();
    let node = house(&store, 2, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    let clocked = NewTable { clock: "1m+0s".to_owned(), ..engines("connect4", "9x9x9", "rounds=1") };
    let table = anna.done(Command::CreateTable { table: clocked }).await.0.unwrap();
    drop(anna);
    sleep(Duration::from_secs(3_600)).await;
    assert_eq!(node.tables().n_sleeping(), 0, "no deadline comes while they wait");
    let mut bert = Visitor::at(&node, "bert").await;
    watch(&mut bert, &table).await;
    sleep(Duration::from_secs(600)).await;
    let end = events(&store, &table).await.into_iter().find_map(|event| match event.what {
        TableHappening::Match(Happening::RoundEnded { end, .. }) => Some(end),
        _ => None,
    });
    assert_eq!(end, Some(End::Over), "nobody lost by the time in which nobody watched");
}

#[tokio::test(start_paused = true)]
async fn computer_players_keep_a_pace_that_is_charged_to_none_of_them() {
    let store = MemoryStore::default();
    let node = house(&store, 3, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    let clocked = NewTable { clock: "1m+0s".to_owned(), ..engines("othello", "6x6", "rounds=1") };
    let table = anna.done(Command::CreateTable { table: clocked }).await.0.unwrap();
    watch(&mut anna, &table).await;
    sleep(Duration::from_secs(120)).await;
    let moved = |event: &TableEvent| match event.what {
        TableHappening::Match(Happening::Moved { spent, .. }) => Some((event.time, spent.0)),
        _ => None,
    };
    let moves: Vec<_> = events(&store, &table).await.iter().filter_map(moved).collect();
    assert!(20 < moves.len(), "{moves:?}");
    for pair in moves.windows(2) {
        let ((before, _), (time, spent)) = (pair[0], pair[1]);
        // A pass follows at once.
        assert!(before == time || 500 <= time - before, "{before} {time}");
        assert!(spent <= 800, "only thinking is charged");
    }
}

#[tokio::test(start_paused = true)]
async fn clock_runs_while_a_player_is_disconnected() {
    let store = MemoryStore::default();
    let node = house(&store, 4, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    let chairs = vec![ChairChoice::Engine("level1".to_owned()), ChairChoice::Me];
    let clocked = NewTable { clock: "5m+0s".to_owned(), ..NewTable::new("connect4", "", chairs) };
    let table = anna.done(Command::CreateTable { table: clocked }).await.0.unwrap();
    drop(anna);
    sleep(Duration::from_secs(200)).await;
    let moves = |events: &[TableEvent]| {
        let is_move =
            |event: &&TableEvent| matches!(event.what, TableHappening::Match(Happening::Moved { .. }));
        events.iter().filter(is_move).count()
    };
    assert_eq!(moves(&events(&store, &table).await), 1, "the computer player has made its move");
    sleep(Duration::from_secs(120)).await;
    let lost = events(&store, &table).await.iter().any(|event| {
        matches!(&event.what, TableHappening::Match(Happening::RoundEnded { end: End::TimeOver { .. }, .. }))
    });
    assert!(lost, "who leaves does not stop the clock by it");
}

#[tokio::test(start_paused = true)]
async fn computer_players_do_not_play_for_ever() {
    let node = house(&MemoryStore::default(), 5, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    for length in ["endless", "rounds=101", "points=10000", "best-of=1001"] {
        let table = engines("connect4", "", length);
        let (code, sentence) = refused(&mut anna, Command::CreateTable { table }).await;
        assert_eq!(code, Code::Settings);
        assert!(
            sentence.starts_with("computer players among themselves play at most 100 rounds"),
            "{sentence}"
        );
    }
    // Nor does anybody get there by another way.
    let host_only = NewTable {
        length: Some("endless".to_owned()),
        ..NewTable::new("connect4", "", vec![ChairChoice::Open, ChairChoice::Open])
    };
    let table = anna.done(Command::CreateTable { table: host_only }).await.0.unwrap();
    let seat = |chair| Command::Seat { table: table.clone(), chair, player: "level1".to_owned() };
    anna.done(seat(0)).await;
    assert_eq!(refused(&mut anna, seat(1)).await.0, Code::Settings);
    anna.done(Command::CreateTable { table: engines("connect4", "", "rounds=100") }).await;
}

async fn phase(store: &MemoryStore, table: &TableId) -> protocol::Phase {
    store.table(table).await.unwrap().unwrap().summary.phase
}

#[tokio::test(start_paused = true)]
async fn third_engine_match_closes_the_oldest_unwatched_one() {
    let store = MemoryStore::default();
    let node = house(&store, 6, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    let mut tables = Vec::new();
    for _ in 0..2 {
        let table = engines("connect4", "", "rounds=100");
        tables.push(anna.done(Command::CreateTable { table }).await.0.unwrap());
        sleep(Duration::from_secs(1)).await;
    }
    watch(&mut anna, &tables[0]).await;
    let third =
        anna.done(Command::CreateTable { table: engines("connect4", "", "rounds=100") }).await.0.unwrap();
    assert_eq!(phase(&store, &tables[0]).await, protocol::Phase::Playing, "she watches it");
    assert_eq!(phase(&store, &tables[1]).await, protocol::Phase::Closed);
    watch(&mut anna, &third).await;
    let fourth = engines("connect4", "", "rounds=100");
    let (code, sentence) = refused(&mut anna, Command::CreateTable { table: fourth }).await;
    assert_eq!(code, Code::Limit);
    assert!(sentence.starts_with("you have 2 running matches between computer players"), "{sentence}");
    anna.done(Command::CreateTable { table: for_two("connect4", "") }).await;
}

#[tokio::test(start_paused = true)]
async fn computer_players_play_a_hundred_rounds_without_anybody_doing_anything() {
    let store = MemoryStore::default();
    let node = house(&store, 7, 1_000_000).await;
    let (mut anna, mut bert) = (Visitor::at(&node, "anna").await, Visitor::at(&node, "bert").await);
    // Each side has one checker left, so that a round is short.
    let short = || NewTable {
        start: Some("XGID=-A----------------------a-:0:0:1:00:0:0:0:0:12".to_owned()),
        rotate: true,
        ..engines("backgammon", "nocube", "rounds=100")
    };
    let table = anna.done(Command::CreateTable { table: short() }).await.0.unwrap();
    watch(&mut bert, &table).await;
    sleep(Duration::from_secs(1_200)).await;
    let is_end =
        |event: &&TableEvent| matches!(event.what, TableHappening::Match(Happening::RoundEnded { .. }));
    assert_eq!(events(&store, &table).await.iter().filter(is_end).count(), 100);
    assert_eq!(phase(&store, &table).await, protocol::Phase::Over);
    // Only who let them begin can end it earlier.
    let table = anna.done(Command::CreateTable { table: short() }).await.0.unwrap();
    let stand = || Command::Stand { table: table.clone() };
    assert_eq!(refused(&mut bert, stand()).await.0, Code::NotAllowed);
    anna.done(stand()).await;
    assert_eq!(phase(&store, &table).await, protocol::Phase::Closed);
}

fn set_pace(table: &TableId, interval: u64, mode: PaceMode) -> Command {
    Command::SetPace { table: table.clone(), pace: EnginePace { interval: Millis(interval), mode } }
}

/// When each move of a table was played, in milliseconds since 1970.
async fn move_times(store: &MemoryStore, table: &TableId) -> Vec<u64> {
    let is_move = |event: &TableEvent| match event.what {
        TableHappening::Match(Happening::Moved { .. }) => Some(event.time),
        _ => None,
    };
    events(store, table).await.iter().filter_map(is_move).collect()
}

#[test]
fn host_pauses_steps_and_resumes_computer_players() {
    let store = MemoryStore::default();
    let (table, n_moves) = live(async {
        let node = house(&store, 8, 1_000_000).await;
        let mut anna = Visitor::at(&node, "anna").await;
        let clocked = NewTable { clock: "1m+0s".to_owned(), ..engines("connect4", "9x9x9", "rounds=1") };
        let table = anna.done(Command::CreateTable { table: clocked }).await.0.unwrap();
        watch(&mut anna, &table).await;
        sleep(Duration::from_secs(3)).await;
        anna.done(set_pace(&table, 500, PaceMode::Paused)).await;
        let before = move_times(&store, &table).await.len();
        assert!(1 < before, "they have played");
        sleep(Duration::from_secs(3_600)).await;
        assert_eq!(move_times(&store, &table).await.len(), before, "nothing is played during a pause");
        for n_steps in 1..=3 {
            anna.done(set_pace(&table, 500, PaceMode::Step)).await;
            sleep(Duration::from_secs(10)).await;
            assert_eq!(move_times(&store, &table).await.len(), before + n_steps, "a step is one move");
        }
        (table, before + 3)
    });
    // After a new start of the server they are still paused.
    live(async {
        let node = house(&store, 9, 20_000_000).await;
        let mut anna = Visitor::at_with(&node, "anna", "second-tab").await;
        watch(&mut anna, &table).await;
        sleep(Duration::from_secs(60)).await;
        assert_eq!(move_times(&store, &table).await.len(), n_moves);
        anna.done(set_pace(&table, 500, PaceMode::Running)).await;
        sleep(Duration::from_secs(120)).await;
        let end = events(&store, &table).await.into_iter().find_map(|event| match event.what {
            TableHappening::Match(Happening::RoundEnded { end, .. }) => Some(end),
            _ => None,
        });
        assert_eq!(end, Some(End::Over), "nobody lost by the time of the pause");
    });
}

#[tokio::test(start_paused = true)]
async fn computer_players_keep_the_interval_that_was_chosen() {
    let store = MemoryStore::default();
    let node = house(&store, 10, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    let slow = NewTable { move_interval: Some(Millis(5_000)), ..engines("connect4", "9x9x9", "rounds=1") };
    let table = anna.done(Command::CreateTable { table: slow }).await.0.unwrap();
    watch(&mut anna, &table).await;
    sleep(Duration::from_secs(30)).await;
    let slow = move_times(&store, &table).await;
    assert!(3 < slow.len() && slow.windows(2).all(|pair| 5_000 <= pair[1] - pair[0]), "{slow:?}");
    anna.done(set_pace(&table, 1_000, PaceMode::Running)).await;
    sleep(Duration::from_secs(20)).await;
    let all = move_times(&store, &table).await;
    let quick = &all[slow.len()..];
    assert!(10 < quick.len() && quick.windows(2).all(|pair| 1_000 <= pair[1] - pair[0]), "{quick:?}");
}

#[tokio::test(start_paused = true)]
async fn pace_is_refused_to_guests_at_tables_of_people_and_out_of_bounds() {
    let store = MemoryStore::default();
    let node = house(&store, 11, 1_000_000).await;
    let (mut anna, mut bert) = (Visitor::at(&node, "anna").await, Visitor::at(&node, "bert").await);
    let new = engines("connect4", "", "rounds=1");
    let table = anna.done(Command::CreateTable { table: new.clone() }).await.0.unwrap();
    let (code, _) = refused(&mut bert, set_pace(&table, 500, PaceMode::Paused)).await;
    assert_eq!(code, Code::NotAllowed, "only the host");
    for interval in [0, 499, 60_001, u64::MAX] {
        let (code, sentence) = refused(&mut anna, set_pace(&table, interval, PaceMode::Running)).await;
        assert_eq!(code, Code::Settings);
        assert_eq!(sentence, "the time between two moves is from 500 to 60000 milliseconds");
        let new = NewTable { move_interval: Some(Millis(interval)), ..new.clone() };
        assert_eq!(refused(&mut anna, Command::CreateTable { table: new }).await.0, Code::Settings);
    }
    let with_person =
        NewTable::new("connect4", "", vec![ChairChoice::Me, ChairChoice::Engine("level1".to_owned())]);
    let mixed = anna.done(Command::CreateTable { table: with_person }).await.0.unwrap();
    assert_eq!(refused(&mut anna, set_pace(&mixed, 500, PaceMode::Paused)).await.0, Code::NotAllowed);
    anna.done(Command::Stand { table: table.clone() }).await;
    assert_eq!(refused(&mut anna, set_pace(&table, 500, PaceMode::Paused)).await.0, Code::Phase);
}
