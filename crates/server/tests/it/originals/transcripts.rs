//! Golden transcripts: example sessions as files, replayed against our server over sockets and against our clients.

use std::{collections::BTreeMap, net::SocketAddr, time::Duration};

use backgammon::original::{ClientLine, ClientSide, News, Terms};
use connect4::{
    Column,
    original::{Ended, MESSAGE_BYTES, Message as Number, Peer},
};
use protocol::{Command, Detail, LobbyChange, Message, TableId};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use super::{PATIENCE, limits, line_client::LineClient, with_praktikum, with_welfenlab};
use crate::client::Client;

const EXAMPLE: &str = include_str!("../../../../originals/tests/data/welfenlab-example.txt");
const REGRESSIONS: &str = include_str!("../../../../originals/tests/data/welfenlab-regressions.txt");
const COURSE: &str = include_str!("../../../../originals/tests/data/praktikum-example.txt");

/// The lines of a transcript that are no comments, each with its number.
pub(super) fn lines(transcript: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(transcript.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Replays a transcript against a server: what it tells each user is what stands there.
pub(super) async fn replay_on_server<'a>(address: SocketAddr, steps: impl Iterator<Item = (usize, &'a str)>) {
    let mut clients: BTreeMap<&str, LineClient> = BTreeMap::new();
    for (number, step) in steps {
        let (user, rest) = step.split_once(' ').unwrap();
        if !clients.contains_key(user) {
            clients.insert(user, LineClient::connect(address).await);
        }
        let client = clients.get_mut(user).unwrap();
        if rest == "closes" {
            assert_eq!(client.next().await, None, "line {number}");
        } else if let Some(line) = rest.strip_prefix("< ") {
            client.send(line).await;
        } else {
            let expected = rest.strip_prefix("> ").unwrap();
            let told =
                client.next().await.unwrap_or_else(|| panic!("line {number}: the connection is closed"));
            match expected.strip_suffix('*') {
                Some(beginning) => assert!(told.starts_with(beginning), "line {number}: {told}"),
                None => assert_eq!(told, expected, "line {number}"),
            }
        }
    }
}

#[tokio::test]
async fn the_example_session_begins_line_by_line_as_in_the_transcript() {
    let (server, address) = with_welfenlab(limits()).await;
    // Nobody knows the dice before they fall; what follows them is replayed where they can be chosen.
    let until_the_dice = lines(EXAMPLE).filter(|(_, line)| !line.starts_with("=="));
    replay_on_server(address, until_the_dice.take_while(|(_, line)| !line.contains("DICE"))).await;
    server.stop().await;
}

/// Tells our client to do what the transcript says that it sends, unless it does so by itself.
fn command(player: &mut ClientSide, line: &ClientLine) {
    match line {
        ClientLine::Chat { to, text } => player.chat(to, text).unwrap(),
        ClientLine::Join { password, terms: Some(Terms { timeout, rounds }), game } => {
            let terms = Terms { timeout: *timeout, rounds: *rounds };
            assert_eq!(player.create(password, terms), Ok(*game));
        }
        ClientLine::Join { game, password, terms: None } => player.join(*game, password).unwrap(),
        ClientLine::Leave => player.leave().unwrap(),
        ClientLine::Start => player.start().unwrap(),
        ClientLine::Logout => player.log_out(),
        ClientLine::Turn(steps) => {
            // Who cannot move says so without being asked.
            if let Some(position) = player.position() {
                let backgammon::Phase::Playing(dice) = position.phase() else { panic!("there are dice") };
                player.play(steps.on(position.board(), dice).unwrap()).unwrap();
            }
        }
        ClientLine::Login { .. } | ClientLine::List | ClientLine::Users | ClientLine::Confirm => {}
    }
}

/// Replays what one user sees and sends against our client.
#[track_caller]
fn replay_on_client(player: &mut ClientSide, user: &str, transcript: &str) {
    for (number, line) in lines(transcript) {
        let Some((_, rest)) = line.split_once(' ').filter(|(of, _)| *of == user) else { continue };
        if let Some(told) = rest.strip_prefix("> ") {
            let news = player.hear(told);
            let is_fine = |news: &News| !matches!(news, News::Unknown(_) | News::Refused { .. });
            assert!(news.iter().all(is_fine), "line {number}: {news:?}");
        } else if let Some(line) = rest.strip_prefix("< ") {
            command(player, &line.parse().unwrap());
            let sent = player.send().map(|line| line.to_string());
            assert_eq!(sent.as_deref(), Some(line), "line {number}");
        }
    }
    assert_eq!(player.send(), None, "nothing else is sent");
}

#[test]
fn our_client_speaks_the_example_session_line_by_line() {
    replay_on_client(&mut ClientSide::new("anna", ""), "A", EXAMPLE);
    replay_on_client(&mut ClientSide::new("bert", "secret"), "B", EXAMPLE);
}

/// Somebody in the first round of a game.
fn in_a_round(name: &str) -> ClientSide {
    let mut player = ClientSide::new(name, "");
    for line in ["CONFIRM:LOGIN;x", "LIST:", "USERS:anna;bert", "CONFIRM:JOIN;1", "CONFIRM:START"] {
        player.send();
        player.hear(line);
    }
    player
}

#[test]
fn our_client_answers_r1_to_r5_as_the_transcript_says() {
    for part in REGRESSIONS.split("== ").skip(1) {
        let part = part.split_once('\n').unwrap().1;
        replay_on_client(&mut in_a_round("anna"), "A", part);
        replay_on_client(&mut in_a_round("bert"), "B", part);
    }
}

/// The messages of the course: whether the side that waits sends it, and its bytes.
fn messages(transcript: &str) -> impl Iterator<Item = (usize, bool, [u8; MESSAGE_BYTES])> {
    lines(transcript).filter(|(_, line)| !line.starts_with("==")).map(|(number, line)| {
        let (side, bytes) = line.split_once(" > ").unwrap();
        let bytes: Vec<_> = bytes.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
        (number, side == "W", bytes.try_into().unwrap())
    })
}

#[test]
fn both_sides_of_the_course_speak_the_example_byte_by_byte() {
    let (mut waiting, mut connecting) = (Peer::waiting(), Peer::connecting());
    let mut ended = Vec::new();
    for (number, is_waiting, bytes) in messages(COURSE) {
        let (speaker, hearer) =
            if is_waiting { (&mut waiting, &mut connecting) } else { (&mut connecting, &mut waiting) };
        assert!(speaker.speaks() && !hearer.speaks(), "line {number}");
        let said = match speaker.ended() {
            Some(_) => speaker.end().unwrap(),
            None => speaker.play(Column::new(bytes[0])).unwrap(),
        };
        assert_eq!(said.to_bytes(), bytes, "line {number}");
        assert_eq!(hearer.hear(i32::from_le_bytes(bytes)), Ok(said), "line {number}");
        assert_eq!(waiting.board(), connecting.board());
        ended.extend(waiting.ended());
    }
    assert_eq!(ended, [Ended::Won, Ended::Lost, Ended::Lost]);
    assert_eq!((waiting.n_games(), connecting.n_games()), (3, 3));
}

/// The table that somebody by the protocol of the course waits at.
async fn open_table(web: &mut Client) -> TableId {
    web.wait(|message| match message {
        Message::LobbyChange { change: LobbyChange::Table(table) } if table.game == "connect4" => {
            Some(table.id.clone())
        }
        _ => None,
    })
    .await
}

#[tokio::test]
async fn the_server_speaks_the_example_of_the_course_byte_by_byte() {
    let (server, address) = with_praktikum("level1", Duration::from_secs(600)).await;
    let mut web = server.guest().await;
    web.ask(Command::EnterLobby).await.unwrap();
    let mut red = TcpStream::connect(address).await.unwrap();
    // A person decides for the side that waits, so that its columns are those of the transcript.
    let table = open_table(&mut web).await;
    web.sit(&table).await;
    web.watch(&table, Detail::Plain).await;
    let over = Number::GameOver.to_bytes();
    let mut ply = 0;
    for (number, is_waiting, bytes) in messages(COURSE) {
        match (is_waiting, bytes == over) {
            (false, is_over) => {
                red.write_all(&bytes).await.unwrap();
                if is_over {
                    web.act(&table, ply, framework::Action::Ready).await.unwrap();
                }
            }
            (true, is_over) => {
                wait_for(&mut web, ply).await;
                if is_over {
                    web.act(&table, ply, framework::Action::Ready).await.unwrap();
                } else {
                    web.play(&table, ply, &(bytes[0] + 1).to_string()).await.unwrap();
                }
                let mut told = [0; MESSAGE_BYTES];
                let read = timeout(PATIENCE, red.read_exact(&mut told)).await.expect("the server answers");
                read.unwrap();
                assert_eq!(told, bytes, "line {number}");
            }
        }
        ply = if bytes == over { 0 } else { ply + 1 };
    }
    server.stop().await;
}

/// Waits until so many plies of a round have been played.
async fn wait_for(web: &mut Client, ply: u32) {
    web.wait(|message| match message {
        Message::Events { moment: Some(moment), .. } => (moment.ply == ply).then_some(()),
        Message::Table { snapshot, .. } => {
            snapshot.moment.as_ref().is_some_and(|moment| moment.ply == ply).then_some(())
        }
        _ => None,
    })
    .await;
}
