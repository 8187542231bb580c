//! Who may do what: moves for others, starting, taking back, advice.

use blokus::original::{ClientMessage, Mode, ModeRequest, Setup, WireColor};

use super::{packet_client::PacketClient, stone, two_in_duo, with_freebloks};

#[tokio::test]
async fn moves_for_another_color_are_refused_and_the_turn_is_sent_again() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let [mut ada, mut bob] = two_in_duo(address).await;
    for (idx, text) in ["2:16.0.0@8,3", "0:16.0.0@3,8", "2:16.0.0@8,3"].into_iter().enumerate() {
        // Red is not to move, and blue is not Bob's.
        let who = if idx == 2 { &mut ada } else { &mut bob };
        who.send(stone(text)).await;
        ada.expect(&["CURRENT_PLAYER blue"]).await;
        bob.expect(&["CURRENT_PLAYER blue"]).await;
    }
    ada.send(stone("0:16.0.0@3,8")).await;
    for client in [&mut ada, &mut bob] {
        client.expect(&["SET_STONE 0:16.0.0@3,8", "CURRENT_PLAYER red"]).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn a_stone_is_played_once_and_relayed_under_the_name_that_it_came_with() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let [mut ada, mut bob] = two_in_duo(address).await;
    // The cross looks the same however it is turned.
    ada.send(stone("0:16.1.3@3,8")).await;
    bob.expect(&["SET_STONE 0:16.1.3@3,8", "CURRENT_PLAYER red"]).await;
    bob.send(stone("2:16.0.0@8,3")).await;
    bob.expect(&["SET_STONE 2:16.0.0@8,3", "CURRENT_PLAYER blue"]).await;
    ada.expect(&["SET_STONE 0", "CURRENT_PLAYER red", "SET_STONE 2", "CURRENT_PLAYER blue"]).await;
    ada.send(stone("0:16.0.0@5,6")).await;
    ada.expect(&["CURRENT_PLAYER blue"]).await;
    bob.expect(&["CURRENT_PLAYER blue"]).await;
    server.stop().await;
}

#[tokio::test]
async fn in_the_lobby_no_stone_is_laid() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let mut ada = PacketClient::enter(address).await;
    ada.send(stone("0:16.0.0@3,8")).await;
    ada.expect(&["CURRENT_PLAYER nobody"]).await;
    server.stop().await;
}

#[tokio::test]
async fn client_without_a_seat_cannot_start_or_change_the_game() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let mut ada = PacketClient::enter(address).await;
    ada.request(Some(0), "Ada").await;
    ada.expect(&["GRANT_PLAYER blue", "SERVER_STATUS"]).await;
    let mut eve = PacketClient::enter(address).await;
    ada.expect(&["CHAT", "SERVER_STATUS"]).await;
    eve.send(ClientMessage::StartGame).await;
    eve.expect(&["CHAT from the server: \"only who has a seat can start the game\""]).await;
    let wish = ModeRequest::of(&Setup::usual(Mode::FourColors));
    eve.send(ClientMessage::RequestGameMode(wish)).await;
    eve.expect(&["SERVER_STATUS duo"]).await;
    ada.expect(&["SERVER_STATUS duo"]).await;
    ada.send(ClientMessage::StartGame).await;
    eve.expect(&["SERVER_STATUS", "START_GAME", "CURRENT_PLAYER blue"]).await;
    ada.expect(&["SERVER_STATUS", "START_GAME", "CURRENT_PLAYER blue"]).await;
    ada.send(ClientMessage::StartGame).await;
    assert_eq!(ada.settle().await, [""; 0], "a game begins once");
    server.stop().await;
}

#[tokio::test]
async fn nothing_is_taken_back_between_clients_or_for_a_watcher() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let [mut ada, mut bob] = two_in_duo(address).await;
    ada.send(stone("0:16.0.0@3,8")).await;
    ada.expect(&["SET_STONE", "CURRENT_PLAYER red"]).await;
    bob.expect(&["SET_STONE", "CURRENT_PLAYER red"]).await;
    for client in [&mut ada, &mut bob] {
        client.send(ClientMessage::RequestUndo).await;
    }
    let told = ada.settle().await;
    assert!(!told.iter().any(|told| told.starts_with("UNDO_STONE")), "{told:?}");
    server.stop().await;

    let (server, address) = with_freebloks(Mode::Duo).await;
    let mut ada = PacketClient::enter(address).await;
    let mut eve = PacketClient::enter(address).await;
    ada.request(Some(0), "Ada").await;
    ada.send(ClientMessage::StartGame).await;
    ada.until("CURRENT_PLAYER blue").await;
    ada.send(ClientMessage::RequestUndo).await;
    ada.expect(&["CURRENT_PLAYER blue"]).await;
    ada.send(stone("0:16.0.0@3,8")).await;
    ada.expect(&["SET_STONE 0", "CURRENT_PLAYER red", "SET_STONE 2", "CURRENT_PLAYER blue"]).await;
    eve.until("SET_STONE 2").await;
    eve.expect(&["CURRENT_PLAYER blue"]).await;
    eve.send(ClientMessage::RequestUndo).await;
    assert_eq!(eve.settle().await, ["CURRENT_PLAYER blue"], "a watcher takes nothing back");
    ada.until("CHAT").await;
    ada.send(ClientMessage::RequestUndo).await;
    for client in [&mut ada, &mut eve] {
        client.expect(&["UNDO_STONE", "UNDO_STONE", "CURRENT_PLAYER blue"]).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn d11_taking_back_is_answered_where_one_has_no_stone_of_ones_own() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let mut ada = PacketClient::enter(address).await;
    ada.request(Some(2), "Ada").await;
    ada.send(ClientMessage::StartGame).await;
    // The computer has blue and lays the first stone.
    ada.until("CURRENT_PLAYER red").await;
    ada.send(ClientMessage::RequestUndo).await;
    assert_eq!(ada.settle().await, ["CURRENT_PLAYER red"]);
    server.stop().await;

    // Clients that play against each other cannot take back, and are answered as well.
    let (server, address) = with_freebloks(Mode::Duo).await;
    let [mut ada, _bob] = two_in_duo(address).await;
    ada.send(ClientMessage::RequestUndo).await;
    assert_eq!(ada.settle().await, ["CURRENT_PLAYER blue"]);
    server.stop().await;
}

#[tokio::test]
async fn one_client_with_several_colors_agrees_with_itself_to_take_back() {
    let (server, address) = with_freebloks(Mode::FourColors).await;
    let mut ada = PacketClient::enter(address).await;
    for color in [0, 1, 3] {
        ada.request(Some(color), "Ada").await;
        ada.expect(&["GRANT_PLAYER", "SERVER_STATUS"]).await;
    }
    ada.send(ClientMessage::StartGame).await;
    ada.until("CURRENT_PLAYER blue").await;
    ada.send(stone("0:0.0.0@0,19")).await;
    ada.expect(&["SET_STONE 0", "CURRENT_PLAYER yellow"]).await;
    ada.send(stone("1:0.0.0@0,0")).await;
    ada.expect(&["SET_STONE 1", "CURRENT_PLAYER red", "SET_STONE 2", "CURRENT_PLAYER green"]).await;
    ada.send(ClientMessage::RequestUndo).await;
    ada.expect(&["UNDO_STONE", "UNDO_STONE", "CURRENT_PLAYER yellow"]).await;
    server.stop().await;
}

#[tokio::test]
async fn hints_are_for_the_player_to_move() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let mut ada = PacketClient::enter(address).await;
    let hint = |number| ClientMessage::RequestHint(WireColor::new(number).unwrap());
    ada.request(Some(0), "Ada").await;
    ada.expect(&["GRANT_PLAYER blue", "SERVER_STATUS"]).await;
    ada.send(hint(0)).await;
    assert_eq!(ada.settle().await, [""; 0], "there is no position yet");
    ada.send(ClientMessage::StartGame).await;
    ada.until("CURRENT_PLAYER blue").await;
    // A color that is not hers, and one that does not play: it has no move.
    for number in [2, 1] {
        ada.send(hint(number)).await;
    }
    assert_eq!(ada.settle().await, [""; 0]);
    ada.send(hint(0)).await;
    ada.expect(&["STONE_HINT 0:"]).await;
    server.stop().await;
}

#[tokio::test]
async fn whose_connection_is_lost_is_followed_by_a_computer_player() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let [mut ada, bob] = two_in_duo(address).await;
    ada.send(stone("0:16.0.0@3,8")).await;
    ada.expect(&["SET_STONE 0", "CURRENT_PLAYER red"]).await;
    drop(bob);
    ada.expect(&[
        "SERVER_STATUS duo 14x14, 1 clients, blue is client 0 \"Ada\", red is a computer",
        "CHAT from the server: \"Client 1 left\"",
        "SET_STONE 2:",
        "CURRENT_PLAYER blue",
    ])
    .await;
    server.stop().await;
}
