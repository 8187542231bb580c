//! People and programs who mean no good, or break: nobody else notices.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use framework::{Millis, Rng, search::Limits};
use protocol::{Code, Command, Message, NewTable};
use server::{Config, EnginePool, Server};
use store::MemoryStore;
use tables::world::{EngineService as _, Question, Urgency};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
    time::{Instant, timeout},
};

use crate::{
    client::{Client, for_two},
    folder::Folder,
    running::{Running, config},
    visitor::{Visitor, house},
};

fn question(asker: &str, urgency: Urgency) -> Question {
    let game = catalog::find(catalog::GAMES, "othello").unwrap().open_text("6x6").unwrap();
    let position = game.start();
    let limits = Limits { seed: 1, ..Limits::time(Millis(5)) };
    let (player, asker) = ("level1".to_owned(), asker.parse().unwrap());
    Question { game, position, player, also: None, limits, urgency, asker, seat: None }
}

/// A question about which somebody would think for an hour, if nobody stopped it.
fn endless(asker: &str) -> Question {
    let limits = Limits { seed: 1, ..Limits::time(Millis(3_600_000)) };
    Question { player: "mcts".to_owned(), limits, ..question(asker, Urgency::Clock) }
}

#[tokio::test]
async fn s_07_questions_of_one_person_do_not_delay_others() {
    let pool = Arc::new(EnginePool::new(1, server::default_engine_memory(1)));
    // Somebody's long thought keeps the only thread until everybody has asked.
    let long = endless("thinker");
    let blocking = tokio::spawn({
        let pool = Arc::clone(&pool);
        async move { pool.search(long, |_| {}).await.map(|_| ()) }
    });
    while pool.load() != (0, 1) {
        tokio::task::yield_now().await;
    }
    let answered = Arc::new(AtomicU32::new(0));
    let ask = |asker: &'static str, place: Arc<AtomicU32>| {
        let (pool, answered) = (Arc::clone(&pool), Arc::clone(&answered));
        async move {
            let waits = |position| place.store(position, Ordering::Relaxed);
            let found = pool.search(question(asker, Urgency::Person), waits).await;
            found.map(|_| answered.fetch_add(1, Ordering::Relaxed)).map_err(|problem| problem.code)
        }
    };
    let mut of_one = JoinSet::new();
    for _ in 0..1_000 {
        of_one.spawn(ask("greedy", Arc::default()));
    }
    while pool.load().0 < 200 {
        tokio::task::yield_now().await;
    }
    let place = Arc::new(AtomicU32::new(0));
    let modest = tokio::spawn(ask("modest", Arc::clone(&place)));
    while pool.load().0 < 201 {
        tokio::task::yield_now().await;
    }
    assert_eq!(place.load(Ordering::Relaxed), 1, "busy, and second in the queue");
    blocking.abort();
    assert!(modest.await.unwrap().unwrap() <= 1, "one of the greedy may come first");
    let mut codes = Vec::new();
    while let Some(found) = of_one.join_next().await {
        codes.extend(found.unwrap().err());
    }
    assert_eq!(codes, vec![Code::Busy; 800], "200 of one person may wait, and the others are told");
    assert_eq!(pool.load().0, 0);
}

#[tokio::test]
async fn s_07_questions_of_closed_connections_are_dropped() {
    let pool = Arc::new(EnginePool::new(1, server::default_engine_memory(1)));
    let mut gone = JoinSet::new();
    for _ in 0..100 {
        let pool = Arc::clone(&pool);
        let long = endless("gone");
        gone.spawn(async move { pool.search(long, |_| {}).await.map(|_| ()) });
    }
    while pool.load().0 < 99 {
        tokio::task::yield_now().await;
    }
    // An hour of thinking for each of them, if nobody stopped it.
    gone.shutdown().await;
    pool.search(question("anna", Urgency::Hint), |_| {}).await.unwrap();
    assert_eq!(pool.load().0, 0);
}

#[tokio::test(start_paused = true)]
async fn s_07_one_piece_of_advice_at_a_time_and_none_after_leaving() {
    let node = house(&MemoryStore::default(), 1, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    let table = NewTable { hints: true, ..for_two("othello", "6x6") };
    let table = anna.done(Command::CreateTable { table }).await.0.unwrap();
    Visitor::at(&node, "bert").await.sit(&table).await;
    let hint = || Command::Hint { table: table.clone() };
    assert_eq!(anna.ask(hint()).await, []);
    let Some(Message::Refused { problem, .. }) = anna.ask(hint()).await.into_iter().next() else {
        panic!("a second one has to wait")
    };
    assert_eq!(problem.code, Code::Busy);
    // Whoever goes and comes back waits for nothing.
    drop(anna);
    tokio::task::yield_now().await;
    let mut anna = Visitor::at(&node, "anna").await;
    assert_eq!(anna.ask(hint()).await, []);
}

#[tokio::test]
async fn s_08_flooding_client_is_disconnected_without_harm_to_others() {
    let server = Running::start().await;
    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    let table = anna.create(for_two("connect4", "")).await;
    bert.sit(&table).await;
    let mut floods = Vec::new();
    for _ in 0..8 {
        let mut flood = server.guest().await;
        floods.push(tokio::spawn(async move {
            for _ in 0..310 {
                flood.send(Command::Ping).await;
            }
            flood.until_closed().await
        }));
    }
    for ply in 0..6 {
        let mover = if ply % 2 == 0 { &mut anna } else { &mut bert };
        mover.play(&table, ply, &(ply + 1).to_string()).await.unwrap();
    }
    for flood in floods {
        let heard = flood.await.unwrap();
        let is_warning = |message: &&Message| match message {
            Message::Refused { problem, .. } => problem.code == Code::TooFast,
            _ => false,
        };
        assert!(100 < heard.iter().filter(is_warning).count(), "warned, and then ended");
    }
    server.stop().await;
}

#[tokio::test(start_paused = true)]
async fn s_08_lobby_lists_are_rate_limited() {
    let node = house(&MemoryStore::default(), 1, 1_000_000).await;
    let mut flood = Visitor::at(&node, "flood").await;
    let answers = async |flood: &mut Visitor| {
        let mut told = 0;
        for _ in 0..40 {
            match flood.ask(Command::EnterLobby).await.as_slice() {
                [Message::Refused { problem, .. }] => assert_eq!(problem.code, Code::TooFast),
                answer => {
                    told += usize::from(answer.iter().any(|told| matches!(told, Message::Lobby { .. })));
                }
            }
            flood.done(Command::LeaveLobby).await;
        }
        told
    };
    assert_eq!(answers(&mut flood).await, 20);
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(answers(&mut flood).await, 20, "after a while it is told again");
    let mut other = Visitor::at(&node, "other").await;
    assert!(other.ask(Command::EnterLobby).await.len() >= 2, "others are not held up");
}

#[tokio::test]
async fn s_09_half_open_sockets_are_ended_and_players_are_not_held_up() {
    let server = Running::start().await;
    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    let table = anna.create(for_two("connect4", "")).await;
    bert.sit(&table).await;
    // Both ends are in this process.
    let allowed = ::client::raise_descriptor_limit().unwrap();
    let n_half_open = 5_000.min(allowed.saturating_sub(300) / 2);
    // Some say nothing at all, some begin a request, some a socket without a word in it.
    let mut half_open = Vec::new();
    for number in 0..n_half_open {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let said = match number % 3 {
            0 => String::new(),
            1 => format!("GET /ws HTTP/1.1\r\nHost: {}\r\nX-Slow: ", server.address),
            _ => format!(
                "GET /ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                 Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                server.address
            ),
        };
        stream.write_all(said.as_bytes()).await.unwrap();
        half_open.push(stream);
    }
    for ply in 0..10 {
        let mover = if ply % 2 == 0 { &mut anna } else { &mut bert };
        mover.play(&table, ply, &(ply % 7 + 1).to_string()).await.unwrap();
    }
    // All are ended by the server, long before the heartbeat would find out.
    let began = Instant::now();
    for mut stream in half_open {
        let mut rest = Vec::new();
        let ended = timeout(Duration::from_secs(60), stream.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "it stands after {:?}", began.elapsed());
    }
    anna.play(&table, 10, "7").await.unwrap();
    server.stop().await;
}

#[tokio::test]
async fn s_09_an_address_has_only_so_many_connections() {
    let folder = Folder::new();
    let config = Config { per_address: Some(3), ..config(folder.path()) };
    let server = Server::open(&config, catalog::GAMES).await.unwrap();
    let address = server.address();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let served = tokio::spawn(server.serve(async { drop(stopped.await) }));
    let first = Client::connect(address, None, None).await;
    let _others = [Client::connect(address, None, None).await, Client::connect(address, None, None).await];
    let identity = || ::client::Identity::new("too-many".parse().unwrap());
    assert!(::client::Client::connect(address.into(), identity()).await.is_err(), "three are enough");
    drop(first);
    // The place is free as soon as the server has seen that it is.
    while ::client::Client::connect(address.into(), identity()).await.is_err() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(stop);
    served.await.unwrap().unwrap();
}

/// A frame that was fine once.
fn damaged(rng: &mut Rng) -> String {
    let fine = [
        r#"{"number":7,"command":{"type":"act","table":"q7x2mzk4w9ab","ply":4,"action":{"move":"d3"}}}"#,
        r#"{"number":7,"command":{"type":"watch","table":"q7x2","since":4,"detail":"drawn"}}"#,
        r#"{"number":7,"command":{"type":"create-table","table":{"game":"othello","chairs":["me","open"]}}}"#,
        r#"{"number":7,"command":{"type":"chat","channel":{"user":"k3v9"},"text":"hello"}}"#,
        r#"{"number":7,"command":{"type":"sit","table":"q7x2","chair":1,"password":"x"}}"#,
    ];
    let numbers =
        ["-1", "0", "255", "256", "65536", "4294967296", "18446744073709551616", "1e400", "null", "[]"];
    let mut bytes = fine[rng.index(fine.len())].as_bytes().to_vec();
    for _ in 0..1 + rng.below(4) {
        let at = rng.index(bytes.len());
        match rng.below(5) {
            0 => bytes.truncate(at),
            1 => bytes[at] = rng.bits() as u8,
            2 => drop(bytes.remove(at)),
            3 => drop(bytes.splice(at..at, numbers[rng.index(numbers.len())].bytes())),
            _ => {
                let part = bytes[at..].to_vec();
                bytes.extend(part);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test(start_paused = true)]
async fn s_10_damaged_frames_are_answered_and_never_break_anything() {
    let node = house(&MemoryStore::default(), 1, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    let mut rng = Rng::stream(10, "frames", 0);
    for _ in 0..20_000 {
        let frame = damaged(&mut rng);
        tokio::time::sleep(Duration::from_millis(250)).await;
        let answers = anna.session.on_frame(&frame, Instant::now()).await;
        assert!(!answers.is_empty(), "{frame}");
        assert!(!anna.session.is_over(), "{frame}");
    }
    anna.done(Command::Ping).await;
}
