//! The line protocol of the 2006 program: damage, limits, and people in browsers at the same table.

use std::time::Duration;

use backgammon::original::{ClientSide, Where};
use framework::{Action, Rng, testkit};
use protocol::{Channel, ChatKind, Command, Detail, Message, Phase, ToMove};
use server::Limits;
use tokio::io::AsyncWriteExt as _;

use super::{
    any_port, limits, line_client::LineClient, transcripts, whole_games, with_filled_welfenlab,
    with_welfenlab,
};
use crate::client::for_two;

/// Whom one can talk to besides people.
const ALSO_LISTED: &str = ";TABLE;level1;level2;level3;level4;level5;level6;level7;level8;level9;level10";

const LOBBY: &str = include_str!("../../../../originals/tests/data/welfenlab-lobby.txt");

#[tokio::test]
async fn the_lobby_speaks_line_by_line_as_in_the_transcript() {
    let (server, address) = with_welfenlab(limits()).await;
    transcripts::replay_on_server(address, transcripts::lines(LOBBY)).await;
    server.stop().await;
}

#[tokio::test]
async fn names_that_would_break_the_protocol_are_refused() {
    let (server, address) = with_welfenlab(limits()).await;
    let mut client = LineClient::connect(address).await;
    client.next().await.unwrap();
    for name in ["", "anna lena", "NOONE", &"x".repeat(41)] {
        let answer = client.ask(&format!("LOGIN:{name};;")).await;
        assert_eq!(answer, "ERROR:LOGIN;Invalid username or password.", "{name}");
    }
    assert_eq!(client.ask("LIST").await, "ERROR:LIST;Please login first.");
    assert_eq!(client.ask("LOGIN:anna:x;;").await, "CONFIRM:LOGIN;Logged in as anna.", "the rest is lost");
    server.stop().await;
}

#[tokio::test]
async fn d_18_guests_cannot_look_like_the_server_or_an_account() {
    let (server, address) = with_welfenlab(limits()).await;
    server.browser().sign_up("Paul").await;
    let mut client = LineClient::connect(address).await;
    client.next().await.unwrap();
    for name in ["admin", "server", "TABLE", "adm1n", "Admin_", "PauI", "Pau1"] {
        let answer = client.ask(&format!("LOGIN:{name};;")).await;
        assert!(answer.starts_with("ERROR:LOGIN;"), "{name}: {answer}");
    }
    assert_eq!(client.ask("LOGIN:Paula;;").await, "CONFIRM:LOGIN;Logged in as Paula.");
    server.stop().await;
}

#[tokio::test]
async fn lines_arrive_whole_however_they_are_cut() {
    let (server, address) = with_welfenlab(limits()).await;
    let mut client = LineClient::connect(address).await;
    client.next().await.unwrap();
    for byte in b"LOGIN:anna;;\nLIST\r\n" {
        client.stream.write_all(&[*byte]).await.unwrap();
        client.stream.flush().await.unwrap();
    }
    client.until("LIST:").await;
    let ten = "USERS\r\nLIST\n".repeat(5);
    client.stream.write_all(ten.as_bytes()).await.unwrap();
    for _ in 0..5 {
        assert_eq!(client.next().await.unwrap(), format!("USERS:anna{ALSO_LISTED}"));
        assert_eq!(client.next().await.unwrap(), "LIST:");
    }
    server.stop().await;
}

#[tokio::test]
async fn client_that_vanishes_after_creating_a_game_is_harmless() {
    let (server, address) = with_welfenlab(limits()).await;
    let mut bert = LineClient::log_in(address, "bert").await;
    let mut anna = LineClient::log_in(address, "anna").await;
    anna.send("JOIN:1;;;1").await;
    anna.until("INFO:JOIN;1 anna").await;
    drop(anna);
    let told = bert.until("INFO:LOGOUT;anna").await;
    assert_eq!(
        told,
        ["INFO:LOGIN;anna", "INFO:JOIN;1 anna", "INFO:ENDGAME;1 anna 0 0 0", "INFO:JOIN;-1 anna"]
    );
    assert_eq!(bert.ask("LIST").await, "LIST:");
    // The name is free again.
    LineClient::log_in(address, "anna").await;
    server.stop().await;
}

#[tokio::test]
async fn a_connection_lost_in_a_round_ends_the_game_for_the_other() {
    let (server, address) = with_welfenlab(limits()).await;
    let (mut anna, mut bert) =
        (LineClient::log_in(address, "anna").await, LineClient::log_in(address, "bert").await);
    anna.send("JOIN:1;;;5").await;
    anna.until("INFO:JOIN;1 anna").await;
    bert.send("JOIN:1;").await;
    bert.until("INFO:JOIN;1 bert").await;
    anna.send("START").await;
    bert.send("START").await;
    anna.until("CONFIRM:START").await;
    drop(bert);
    let mut told = anna.until("INFO:JOIN;-1 anna").await;
    // Who has gone is announced by another way, at any time.
    if !told.contains(&"INFO:LOGOUT;bert".to_owned()) {
        anna.until("INFO:LOGOUT;bert").await;
    }
    told.retain(|line| !line.starts_with("BOARD") && !line.starts_with("INFO:LOGOUT"));
    assert_eq!(told, ["ENDGAME:WIN;0;0 0", "INFO:ENDGAME;1 anna 0 0 0", "INFO:JOIN;-1 bert"]);
    assert_eq!(anna.ask("JOIN:-1").await, "ERROR:JOIN;Not in a game.");
    server.stop().await;
}

#[tokio::test]
async fn two_who_create_the_same_game_meet_in_it() {
    let (server, address) = with_welfenlab(limits()).await;
    let (mut anna, mut bert) =
        (LineClient::log_in(address, "anna").await, LineClient::log_in(address, "bert").await);
    tokio::join!(anna.send("JOIN:1;;;1"), bert.send("JOIN:1;;;1"));
    anna.until("CONFIRM:JOIN;1").await;
    bert.until("CONFIRM:JOIN;1").await;
    anna.send("LIST").await;
    loop {
        let line = anna.next().await.unwrap();
        if let Some(games) = line.strip_prefix("LIST:") {
            assert!(games == "1 anna bert f 0 1" || games == "1 bert anna f 0 1", "{games}");
            break;
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn chat_with_a_computer_player_seats_it() {
    let (server, address) = with_welfenlab(limits()).await;
    let mut anna = whole_games::Connected::log_in(address, "anna", 1).await;
    anna.player.create("", backgammon::original::Terms::default()).unwrap();
    anna.until(|player| matches!(player.place(), Where::Seated(_))).await;
    anna.player.chat("level1", "do you want to play").unwrap();
    anna.player.start().unwrap();
    anna.play_to_the_end().await;
    assert_eq!(anna.n_rounds, 1);
    assert_eq!(anna.player.place(), Where::Lobby);
    server.stop().await;
}

#[tokio::test]
async fn computer_player_fills_the_free_seat_of_a_ready_user() {
    let (server, address) = with_filled_welfenlab(limits(), Some("level1")).await;
    let mut anna = whole_games::Connected::log_in(address, "anna", 1).await;
    anna.player.create("", backgammon::original::Terms { timeout: 0, rounds: 2 }).unwrap();
    anna.until(|player| matches!(player.place(), Where::Seated(_))).await;
    anna.player.start().unwrap();
    anna.play_to_the_end().await;
    assert_eq!(anna.n_rounds, 2);
    server.stop().await;
}

#[tokio::test]
async fn a_person_in_a_browser_plays_and_talks_with_a_user_of_the_program() {
    let (server, address) = with_welfenlab(limits()).await;
    let mut web = server.guest().await;
    let web_name = web.you.name.replace(' ', "_");
    let table = web.create(for_two("backgammon", "nocube")).await;
    web.ask(Command::Prefer { table: table.clone(), auto_roll: true, confirm_blocked: false, chair: None })
        .await
        .unwrap();
    web.watch(&table, Detail::Drawn).await;
    let with_cube = web.create(for_two("backgammon", "")).await;
    let mut anna = whole_games::Connected::log_in(address, "anna", 2).await;
    anna.until(|player| !player.games().is_empty()).await;
    let games: Vec<_> = anna.player.games().iter().map(ToString::to_string).collect();
    assert_eq!(games, [format!("1 {web_name} NOONE f 0 1")], "{with_cube} has a cube and is not listed");
    anna.player.join(1, "").unwrap();
    anna.player.start().unwrap_err();
    anna.until(|player| matches!(player.place(), Where::Seated(1))).await;
    // Chat both ways, at the table and from one to the other.
    let text = "one; two: three".to_owned();
    web.ask(Command::Chat { channel: Channel::Table(table.clone()), text }).await.unwrap();
    anna.until_chat(&web_name, "one, two. three").await;
    anna.player.chat(&web_name, "hello from 2006").unwrap();
    anna.player.chat("TABLE", "hello everybody").unwrap();
    anna.player.start().unwrap();
    let played = tokio::spawn(async move {
        anna.play_to_the_end().await;
        anna
    });
    let mut rng = Rng::stream(3, "browser", 0);
    let (mut heard, mut phase, mut acted_at) = (Vec::new(), Phase::Playing, None);
    while phase != Phase::Over || heard.len() < 2 {
        let (moment, drawing) = match web.next().await {
            Message::Chat { line } if matches!(line.kind, ChatKind::Private | ChatKind::Table) => {
                let is_from_anna = line.from.is_some_and(|from| from.name == "anna");
                heard.extend(is_from_anna.then_some((line.kind, line.text)));
                continue;
            }
            Message::Events { moment: Some(moment), drawing: Some(drawing), .. } => (moment, drawing),
            Message::Table { snapshot, drawing: Some(drawing) } if snapshot.moment.is_some() => {
                (snapshot.moment.unwrap(), drawing)
            }
            _ => continue,
        };
        if moment.to_move == ToMove::Nobody {
            phase = Phase::Over;
        }
        if let [_, ..] = drawing.moves.as_slice()
            && acted_at.replace(moment.ply) != Some(moment.ply)
        {
            let text = drawing.moves[rng.index(drawing.moves.len())].clone();
            web.act(&table, moment.ply, Action::Move(text)).await.unwrap();
        }
    }
    assert_eq!(
        heard,
        [(ChatKind::Private, "hello from 2006".to_owned()), (ChatKind::Table, "hello everybody".to_owned())]
    );
    let anna = played.await.unwrap();
    assert_eq!((anna.n_rounds, anna.player.place()), (1, Where::Lobby));
    server.stop().await;
}

#[tokio::test]
async fn s_09_clients_without_login_or_line_end_are_dropped() {
    let strict = Limits { log_in: Duration::from_millis(200), per_address: 3, ..Limits::default() };
    let (server, address) = with_welfenlab(strict).await;
    let mut silent = LineClient::connect(address).await;
    assert!(silent.next().await.unwrap().starts_with("HELLO:"));
    assert_eq!(silent.next().await, None, "who does not log in is dropped");
    let mut anna = LineClient::log_in(address, "anna").await;
    let mut endless = LineClient::connect(address).await;
    endless.next().await.unwrap();
    endless.stream.write_all(&[b'x'; 5_000]).await.unwrap();
    let mut rest = Vec::new();
    while let Some(line) = endless.next().await {
        rest.push(line);
    }
    assert!(rest.len() <= 1, "{rest:?}");
    // Many half-open connections of one address do not disturb who is inside.
    let mut half_open = Vec::new();
    for _ in 0..200 {
        half_open.push(LineClient::connect(address).await);
    }
    assert_eq!(anna.ask("LIST").await, "LIST:");
    server.stop().await;
}

#[tokio::test]
async fn d8_refusal_line_is_sent_over_the_per_address_limit() {
    let folder = crate::folder::Folder::new();
    let welfenlab = Some(server::Welfenlab::new(any_port()));
    let originals = server::Originals { welfenlab, ..Default::default() };
    let config = server::Config { originals, per_address: Some(12), ..crate::running::config(folder.path()) };
    let server = crate::running::Running::start_with(folder, config).await;
    let address = server.originals[0].1;
    let mut inside = Vec::new();
    for _ in 0..12 {
        inside.push(LineClient::connect(address).await);
        assert!(inside.last_mut().unwrap().next().await.unwrap().starts_with("HELLO:"));
    }
    let mut refused = LineClient::connect(address).await;
    let line = refused.next().await.unwrap();
    assert!(line.starts_with("ERROR:;") && line.contains("too many connections"), "{line}");
    assert_eq!(refused.next().await, None);
    server.stop().await;
}

#[test]
fn player_survives_damaged_lines() {
    let lines = [
        "HELLO:x",
        "CONFIRM:LOGIN;x",
        "CONFIRM:JOIN;1",
        "CONFIRM:JOIN;-1",
        "CONFIRM:START",
        "CONFIRM",
        "BOARD:0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0 0 0",
        "DICE:4 2 0 0",
        "DICE:6 1",
        "INFO:DICE;3 3 3 3",
        "INFO:TURN;4 17 21;2 19 21",
        "INFO:TURN",
        "ENDGAME:WIN;0;1 0",
        "ENDGAME:LOSE;4294967295;0 3",
        "INFO:ENDGAME;1 anna 0 1 0",
        "INFO:ENDGAME;1 0 1 0",
        "INFO:JOIN;-1 anna",
        "INFO:JOIN;1 anna",
        "LIST:1 anna NOONE f 0 1;2 a b p 30 3",
        "USERS:anna;;bert",
        "ERROR:TURN;not a valid Turn",
        "CHAT:bert;so: it; is",
    ];
    let mut rng = Rng::stream(4, "damaged player", 0);
    let mut player = ClientSide::new("anna", "");
    for _ in 0..testkit::fuzz_inputs() {
        let line = lines[rng.index(lines.len())];
        let line = match rng.index(2) {
            0 => String::from_utf8_lossy(&testkit::mutated(line, lines[rng.index(lines.len())], &mut rng))
                .into_owned(),
            _ => line.to_owned(),
        };
        player.hear(&line);
        while player.send().is_some() {}
        match rng.index(12) {
            0 => drop(player.join(1, "")),
            1 => drop(player.start()),
            2 => drop(player.leave()),
            3 => player = ClientSide::new("anna", ""),
            _ => {
                if let Some(position) = player.position()
                    && let Some(backgammon::Move::Play(play)) = framework::random_move(&position, &mut rng)
                {
                    player.play(play).unwrap();
                }
            }
        }
    }
}
