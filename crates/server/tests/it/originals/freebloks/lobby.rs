//! Seats, modes, names, arrivals: who is told what, and in which order.

use std::{collections::BTreeMap, net::SocketAddr, time::Duration};

use blokus::original::{
    ClientMessage, Kind, Mode, ModeRequest, Owner, Packet, ServerMessage, Setup, WireColor,
};
use server::{Freebloks, Limits};

use super::{limits, packet_client::PacketClient, settings, start, with_freebloks};

/// The bytes of a line such as `0c 00*4 ff`.
fn bytes(text: &str) -> Vec<u8> {
    let hex = |text: &str| u8::from_str_radix(text, 16).unwrap();
    let repeated = |word: &str| match word.split_once('*') {
        Some((byte, times)) => vec![hex(byte); times.parse().unwrap()],
        None => vec![hex(word)],
    };
    text.split_whitespace().flat_map(repeated).collect()
}

/// Replays a transcript: what goes to the server is sent, and what comes from it has to be the same.
async fn replay(address: SocketAddr, transcript: &str) {
    let mut clients: BTreeMap<&str, PacketClient> = BTreeMap::new();
    for (number, line) in (1..).zip(transcript.lines()) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        // Where there is only one client it has no name.
        let (name, rest) = if line.starts_with(['<', '>']) { ("A", line) } else { line.split_at(2) };
        if !clients.contains_key(name) {
            clients.insert(name, PacketClient::connect(address).await);
        }
        if rest == "closes" {
            clients.remove(name);
            continue;
        }
        let client = clients.get_mut(name).expect("it was inserted");
        let expected = bytes(&rest[1..]);
        if rest.starts_with('>') {
            client.send_bytes(&expected).await;
            continue;
        }
        let told = client.packet().await.unwrap_or_else(|| panic!("line {number}: closed")).to_bytes();
        // Which stone a computer player lays is its own business.
        let n_known = if expected[3] == 4 && expected[5] == 2 { 6 } else { expected.len() };
        assert_eq!((told.len(), &told[..n_known]), (expected.len(), &expected[..n_known]), "line {number}");
    }
}

#[tokio::test]
async fn latin1_client_is_answered_in_latin1() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let mut desktop = PacketClient::enter(address).await;
    let mut phone = PacketClient::enter(address).await;
    desktop.settle().await;
    let spoken = Packet::new(Kind::Chat.number(), b"\x00\x05sch\xf6n\0\0".to_vec()).unwrap();
    desktop.send_bytes(&spoken.to_bytes()).await;
    for (client, told) in [(&mut desktop, &b"sch\xf6n"[..]), (&mut phone, "schön".as_bytes())] {
        loop {
            let packet = client.packet().await.expect("the connection stands");
            if packet.kind() == Some(Kind::Chat) && packet.payload()[2..].starts_with(b"sch") {
                assert_eq!(packet.payload()[2..].split(|&byte| byte == 0).next(), Some(told));
                break;
            }
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn d_18_reserved_names_are_not_used_at_the_table() {
    let (server, address) = with_freebloks(Mode::FourColors).await;
    let mut client = PacketClient::enter(address).await;
    for (color, name) in [(0, "admin"), (1, "TABLE"), (2, "\u{410}da"), (3, "Ada")] {
        client.request(Some(color), name).await;
    }
    loop {
        let told = format!("{:?}", client.message().await);
        for name in ["admin", "TABLE", "\u{410}da"] {
            assert!(!told.contains(name), "{told}");
        }
        if told.contains("Ada") {
            break;
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn the_known_sessions_go_byte_by_byte_as_they_went() {
    for transcript in [
        include_str!("../../../../../../games/blokus/tests/data/freebloks_duo.txt"),
        include_str!("../../../../../originals/tests/data/freebloks-lobby.txt"),
    ] {
        let (server, address) = with_freebloks(Mode::FourColors).await;
        replay(address, transcript).await;
        server.stop().await;
    }
}

#[tokio::test]
async fn arrivals_and_departures_keep_the_original_order() {
    let (server, address) = with_freebloks(Mode::FourColors).await;
    let mut ada = PacketClient::enter(address).await;
    ada.request(Some(3), "Ada").await;
    ada.expect(&["GRANT_PLAYER green", "SERVER_STATUS classic 20x20, 1 clients"]).await;
    let mut bob = PacketClient::connect(address).await;
    bob.expect(&["SERVER_STATUS classic 20x20, 2 clients"]).await;
    ada.expect(&["CHAT from the server: \"Client 1 joined\"", "SERVER_STATUS classic 20x20, 2 clients"])
        .await;
    drop(bob);
    ada.expect(&["SERVER_STATUS classic 20x20, 1 clients", "CHAT from the server: \"Client 1 left\""]).await;
    let mut again = PacketClient::connect(address).await;
    again.expect(&["SERVER_STATUS classic 20x20, 2 clients"]).await;
    ada.expect(&["CHAT from the server: \"Client 1 joined\""]).await;
    server.stop().await;
}

#[tokio::test]
async fn eight_clients_are_in_a_game_and_a_ninth_is_closed_at_once() {
    let (server, address) = with_freebloks(Mode::FourColors).await;
    let mut clients = Vec::new();
    for _ in 0..8 {
        clients.push(PacketClient::enter(address).await);
    }
    assert_eq!(PacketClient::connect(address).await.packet().await, None);
    drop(clients.pop());
    PacketClient::present(address).await;
    server.stop().await;
}

#[tokio::test]
async fn requested_seat_or_the_next_free_one_is_granted() {
    let (server, address) = with_freebloks(Mode::FourColors).await;
    let mut ada = PacketClient::enter(address).await;
    for (wish, granted) in [(2, "red"), (2, "green"), (2, "blue"), (0, "yellow")] {
        ada.request(Some(wish), "Ada").await;
        ada.expect(&[&format!("GRANT_PLAYER {granted}"), "SERVER_STATUS"]).await;
    }
    ada.request(Some(0), "Eve").await;
    assert_eq!(ada.settle().await, [""; 0], "no seat is left, and nobody is told so");
    ada.send(ClientMessage::RevokePlayer(WireColor::new(3).unwrap())).await;
    ada.expect(&["REVOKE_PLAYER green"]).await;
    let ServerMessage::Status(status) = ada.message().await else { panic!("a status") };
    assert_eq!(status.owner(WireColor::BLUE), Some(Owner::Client(0)));
    assert_eq!(status.owner(WireColor::new(3).unwrap()), Some(Owner::Computer));
    assert_eq!((status.humans, status.computers, status.names[0].as_str()), (3, 1, "Ada"));
    ada.send(ClientMessage::RevokePlayer(WireColor::new(3).unwrap())).await;
    assert_eq!(ada.settle().await, [""; 0], "it is not hers any more");
    server.stop().await;
}

#[tokio::test]
async fn the_bare_request_of_old_clients_gets_any_seat() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let mut old = PacketClient::enter(address).await;
    old.send_bytes(&[0x04, 0, 5, 1, 0xd3]).await;
    old.expect(&["GRANT_PLAYER", "SERVER_STATUS"]).await;
    server.stop().await;
}

#[tokio::test]
async fn no_more_people_play_than_the_server_allows() {
    let (server, address) = start(Freebloks { people: 1, ..settings() }, limits()).await;
    let mut ada = PacketClient::enter(address).await;
    ada.request(Some(0), "Ada").await;
    ada.expect(&["GRANT_PLAYER blue", "SERVER_STATUS"]).await;
    ada.request(Some(1), "Ada").await;
    assert_eq!(ada.settle().await, [""; 0]);
    server.stop().await;
}

#[tokio::test]
async fn seats_follow_the_mode() {
    let (server, address) = with_freebloks(Mode::FourColors).await;
    let mut ada = PacketClient::enter(address).await;
    ada.request(Some(1), "Ada").await;
    ada.expect(&["GRANT_PLAYER yellow", "SERVER_STATUS"]).await;
    let change = |mode| ClientMessage::RequestGameMode(ModeRequest::of(&Setup::usual(mode)));
    ada.send(change(Mode::FourColorsTwoPlayers)).await;
    ada.expect(&["GRANT_PLAYER green", "SERVER_STATUS two-players 20x20"]).await;
    ada.send(change(Mode::Junior)).await;
    ada.expect(&[
        "REVOKE_PLAYER yellow",
        "GRANT_PLAYER blue",
        "REVOKE_PLAYER green",
        "GRANT_PLAYER red",
        "SERVER_STATUS junior 14x14",
    ])
    .await;
    ada.send(change(Mode::FourColors)).await;
    ada.expect(&[
        "SERVER_STATUS classic 20x20, 1 clients, blue is client 0 \"Ada\", yellow is a computer, red",
    ])
    .await;
    server.stop().await;
}

#[tokio::test]
async fn impossible_game_modes_change_nothing() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let mut ada = PacketClient::enter(address).await;
    let usual = ModeRequest::of(&Setup::usual(Mode::Duo));
    // Those of which the original speaks, and those which it would accept and could not play.
    for (wish, is_answered) in [
        (ModeRequest { version: 0, ..usual }, true),
        (ModeRequest { width: 3, ..usual }, false),
        (ModeRequest { height: 51, ..usual }, false),
        (ModeRequest { width: 50, ..usual }, true),
        (ModeRequest { mode: 9, ..usual }, true),
        (ModeRequest { width: 9, height: 9, ..usual }, true),
        (ModeRequest { counts: [0; 21], ..usual }, true),
        (ModeRequest { counts: [-1; 21], ..usual }, true),
    ] {
        ada.send(ClientMessage::RequestGameMode(wish)).await;
        let told = ada.settle().await;
        assert_eq!(told.len(), usize::from(is_answered), "{wish:?}: {told:?}");
        assert!(told.iter().all(|told| told.starts_with("SERVER_STATUS duo 14x14")), "{told:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_settings_stay_with_the_lobby_and_a_game_leaves_it() {
    let (server, address) = with_freebloks(Mode::FourColors).await;
    let mut ada = PacketClient::enter(address).await;
    ada.send(ClientMessage::RequestGameMode(ModeRequest::of(&Setup::usual(Mode::Duo)))).await;
    ada.expect(&["SERVER_STATUS duo"]).await;
    drop(ada);
    let mut bob = loop {
        let mut bob = PacketClient::connect(address).await;
        let told = bob.told().await;
        // The server may not have noticed yet that she has gone.
        if told.starts_with("SERVER_STATUS duo 14x14, 1 clients") {
            break bob;
        }
        assert!(told.starts_with("SERVER_STATUS duo 14x14, 2 clients"), "{told}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    bob.request(Some(0), "Bob").await;
    bob.send(ClientMessage::StartGame).await;
    bob.until("START_GAME").await;
    let mut eve = PacketClient::connect(address).await;
    eve.expect(&["SERVER_STATUS classic 20x20, 1 clients"]).await;
    server.stop().await;
}

#[tokio::test]
async fn computers_play_among_themselves_and_the_game_can_be_played_again() {
    let small = Setup { width: 5, height: 5, ..Setup::usual(Mode::TwoColors) };
    let game = small.layout().unwrap();
    let (server, address) = start(Freebloks { game, ..settings() }, limits()).await;
    let mut ada = PacketClient::enter(address).await;
    for _ in 0..2 {
        ada.send(ClientMessage::StartGame).await;
        ada.expect(&["SERVER_STATUS", "START_GAME", "CURRENT_PLAYER blue", "SET_STONE 0:"]).await;
        let moves = ada.until("GAME_FINISH").await;
        assert!(moves.last().is_some_and(|last| last.starts_with("SET_STONE")), "{moves:?}");
        ada.expect(&["CURRENT_PLAYER nobody"]).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn no_more_games_than_the_server_allows() {
    let (server, address) = start(Freebloks { games: 1, ..settings() }, limits()).await;
    let mut ada = PacketClient::enter(address).await;
    ada.request(Some(0), "Ada").await;
    ada.send(ClientMessage::StartGame).await;
    ada.until("START_GAME").await;
    assert_eq!(PacketClient::connect(address).await.packet().await, None, "there is no lobby any more");
    drop(ada);
    PacketClient::present(address).await;
    server.stop().await;
}

#[tokio::test]
async fn unfinished_packet_is_dropped_without_delaying_others() {
    let limits = Limits { log_in: Duration::from_millis(50), ..limits() };
    let (server, address) = start(settings(), limits).await;
    let mut half_open = Vec::new();
    for _ in 0..5 {
        let mut client = PacketClient::enter(address).await;
        client.send_bytes(&[0x05, 0, 0x0b]).await;
        half_open.push(client);
    }
    let mut ada = PacketClient::connect(address).await;
    ada.expect(&["SERVER_STATUS"]).await;
    for mut client in half_open {
        while client.packet().await.is_some() {}
    }
    ada.request(Some(0), "Ada").await;
    ada.until("GRANT_PLAYER blue").await;
    server.stop().await;
}

#[tokio::test]
async fn connections_and_games_are_counted_for_the_operator() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let counts = async |open: u32, games: u32| {
        let (_, metrics) = server.get("/metrics", "").await;
        [
            format!("brett_original_connections{{protocol=\"freebloks\"}} {open}"),
            "brett_original_connections{protocol=\"welfenlab\"} 0".to_owned(),
            "brett_original_connections_total{protocol=\"freebloks\"} 2".to_owned(),
            format!("brett_freebloks_games_total {games}"),
        ]
        .iter()
        .all(|wanted| metrics.lines().any(|line| line == wanted))
    };
    let mut ada = PacketClient::enter(address).await;
    let bob = PacketClient::enter(address).await;
    assert!(counts(2, 0).await, "two look at a game that has not begun");
    ada.request(Some(0), "Ada").await;
    ada.send(ClientMessage::StartGame).await;
    ada.until("START_GAME").await;
    assert!(counts(2, 1).await, "the game has begun");
    drop(bob);
    // The server may not have noticed yet that he has gone.
    while !counts(1, 1).await {
        tokio::task::yield_now().await;
    }
    server.stop().await;
}
