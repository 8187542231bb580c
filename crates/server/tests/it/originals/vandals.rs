//! Messages in random orders and damaged ones, over real sockets: nothing breaks, nothing hangs, and others play on.

use std::{net::SocketAddr, time::Duration};

use connect4::original::{MESSAGE_BYTES, Message as Number};
use framework::{Rng, random_move, testkit};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    time::timeout,
};

use super::{
    PATIENCE, limits, line_client::LineClient, praktikum::Connected, whole_games, with_praktikum,
    with_welfenlab,
};

const LINES: [&str; 13] = [
    "LOGIN:anna;;",
    "LIST",
    "USERS",
    "CHAT:bert;hello",
    "JOIN:1;;;2",
    "JOIN:1;",
    "JOIN:-1",
    "START",
    "CONFIRM",
    "TURN:4 8 4;2 6 4;",
    "TURN:NOTURN",
    "LOGOUT",
    "",
];

/// A line of the protocol, right or damaged.
fn any_line(rng: &mut Rng) -> Vec<u8> {
    let line = LINES[rng.index(LINES.len())];
    let bytes = match rng.index(3) {
        0 => testkit::mutated(line, LINES[rng.index(LINES.len())], rng),
        _ => line.as_bytes().to_vec(),
    };
    [bytes, b"\r\n".to_vec()].concat()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_in_random_orders_are_survived_while_others_play() {
    let (server, address) = with_welfenlab(limits()).await;
    let game = tokio::spawn(whole_games::play_together(whole_games::meet(address, 1).await));
    let mut rng = Rng::stream(9, "random orders", 0);
    let mut clients = [LineClient::log_in(address, "anna").await, LineClient::log_in(address, "bert").await];
    for _ in 0..(testkit::fuzz_inputs() / 20).min(100_000) {
        let client = &mut clients[rng.index(2)];
        let has_gone = client.stream.write_all(&any_line(&mut rng)).await.is_err();
        // What is said is not kept waiting, so that nobody counts as too slow.
        let is_closed = matches!(client.stream.try_read(&mut [0; 65_536]), Ok(0));
        if has_gone || is_closed {
            *client = LineClient::connect(address).await;
        }
    }
    drop(clients);
    game.await.unwrap();
    let mut carl = LineClient::log_in(address, "carl").await;
    carl.send("LIST").await;
    while !carl.next().await.unwrap().starts_with("LIST:") {}
    server.stop().await;
}

/// Sends whatever comes to mind until the server has enough.
async fn vandal(address: SocketAddr, rng: &mut Rng) {
    let mut red = Connected::connect(address).await;
    for _ in 0..rng.index(20) {
        if rng.index(4) == 0 && red.peer.speaks() && red.peer.ended().is_none() {
            let column = random_move(red.peer.board(), rng).unwrap();
            let number = red.peer.play(column).unwrap();
            let _ = red.stream.write_all(&number.to_bytes()).await;
            continue;
        }
        if rng.index(3) == 0 {
            let mut bytes = [0; MESSAGE_BYTES];
            // There may be nothing to hear until something is said.
            let heard = timeout(Duration::from_millis(2), red.stream.read_exact(&mut bytes)).await;
            if matches!(heard, Ok(Ok(_))) {
                let _ = red.peer.hear(i32::from_le_bytes(bytes));
            }
            continue;
        }
        let number = match rng.index(4) {
            0 => Number::GameOver.to_bytes(),
            1 => [rng.index(8) as u8, 0, 0, 0],
            _ => (rng.bits() as u32).to_le_bytes(),
        };
        // Several at once, or half of one.
        let bytes = number.repeat(1 + rng.index(3));
        let n_bytes = if rng.index(3) == 0 { rng.index(bytes.len()) } else { bytes.len() };
        if red.stream.write_all(&bytes[..n_bytes]).await.is_err() {
            break;
        }
    }
    // Whatever was said, the server does not wait for ever for somebody who says no more.
    let _ = red.stream.shutdown().await;
    let mut rest = Vec::new();
    let ended = timeout(PATIENCE, red.stream.read_to_end(&mut rest)).await;
    assert!(ended.is_ok(), "the connection ends");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn numbers_in_random_orders_are_survived_while_others_play() {
    let (server, address) = with_praktikum("random", Duration::ZERO).await;
    let mut red = Connected::connect(address).await;
    let playing = tokio::spawn(async move {
        let mut rng = Rng::from_seed(1);
        while red.peer.n_games() < 10 {
            red.step(&mut rng).await;
        }
    });
    let mut rng = Rng::stream(10, "vandals", 0);
    for _ in 0..(testkit::fuzz_inputs() / 200).min(10_000) {
        vandal(address, &mut rng).await;
    }
    playing.await.unwrap();
    server.stop().await;
}
