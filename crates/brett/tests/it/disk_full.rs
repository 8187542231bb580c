//! A disk without space: nothing is lost, games wait, and go on by themselves.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{
    env, fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command as Process,
    time::{Duration, Instant},
};

use client::{Client, CommandResult, Identity};
use drill::{Program, ServerProcess};
use framework::{Action, Happening};
use protocol::{ChairChoice, Channel, Code, Command, Message, NewTable, Request, TableHappening, TableId};
use store::Store as _;
use store_sqlite::SqliteStore;
use tokio::time::sleep;

/// A server whose files may have so many blocks of 512 bytes and no more; whoever tries gets an error, as from a
/// disk without space, and not a signal.
fn start_with_little_space(data: &Path, blocks: u32) -> ServerProcess {
    let program = Program::at(env!("CARGO_BIN_EXE_brett"), data);
    let mut shell = Process::new("sh");
    shell
        .args(["-c", &format!("trap '' XFSZ; ulimit -S -f {blocks}; exec \"$0\" \"$@\"")])
        .arg(&program.path)
        .args(["serve", "--listen", "127.0.0.1:0", "--log", "off", "--data"])
        .arg(data);
    program.start_as(shell).unwrap()
}

fn make_space(server: &ServerProcess) {
    let id = server.id().to_string();
    let freed = Process::new("prlimit").args(["--pid", &id, "--fsize=unlimited:unlimited"]).status().unwrap();
    assert!(freed.success());
}

async fn guest(address: SocketAddr, name: &str) -> Client {
    Client::connect(address.into(), Identity::new(name.parse().unwrap())).await.unwrap()
}

#[track_caller]
fn check_unavailable(answer: CommandResult) {
    assert_eq!(answer.map_err(|problem| problem.code), Err(Code::Unavailable));
}

/// Talks until there is no space, and not just for a moment; gives the lines that were acknowledged.
async fn fill(address: SocketAddr) -> Vec<String> {
    let (mut said, mut n_refused) = (Vec::new(), 0);
    for talker in 0.. {
        let name = format!("talker-{talker}").parse().unwrap();
        let mut client = match Client::connect(address.into(), Identity::new(name)).await {
            Ok(client) => client,
            Err(client::ClientError::Refused(problem)) => {
                // Whose name cannot be written is told so.
                assert_eq!(problem.code, Code::Unavailable);
                n_refused += 8;
                if 16 <= n_refused {
                    break;
                }
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        for line in 0..8 {
            let text = format!("{talker}/{line} {}", "x".repeat(400));
            match client.ask(Command::Chat { channel: Channel::Lobby, text: text.clone() }).await.unwrap() {
                Ok(_) => {
                    said.push(text);
                    n_refused = 0;
                }
                Err(problem) => {
                    assert_eq!(problem.code, Code::Unavailable);
                    n_refused += 1;
                }
            }
        }
        if 16 <= n_refused {
            break;
        }
        assert!(said.len() < 10_000, "the limit holds");
    }
    said
}

/// How many plies somebody sees who looks.
async fn plies(viewer: &mut Client, table: &TableId) -> u32 {
    viewer.watch(table, None).await.unwrap();
    loop {
        if let Message::Table { snapshot, .. } = viewer.next().await.unwrap() {
            return snapshot.moment.unwrap().ply;
        }
    }
}

/// Checks what is in the file: whole, every line once, and one event for each move.
async fn check_file(file: &Path, table: &TableId, said: &[String], reader: &Client) -> Vec<u64> {
    let store = SqliteStore::open(file).await.unwrap();
    assert_eq!(store.damage().await.unwrap(), None);
    let lines = store.lines(&Channel::Lobby, &reader.you().id, u32::MAX).await.unwrap();
    for text in said {
        assert_eq!(lines.iter().filter(|line| line.text == *text).count(), 1, "{text}");
    }
    let events = store.events(table, 0).await.unwrap();
    let spent = events.iter().filter_map(|event| match &event.event.what {
        TableHappening::Match(Happening::Moved { spent, .. }) => Some(spent.0),
        _ => None,
    });
    let spent = spent.collect();
    store.close().await;
    spent
}

#[tokio::test]
async fn r_06_a_full_disk_pauses_games_and_loses_nothing() {
    let folder: PathBuf = env::temp_dir().join(format!("brett-full-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut server = start_with_little_space(&folder, 1_000);
    let address = server.address();
    let (mut player, mut viewer) = (guest(address, "player-1").await, guest(address, "viewer-1").await);
    let both = vec![ChairChoice::Me, ChairChoice::Me];
    let new = NewTable { clock: "10m+0s".to_owned(), ..NewTable::new("connect4", "", both) };
    let table = player.create(new).await.unwrap();
    let thinking_since = Instant::now();
    player.act(&table, 0, Action::Move("4".to_owned())).await.unwrap().unwrap();
    assert_eq!(plies(&mut viewer, &table).await, 1);
    let said = fill(address).await;
    // Moves are refused with a reason, and nobody sees them.
    let act =
        Command::Act { table: table.clone(), ply: 1, action: Action::Move("4".to_owned()), chair: None };
    let request = Request { number: player.number(Command::Ping).number, command: act };
    let outage = Duration::from_secs(3);
    for _ in 0..6 {
        player.send_again(&request).await.unwrap();
        check_unavailable(player.answer(request.number).await.unwrap());
        sleep(outage / 6).await;
    }
    player.ask(Command::Ping).await.unwrap().unwrap();
    // Somebody makes space; the very same command is possible without any help, and is done once.
    make_space(&server);
    let mut tries = 0;
    let seq = loop {
        player.send_again(&request).await.unwrap();
        match player.answer(request.number).await.unwrap() {
            Ok(done) => break done.seq,
            Err(problem) => assert_eq!(problem.code, Code::Unavailable),
        }
        tries += 1;
        assert!(tries < 100, "the server recovers by itself");
        sleep(Duration::from_millis(50)).await;
    };
    let thought = thinking_since.elapsed();
    player.send_again(&request).await.unwrap();
    assert_eq!(player.answer(request.number).await.unwrap().unwrap().seq, seq);
    assert_eq!(plies(&mut viewer, &table).await, 2);
    server.kill().unwrap();
    let spent = check_file(&folder.join("brett.db"), &table, &said, &viewer).await;
    assert_eq!(spent.len(), 2);
    // While the disk fills up, the clock runs; how long that takes depends on the machine.
    let charged = Duration::from_millis(spent[1]);
    assert!(charged + outage / 2 < thought, "the outage was charged: {charged:?} of {thought:?}");
    fs::remove_dir_all(folder).unwrap();
}
