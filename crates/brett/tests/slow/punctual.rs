//! Players of ours on a server of backgammon with a short time for a turn: none is late.
//!
//! `BRETT_NETWORK_ROUNDS=40` plays more than ten thousand moves, which takes minutes.

use std::{
    env, fs,
    fs::File,
    io::{BufRead as _, BufReader, Write as _},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use crate::original_server::Server;

/// As many as one address may have connections: two for each pair.
const PAIRS: usize = 4;

/// The fewest moves that the players of one round make together, in all pairs.
const LEAST_MOVES: usize = 60;

/// How many rounds each pair plays.
fn rounds() -> usize {
    env::var("BRETT_NETWORK_ROUNDS").map_or(2, |rounds| rounds.parse().expect("a number of rounds"))
}

/// Where the messages of a player are written.
fn log(server: &Server, name: &str) -> PathBuf {
    server.data.join(format!("{name}.log"))
}

/// A player of ours at a game in which a turn may take a second.
fn player(server: &Server, name: &str, args: &[&str]) -> Child {
    let address = format!("welfenlab://{name}@127.0.0.1:{}", server.port("welfenlab"));
    Command::new(env!("CARGO_BIN_EXE_brett"))
        .args(["connect", &address, "--netdbg", "--timeout", "1"])
        .args(["--rounds", &rounds().to_string()])
        .args(args)
        .arg("--known")
        .arg(server.data.join("known"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        // A pipe that nobody reads would hold the player up.
        .stderr(File::create(log(server, name)).unwrap())
        .spawn()
        .unwrap()
}

/// Waits until a game is listed, asking over a connection of its own.
fn wait_for_game(server: &Server, number: usize) {
    let mut stream = TcpStream::connect(format!("127.0.0.1:{}", server.port("welfenlab"))).unwrap();
    write!(stream, "LOGIN:watcher;;\r\n").unwrap();
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map(|line| line.unwrap());
    loop {
        write!(stream, "LIST\r\n").unwrap();
        let list = lines.find(|line| line.starts_with("LIST:")).unwrap();
        let mut games = list["LIST:".len()..].split(';');
        if games.any(|game| game.starts_with(&format!("{number} "))) {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    write!(stream, "LOGOUT\r\n").unwrap();
    // The name is free again when the server has ended the connection.
    lines.for_each(drop);
}

/// How many turns were sent, after checking that every round was played until one side had borne off everything.
fn turns_in(log: &str) -> usize {
    let mut board = "";
    let mut n_rounds = 0;
    for line in log.lines() {
        if let Some(told) = line.strip_prefix("> BOARD:") {
            board = told;
        } else if line.starts_with("> ENDGAME:") {
            n_rounds += 1;
            let numbers: Vec<i32> = board.split(' ').map(|number| number.parse().unwrap()).collect();
            assert!(numbers[0] == 15 || numbers[26] == -15, "somebody was late at {board}");
        }
        assert!(!line.starts_with("> ERROR"), "{line}");
    }
    assert_eq!(n_rounds, rounds());
    log.lines().filter(|line| line.starts_with("< TURN:")).count()
}

#[test]
fn no_player_of_ours_is_late_in_a_network_game() {
    let server = Server::start("punctual", &["--welfenlab", "127.0.0.1:0"]);
    let mut players = Vec::new();
    for pair in 1..=PAIRS {
        let password = format!("pair{pair}");
        let game = pair.to_string();
        // Joining a game that nobody has created yet would create it with other terms.
        let creator = ["--as", "level4", "--create", "--game-password", &password];
        let (anna, bert) = (format!("anna{pair}"), format!("bert{pair}"));
        players.push((player(&server, &anna, &creator), log(&server, &anna)));
        wait_for_game(&server, pair);
        let joiner = ["--as", "level3", "--join", &game, "--game-password", &password];
        players.push((player(&server, &bert, &joiner), log(&server, &bert)));
    }
    let mut n_turns = 0;
    for (mut player, log) in players {
        assert!(player.wait().unwrap().success(), "{}", log.display());
        n_turns += turns_in(&fs::read_to_string(log).unwrap());
    }
    let least = if rounds() < 40 { LEAST_MOVES * rounds() } else { 10_000 };
    assert!(least <= n_turns, "{n_turns} moves");
}
