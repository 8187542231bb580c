//! Long silences, and clients that take nothing.

use std::time::Duration;

use blokus::original::{ClientMessage, Mode, ModeRequest, Setup};
use server::Limits;
use tokio::{io::AsyncReadExt as _, net::TcpSocket};

use super::{limits, packet_client::PacketClient, settings, start, two_in_duo, with_freebloks};
use crate::originals::PATIENCE;

#[tokio::test]
async fn a_game_that_is_silent_tells_its_status_now_and_then() {
    let heartbeat = Duration::from_millis(50);
    let game = Setup::usual(Mode::Duo).layout().unwrap();
    let settings = server::Freebloks { game, ..settings() };
    let (server, address) = start(settings, Limits { heartbeat, ..limits() }).await;
    // Nobody is told anything in a lobby.
    let mut waiting = PacketClient::enter(address).await;
    tokio::time::sleep(4 * heartbeat).await;
    assert_eq!(waiting.settle().await, [] as [&str; 0]);
    drop(waiting);
    let [mut ada, mut bob] = two_in_duo(address).await;
    for client in [&mut ada, &mut bob] {
        client.expect(&["SERVER_STATUS duo 14x14, 2 clients"; 3]).await;
    }
    server.stop().await;
}

#[test]
fn heartbeat_is_sent_after_thirty_silent_seconds() {
    assert_eq!(Limits::default().heartbeat, Duration::from_secs(30));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn client_that_takes_nothing_is_dropped() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    // As little room as the system allows, so that it is soon full.
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(1_024).unwrap();
    let mut deaf = socket.connect(address).await.unwrap();
    let mut first = [0];
    deaf.read_exact(&mut first).await.unwrap();
    let mut bob = PacketClient::enter(address).await;
    // Every wish for a game makes the server tell its status to everybody.
    let wish = ClientMessage::RequestGameMode(ModeRequest::of(&Setup::usual(Mode::Junior)));
    let wishes = wish.to_bytes().repeat(64);
    let dropped = async {
        loop {
            bob.send_bytes(&wishes).await;
            for _ in 0..64 {
                let told = bob.told().await;
                if told.contains("Client 0 left") {
                    return;
                }
            }
        }
    };
    tokio::time::timeout(PATIENCE, dropped).await.expect("the server does not wait for ever");
    bob.settle().await;
    bob.request(Some(0), "Bob").await;
    bob.until("GRANT_PLAYER").await;
    bob.send(ClientMessage::StartGame).await;
    bob.until("CURRENT_PLAYER blue").await;
    // What was sent is still there to be read, and then comes the end.
    let mut rest = Vec::new();
    let read = tokio::time::timeout(PATIENCE, deaf.read_to_end(&mut rest)).await;
    assert!(read.is_ok(), "the connection ends");
    server.stop().await;
}

#[tokio::test]
async fn d21_silent_clients_without_a_seat_are_closed() {
    let limits = Limits { first_message: Duration::from_millis(200), ..limits() };
    let (server, address) = start(settings(), limits).await;
    let mut ada = PacketClient::enter(address).await;
    ada.request(Some(0), "Ada").await;
    ada.until("GRANT_PLAYER").await;
    let mut silent = PacketClient::enter(address).await;
    while silent.packet().await.is_some() {}
    ada.settle().await;
    server.stop().await;
}

#[tokio::test]
async fn d8_refusal_chat_is_sent_over_the_connection_limit() {
    let (server, address) = start(settings(), Limits { per_address: 1, ..limits() }).await;
    let mut ada = PacketClient::enter(address).await;
    let mut refused = PacketClient::connect(address).await;
    assert!(refused.told().await.contains("too many connections"));
    assert!(refused.packet().await.is_none());
    ada.settle().await;
    server.stop().await;
}
