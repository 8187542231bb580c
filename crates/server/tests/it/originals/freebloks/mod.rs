//! The packets of the Blokus program of 2005: transcripts, damage, limits, and people in browsers at the same table.

mod authority;
mod damage;
mod endurance;
mod lobby;
mod mixed;
mod packet_client;
mod phone;
mod whole_games;

use std::{net::SocketAddr, time::Duration};

use blokus::original::{ClientMessage, Layout, Mode, Setup, WireColor, WireStone};
use server::{Freebloks, Limits, Originals};

pub(super) use self::packet_client::PacketClient;
use super::{any_port, limits};
use crate::running::Running;

/// What a server does unless a test wants something else.
pub(super) fn settings() -> Freebloks {
    Freebloks {
        listen: any_port(),
        game: layout(Mode::FourColors),
        player: "greedy".to_owned(),
        people: 4,
        pause: Duration::ZERO,
        games: 1_000,
    }
}

fn layout(mode: Mode) -> Layout {
    Setup::usual(mode).layout().unwrap()
}

async fn start(freebloks: Freebloks, limits: Limits) -> (Running, SocketAddr) {
    let originals = Originals { freebloks: Some(freebloks), limits, ..Originals::default() };
    let server = Running::start_with_originals(originals).await;
    let address = server.originals[0].1;
    (server, address)
}

async fn with_freebloks(mode: Mode) -> (Running, SocketAddr) {
    start(Freebloks { game: layout(mode), ..settings() }, limits()).await
}

/// A stone as the known games name it: `0:16.0.0@3,7`.
fn stone(text: &str) -> ClientMessage {
    let numbers: Vec<i8> = text.split([':', '.', '@', ',']).map(|part| part.parse().unwrap()).collect();
    let [color, shape, mirror, rotation, x, y] = numbers[..] else { panic!("{text}") };
    let color = WireColor::new(color as u8).unwrap();
    let stone = WireStone::new(color, shape as u8, mirror == 1, rotation as u8, (x, y));
    ClientMessage::SetStone(stone.unwrap())
}

/// Two clients who play blue and red in a game of Duo that has begun.
pub(super) async fn two_in_duo(address: SocketAddr) -> [PacketClient; 2] {
    let mut ada = PacketClient::enter(address).await;
    ada.request(Some(0), "Ada").await;
    ada.expect(&["GRANT_PLAYER blue", "SERVER_STATUS"]).await;
    let mut bob = PacketClient::enter(address).await;
    bob.request(Some(2), "Bob").await;
    bob.expect(&["GRANT_PLAYER red", "SERVER_STATUS"]).await;
    ada.expect(&["CHAT", "SERVER_STATUS", "SERVER_STATUS"]).await;
    ada.send(ClientMessage::StartGame).await;
    for client in [&mut ada, &mut bob] {
        client.expect(&["SERVER_STATUS", "START_GAME", "CURRENT_PLAYER blue"]).await;
    }
    [ada, bob]
}
