//! What the transport bounds: frames of every kind, long answers, slow bodies, connections behind a proxy.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use bus::Note;
use futures_util::{SinkExt as _, StreamExt as _};
use protocol::{
    Channel, ChatKind, ChatLine, Code, Command, Detail, Message, NewTable, Problem, TableEvent, TableId,
    Watchers,
};
use server::Config;
use sqlx::{ConnectOptions as _, Executor as _, sqlite::SqliteConnectOptions};
use store::MemoryStore;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{self, Message as Frame, client::IntoClientRequest as _},
};

use crate::{
    client::{Client, for_two},
    folder::Folder,
    running::{Running, config},
    visitor::{Visitor, house},
};

/// The code and the reason with which the server ends a WebSocket to which these frames are sent.
async fn ending(address: SocketAddr, frames: impl IntoIterator<Item = Frame>) -> (u16, String) {
    let (socket, _) = connect_async(format!("ws://{address}/ws")).await.unwrap();
    let (mut sink, mut stream) = socket.split();
    let frames: Vec<_> = frames.into_iter().collect();
    tokio::spawn(async move {
        for frame in frames {
            // The server ends the connection in the middle of them.
            if sink.send(frame).await.is_err() {
                return;
            }
        }
    });
    while let Some(frame) = stream.next().await {
        if let Ok(Frame::Close(Some(close))) = frame {
            return (close.code.into(), close.reason.to_string());
        }
    }
    panic!("the connection ended without a word")
}

#[tokio::test]
async fn d6_a_flood_of_pings_pongs_or_binary_frames_ends_the_connection() {
    let server = Running::start().await;
    let kinds = [Frame::Ping(vec![].into()), Frame::Pong(vec![].into()), Frame::Binary(vec![1].into())];
    for frame in kinds {
        let flood = std::iter::repeat_n(frame.clone(), 2_000);
        let ended = ending(server.address, flood).await;
        assert_eq!(ended, (1008, "too fast".to_owned()), "{frame:?}");
    }
    server.stop().await;
}

#[tokio::test(start_paused = true)]
async fn d20_a_steady_flood_is_ended_and_a_busy_client_is_not() {
    let node = house(&MemoryStore::default(), 1, 1_000_000).await;
    let (mut busy, mut flood) = (Visitor::at(&node, "busy").await, Visitor::at(&node, "flood").await);
    let mut n_frames = 0;
    while !flood.session.is_over() {
        tokio::time::sleep(Duration::from_millis(125)).await;
        flood.ask(Command::Ping).await;
        n_frames += 1;
        assert!(n_frames < 2_000, "eight frames a second are never ended");
    }
    for _ in 0..2_000 {
        tokio::time::sleep(Duration::from_millis(200)).await;
        busy.done(Command::Ping).await;
    }
    assert!(!busy.session.is_over());
}

#[tokio::test]
async fn d23_close_codes_say_what_was_wrong() {
    let server = Running::start().await;
    let long = Frame::Text("x".repeat(65 * 1024).into());
    assert_eq!(ending(server.address, [long]).await.0, 1009);
    // Masked with zeros: a text that is no UTF-8, and an opcode that does not exist.
    for (frame, code) in [([0x81, 0x81, 0, 0, 0, 0, 0xff], 1007), ([0x83, 0x81, 0, 0, 0, 0, b'x'], 1002)] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let head = format!(
            "GET /ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            server.address
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(&frame).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let close = answer.windows(4).find(|bytes| bytes[0] == 0x88).expect("a frame that closes");
        assert_eq!(u16::from_be_bytes([close[2], close[3]]), code);
    }
    server.stop().await;
}

/// The events of some messages.
fn events(messages: &[Message]) -> Vec<(Vec<TableEvent>, bool)> {
    let events = messages.iter().filter_map(|message| match message {
        Message::Events { events, moment, .. } => Some((events.clone(), moment.is_some())),
        _ => None,
    });
    events.collect()
}

fn watch(table: &TableId, since: u64) -> Command {
    Command::Watch { table: table.clone(), since: Some(since), detail: Detail::Plain, invite: None }
}

fn prefer(table: &TableId, auto_roll: bool) -> Command {
    Command::Prefer { table: table.clone(), auto_roll, confirm_blocked: false, chair: None }
}

#[tokio::test(start_paused = true)]
async fn d4_a_long_history_comes_in_messages_of_five_hundred_events() {
    let node = house(&MemoryStore::default(), 1, 1_000_000).await;
    let (mut anna, mut bert) = (Visitor::at(&node, "anna").await, Visitor::at(&node, "bert").await);
    let table = anna.done(Command::CreateTable { table: for_two("connect4", "") }).await.0.unwrap();
    bert.sit(&table).await;
    let mut seq = 0;
    for number in 0..1_300 {
        tokio::time::sleep(Duration::from_millis(250)).await;
        seq = anna.done(prefer(&table, number % 2 == 0)).await.1.unwrap();
    }
    let mut told = events(&bert.ask(watch(&table, 0)).await);
    assert_eq!(told.len(), 1, "the next message follows when this one was taken");
    assert!(bert.session.has_backlog());
    // What happens meanwhile comes in its turn.
    let last = anna.done(prefer(&table, true)).await.1.unwrap();
    while let Ok(note) = bert.notes.try_recv() {
        assert_eq!(events(&bert.session.on_note(note).await), []);
    }
    while bert.session.has_backlog() {
        told.extend(events(&bert.session.next_events().await));
    }
    assert!(seq < last && told.iter().all(|(events, _)| events.len() <= 500));
    let (all, moments): (Vec<_>, Vec<_>) = told.into_iter().unzip();
    assert_eq!(
        all.concat().iter().map(|event| event.seq).collect::<Vec<_>>(),
        (1..=last).collect::<Vec<_>>()
    );
    assert_eq!(moments, [false, false, true], "the position belongs to the last event");
    assert_eq!(events(&bert.ask(watch(&table, last)).await).len(), 1, "who knows all is told the position");
}

#[tokio::test(start_paused = true)]
async fn d4_a_long_history_costs_more_than_one_frame() {
    let node = house(&MemoryStore::default(), 1, 1_000_000).await;
    let mut anna = Visitor::at(&node, "anna").await;
    let table = anna.done(Command::CreateTable { table: for_two("connect4", "") }).await.0.unwrap();
    for number in 0..1_600 {
        tokio::time::sleep(Duration::from_millis(250)).await;
        anna.done(prefer(&table, number % 2 == 0)).await;
    }
    let mut greedy = Visitor::at(&node, "greedy").await;
    let mut n_told = 0;
    while !matches!(
        greedy.ask(watch(&table, 0)).await.as_slice(),
        [Message::Refused { problem: Problem { code: Code::TooFast, .. }, .. }]
    ) {
        n_told += 1;
        assert!(n_told < 100);
    }
    assert!((20..30).contains(&n_told), "four frames each, of a hundred: {n_told}");
}

#[tokio::test]
async fn d4_a_long_history_arrives_over_the_socket() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    let table = anna.create(for_two("connect4", "")).await;
    let mut last = 0;
    for tab in 0..7 {
        let tab = format!("browser-tab-{tab}");
        let mut tab = Client::connect(server.address, Some(&anna.cookie), Some(&tab)).await;
        for number in 0..90 {
            last = tab.ask(prefer(&table, number % 2 == 0)).await.unwrap().1.unwrap();
        }
    }
    assert!(500 < last);
    let mut bert = server.guest().await;
    bert.ask(watch(&table, 0)).await.unwrap();
    let mut known = 0;
    while known < last {
        let events = bert.wait(|message| match message {
            Message::Events { events, .. } => Some(events.clone()),
            _ => None,
        });
        for event in events.await {
            assert_eq!(event.seq, known + 1);
            known = event.seq;
        }
    }
    server.stop().await;
}

#[tokio::test(start_paused = true)]
async fn d9_unauthorized_spectator_learns_nothing() {
    let node = house(&MemoryStore::default(), 1, 1_000_000).await;
    let (mut anna, mut spy) = (Visitor::at(&node, "anna").await, Visitor::at(&node, "spy").await);
    let private = NewTable { watchers: Watchers::Nobody, ..for_two("connect4", "") };
    let table = anna.done(Command::CreateTable { table: private }).await.0.unwrap();
    anna.ask(watch(&table, 0)).await;
    let line = ChatLine {
        number: 1,
        kind: ChatKind::Table,
        channel: Channel::Table(table.clone()),
        from: None,
        text: "between us".to_owned(),
        time: 0,
    };
    // It waits in the mailbox of whoever was subscribed until the refusal came.
    let note = Note::Chat(Arc::new(line));
    assert!(matches!(spy.ask(watch(&table, 0)).await.as_slice(), [Message::Refused { .. }]));
    assert_eq!(spy.session.on_note(note.clone()).await, []);
    assert_eq!(spy.session.on_note(Note::Busy(table.clone(), 1)).await, []);
    assert!(matches!(anna.session.on_note(note).await.as_slice(), [Message::Chat { .. }]));
}

#[tokio::test]
async fn d11_a_body_that_does_not_come_is_given_up() {
    let server = Running::start().await;
    let address = server.address;
    let replay = format!("POST /api/replay HTTP/1.1\r\nHost: {address}\r\nContent-Length: 1000\r\n\r\n");
    let log_in = format!(
        "POST /api/session HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         X-Brett-Request: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    let slow = [replay, log_in].map(|head| {
        tokio::spawn(async move {
            let (mut reader, mut writer) = TcpStream::connect(address).await.unwrap().into_split();
            writer.write_all(head.as_bytes()).await.unwrap();
            // A byte now and then keeps no connection alive.
            let drip = tokio::spawn(async move {
                while writer.write_all(b"1\r\nx\r\n").await.is_ok() {
                    tokio::time::sleep(Duration::from_millis(500)).await;
                }
            });
            let mut answer = Vec::new();
            let _ = reader.read_to_end(&mut answer).await;
            drip.abort();
            String::from_utf8(answer).unwrap()
        })
    });
    for answer in slow {
        let answer = answer.await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
        assert!(answer.contains("did not arrive within 10 seconds"), "{answer}");
    }
    server.stop().await;
}

#[tokio::test]
async fn d11_behind_a_trusted_proxy_connections_are_counted_by_the_address_that_it_names() {
    let folder = Folder::new();
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let config = Config { per_address: Some(2), proxies, ..config(folder.path()) };
    let server = Running::start_with(folder, config).await;
    let connect = async |from: &str| {
        let mut request = format!("ws://{}/ws", server.address).into_client_request().unwrap();
        request.headers_mut().insert("x-forwarded-for", from.parse().unwrap());
        connect_async(request).await
    };
    let first = connect("203.0.113.1").await.unwrap();
    let _second = connect("203.0.113.1").await.unwrap();
    match connect("203.0.113.1").await {
        Err(tungstenite::Error::Http(refused)) => assert_eq!(refused.status(), 429),
        other => panic!("two are enough: {other:?}"),
    }
    let _other = connect("203.0.113.2").await.unwrap();
    drop(first);
    // The place is free as soon as the server has seen that it is.
    while connect("203.0.113.1").await.is_err() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn every_address_has_a_budget_of_requests() {
    let folder = Folder::new();
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let config = Config { proxies, ..config(folder.path()) };
    let server = Running::start_with(folder, config).await;
    let (mut n_fine, mut stream) = (0, TcpStream::connect(server.address).await.unwrap());
    let from = |address: &str| {
        format!("GET /api/quit HTTP/1.1\r\nHost: {}\r\nX-Forwarded-For: {address}\r\n\r\n", server.address)
    };
    // Over one connection, as a proxy asks.
    loop {
        stream.write_all(from("203.0.113.1").as_bytes()).await.unwrap();
        let mut answer = vec![0; 4_096];
        let n_bytes = stream.read(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer[..n_bytes]).to_lowercase();
        if answer.starts_with("http/1.1 429 ") {
            assert!(answer.contains("retry-after: 1"), "{answer}");
            break;
        }
        assert!(answer.starts_with("http/1.1 200 "), "{answer}");
        n_fine += 1;
        assert!(n_fine < 100_000, "there is no end");
    }
    assert!(1_200 <= n_fine, "{n_fine}");
    let other = "X-Forwarded-For: 203.0.113.2\r\n";
    assert_eq!(server.get("/api/quit", other).await.0, 200, "others are not concerned");
    server.stop().await;
}

#[tokio::test]
async fn d2_an_address_has_only_so_many_records_played_again() {
    let server = Running::start().await;
    let mut codes = Vec::new();
    for _ in 0..125 {
        codes.push(server.post("/api/replay", "no record").await.0);
    }
    assert_eq!(codes[..120], [400; 120]);
    assert!(codes[120..].contains(&429), "{codes:?}");
    server.stop().await;
}

#[tokio::test]
async fn d19_ready_says_when_the_database_cannot_be_written_and_when_it_can_again() {
    let server = Running::start().await;
    assert_eq!(server.get("/ready", "").await.0, 200);
    let database = server.folder.path().join("brett.db");
    let mut other = SqliteConnectOptions::new().filename(database).connect().await.unwrap();
    other.execute("BEGIN IMMEDIATE").await.unwrap();
    let mut answer = server.get("/ready", "").await;
    while answer.0 == 200 {
        // An answer is good for a second.
        tokio::time::sleep(Duration::from_millis(20)).await;
        answer = server.get("/ready", "").await;
    }
    assert_eq!(answer.0, 503);
    assert!(answer.1.contains("unavailable"), "{}", answer.1);
    other.execute("ROLLBACK").await.unwrap();
    while server.get("/ready", "").await.0 != 200 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.stop().await;
}
