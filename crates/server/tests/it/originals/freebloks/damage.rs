//! What the original servers got wrong: nothing that is sent harms, and the connection lives or ends as it should.

use blokus::original::{ClientMessage, Kind, Mode, ModeRequest, Packet, Setup, WireColor};
use framework::Rng;

use super::{packet_client::PacketClient, stone, two_in_duo, with_freebloks};

/// A header with right checksums.
fn header(length: u16, kind: u8) -> [u8; 5] {
    let [high, low] = length.to_be_bytes();
    let first = (low & 0x55) ^ kind;
    [first, high, low, kind, (first ^ 0xd6).wrapping_add(kind)]
}

#[tokio::test]
async fn short_packets_of_every_kind_are_harmless() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let mut ada = PacketClient::enter(address).await;
    for kind in 0..=u8::MAX {
        // Starting the game and asking for a seat need no more.
        if matches!(Kind::from_number(kind), Some(Kind::StartGame | Kind::RequestPlayer)) {
            continue;
        }
        for length in 5..=8_u16 {
            let mut bytes = header(length, kind).to_vec();
            bytes.resize(length.into(), 0xff);
            ada.send_bytes(&bytes).await;
        }
    }
    let told = ada.settle().await;
    // Eight bytes are enough to say one letter, whatever length is claimed.
    let (stones, rest): (Vec<_>, Vec<_>) = told.iter().partition(|told| *told == "CURRENT_PLAYER nobody");
    assert_eq!((stones.len(), rest.len(), rest[0].as_str()), (4, 1, "CHAT from client 0: \"ÿ\""), "{told:?}");
    server.stop().await;
}

#[tokio::test]
async fn wrong_checksums_and_lengths_end_the_connection_and_no_other() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let mut bob = PacketClient::enter(address).await;
    for bytes in [
        vec![0, 0, 5, 5, 0xdc],
        vec![1, 0, 5, 5, 0xdb],
        header(4, 5).to_vec(),
        header(0, 5).to_vec(),
        header(513, 8).to_vec(),
        header(u16::MAX, 8).to_vec(),
        b"GET / HTTP/1.1\r\n\r\n".to_vec(),
    ] {
        let mut ada = PacketClient::enter(address).await;
        ada.send_bytes(&bytes).await;
        while ada.packet().await.is_some() {}
    }
    assert!(bob.settle().await.iter().any(|told| told.contains("Client 1 left")));
    let mut longest = header(512, 8).to_vec();
    longest.extend([0, 2, b'h', b'i']);
    longest.resize(512, b'x');
    bob.send_bytes(&longest).await;
    bob.expect(&["CHAT from client 0: \"hi\""]).await;
    server.stop().await;
}

#[tokio::test]
async fn packets_arrive_whole_however_they_are_cut() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let mut ada = PacketClient::enter(address).await;
    let request = ClientMessage::RequestPlayer { wish: Some(WireColor::BLUE), name: "Ada".to_owned() };
    for byte in request.to_bytes() {
        ada.send_bytes(&[byte]).await;
        tokio::task::yield_now().await;
    }
    ada.expect(&["GRANT_PLAYER blue", "SERVER_STATUS"]).await;
    let ten: Vec<u8> = (0..10).flat_map(|n| ClientMessage::Chat(format!("line {n}")).to_bytes()).collect();
    // At our tables people say at most eight lines in ten seconds.
    ada.send_bytes(&ten).await;
    let mut told = Vec::new();
    while told.len() < 10 {
        told.push(ada.told().await);
    }
    told.sort();
    for (n, told) in told[..8].iter().enumerate() {
        assert_eq!(*told, format!("CHAT from client 0: \"line {n}\""));
    }
    assert!(
        told[8..].iter().all(|told| told.starts_with("CHAT from the server: \"too many lines")),
        "{told:?}"
    );
    server.stop().await;
}

#[tokio::test]
async fn every_value_in_every_byte_of_a_stone_is_laid_or_refused() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let [mut ada, _bob] = two_in_duo(address).await;
    // A stone in the corner lies on no start cell, so that none of these can be laid.
    let payload = [0, 0, 0, 0, 0, 0];
    for (at, value) in (0..6).flat_map(|at| (0..=u8::MAX).map(move |value| (at, value))) {
        let mut payload = payload;
        payload[at] = value;
        ada.send_bytes(&Packet::new(4, payload.to_vec()).unwrap().to_bytes()).await;
        ada.expect(&["CURRENT_PLAYER blue"]).await;
    }
    ada.send(stone("0:16.0.0@3,8")).await;
    ada.expect(&["SET_STONE 0:16.0.0@3,8", "CURRENT_PLAYER red"]).await;
    server.stop().await;
}

#[tokio::test]
async fn client_that_vanishes_after_a_question_is_harmless() {
    let (server, address) = with_freebloks(Mode::FourColors).await;
    for round in 0..10 {
        let mut gone = PacketClient::connect(address).await;
        gone.request(Some(round % 4), "Ghost").await;
        gone.send(ClientMessage::StartGame).await;
        if round % 2 == 0 {
            gone.send(ClientMessage::RequestUndo).await;
        }
        drop(gone);
    }
    let mut ada = PacketClient::present(address).await;
    ada.request(Some(0), "Ada").await;
    ada.until("GRANT_PLAYER").await;
    server.stop().await;
}

/// A message that a client could send at any time.
fn any_message(rng: &mut Rng) -> ClientMessage {
    let color = WireColor::ALL[rng.index(4)];
    match rng.index(12) {
        0..=2 => {
            let wish = Some(color).filter(|_| rng.index(2) == 0);
            ClientMessage::RequestPlayer { wish, name: ["", "Ada", "Bob"][rng.index(3)].to_owned() }
        }
        3 => ClientMessage::RevokePlayer(color),
        4 => {
            let mode = Mode::ALL[rng.index(5)];
            let side = [5, 9, 14][rng.index(3)];
            let setup = Setup { width: side, height: side, ..Setup::usual(mode) };
            ClientMessage::RequestGameMode(ModeRequest::of(&setup))
        }
        5 => ClientMessage::StartGame,
        6..=8 => {
            let (x, y) = (rng.index(14) as i8, rng.index(14) as i8);
            stone(&format!("{}:{}.0.{}@{x},{y}", color.number(), rng.index(21), rng.index(4)))
        }
        9 => ClientMessage::RequestUndo,
        10 => ClientMessage::RequestHint(color),
        _ => ClientMessage::Chat("hello".to_owned()),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_in_any_order_keep_clients_and_server_in_step() {
    let (server, address) = with_freebloks(Mode::Duo).await;
    let n_rounds = std::env::var("BRETT_ORIGINAL_GAMES").map_or(6, |games| games.parse().unwrap());
    for seed in 0..n_rounds {
        let mut rng = Rng::stream(seed, "any order", 0);
        let mut clients = Vec::new();
        for _ in 0..3 {
            clients.push((PacketClient::connect(address).await, blokus::original::ClientSide::default()));
        }
        for _ in 0..60 {
            let at = rng.index(clients.len());
            let message = any_message(&mut rng);
            clients[at].0.send(message).await;
        }
        for (client, player) in &mut clients {
            // A number that was not used before: everything up to it has been answered.
            let text = format!("{}", rng.bits());
            client.send(ClientMessage::Chat(text.clone())).await;
            loop {
                let packet = client.packet().await.expect("nobody is thrown out");
                let news = player.hear(&packet).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
                let is_it = |news: &blokus::original::News| match news {
                    blokus::original::News::Said { text: said, .. } => {
                        *said == text || said.starts_with("too many lines")
                    }
                    _ => false,
                };
                if news.iter().any(is_it) {
                    break;
                }
            }
        }
    }
    server.stop().await;
}
