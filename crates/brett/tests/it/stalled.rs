//! a server that is stopped by a signal and goes on charges no player for it.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{env, fs, net::SocketAddr, path::PathBuf, time::Duration};

use client::{Client, Identity};
use drill::Program;
use framework::Action;
use protocol::{ChairChoice, Command, NewTable};
use tokio::time::sleep;

async fn guest(address: SocketAddr, name: &str) -> Client {
    Client::connect(address.into(), Identity::new(name.parse().unwrap())).await.unwrap()
}

#[tokio::test]
async fn r_18_moves_that_were_sent_while_the_server_stood_still_are_in_time() {
    let folder: PathBuf = env::temp_dir().join(format!("brett-stalled-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let server = Program::at(env!("CARGO_BIN_EXE_brett"), &folder).start().unwrap();
    let mut player = guest(server.address(), "player-1").await;
    // Both sides of the board, so that nobody else has to be in time.
    let both = vec![ChairChoice::Me, ChairChoice::Me];
    let new = NewTable { clock: "5s/move".to_owned(), ..NewTable::new("connect4", "", both) };
    let table = player.create(new).await.unwrap();
    let act = |ply: u32| Command::Act {
        table: table.clone(),
        ply,
        action: Action::Move((ply + 1).to_string()),
        chair: None,
    };
    for (ply, stall) in [(0, 7), (1, 2), (2, 12)] {
        server.pause().unwrap();
        let number = player.send(act(ply)).await.unwrap();
        sleep(Duration::from_secs(stall)).await;
        server.resume().unwrap();
        let answer = player.answer(number).await.unwrap();
        assert!(answer.is_ok(), "a stall of {stall} s: {answer:?}");
    }
    // Nor does somebody lose the time who has not moved yet.
    server.pause().unwrap();
    sleep(Duration::from_secs(7)).await;
    server.resume().unwrap();
    player.ask(act(3)).await.unwrap().unwrap();
    server.terminate().unwrap();
    fs::remove_dir_all(folder).unwrap();
}
