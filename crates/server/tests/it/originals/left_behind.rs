//! A server that ended without a word: its users of original programs cannot come back, and their matches are closed.

use std::{fs, time::Duration};

use backgammon::original::{Terms, Where};
use blokus::original::{ClientMessage, Mode, Setup};
use protocol::{Command, Detail, Message, Phase, Sitter, TableId, TableSummary};
use server::{Freebloks, Originals, Welfenlab};

use super::{any_port, course, freebloks, limits, line_client::LineClient, praktikum, whole_games};
use crate::{
    client::{Client, for_two},
    folder::Folder,
    running::Running,
};

fn originals() -> Originals {
    let game = Setup::usual(Mode::Duo).layout().unwrap();
    Originals {
        welfenlab: Some(Welfenlab::new(any_port())),
        praktikum: Some(course("level1", Duration::ZERO)),
        freebloks: Some(Freebloks { game, ..freebloks::settings() }),
        limits: limits(),
    }
}

/// What a server finds that starts after this one was killed in this moment: the folder as it is, without any goodbye.
fn as_after_a_kill(server: &Running) -> Folder {
    let folder = Folder::new();
    for name in ["brett.db", "brett.db-wal"] {
        fs::copy(server.folder.path().join(name), folder.path().join(name)).unwrap();
    }
    folder
}

async fn tables(web: &mut Client) -> Vec<TableSummary> {
    web.send(Command::EnterLobby).await;
    web.wait(|message| match message {
        Message::Lobby { tables, .. } => Some(tables.clone()),
        _ => None,
    })
    .await
}

/// Waits until so many matches are played.
async fn playing(web: &mut Client, n_tables: usize) {
    loop {
        let tables = tables(web).await;
        if tables.iter().filter(|table| table.phase == Phase::Playing).count() == n_tables {
            return;
        }
        web.ask(Command::LeaveLobby).await.unwrap();
    }
}

#[tokio::test]
async fn matches_between_users_of_old_programs_are_closed_after_a_kill() {
    let server = Running::start_with_originals(originals()).await;
    let port = |name| server.originals.iter().find(|(known, _)| *known == name).unwrap().1;
    let mut web = server.guest().await;
    // Two of backgammon, two of Blokus, and one of the course against a computer player.
    let mut anna = whole_games::Connected::log_in(port("welfenlab"), "anna", 1).await;
    anna.player.create("", Terms { timeout: 0, rounds: 3 }).unwrap();
    anna.until(|player| matches!(player.place(), Where::Seated(_))).await;
    let mut bert = LineClient::log_in(port("welfenlab"), "bert").await;
    bert.send("JOIN:1;").await;
    bert.until("INFO:JOIN;1 bert").await;
    anna.player.start().unwrap();
    bert.send("START").await;
    anna.until(|player| matches!(player.place(), Where::Playing(_))).await;
    let _blokus = freebloks::two_in_duo(port("freebloks")).await;
    let mut red = praktikum::Connected::connect(port("praktikum")).await;
    red.hear().await.expect("yellow begins");
    // People in browsers play as well, and their match is no business of anybody's.
    let mut carl = server.guest().await;
    let theirs = web.create(for_two("othello", "")).await;
    carl.sit(&theirs).await;
    playing(&mut web, 4).await;

    let second = Running::start_in(as_after_a_kill(&server)).await;
    let mut late = second.guest().await;
    let left: Vec<(TableId, Phase)> =
        tables(&mut late).await.into_iter().map(|table| (table.id, table.phase)).collect();
    assert_eq!(left, [(theirs, Phase::Playing)]);
    second.stop().await;
    server.stop().await;
}

#[tokio::test]
async fn a_person_in_a_browser_keeps_the_match_with_a_user_whom_a_kill_has_lost() {
    let server = Running::start_with_originals(originals()).await;
    let port = server.originals.iter().find(|(name, _)| *name == "freebloks").unwrap().1;
    let mut web = server.guest().await;
    let mut ada = freebloks::PacketClient::enter(port).await;
    ada.request(Some(0), "Ada").await;
    ada.until("GRANT_PLAYER").await;
    let table = tables(&mut web).await.first().expect("a table is listed").id.clone();
    web.sit(&table).await;
    ada.until("SERVER_STATUS duo 14x14, 2 clients").await;
    ada.send(ClientMessage::StartGame).await;
    ada.until("CURRENT_PLAYER blue").await;

    let second = Running::start_in(as_after_a_kill(&server)).await;
    let mut web = web.again(second.address).await;
    web.watch(&table, Detail::Plain).await;
    let found = tables(&mut web).await.into_iter().find(|listed| listed.id == table).expect("it is there");
    assert_eq!(found.phase, Phase::Playing);
    let names: Vec<Option<bool>> = found
        .chairs
        .iter()
        .map(|chair| chair.sitter.as_ref().map(|it| matches!(it, Sitter::Person(_))))
        .collect();
    assert_eq!(names, [None, Some(true)], "Ada has left, and nobody else");
    // They let a computer player go on for her.
    let seat = Command::Seat { table: table.clone(), chair: 0, player: "greedy".to_owned() };
    web.ask(seat).await.unwrap();
    second.stop().await;
    server.stop().await;
}
