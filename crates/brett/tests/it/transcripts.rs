//! `brett connect` against the example sessions of the original protocols: a test plays the other side, line by line
//! and byte by byte as the transcript says.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use brett::Exit;

use crate::session::Session;

const EXAMPLE: &str = include_str!("../../../originals/tests/data/welfenlab-example.txt");
const COURSE: &str = include_str!("../../../originals/tests/data/praktikum-example.txt");

/// Longer than anything here takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

/// What one side of a transcript says and hears, without comments, each line with its number.
fn of_side<'a>(transcript: &'a str, side: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    (1..).zip(transcript.lines()).filter_map(move |(number, line)| {
        let rest = line.strip_prefix(side)?.strip_prefix(' ')?;
        Some((number, rest))
    })
}

/// A server for one user, which says what the transcript says and expects what it expects.
fn serve(listener: &TcpListener, user: &str) {
    let (stream, _) = listener.accept().unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    for (number, rest) in of_side(EXAMPLE, user) {
        if let Some(expected) = rest.strip_prefix("< ") {
            let sent = lines.next().map(|line| line.unwrap());
            assert_eq!(sent.as_deref(), Some(expected), "line {number}");
        } else if let Some(told) = rest.strip_prefix("> ") {
            write!(&stream, "{told}\r\n").unwrap();
        }
    }
}

/// Lets somebody type what the user of a transcript decides.
fn check_backgammon(user: &str, name: &'static str, password: &'static str, typed: &str, sentences: &[&str]) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("welfenlab://{name}@{}", listener.local_addr().unwrap());
    let seen = thread::scope(|scope| {
        let server = scope.spawn(|| serve(&listener, user));
        let session = Session::with_input(typed).with_variable("BRETT_PASSWORD", password);
        let seen = session.run_with(catalog::GAMES, ["connect", &address]);
        server.join().unwrap_or_else(|_| panic!("{seen}"));
        seen
    });
    for sentence in sentences {
        assert!(seen.out.contains(sentence), "{sentence}: {seen}");
    }
}

#[test]
fn anna_types_the_example_session_of_backgammon() {
    check_backgammon(
        "A",
        "anna",
        "",
        "create 1\nstart\n8/4 6/4\nbar/24\n1/off\nquit\n",
        &[
            "bert: shall we",
            "you have rolled 42",
            "\nyou play 42: 8/4 6/4\n",
            "you have rolled 53 and cannot move",
            "the round is won, 1 to 0",
        ],
    );
}

#[test]
fn bert_types_the_example_session_of_backgammon() {
    check_backgammon(
        "B",
        "bert",
        "secret",
        "chat anna shall we\njoin 1\nstart\n13/8(2) 8/3(2)\n",
        &[
            "\nthey play 42: 8/4 6/4\n",
            "\nthey have rolled 53 and cannot move\n",
            ": bar/24\n",
            ": 1/off\n",
            "the round is lost, 0 to 1",
        ],
    );
}

/// Appendix B of the paper, word for word: the last turn comes in one of three forms, and no board after it (rows 000-087,
/// 000-089 and 000-131 of the acceptance list).
#[test]
fn the_last_turn_of_the_paper_is_told_at_the_terminal() {
    for turn in ["6 24 26;4 24 26;", "6 24 30;4 24 28", "6 1 0;4 1 0;"] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("welfenlab://anna@{}", listener.local_addr().unwrap());
        let seen = thread::scope(|scope| {
            let server = scope.spawn(|| {
                let (stream, _) = listener.accept().unwrap();
                stream.set_read_timeout(Some(PATIENCE)).unwrap();
                let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
                let last_board = "BOARD:14 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 0 -13 0";
                for (sent, told) in [
                    ("LOGIN:anna;;", "CONFIRM:LOGIN;in".to_owned()),
                    ("LIST", "LIST:1 gosmann2 NOONE f 0 2".to_owned()),
                    ("USERS", "USERS:anna;gosmann2".to_owned()),
                    ("JOIN:1;", "CONFIRM:JOIN;1".to_owned()),
                    ("START", format!("CONFIRM:START\r\n{last_board}")),
                    (
                        "CONFIRM",
                        format!(
                            "INFO:DICE;6 4\r\nINFO:TURN;{turn}\r\nENDGAME:LOSE;0;0 1\r\n\
                             INFO:ENDGAME;1 gosmann2 0 1 0\r\nINFO:JOIN;-1 gosmann2\r\nINFO:JOIN;-1 anna"
                        ),
                    ),
                    ("LOGOUT", "CONFIRM:LOGOUT".to_owned()),
                ] {
                    let line = lines.next().map(|line| line.unwrap());
                    assert_eq!(line.as_deref(), Some(sent));
                    write!(&stream, "{told}\r\n").unwrap();
                }
            });
            // A player of ours is ready by itself, and leaves when the match is over.
            let args = ["connect", &address, "--as", "level1", "--join", "1"];
            let seen = Session::new().run_with(catalog::GAMES, args);
            server.join().unwrap_or_else(|_| panic!("{seen}"));
            seen
        });
        let end = "they play 64: 1/off(2)\nthe round is lost, 0 to 1 points; rounds left: 0\n";
        assert!(seen.out.contains(end), "{turn}: {seen}");
    }
}

/// The messages of the course: whether the side that waits sends it, and its bytes.
fn messages() -> impl Iterator<Item = (bool, [u8; 4])> {
    let lines = COURSE.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" > ")).map(|(side, bytes)| {
        let bytes: Vec<_> = bytes.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
        (side == "W", bytes.try_into().unwrap())
    })
}

/// What a person types for a side: the columns counted from 1.
fn typed(is_waiting: bool) -> String {
    let own = messages().filter(|(waits, bytes)| *waits == is_waiting && bytes[3] == 0);
    own.map(|(_, bytes)| format!("{}\n", bytes[0] + 1)).collect()
}

/// Plays the other side as the transcript says, and compares what comes.
fn play_against(mut stream: TcpStream, ours_is_waiting: bool) {
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    for (is_waiting, bytes) in messages() {
        if is_waiting == ours_is_waiting {
            stream.write_all(&bytes).unwrap();
        } else {
            let mut came = [0; 4];
            stream.read_exact(&mut came).unwrap();
            assert_eq!(came, bytes);
        }
    }
}

#[test]
fn who_connects_types_the_example_of_the_course() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("praktikum://{}", listener.local_addr().unwrap());
    let session = Session::with_input(typed(false));
    let seen = thread::scope(|scope| {
        let other = scope.spawn(|| play_against(listener.accept().unwrap().0, true));
        let seen = session.run_with(catalog::GAMES, ["connect", &address, "--games", "3"]);
        other.join().unwrap_or_else(|_| panic!("{seen}"));
        seen
    });
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    assert!(seen.out.contains("2 won, 1 lost, 0 drawn"), "{seen}");
}

#[test]
fn who_waits_types_the_example_of_the_course() {
    let mut waiting = Command::new(env!("CARGO_BIN_EXE_brett"))
        .args(["connect", "praktikum://127.0.0.1:0", "--listen", "--games", "3", "--netdbg"])
        .env("XDG_STATE_HOME", std::env::temp_dir().join(format!("brett-course-{}", std::process::id())))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    waiting.stdin.take().unwrap().write_all(typed(true).as_bytes()).unwrap();
    let mut lines = BufReader::new(waiting.stdout.take().unwrap()).lines();
    let here = lines.next().unwrap().unwrap().strip_prefix("waiting at praktikum://").unwrap().to_owned();
    play_against(TcpStream::connect(here).unwrap(), false);
    let last = lines.map(|line| line.unwrap()).last();
    assert_eq!(last.as_deref(), Some("1 won, 2 lost, 0 drawn"));
    let output = waiting.wait_with_output().unwrap();
    // Every message is decoded for who wants to see it: > came, < went.
    let decoded: Vec<_> = messages()
        .map(|(is_waiting, bytes)| {
            format!("{} {}", if is_waiting { '<' } else { '>' }, i32::from_le_bytes(bytes))
        })
        .collect();
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().collect::<Vec<_>>(), decoded);
}
