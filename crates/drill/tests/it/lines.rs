//! Games over lines as bad as they get: everything arrives, and everything happens once.

use std::{net::SocketAddr, time::Duration};

use client::{Client, ClientError, Identity};
use drill::proxy::{Cut, Line, Proxy};
use framework::Action;
use protocol::{ChairChoice, Command, Message, NewTable, Request, TableId};

use crate::{Folder, serve};

async fn proxy_before(server: SocketAddr, line: Line) -> Proxy {
    Proxy::start("127.0.0.1:0".parse().unwrap(), server, line, 7).await.unwrap()
}

async fn guest(address: SocketAddr) -> Client {
    Client::connect(address.into(), Identity::new("bad-line".parse().unwrap())).await.unwrap()
}

/// A table at which one person sits on both chairs.
async fn table_for(client: &mut Client) -> TableId {
    let both = vec![ChairChoice::Me, ChairChoice::Me];
    client.create(NewTable::new("connect4", "9x9x9", both)).await.unwrap()
}

fn column(ply: u32) -> Action {
    Action::Move((ply % 9 + 1).to_string())
}

/// The numbers of the events at a table, as somebody sees them over a good line.
async fn numbers(server: SocketAddr, table: &TableId) -> Vec<u64> {
    let mut viewer = guest(server).await;
    viewer.watch(table, Some(0)).await.unwrap();
    loop {
        if let Message::Events { events, .. } = viewer.next().await.unwrap() {
            return events.iter().map(|event| event.seq).collect();
        }
    }
}

#[tokio::test]
async fn bytes_that_arrive_one_by_one_make_whole_messages() {
    let folder = Folder::new();
    let server = serve(&folder).await;
    let line = Line { segment: Some(1), jitter: Duration::from_millis(3), ..Line::default() };
    let proxy = proxy_before(server, Line::default()).await;
    // The socket library takes an answer to the first request for an attack that comes in too many pieces.
    let mut player = guest(proxy.address()).await;
    proxy.set(line);
    let table = table_for(&mut player).await;
    for ply in 0..10 {
        player.act(&table, ply, column(ply)).await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn commands_that_are_sent_again_over_a_line_that_breaks_happen_once() {
    let folder = Folder::new();
    let server = serve(&folder).await;
    let proxy = proxy_before(server, Line::delayed(Duration::from_millis(2))).await;
    let mut player = guest(proxy.address()).await;
    let table = table_for(&mut player).await;
    let mut n_cuts = 0;
    for ply in 0..24 {
        let act = Command::Act { table: table.clone(), ply, action: column(ply), chair: None };
        let request: Request = player.number(act);
        // Whether it got through shows in the answer.
        let _ = player.send_again(&request).await;
        if ply % 2 == 0 {
            // Before the command arrives, or after, or while its answer is under way.
            tokio::time::sleep(Duration::from_millis(u64::from(ply % 9))).await;
            proxy.cut(if ply % 4 == 0 { Cut::Reset } else { Cut::HalfClose });
        }
        let answer = loop {
            match player.answer(request.number).await {
                Ok(answer) => break answer,
                Err(ClientError::Lost) => {
                    n_cuts += 1;
                    let identity = player.leave();
                    player = Client::connect(proxy.address().into(), identity).await.unwrap();
                    let _ = player.send_again(&request).await;
                }
                Err(error) => panic!("{error}"),
            }
        };
        answer.unwrap();
    }
    assert!(4 < n_cuts, "{n_cuts} cuts are a test");
    // Two chairs, the beginning of the match and of its round, and every move once.
    assert_eq!(numbers(server, &table).await, (1..=4 + 24).collect::<Vec<_>>());
}
