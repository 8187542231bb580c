//! A disk without space: nothing is lost, games wait, and go on by themselves.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    net::TcpStream,
    process::{Command as Process, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value, json};
use tungstenite::{Message as Frame, WebSocket};

/// A client that speaks the protocol as somebody would who has only read the book.
struct Client {
    socket: WebSocket<TcpStream>,
    number: u64,
}

impl Client {
    fn connect(address: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://{address}/ws"), stream).unwrap();
        let mut client = Self { socket, number: 0 };
        client.send(&json!({"type": "hello", "version": 1, "client": "disk-full"}));
        client
    }

    fn send(&mut self, command: &Value) {
        self.number += 1;
        let frame = json!({"number": self.number, "command": command}).to_string();
        self.socket.send(Frame::Text(frame.into())).unwrap();
    }

    /// The answer to a command: what it is and all of it.
    fn ask(&mut self, command: &Value) -> (String, Value) {
        self.send(command);
        loop {
            let Frame::Text(text) = self.socket.read().unwrap() else { continue };
            let message: Value = serde_json::from_str(text.as_str()).unwrap();
            if message["number"] == self.number {
                return (message["type"].as_str().unwrap().to_owned(), message);
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_pauses_games_and_loses_nothing() {
    let folder = env::temp_dir().join(format!("brett-full-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    // A file may have so many blocks of 512 bytes and no more, and whoever tries gets an error, not a signal.
    let script = "trap '' XFSZ; ulimit -S -f 800; exec \"$0\" \"$@\"";
    let mut process = Process::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_brett")])
        .args(["serve", "--listen", "127.0.0.1:0", "--log", "off", "--data"])
        .arg(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening on http://").unwrap();
    let mut player = Client::connect(address);
    let made = json!({"type": "create-table", "table": {"game": "connect4", "chairs": ["me", "me"]}});
    let (kind, answer) = player.ask(&made);
    assert_eq!(kind, "done", "{answer}");
    let table = answer["table"].as_str().unwrap().to_owned();
    let act =
        |ply: u32, text: &str| json!({"type": "act", "table": table, "ply": ply, "action": {"move": text}});
    let (kind, answer) = player.ask(&act(0, "4"));
    assert_eq!(kind, "done", "{answer}");
    // Talk until there is no space, and not just for a moment.
    let (mut n_said, mut n_refused) = (0, 0);
    while n_refused < 16 {
        let mut talker = Client::connect(address);
        for _ in 0..8 {
            let say = json!({"type": "chat", "channel": "lobby", "text": "x".repeat(400)});
            let (kind, answer) = talker.ask(&say);
            if kind == "done" {
                (n_said, n_refused) = (n_said + 1, 0);
            } else {
                // Whose hello could not be written is told to say it first.
                let code = answer["problem"]["code"].as_str().unwrap();
                assert!(["unavailable", "hello-first"].contains(&code), "{answer}");
                n_refused += 1;
            }
        }
        assert!(n_said < 10_000, "the limit holds");
    }
    let (kind, answer) = player.ask(&act(1, "4"));
    assert_eq!((kind.as_str(), &answer["problem"]["code"]), ("refused", &json!("unavailable")), "{answer}");
    // Somebody makes space; what was refused is possible again without any help.
    let id = process.id().to_string();
    let freed = Process::new("prlimit").args(["--pid", &id, "--fsize=unlimited:unlimited"]).status().unwrap();
    assert!(freed.success());
    let mut tries = 0;
    while player.ask(&act(1, "4")).0 != "done" {
        tries += 1;
        assert!(tries < 40, "the server recovers by itself");
        thread::sleep(Duration::from_millis(250));
    }
    assert_eq!(player.ask(&act(2, "4")).0, "done");
    process.kill().unwrap();
    process.wait().unwrap();
    fs::remove_dir_all(folder).unwrap();
}
