//! Computer players that think while a person decides.

use protocol::{ChairChoice, Code, Command, Detail, Message, NewTable, TableId};
use server::Config;

use crate::{
    client::Client,
    folder::Folder,
    running::{Running, config},
};

/// A server that lets computer players think on a person's time.
async fn pondering_server() -> Running {
    let folder = Folder::new();
    let config = Config { ponder: true, ..config(folder.path()) };
    Running::start_with(folder, config).await
}

fn against_a_computer(ponder: bool) -> NewTable {
    let chairs = vec![ChairChoice::Me, ChairChoice::Engine("alphabeta:time=50".to_owned())];
    NewTable { ponder, ..NewTable::new("connect4", "8x7x4", chairs) }
}

/// How many decisions of people computer players thought about.
async fn n_ponderings(server: &Running) -> u64 {
    let (_, text) = server.get("/metrics", "").await;
    let line = text.lines().find_map(|line| line.strip_prefix("brett_ponderings_total "));
    line.unwrap().parse().unwrap()
}

/// Plays two moves of the person, each answered by the computer.
async fn play_two_moves(anna: &mut Client, table: &TableId) {
    anna.watch(table, Detail::Plain).await;
    for ply in [0, 2] {
        anna.play(table, ply, "4").await.unwrap();
        anna.wait(|message| match message {
            Message::Events { moment: Some(moment), .. } => (moment.ply == ply + 2).then_some(()),
            _ => None,
        })
        .await;
    }
}

#[tokio::test]
async fn computer_players_think_on_a_persons_time_where_table_and_server_want_it() {
    let server = pondering_server().await;
    let mut anna = server.guest().await;
    let plain = anna.create(against_a_computer(false)).await;
    play_two_moves(&mut anna, &plain).await;
    assert_eq!(n_ponderings(&server).await, 0, "the table does not want it");
    let pondering = anna.create(against_a_computer(true)).await;
    play_two_moves(&mut anna, &pondering).await;
    assert_eq!(n_ponderings(&server).await, 3, "before the first move, and after each answer");
    server.stop().await;
}

#[tokio::test]
async fn server_that_does_not_ponder_refuses_such_tables() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    let refused = anna.ask(Command::CreateTable { table: against_a_computer(true) }).await;
    assert_eq!(Client::code(refused), Code::Settings);
    anna.create(against_a_computer(false)).await;
    server.stop().await;
}
