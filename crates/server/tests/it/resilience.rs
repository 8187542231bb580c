//! Lost connections, repeated commands, stops and starts.

use framework::Action;
use protocol::{Channel, Code, Command, Detail, Message, TableEvent, TableId};
use server::{ServeError, Server};

use crate::{
    client::{Client, for_two},
    running::{Running, config},
};

async fn two_at_a_table(server: &Running) -> (Client, Client, TableId) {
    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    let table = anna.create(for_two("connect4", "")).await;
    bert.sit(&table).await;
    (anna, bert, table)
}

async fn events_since(client: &mut Client, table: &TableId, since: u64) -> Vec<TableEvent> {
    let watch =
        Command::Watch { table: table.clone(), since: Some(since), detail: Detail::Plain, invite: None };
    client.ask(watch).await.unwrap();
    client
        .wait(|message| match message {
            Message::Events { events, .. } => Some(events.clone()),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn missed_events_are_sent_after_reconnecting() {
    let server = Running::start().await;
    let (mut anna, mut bert, table) = two_at_a_table(&server).await;
    let known = anna.play(&table, 0, "4").await.unwrap();
    let anna_gone = anna;
    bert.play(&table, 1, "4").await.unwrap();
    let mut anna = anna_gone.again(server.address).await;
    let missed = events_since(&mut anna, &table, known).await;
    assert_eq!(missed.iter().map(|event| event.seq).collect::<Vec<_>>(), [known + 1]);
    assert_eq!(events_since(&mut anna, &table, known + 1).await, []);
    // Who claims to know more than has happened gets everything.
    let watch = Command::Watch { table: table.clone(), since: Some(99), detail: Detail::Plain, invite: None };
    anna.ask(watch).await.unwrap();
    anna.wait(|message| matches!(message, Message::Table { .. }).then_some(())).await;
    server.stop().await;
}

#[tokio::test]
async fn a_command_that_is_sent_again_has_no_second_effect() {
    let server = Running::start().await;
    let (mut anna, mut bert, table) = two_at_a_table(&server).await;
    let number = anna.next_number;
    let seq = anna.play(&table, 0, "4").await.unwrap();
    bert.play(&table, 1, "4").await.unwrap();
    let mut anna = anna.again(server.address).await;
    let act = Command::Act { table: table.clone(), ply: 0, action: Action::Move("4".into()), chair: None };
    anna.send_numbered(number, act).await;
    assert_eq!(anna.answer(number).await.unwrap().1, Some(seq));
    // A table, too, is made only once.
    let create = Command::CreateTable { table: for_two("othello", "") };
    let number = anna.send(create.clone()).await;
    let first = anna.answer(number).await.unwrap();
    anna.send_numbered(number, create).await;
    assert_eq!(anna.answer(number).await.unwrap(), first);
    server.stop().await;
}

#[tokio::test]
async fn replaying_the_whole_log_of_a_client_changes_nothing() {
    let server = Running::start().await;
    let (mut anna, mut bert, table) = two_at_a_table(&server).await;
    anna.ask(Command::EnterLobby).await.unwrap();
    for ply in 0..6 {
        let mover = if ply % 2 == 0 { &mut anna } else { &mut bert };
        mover.play(&table, ply, &(ply + 1).to_string()).await.unwrap();
        let line = Command::Chat { channel: Channel::Lobby, text: format!("move {ply}") };
        anna.ask(line).await.unwrap();
    }
    let mut carl = server.guest().await;
    let before = events_since(&mut carl, &table, 0).await;
    for _ in 0..2 {
        let log = anna.sent.clone();
        anna = anna.again(server.address).await;
        for frame in log {
            anna.send_text(frame).await;
        }
        anna.ask(Command::Ping).await.unwrap();
    }
    assert_eq!(events_since(&mut carl, &table, 0).await, before);
    carl.ask(Command::EnterLobby).await.unwrap();
    carl.ask(Command::Ping).await.unwrap();
    let mut lines = 0;
    carl.send(Command::Ping).await;
    loop {
        match carl.next().await {
            Message::Chat { .. } => lines += 1,
            Message::Done { number, .. } if number + 1 == carl.next_number => break,
            _ => {}
        }
    }
    assert_eq!(lines, 6);
    server.stop().await;
}

#[tokio::test]
async fn stop_asks_clients_to_reconnect_and_games_continue() {
    let server = Running::start().await;
    let (mut anna, mut bert, table) = two_at_a_table(&server).await;
    let seq = anna.play(&table, 0, "4").await.unwrap();
    let (folder, heard) = tokio::join!(server.stop(), anna.until_closed());
    assert!(heard.iter().any(|message| matches!(message, Message::Reconnect { .. })), "{heard:?}");
    bert.until_closed().await;
    let server = Running::start_in(folder).await;
    let mut bert = bert.again(server.address).await;
    assert_eq!(bert.play(&table, 1, "4").await.unwrap(), seq + 1);
    server.stop().await;
}

#[tokio::test]
async fn two_servers_do_not_share_a_folder() {
    let server = Running::start().await;
    let second = Server::open(&config(server.folder.path()), catalog::GAMES).await;
    assert!(matches!(second, Err(ServeError::InUse(_))));
    server.stop().await;
}

#[tokio::test]
async fn command_numbers_of_other_users_do_not_interfere() {
    let server = Running::start().await;
    let (mut anna, mut bert, table) = two_at_a_table(&server).await;
    // Both say they are the same client; each has numbers of their own.
    let number = 1_000;
    let act =
        |ply: u32| Command::Act { table: table.clone(), ply, action: Action::Move("4".into()), chair: None };
    bert.send_numbered(number, act(0)).await;
    assert_eq!(Client::code(bert.answer(number).await), Code::NotYourTurn);
    anna.send_numbered(number, act(0)).await;
    anna.answer(number).await.unwrap();
    bert.send_numbered(number, act(1)).await;
    bert.answer(number).await.unwrap();
    server.stop().await;
}
