//! How many tables one person, one address and the memory of the server may have, and who finds them. In virtual time.

use std::{net::IpAddr, time::Duration};

use framework::{End, Happening};
use protocol::{
    ChairChoice, Code, Command, Detail, Message, NewTable, Person, Phase, TableHappening, TableId,
};
use store::{MemoryStore, Store as _, StoredEvent};
use tokio::time::{Instant, sleep};

use crate::{
    client::for_two,
    made::made,
    visitor::{Visitor, charged, house},
};

async fn refused(visitor: &mut Visitor, command: Command) -> (Code, String) {
    match visitor.ask(command).await.as_slice() {
        [Message::Refused { problem, .. }] => (problem.code, problem.sentence.clone()),
        answer => panic!("{answer:?} is no refusal"),
    }
}

fn create() -> Command {
    Command::CreateTable { table: for_two("connect4", "") }
}

#[tokio::test(start_paused = true)]
async fn a_person_has_five_tables_that_wait() {
    let node = house(&MemoryStore::default(), 1, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    let mut tables = Vec::new();
    for _ in 0..5 {
        tables.push(anna.done(create()).await.0.unwrap());
    }
    let fifth = anna.sent.last().cloned().unwrap();
    let (code, sentence) = refused(&mut anna, create()).await;
    assert_eq!(code, Code::Limit);
    assert_eq!(sentence, "you have 5 tables that wait for players; close one of them first");
    // A command whose answer was lost is answered as before.
    let again = anna.session.on_frame(&fifth, Instant::now()).await;
    assert!(matches!(&again[..], [Message::Done { table, .. }] if *table == Some(tables[4].clone())));
    // Another connection of the same person is no way around, and a table that begins or is closed makes room.
    let mut again = Visitor::at_with(&node, "anna", "second-tab").await;
    assert_eq!(refused(&mut again, create()).await.0, Code::Limit);
    anna.done(Command::Stand { table: tables[0].clone() }).await;
    anna.done(create()).await;
    Visitor::at(&node, "bert").await.sit(&tables[1]).await;
    anna.done(create()).await;
    assert_eq!(refused(&mut anna, create()).await.0, Code::Limit);
}

#[tokio::test(start_paused = true)]
async fn limits_outlive_a_new_start() {
    let store = MemoryStore::default();
    let host = Person::guest("anna".parse().unwrap(), "ANNA".to_owned());
    for number in 0..5 {
        let hidden = NewTable { hidden: true, ..for_two("connect4", "") };
        store.create_table(made(&format!("t{number}"), &host, hidden)).await.unwrap();
    }
    let node = house(&store, 1, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    sleep(Duration::from_millis(10)).await;
    assert_eq!(refused(&mut anna, create()).await.0, Code::Limit);
}

#[tokio::test(start_paused = true)]
async fn tables_are_made_at_a_limited_rate() {
    let node = house(&MemoryStore::default(), 1, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    let mut n_made = 0;
    for _ in 0..45 {
        match anna.ask(create()).await.as_slice() {
            [Message::Done { table: Some(table), .. }] => {
                n_made += 1;
                anna.done(Command::Stand { table: table.clone() }).await;
            }
            [Message::Refused { problem, .. }] => assert_eq!(problem.code, Code::TooFast),
            answer => panic!("{answer:?}"),
        }
    }
    assert_eq!(n_made, 30);
}

#[tokio::test(start_paused = true)]
async fn many_guests_at_one_address_share_its_limits() {
    let node = house(&MemoryStore::default(), 1, 1_000_000).await;
    let address: IpAddr = "203.0.113.7".parse().unwrap();
    let (mut n_made, mut guests) = (0, Vec::new());
    for number in 0..40 {
        let mut guest = Visitor::from(&node, &format!("guest{number}"), address).await;
        for _ in 0..5 {
            match guest.ask(create()).await.as_slice() {
                [Message::Done { .. }] => n_made += 1,
                [Message::Refused { problem, .. }] => assert_eq!(problem.code, Code::Limit, "{problem:?}"),
                answer => panic!("{answer:?}"),
            }
        }
        guests.push(guest);
    }
    assert_eq!(n_made, 100);
    let mut elsewhere = Visitor::from(&node, "elsewhere", "203.0.113.8".parse().unwrap()).await;
    elsewhere.done(create()).await;
}

async fn two(store: &MemoryStore, clock: &str) -> (crate::visitor::Node, [Visitor; 2], TableId) {
    let node = house(store, 7, 1_000_000).await;
    let (mut anna, mut bert) = (Visitor::at(&node, "anna").await, Visitor::at(&node, "bert").await);
    let table = NewTable { clock: clock.to_owned(), ..for_two("connect4", "9x9x9") };
    let table = anna.done(Command::CreateTable { table }).await.0.unwrap();
    bert.sit(&table).await;
    (node, [anna, bert], table)
}

/// When the time of a player was over, on the clock of the table and in the world.
fn time_over(events: &[StoredEvent]) -> Option<(u64, u64)> {
    events.iter().find_map(|stored| match &stored.event.what {
        TableHappening::Match(Happening::RoundEnded { end: End::TimeOver { .. }, .. }) => {
            Some((stored.event.at.0, stored.event.time))
        }
        _ => None,
    })
}

#[tokio::test(start_paused = true)]
async fn a_match_with_a_clock_leaves_memory_and_is_lost_on_time() {
    let store = MemoryStore::default();
    let (node, players, table) = two(&store, "1h+0s").await;
    let began = store.events(&table, 0).await.unwrap().pop().unwrap().event;
    sleep(Duration::from_secs(600)).await;
    assert_eq!(node.tables().n_in_memory(), 1, "somebody is there");
    drop(players);
    sleep(Duration::from_secs(300)).await;
    assert_eq!((node.tables().n_in_memory(), node.tables().n_sleeping()), (0, 1));
    sleep(Duration::from_secs(3_600)).await;
    let (at, time) = time_over(&store.events(&table, 0).await.unwrap()).expect("nobody moved");
    assert!((3_600_000..3_600_100).contains(&(at - began.at.0)), "{at}");
    assert!((3_600_000..3_600_200).contains(&(time - began.time)), "{time}");
    sleep(Duration::from_secs(300)).await;
    assert_eq!((node.tables().n_in_memory(), node.tables().n_sleeping()), (0, 0), "nothing is left behind");
}

#[tokio::test(start_paused = true)]
async fn clock_keeps_running_for_an_unloaded_match() {
    let store = MemoryStore::default();
    let (node, players, table) = two(&store, "1h+0s").await;
    drop(players);
    sleep(Duration::from_secs(900)).await;
    assert_eq!(node.tables().n_in_memory(), 0);
    let mut anna = Visitor::at_with(&node, "anna", "second-tab").await;
    anna.done(Visitor::act(&table, 0, "5")).await;
    let events: Vec<_> =
        store.events(&table, 0).await.unwrap().into_iter().map(|event| event.event).collect();
    assert_eq!(charged(&events)[0].0, 900_000);
}

#[test]
fn all_tables_that_were_left_open_are_closed_after_a_start() {
    let store = MemoryStore::default();
    crate::visitor::live(async {
        for number in 0..1_200 {
            let host = Person::guest(format!("host{number}").parse().unwrap(), "HOST".to_owned());
            let settings = NewTable { hidden: number % 4 == 0, ..for_two("connect4", "") };
            store.create_table(made(&format!("t{number:04}"), &host, settings)).await.unwrap();
        }
        let _node = house(&store, 2, 2_000_000).await;
        sleep(Duration::from_secs(1_200)).await;
        assert_eq!(store.unfinished_tables(None, 10_000).await.unwrap(), []);
        assert_eq!(store.open_tables(10_000).await.unwrap(), []);
    });
}

#[test]
fn clocks_run_after_a_restart_without_players() {
    let store = MemoryStore::default();
    let table = crate::visitor::live(async { two(&store, "10m+0s").await.2 });
    crate::visitor::live(async {
        let _node = house(&store, 3, 2_000_000).await;
        sleep(Duration::from_secs(1_000)).await;
        assert!(time_over(&store.events(&table, 0).await.unwrap()).is_some());
    });
}

#[tokio::test(start_paused = true)]
async fn one_person_does_not_push_the_others_out_of_the_lobby() {
    let store = MemoryStore::default();
    let host = Person::guest("flood".parse().unwrap(), "FLOOD".to_owned());
    let honest = Person::guest("honest".parse().unwrap(), "HONEST".to_owned());
    let mut row = made("honest", &honest, for_two("othello", ""));
    row.summary.created = 1;
    store.create_table(row).await.unwrap();
    for number in 0..400 {
        let mut row = made(&format!("t{number:04}"), &host, for_two("connect4", ""));
        row.summary.created = 1_000 + number;
        store.create_table(row).await.unwrap();
    }
    let node = house(&store, 1, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    let answer = anna.ask(Command::EnterLobby).await;
    let listed = answer.iter().find_map(|message| match message {
        Message::Lobby { tables, .. } => Some(tables),
        _ => None,
    });
    let listed = listed.expect("the lobby is told");
    assert!(listed.iter().any(|table| table.id.as_str() == "honest"));
    assert_eq!(listed.len(), 11);
    assert!(listed.iter().all(|table| table.phase == Phase::Waiting));
}

#[tokio::test(start_paused = true)]
async fn passwords_of_tables_cannot_be_guessed() {
    let node = house(&MemoryStore::default(), 1, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    let locked =
        NewTable { password: Some("4711".to_owned()), manual_start: true, ..for_two("connect4", "") };
    let table = anna.done(Command::CreateTable { table: locked }).await.0.unwrap();
    let watch = Command::Watch { table: table.clone(), since: None, detail: Detail::Plain, invite: None };
    let seen = anna.ask(watch).await;
    let invite = seen.iter().find_map(|message| match message {
        Message::Table { snapshot, .. } => snapshot.invite.clone(),
        _ => None,
    });
    let sit = |password: Option<String>, invite: Option<String>| Command::Sit {
        table: table.clone(),
        chair: None,
        password,
        invite,
    };
    let address: IpAddr = "203.0.113.7".parse().unwrap();
    let mut n_wrong = 0;
    for guest in 0..20 {
        let mut guesser = Visitor::from(&node, &format!("guesser{guest}"), address).await;
        for digits in 0..50 {
            let (code, sentence) = refused(&mut guesser, sit(Some(format!("{digits:04}")), None)).await;
            match code {
                Code::Password => n_wrong += 1,
                _ => assert!(sentence.starts_with("too many wrong passwords; try again in "), "{sentence}"),
            }
        }
    }
    assert_eq!(n_wrong, 10, "many guests at one address are one guesser");
    // Who knows the password at another address sits down, and so does who has an invitation.
    let mut bert = Visitor::from(&node, "bert", "203.0.113.8".parse().unwrap()).await;
    bert.done(sit(Some("4711".to_owned()), None)).await;
    bert.done(Command::Stand { table: table.clone() }).await;
    let mut carl = Visitor::from(&node, "carl", address).await;
    carl.done(sit(None, invite)).await;
}

#[tokio::test(start_paused = true)]
async fn a_new_match_closes_an_old_one_against_the_computer_and_none_against_people() {
    let store = MemoryStore::default();
    let node = house(&store, 1, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    let mut bert = Visitor::at(&node, "bert").await;
    let against_bert = anna.done(create()).await.0.unwrap();
    bert.sit(&against_bert).await;
    let alone = || {
        let chairs = vec![ChairChoice::Me, ChairChoice::Engine("level1".to_owned())];
        Command::CreateTable { table: NewTable::new("connect4", "", chairs) }
    };
    let mut tables = Vec::new();
    for _ in 0..50 {
        sleep(Duration::from_secs(3)).await;
        tables.push(anna.done(alone()).await.0.unwrap());
    }
    let phase = async |table: &TableId| store.table(table).await.unwrap().unwrap().summary.phase;
    assert_eq!(phase(&tables[0]).await, Phase::Closed);
    assert_eq!(phase(&tables[1]).await, Phase::Playing);
    assert_eq!(phase(&against_bert).await, Phase::Playing);
}
