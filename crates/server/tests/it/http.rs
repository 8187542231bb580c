//! What the server answers to requests that are right, wrong or hostile.

use framework::Seat;
use protocol::{Code, Command, Detail, Message, ToMove};
use tokio_tungstenite::{connect_async, tungstenite::client::IntoClientRequest as _};

use crate::{
    client::{Client, for_two},
    running::Running,
};

#[tokio::test]
async fn health_and_metrics_answer_the_operator() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    anna.create(for_two("othello", "")).await;
    assert_eq!(server.get("/health", "").await, (200, "fine\n".to_owned()));
    assert_eq!(server.get("/ready", "").await, (200, "ready\n".to_owned()));
    let (status, metrics) = server.get("/metrics", "").await;
    assert_eq!(status, 200);
    for line in ["brett_connections 1", "brett_tables 1", "brett_commit_seconds_count 1"] {
        assert!(metrics.lines().any(|found| found == line), "{line} is not in\n{metrics}");
    }
    let (_, games) = server.get("/api/games", "").await;
    let games: serde_json::Value = serde_json::from_str(&games).unwrap();
    let ids: Vec<_> = games.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["connect4", "othello", "backgammon", "blokus"]);
    let (status, problem) = server.get("/no/such/page", "").await;
    assert_eq!((status, problem.contains("not-found")), (404, true));
    let (status, _) = server.get("/api/tables/nothing/record", "").await;
    assert_eq!(status, 404);
    let (status, _) = server.get("/api/tables/..%2F..%2Fetc%2Fpasswd/record", "").await;
    assert_eq!(status, 404);
    server.stop().await;
}

#[tokio::test]
async fn a_guest_is_the_same_person_in_every_tab() {
    let server = Running::start().await;
    let anna = server.guest().await;
    let other_tab = Client::connect(server.address, Some(&anna.cookie), Some("other-tab")).await;
    assert_eq!(anna.you, other_tab.you);
    let (_, me) = server.get("/api/me", &format!("Cookie: {}\r\n", anna.cookie)).await;
    assert_eq!(me, serde_json::to_string(&anna.you).unwrap());
    let forged = anna.cookie.replace("brett=", "brett=x");
    let (_, me) = server.get("/api/me", &format!("Cookie: {forged}\r\n")).await;
    assert_ne!(me, serde_json::to_string(&anna.you).unwrap());
    let bert = server.guest().await;
    assert_ne!(anna.you.id, bert.you.id);
    server.stop().await;
}

#[tokio::test]
async fn page_of_another_origin_cannot_connect() {
    let server = Running::start().await;
    let own = format!("http://{}", server.address);
    for (origin, is_fine) in [
        (own.as_str(), true),
        ("https://friend.example", true),
        ("https://evil.example", false),
        ("null", false),
    ] {
        let mut request = format!("ws://{}/ws", server.address).into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        assert_eq!(connect_async(request).await.is_ok(), is_fine, "{origin}");
    }
    server.stop().await;
}

#[tokio::test]
async fn nonsense_is_refused_with_a_reason_and_the_connection_survives() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    let long = format!(r#"{{"number":1,"command":{{"type":"ping","x":"{}"}}}}"#, "x".repeat(9_000));
    let deep = "[".repeat(4_000);
    let nonsense = [
        "",
        "hello",
        "{}",
        "null",
        "\u{0}",
        r#"{"number":-1,"command":{"type":"ping"}}"#,
        r#"{"number":7,"command":{"type":"fly"}}"#,
        r#"{"number":7,"command":{"type":"ping"},"extra":1}"#,
        r#"{"number":7,"command":{"type":"watch","table":"../../etc/passwd"}}"#,
        r#"{"number":7,"command":{"type":"act","table":"t","ply":99999999999,"action":"roll"}}"#,
        r#"{"number":7,"command":{"type":"sit","table":"t","chair":300}}"#,
        long.as_str(),
        deep.as_str(),
    ];
    for frame in nonsense {
        anna.send_text(frame.to_owned()).await;
        let Message::Refused { problem, .. } = anna.next().await else { panic!("{frame} is refused") };
        assert_eq!(problem.code, Code::Unreadable, "{frame}");
        assert!(problem.sentence.len() < 400, "{}", problem.sentence);
    }
    let hello = Command::Hello { version: 1, client: "first-tab".parse().unwrap() };
    assert_eq!(Client::code(anna.ask(hello).await), Code::HelloFirst);
    let table = "nothing".parse().unwrap();
    assert_eq!(Client::code(anna.ask(Command::Stand { table }).await), Code::NotFound);
    anna.ask(Command::Ping).await.unwrap();
    server.stop().await;
}

#[tokio::test]
async fn flooding_client_is_warned_then_disconnected() {
    let server = Running::start().await;
    let mut anna = server.guest().await;
    for _ in 0..310 {
        anna.send(Command::Ping).await;
    }
    let heard = anna.until_closed().await;
    let warned = heard.iter().filter(|message| match message {
        Message::Refused { problem, .. } => problem.code == Code::TooFast,
        _ => false,
    });
    assert!(100 < warned.count(), "the connection is ended after many warnings");
    server.stop().await;
}

#[tokio::test]
async fn client_that_does_not_read_is_disconnected() {
    let server = Running::start().await;
    // Somebody who hears everything in the lobby and reads nothing.
    let mut deaf = server.guest().await;
    deaf.ask(Command::EnterLobby).await.unwrap();
    let text = "x".repeat(500);
    let mut talkers = Vec::new();
    let slow = |metrics: &str| metrics.lines().any(|line| line == "brett_too_slow_total 1");
    // Buffers of the system are large: it takes a while until the server's own is full.
    while !slow(&server.get("/metrics", "").await.1) {
        let mut talker = server.guest().await;
        for _ in 0..8 {
            let line = Command::Chat { channel: protocol::Channel::Lobby, text: text.clone() };
            talker.ask(line).await.unwrap();
        }
        talkers.push(talker);
        assert!(talkers.len() < 3_000, "the server keeps everything for somebody who does not read");
        if 20 < talkers.len() {
            talkers.remove(0);
        }
    }
    talkers[0].ask(Command::Ping).await.unwrap();
    server.stop().await;
}

#[tokio::test]
async fn hello_with_the_right_version_comes_first() {
    use futures_util::{SinkExt as _, StreamExt as _};
    use tokio_tungstenite::tungstenite::Message as Frame;
    let server = Running::start().await;
    let (mut socket, _) = connect_async(format!("ws://{}/ws", server.address)).await.unwrap();
    for (frame, code) in [
        (r#"{"number":1,"command":{"type":"ping"}}"#, Code::HelloFirst),
        (r#"{"number":2,"command":{"type":"hello","version":99,"client":"first-tab"}}"#, Code::Version),
    ] {
        socket.send(Frame::Text(frame.into())).await.unwrap();
        let answer = loop {
            if let Frame::Text(answer) = socket.next().await.unwrap().unwrap() {
                break answer;
            }
        };
        let Message::Refused { problem, .. } = serde_json::from_str(answer.as_str()).unwrap() else {
            panic!("{answer} refuses")
        };
        assert_eq!(problem.code, code);
    }
    drop(socket);
    server.stop().await;
}

#[tokio::test]
async fn any_position_can_be_drawn() {
    let server = Running::start().await;
    let (status, drawing) = server.get("/api/draw?game=connect4&options=7x6x4&position=44&seat=2", "").await;
    assert_eq!(status, 200, "{drawing}");
    let drawing: protocol::Drawing = serde_json::from_str(&drawing).unwrap();
    assert_eq!((drawing.scene.tokens.len(), drawing.moves.len()), (2, 7));
    let drawn = async |query: &str| {
        let (status, drawn) = server.get(&format!("/api/draw?{query}"), "").await;
        assert_eq!(status, 200, "{drawn}");
        serde_json::from_str::<protocol::DrawnPosition>(&drawn).unwrap()
    };
    let after = drawn("game=connect4&position=44&move=4").await;
    assert_eq!((after.scene.tokens.len(), after.to_move), (3, ToMove::Seat(Seat::SECOND)));
    assert_eq!(
        after.played.map(|played| (played.by, played.text)),
        Some((Some(Seat::FIRST), "4".to_owned()))
    );
    let over = drawn("game=connect4&position=121212&move=1").await;
    assert_eq!((over.to_move, over.moves.len()), (ToMove::Nobody, 0));
    assert_eq!(over.result.unwrap().1[Seat::FIRST], 1);
    let dice = drawn("game=backgammon").await;
    assert_eq!((dice.to_move, dice.played), (ToMove::Dice(None), None));
    assert!(dice.moves.contains(&"31".to_owned()), "{:?}", dice.moves);
    for (query, status) in [
        ("game=chess", 404),
        ("game=connect4&position=9", 400),
        ("game=connect4&position=44&move=9", 400),
        ("game=othello&options=3x3", 400),
    ] {
        let (found, problem) = server.get(&format!("/api/draw?{query}"), "").await;
        assert_eq!(found, status, "{query}: {problem}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_position_is_drawn_as_a_picture() {
    let server = Running::start().await;
    let (status, picture) = server.get("/api/picture?game=connect4&position=44", "").await;
    assert_eq!(status, 200, "{picture}");
    let game = catalog::find(catalog::GAMES, "connect4").unwrap().open_text("").unwrap();
    let scene = game.parse_position("44").unwrap().scene(framework::Seat::FIRST);
    assert_eq!(picture, framework::render::svg(&scene));
    assert_eq!(server.get("/api/picture?game=connect4&position=99", "").await.0, 400);
    server.stop().await;
}

#[tokio::test]
async fn variations_of_a_record_are_played_again_as_well() {
    let server = Running::start().await;
    let head = "brettwerk record 2\ngame connect4 7x6x4\nplayer 1 Anna\nplayer 2 Bert\nlength rounds=1\nclock none\n";
    let game = catalog::find(catalog::GAMES, "connect4").unwrap().open_text("").unwrap();
    let hash = game.parse_position("44").unwrap().key();
    let moves = "# First.\n(\n1 3\nmark ?!\n2 3\n# Why?\n)\n1 4\n2 4\n(\n1 1\n)";
    let text = format!("{head}\nround 1 players 1 2\n{moves}\nresult open\nhash {hash:016x}\n\nend\n");
    let (status, replay) = server.post("/api/replay", &text).await;
    assert_eq!(status, 200, "{replay}");
    let replay: protocol::Replay = serde_json::from_str(&replay).unwrap();
    let [round] = replay.rounds.as_slice() else { panic!("one round was played") };
    assert_eq!((round.moves.len(), round.positions.len()), (2, 3));
    let start = &round.notes[&0];
    assert_eq!(start.comment, "First.");
    let [variation] = start.variations.as_slice() else { panic!("one begins there") };
    assert_eq!((variation.moves.len(), variation.positions.len()), (2, 2));
    assert_eq!(variation.positions[1], game.parse_position("33").unwrap().text());
    assert_eq!(variation.notes[&1].mark, Some(framework::MoveMark::Doubtful));
    assert_eq!(variation.notes[&2].comment, "Why?");
    assert_eq!(round.notes[&2].variations[0].moves[0].text, "1");
    let (status, problem) = server.post("/api/replay", &text.replace("2 3\n#", "2 9\n#")).await;
    assert_eq!(status, 400);
    assert!(problem.contains("in a variation: round 1, ply 2"), "{problem}");
    server.stop().await;
}

#[tokio::test]
async fn texts_of_other_programs_are_played_again_as_well() {
    let server = Running::start().await;
    let (status, replay) = server.post("/api/replay", "f5d6c3d3c4f4f6").await;
    assert_eq!(status, 200, "{replay}");
    let replay: protocol::Replay = serde_json::from_str(&replay).unwrap();
    assert_eq!((replay.game.as_str(), replay.rounds[0].moves.len()), ("othello", 7));
    let (status, problem) = server.post("/api/replay", "f5d6a1").await;
    assert_eq!(status, 400, "{problem}");
    let (status, problem) = server.post("/api/replay", "what is this?").await;
    assert_eq!(status, 400, "{problem}");
    server.stop().await;
}

#[tokio::test]
async fn a_record_is_played_again_position_by_position() {
    let server = Running::start().await;
    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    let table = anna.create(for_two("connect4", "")).await;
    bert.sit(&table).await;
    for (ply, column) in (0..).zip(["4", "4", "3", "3", "2", "2", "1"]) {
        let player = if ply % 2 == 0 { &mut anna } else { &mut bert };
        player.play(&table, ply, column).await.unwrap();
    }
    let cookie = format!("Cookie: {}\r\n", anna.cookie);
    let (_, text) = server.get(&format!("/api/tables/{table}/record"), &cookie).await;
    let (status, replay) = server.post("/api/replay", &text).await;
    assert_eq!(status, 200, "{replay}");
    let replay: protocol::Replay = serde_json::from_str(&replay).unwrap();
    assert_eq!((replay.game.as_str(), replay.players.len()), ("connect4", 2));
    let [round] = replay.rounds.as_slice() else { panic!("one round was played") };
    assert_eq!((round.moves.len(), round.positions.len()), (7, 8));
    assert_eq!(round.positions[0], "-------/-------/-------/-------/-------/-------");
    assert!(round.result.is_some() && round.verdict.is_some());
    let (status, problem) = server.post("/api/replay", &text.replace("1 4", "1 9")).await;
    assert_eq!((status, problem.contains("sentence")), (400, true), "{problem}");
    let (status, _) = server.post("/api/replay", &"x".repeat(300 * 1024)).await;
    assert_eq!(status, 400);
    server.stop().await;
}

#[tokio::test]
async fn local_shutdown_route_stops_the_server_and_keeps_games() {
    let server = Running::start_at_home().await;
    let mut anna = server.guest().await;
    let table = anna.create(for_two("othello", "")).await;
    let browser = server.browser();
    assert!(browser.raw("GET", "/api/quit", "", "").await.fine(200).json().as_bool().unwrap());
    // A page of somebody else: without the header, from elsewhere, or by a name of its own that leads here.
    let own = format!("Origin: http://{}\r\n", server.address);
    let foreign = "Origin: https://evil.example\r\nX-Brett-Request: 1\r\n";
    for headers in [own.as_str(), foreign] {
        browser.raw("POST", "/api/quit", headers, "").await.refused(403, Code::NotAllowed);
    }
    let rebound = "POST /api/quit HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n\
                   X-Brett-Request: 1\r\nConnection: close\r\n\r\n";
    assert_eq!(server.ask(rebound).await.0, 403);
    assert_eq!(server.get("/ready", "").await.0, 200, "it has not ended yet");

    browser.raw("POST", "/api/quit", "X-Brett-Request: 1\r\n", "").await.fine(202);
    let again = Running::start_in(server.ended().await).await;
    let mut anna = anna.again(again.address).await;
    anna.watch(&table, Detail::Plain).await;
    again.stop().await;
}

#[tokio::test]
async fn a_server_for_others_is_ended_by_no_page() {
    let server = Running::start().await;
    let browser = server.browser();
    assert!(!browser.raw("GET", "/api/quit", "", "").await.fine(200).json().as_bool().unwrap());
    let asked = browser.raw("POST", "/api/quit", "X-Brett-Request: 1\r\n", "").await;
    asked.refused(403, Code::NotAllowed);
    assert_eq!(server.get("/ready", "").await.0, 200);
    server.stop().await;
}
