//! Thousands of connections that say nothing or half of something, while others play.

use std::net::{Ipv4Addr, SocketAddr};

use framework::Rng;
use server::{Limits, Originals, Welfenlab};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::{Duration, timeout},
};

use super::{PATIENCE, any_port, course, freebloks::PacketClient, praktikum::Connected, whole_games};
use crate::running::Running;

/// What descriptors are needed for besides the connections.
const OTHER_FILES: u64 = 300;

/// How many half-open connections there are: 5 000, or as many as this process may have both ends of.
fn n_half_open() -> u32 {
    let allowed = ::client::raise_descriptor_limit().unwrap();
    5_000.min((allowed.saturating_sub(OTHER_FILES) / 2) as u32)
}

/// Connects from one of many addresses of this machine, so that no limit on one address helps. Where a system has
/// only one of them, all come from it.
async fn connect_from(number: u32, address: SocketAddr) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    let from = Ipv4Addr::new(127, 1, (number / 250) as u8, (number % 250) as u8 + 1);
    // The system chooses an address if this one cannot be had.
    let _ = socket.bind(SocketAddr::from((from, 0)));
    // A server that has enough of them may not take it at all.
    socket.connect(address).await.ok()
}

/// Half a word, in the protocol of whoever listens there.
fn half_a_word(number: u32, is_course: bool) -> &'static [u8] {
    match (number % 3, is_course) {
        (0, _) => b"",
        (1, true) => &[3, 0],
        (1, false) => b"LOG",
        (_, true) => &[3],
        (_, false) => b"LOGIN:nobody;never ends the line",
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s_09_thousands_of_half_open_sockets_do_not_hold_up_players() {
    let limits = Limits {
        log_in: Duration::from_secs(2),
        first_move: Duration::from_secs(2),
        messages: (1_000_000, Duration::from_secs(1)),
        ..Limits::default()
    };
    let welfenlab = Some(Welfenlab::new(any_port()));
    let praktikum = Some(course("random", Duration::ZERO));
    let server =
        Running::start_with_originals(Originals { welfenlab, praktikum, limits, ..Originals::default() })
            .await;
    let [(_, lines), (_, course)] = server.originals[..] else { panic!("two protocols") };
    // They come while games are played, which go on to their ends.
    let game = tokio::spawn(whole_games::play_together(whole_games::meet(lines, 1).await));
    let red = Connected::connect(course).await;
    let course_games = tokio::spawn(play_course(red, 5));
    let mut half_open = Vec::new();
    for number in 0..n_half_open() {
        let is_course = number % 10 == 0;
        let address = if is_course { course } else { lines };
        let Some(mut stream) = connect_from(number, address).await else { continue };
        // The server may have ended it already.
        let _ = stream.write_all(half_a_word(number, is_course)).await;
        half_open.push(stream);
    }
    game.await.unwrap();
    course_games.await.unwrap();
    // All of them are ended by the server, and then there is room for everybody again.
    for mut stream in half_open {
        let mut rest = Vec::new();
        let ended = timeout(PATIENCE, stream.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "a connection on which nobody speaks stands");
    }
    whole_games::play_together(whole_games::meet(lines, 2).await).await;
    play_course(Connected::connect(course).await, 1).await;
    server.stop().await;
}

#[tokio::test]
async fn s_09_silent_blokus_clients_make_room() {
    let limits = Limits { first_move: Duration::from_millis(100), ..super::limits() };
    let freebloks = Some(super::freebloks::settings());
    let server = Running::start_with_originals(Originals { freebloks, limits, ..Originals::default() }).await;
    let address = server.originals[0].1;
    let mut ada = PacketClient::enter(address).await;
    ada.request(Some(0), "Ada").await;
    ada.until("GRANT_PLAYER").await;
    let mut silent = Vec::new();
    for _ in 0..7 {
        silent.push(PacketClient::enter(address).await);
    }
    tokio::time::sleep(Duration::from_millis(150)).await;
    let mut bert = PacketClient::enter(address).await;
    bert.request(Some(2), "Bert").await;
    bert.until("GRANT_PLAYER").await;
    // The first of them had to go; who has a seat stays, however silent.
    while silent[0].packet().await.is_some() {}
    ada.settle().await;
    silent[6].settle().await;
    server.stop().await;
}

/// Plays random columns until so many games have ended.
async fn play_course(mut red: Connected, n_games: u32) {
    let mut rng = Rng::from_seed(1);
    while red.peer.n_games() < n_games {
        red.step(&mut rng).await;
    }
}
