//! Leaving a started game, by word or by losing the connection, and what becomes of the table.

use std::time::Duration;

use backgammon::original::{Terms, Where};
use framework::Action;
use protocol::{Command, Detail, LobbyChange, Message, Phase, TableHappening, TableId, ToMove};

use super::{limits, line_client::LineClient, praktikum, whole_games, with_praktikum, with_welfenlab};
use crate::client::{Client, for_two};

/// Waits until a table shows up in the lobby in a phase.
async fn appears(web: &mut Client, phase: Phase) -> TableId {
    web.wait(|message| match message {
        Message::LobbyChange { change: LobbyChange::Table(table) } if table.phase == phase => {
            Some(table.id.clone())
        }
        _ => None,
    })
    .await
}

/// Waits until a table is in the lobby no more.
async fn disappears(web: &mut Client, table: &TableId) {
    web.wait(|message| match message {
        Message::LobbyChange { change: LobbyChange::Gone(gone) } if gone == table => Some(()),
        _ => None,
    })
    .await;
}

#[tokio::test]
async fn a_game_that_one_of_two_users_leaves_is_given_up() {
    let (server, address) = with_welfenlab(limits()).await;
    let mut web = server.guest().await;
    web.ask(Command::EnterLobby).await.unwrap();
    for by_word in [true, false] {
        let (mut anna, mut bert) =
            (LineClient::log_in(address, "anna").await, LineClient::log_in(address, "bert").await);
        anna.send("JOIN:1;;;5").await;
        anna.until("INFO:JOIN;1 anna").await;
        bert.send("JOIN:1;").await;
        bert.until("INFO:JOIN;1 bert").await;
        anna.send("START").await;
        bert.send("START").await;
        anna.until("CONFIRM:START").await;
        let table = appears(&mut web, Phase::Playing).await;
        if by_word {
            bert.send("JOIN:-1").await;
            bert.until("CONFIRM:JOIN;-1").await;
        } else {
            drop(bert);
        }
        anna.until("ENDGAME:WIN;0;0 0").await;
        disappears(&mut web, &table).await;
        anna.send("LIST").await;
        anna.until("LIST:").await;
        // Both are free, and whoever is still there can play again.
        anna.send("JOIN:1;").await;
        anna.until("CONFIRM:JOIN;1").await;
        anna.send("LOGOUT").await;
        anna.until("CONFIRM:LOGOUT").await;
    }
    server.stop().await;
}

#[tokio::test]
async fn a_game_against_a_computer_player_is_given_up_with_its_user() {
    let (server, address) = with_welfenlab(limits()).await;
    let mut web = server.guest().await;
    web.ask(Command::EnterLobby).await.unwrap();
    let mut anna = whole_games::Connected::log_in(address, "anna", 1).await;
    anna.player.create("", Terms { timeout: 0, rounds: 100 }).unwrap();
    anna.until(|player| matches!(player.place(), Where::Seated(_))).await;
    anna.player.chat("level1", "come").unwrap();
    anna.player.start().unwrap();
    anna.until(|player| matches!(player.place(), Where::Playing(_))).await;
    let table = appears(&mut web, Phase::Playing).await;
    anna.player.leave().unwrap();
    anna.until(|player| player.place() == Where::Lobby).await;
    disappears(&mut web, &table).await;
    server.stop().await;
}

#[tokio::test]
async fn a_person_in_a_browser_goes_on_when_the_user_of_the_program_has_left() {
    let (server, address) = with_welfenlab(limits()).await;
    let mut web = server.guest().await;
    let table = web.create(for_two("backgammon", "nocube")).await;
    web.ask(Command::Prefer { table: table.clone(), auto_roll: true, confirm_blocked: false, chair: None })
        .await
        .unwrap();
    web.watch(&table, Detail::Drawn).await;
    let mut anna = LineClient::log_in(address, "anna").await;
    anna.send("JOIN:1;").await;
    anna.until("CONFIRM:JOIN;1").await;
    anna.send("START").await;
    anna.until("CONFIRM:START").await;
    drop(anna);
    web.wait(|message| match message {
        Message::Events { events, .. } => {
            events.iter().any(|event| event.what == TableHappening::Left { chair: 1 }).then_some(())
        }
        _ => None,
    })
    .await;
    let seat = Command::Seat { table: table.clone(), chair: 1, player: "level1".to_owned() };
    web.ask(seat).await.unwrap();
    // Random play to the end: the match is as good as before.
    web.watch(&table, Detail::Drawn).await;
    let mut acted_at = None;
    loop {
        let (moment, drawing) = match web.next().await {
            Message::Events { moment: Some(moment), drawing: Some(drawing), .. } => (moment, drawing),
            Message::Table { snapshot, drawing: Some(drawing) } if snapshot.moment.is_some() => {
                (snapshot.moment.unwrap(), drawing)
            }
            _ => continue,
        };
        if moment.to_move == ToMove::Nobody {
            break;
        }
        if let Some(first) = drawing.moves.first()
            && acted_at.replace(moment.ply) != Some(moment.ply)
        {
            web.act(&table, moment.ply, Action::Move(first.clone())).await.unwrap();
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_game_of_the_course_is_given_up_when_the_connection_ends() {
    let (server, address) = with_praktikum("level1", Duration::ZERO).await;
    let mut web = server.guest().await;
    web.ask(Command::EnterLobby).await.unwrap();
    let mut red = praktikum::Connected::connect(address).await;
    red.hear().await.expect("yellow begins");
    let table = appears(&mut web, Phase::Playing).await;
    drop(red);
    disappears(&mut web, &table).await;
    server.stop().await;
}
