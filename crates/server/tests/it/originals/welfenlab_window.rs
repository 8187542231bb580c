//! What the window of the 2006 program needs besides the lines themselves: results of others that do not begin its next
//! round, a pause before it is out of a game, addressees, the dialect of the paper, and the options of its server.

use std::time::Duration;

use backgammon::original::{Dialect, Terms, Where};
use protocol::{Command, LobbyChange, Message};
use serde_json::json;
use server::{Limits, Originals, Welfenlab};

use super::{
    any_port,
    freebloks::{self, PacketClient},
    limits,
    line_client::LineClient,
    whole_games::{Connected, meet, play_together},
    with_settings, with_welfenlab,
};
use crate::{browser::PASSWORD, running::Running};

const WRONG: &str = "ERROR:LOGIN;Invalid username or password.";

#[tokio::test]
async fn d1_spectators_are_sent_no_rounds_left() {
    let (server, address) = with_welfenlab(limits()).await;
    let (mut anna, mut bert) =
        (Connected::log_in(address, "anna", 1).await, Connected::log_in(address, "bert", 2).await);
    let (mut carl, mut dora) =
        (Connected::log_in(address, "carl", 3).await, Connected::log_in(address, "dora", 4).await);
    let game = anna.player.create("", Terms { timeout: 0, rounds: 3 }).unwrap();
    anna.until(|player| matches!(player.place(), Where::Seated(_))).await;
    bert.player.join(game, "").unwrap();
    bert.until(|player| matches!(player.place(), Where::Seated(_))).await;
    // Carl sits in a game of his own, and dora in none.
    carl.player.join(77, "").unwrap();
    carl.until(|player| matches!(player.place(), Where::Seated(77))).await;
    anna.player.start().unwrap();
    bert.player.start().unwrap();
    tokio::join!(anna.play_to_the_end(), bert.play_to_the_end());
    let rounds_left = |player: &Connected| {
        let is_end = |line: &&String| line.starts_with(&format!("INFO:ENDGAME;{game} "));
        let left = |line: &String| line.split(' ').nth(2).unwrap().parse().unwrap();
        player.lines.iter().filter(is_end).map(left).collect::<Vec<u32>>()
    };
    assert_eq!((rounds_left(&anna), rounds_left(&bert)), (vec![2, 1, 0], vec![2, 1, 0]));
    for other in [&mut carl, &mut dora] {
        other
            .until_lines(|lines| 3 == lines.iter().filter(|line| line.starts_with("INFO:ENDGAME;")).count())
            .await;
        assert_eq!(rounds_left(other), [0, 0, 0]);
    }
    server.stop().await;
}

#[tokio::test]
async fn d4_players_are_out_of_a_match_a_moment_after_its_result() {
    let never = Duration::from_secs(24 * 3_600);
    let (server, address) = with_welfenlab(Limits { goodbye: never, ..limits() }).await;
    let [mut anna, mut bert] = meet(address, 1).await;
    anna.player.start().unwrap();
    bert.player.start().unwrap();
    let is_over = |connected: &Connected| connected.n_rounds == 1;
    tokio::join!(anna.until_so(is_over), bert.until_so(is_over));
    // The server goes on to speak, and says nothing of it.
    anna.client.send("CHAT:anna1;still here").await;
    let told = anna.client.until("CONFIRM").await;
    assert!(!told.iter().any(|line| line.starts_with("INFO:JOIN;-1")), "{told:?}");
    // Who wants something else at once is out at once.
    anna.client.send("JOIN:5;;;1").await;
    let told = anna.client.until("CONFIRM:JOIN;5").await;
    assert_eq!(told, ["INFO:JOIN;-1 anna1", "INFO:JOIN;-1 bert1"]);
    server.stop().await;
}

#[tokio::test]
async fn d4_the_moment_passes_by_itself() {
    let (server, address) = with_welfenlab(Limits { goodbye: Duration::from_millis(1), ..limits() }).await;
    play_together(meet(address, 2).await).await;
    server.stop().await;
}

#[tokio::test]
async fn d5_the_table_and_the_computer_players_are_listed_and_can_be_talked_to() {
    let (server, address) = with_welfenlab(limits()).await;
    let mut anna = LineClient::log_in(address, "anna").await;
    let users = anna.ask("USERS").await;
    let users: Vec<_> = users.strip_prefix("USERS:").unwrap().split(';').collect();
    assert_eq!(
        (users[0], users[1], users[2], users[11], users.len()),
        ("anna", "TABLE", "level1", "level10", 12)
    );
    anna.send("JOIN:1;;;1").await;
    anna.until("INFO:JOIN;1 anna").await;
    anna.send("CHAT:level1;shall we").await;
    let told = anna.until("INFO:JOIN;1 level1").await;
    assert_eq!(told, ["CONFIRM"]);
    server.stop().await;
}

#[tokio::test]
async fn d14_blokus_guests_are_not_listed_in_the_backgammon_lobby() {
    let originals = Originals {
        welfenlab: Some(Welfenlab::new(any_port())),
        freebloks: Some(freebloks::settings()),
        limits: limits(),
        ..Originals::default()
    };
    let server = Running::start_with_originals(originals).await;
    let port = |name: &str| server.originals.iter().find(|(of, _)| *of == name).unwrap().1;
    let mut bert = LineClient::log_in(port("welfenlab"), "bert").await;
    let mut web = server.guest().await;
    bert.until(&format!("INFO:LOGIN;{}", web.you.name.replace(' ', "_"))).await;
    web.ask(Command::EnterLobby).await.unwrap();
    let mut ada = PacketClient::enter(port("freebloks")).await;
    ada.request(Some(0), "Ada").await;
    let came = |message: &Message| match message {
        Message::LobbyChange { change: LobbyChange::Came(person) } if person.name == "Ada" => Some(()),
        _ => None,
    };
    web.wait(came).await;
    // Whoever comes later is announced later, by the same way.
    let other = server.guest().await;
    let told = bert.until(&format!("INFO:LOGIN;{}", other.you.name.replace(' ', "_"))).await;
    assert_eq!(told, [""; 0]);
    let users = bert.ask("USERS").await;
    assert!(!users.contains("Ada"), "{users}");
    server.stop().await;
}

#[tokio::test]
async fn the_dialect_of_the_paper_is_spoken_over_sockets() {
    let settings = Welfenlab { dialect: Dialect::Paper, ..Welfenlab::new(any_port()) };
    let (server, address) = with_settings(settings, limits()).await;
    for seed in 10..13 {
        let [mut anna, mut bert] = meet(address, seed).await;
        anna.player.start().unwrap();
        bert.player.start().unwrap();
        tokio::join!(anna.play_to_the_end(), bert.play_to_the_end());
        for line in anna.lines.iter().chain(&bert.lines) {
            if let Some(dice) = line.strip_prefix("DICE:").or(line.strip_prefix("INFO:DICE;")) {
                assert_eq!(dice.split(' ').count(), 2, "{line}");
            }
            if let Some(turn) = line.strip_prefix("INFO:TURN;") {
                assert!(turn.ends_with(';'), "{line}");
                for step in turn.split_terminator(';') {
                    let numbers: Vec<u8> = step.split(' ').map(|number| number.parse().unwrap()).collect();
                    let [die, from, to] = numbers[..] else { panic!("{line}") };
                    let is_off = to == 26 && 19 <= from && 25 <= from + die;
                    assert!(to == from + die || is_off || (from, to) == (27, die), "{line}");
                }
            }
        }
        let off =
            [&anna, &bert].map(|player| player.lines.iter().filter(|line| line.contains(" 26;")).count());
        assert!(0 < off[0] + off[1], "somebody was told how the other side has borne off");
    }
    // A turn that the rules forbid is refused in the words of the paper, and the dice come again.
    let (mut anna, mut bert) =
        (LineClient::log_in(address, "anna").await, LineClient::log_in(address, "bert").await);
    anna.send("JOIN:1;;;1").await;
    anna.until("INFO:JOIN;1 anna").await;
    bert.send("JOIN:1;").await;
    bert.until("INFO:JOIN;1 bert").await;
    for client in [&mut anna, &mut bert] {
        client.send("START").await;
    }
    for client in [&mut anna, &mut bert] {
        client.until("CONFIRM:START").await;
        client.next().await.unwrap();
        client.send("CONFIRM").await;
    }
    let rolls = [anna.next().await.unwrap(), bert.next().await.unwrap()];
    let mover = if rolls[0].starts_with("DICE:") { (&mut anna, &rolls[0]) } else { (&mut bert, &rolls[1]) };
    assert_eq!(mover.0.ask("TURN:1 99 98;").await, "ERROR:TURN;not a valid Turn");
    assert_eq!(mover.0.next().await.as_ref(), Some(mover.1));
    server.stop().await;
}

#[tokio::test]
async fn only_accounts_are_let_in_where_registration_is_required() {
    let greeting = Some("Club evening, members only.".to_owned());
    let settings = Welfenlab { registered_only: true, greeting, ..Welfenlab::new(any_port()) };
    let (server, address) = with_settings(settings, limits()).await;
    server.browser().sign_up("Paul").await;
    let mut owner = server.browser();
    let new = json!({"name": "Deep Otter", "password": PASSWORD, "bot": true});
    owner.post("/api/account", new).await.fine(201);
    let made = owner.post("/api/tokens", json!({"label": "program of 2006"})).await.fine(201).json();
    let token = made["token"].as_str().unwrap();
    let mut client = LineClient::connect(address).await;
    assert_eq!(client.next().await.as_deref(), Some("HELLO:Club evening, members only."));
    for wrong in [
        "LOGIN:anna;;".to_owned(),
        format!("LOGIN:anna;{PASSWORD};"),
        "LOGIN:Paul;;".to_owned(),
        "LOGIN:Paul;swordfish;".to_owned(),
        // A name that looks like another one is that name, but is not called so; a token is good for its bot alone.
        format!("LOGIN:paul;{PASSWORD};"),
        format!("LOGIN:Paul;{token};"),
        format!("LOGIN:anna;{token};"),
    ] {
        assert_eq!(client.ask(&wrong).await, WRONG, "{wrong}");
    }
    assert_eq!(client.ask(&format!("LOGIN:Paul;{PASSWORD};")).await, "CONFIRM:LOGIN;Logged in as Paul.");
    let mut bot = LineClient::connect(address).await;
    bot.next().await.unwrap();
    assert_eq!(
        bot.ask(&format!("LOGIN:Deep_Otter;{token};")).await,
        "CONFIRM:LOGIN;Logged in as Deep_Otter."
    );
    // It is the account itself that sits down.
    client.until("INFO:LOGIN;Deep_Otter").await;
    client.send("JOIN:1;;;1").await;
    client.until("INFO:JOIN;1 Paul").await;
    assert_eq!(client.ask("LIST").await, "LIST:1 Paul NOONE f 0 1");
    server.stop().await;
}

#[tokio::test]
async fn passwords_cannot_be_guessed_by_the_line_protocol() {
    let settings = Welfenlab { registered_only: true, ..Welfenlab::new(any_port()) };
    let (server, address) = with_settings(settings, limits()).await;
    server.browser().sign_up("Paul").await;
    let mut client = LineClient::connect(address).await;
    client.next().await.unwrap();
    let mut answers = Vec::new();
    for guess in 0..40 {
        answers.push(client.ask(&format!("LOGIN:Paul;guess number {guess};")).await);
    }
    assert_eq!(answers[0], WRONG);
    assert_ne!(answers[39], WRONG, "there are limits on tries");
    let right = client.ask(&format!("LOGIN:Paul;{PASSWORD};")).await;
    assert!(right.starts_with("ERROR:LOGIN;"), "{right}");
    server.stop().await;
}

#[tokio::test]
async fn as_many_connections_are_taken_as_the_server_wants() {
    let settings = Welfenlab { max_connections: Some(2), ..Welfenlab::new(any_port()) };
    let (server, address) = with_settings(settings, limits()).await;
    let mut inside = Vec::new();
    for _ in 0..2 {
        inside.push(LineClient::connect(address).await);
        assert!(inside.last_mut().unwrap().next().await.unwrap().starts_with("HELLO:"));
    }
    let mut refused = LineClient::connect(address).await;
    let line = refused.next().await.unwrap();
    assert_eq!(line, "ERROR:;There are too many connections to this server. Try again later.");
    assert_eq!(refused.next().await, None);
    server.stop().await;
}
