//! The numbers of the Connect Four course, over real sockets.

use std::{net::SocketAddr, time::Duration};

use connect4::{
    Column,
    original::{Ended, MESSAGE_BYTES, Message as Number, Peer},
};
use framework::{Rng, random_move};
use protocol::{Command, Detail, Message, TableSummary};
use server::{Limits, Originals, Praktikum};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use super::{PATIENCE, limits, with_limited_praktikum, with_praktikum};
use crate::running::Running;

/// Our client on a socket.
pub(super) struct Connected {
    pub(super) peer: Peer,
    pub(super) stream: TcpStream,
}

impl Connected {
    pub(super) async fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self { peer: Peer::connecting(), stream }
    }

    async fn send(&mut self, number: Number) {
        // One byte at a time is as good as all at once.
        for byte in number.to_bytes() {
            self.stream.write_all(&[byte]).await.unwrap();
        }
    }

    /// The next number; `None` when the server has ended the connection.
    pub(super) async fn hear(&mut self) -> Option<Number> {
        let mut bytes = [0; MESSAGE_BYTES];
        let read = timeout(PATIENCE, self.stream.read_exact(&mut bytes)).await.expect("the server answers");
        read.ok().map(|_| self.peer.hear(i32::from_le_bytes(bytes)).expect("the server sends what is right"))
    }

    /// Says what is next, or hears it; random columns are played.
    pub(super) async fn step(&mut self, rng: &mut Rng) -> Number {
        if let Some(over) = self.peer.end() {
            self.send(over).await;
            return over;
        }
        if self.peer.speaks() {
            let column = random_move(self.peer.board(), rng).unwrap();
            let number = self.peer.play(column).unwrap();
            self.send(number).await;
            return number;
        }
        self.hear().await.expect("the connection is open")
    }
}

#[tokio::test]
async fn whole_games_are_played_and_the_colors_are_swapped() {
    let (server, address) = with_praktikum("level1", Duration::ZERO).await;
    let (mut connected, mut rng) = (Connected::connect(address).await, Rng::stream(5, "course", 0));
    assert!(!connected.peer.is_yellow(), "who connects is red");
    for n_games in 1..=3 {
        while connected.peer.n_games() < n_games {
            connected.step(&mut rng).await;
        }
        assert_eq!(connected.peer.is_yellow(), n_games % 2 == 1);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_winner_may_begin_the_next_game_before_the_end_of_the_last_one_was_sent() {
    let (server, address) = with_praktikum("random", Duration::ZERO).await;
    let (mut connected, mut rng) = (Connected::connect(address).await, Rng::stream(7, "course", 0));
    // As red, so that the next game is ours to begin.
    let winning = loop {
        let wins = |&column: &Column| {
            let mut peer = connected.peer.clone();
            !peer.is_yellow() && peer.play(column).is_ok() && peer.ended() == Some(Ended::Won)
        };
        if let Some(column) = (0..7).map(Column::new).find(wins) {
            break column;
        }
        connected.step(&mut rng).await;
    };
    let center = Column::new(3);
    connected.peer.play(winning).unwrap();
    let numbers = [Number::Column(winning), Number::GameOver, Number::Column(center)];
    connected.stream.write_all(&numbers.map(Number::to_bytes).concat()).await.unwrap();
    assert_eq!(connected.hear().await, Some(Number::GameOver));
    connected.peer.play(center).unwrap();
    assert!(matches!(connected.hear().await, Some(Number::Column(_))), "the next game goes on");
    server.stop().await;
}

#[tokio::test]
async fn whatever_is_no_legal_column_ends_the_connection() {
    let (server, address) = with_praktikum("level1", Duration::ZERO).await;
    for wrong in [-1, -2, 7, 8, 255, 256, i32::MAX, i32::MIN] {
        let mut connected = Connected::connect(address).await;
        connected.hear().await.expect("yellow begins");
        connected.stream.write_all(&wrong.to_le_bytes()).await.unwrap();
        assert_eq!(connected.hear().await, None, "{wrong}");
    }
    // Two numbers at once: the second comes out of turn.
    let mut connected = Connected::connect(address).await;
    connected.hear().await.expect("yellow begins");
    connected.stream.write_all(&[3, 0, 0, 0, 3, 0, 0, 0]).await.unwrap();
    let mut rest = Vec::new();
    let _ = timeout(PATIENCE, connected.stream.read_to_end(&mut rest)).await.expect("it ends");
    // Half a number, and then nothing.
    let mut connected = Connected::connect(address).await;
    connected.hear().await.expect("yellow begins");
    connected.stream.write_all(&[3, 0]).await.unwrap();
    drop(connected);
    // Others are not disturbed.
    let (mut connected, mut rng) = (Connected::connect(address).await, Rng::from_seed(1));
    while connected.peer.n_games() < 1 {
        connected.step(&mut rng).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn a_port_of_the_course_that_is_taken_is_replaced_by_another_one() {
    // An address of this machine that nobody else uses.
    let listen: SocketAddr = "127.31.0.1:31000".parse().unwrap();
    let praktikum = || Praktikum { listen, ..super::course("level1", Duration::ZERO) };
    let originals = || Originals { praktikum: Some(praktikum()), limits: limits(), ..Originals::default() };
    let (one, other) =
        (Running::start_with_originals(originals()).await, Running::start_with_originals(originals()).await);
    let (first, second) = (one.originals[0].1, other.originals[0].1);
    assert_ne!(first, second);
    assert!((31_000..=31_009).contains(&first.port()) && (31_000..=31_009).contains(&second.port()));
    Connected::connect(second).await.hear().await.expect("yellow begins");
    one.stop().await;
    other.stop().await;
}

#[tokio::test]
async fn s_09_silent_course_clients_are_dropped() {
    let strict = Limits { first_move: Duration::from_millis(200), ..limits() };
    let (server, address) = with_limited_praktikum("level1", Duration::ZERO, strict).await;
    let mut silent = Connected::connect(address).await;
    silent.hear().await.expect("yellow begins");
    assert_eq!(silent.hear().await, None, "who never answers is dropped");
    server.stop().await;
}

#[tokio::test]
async fn a_person_in_a_browser_may_sit_down_instead_of_the_computer_player() {
    let (server, address) = with_praktikum("level1", Duration::from_secs(600)).await;
    let mut web = server.guest().await;
    web.ask(Command::EnterLobby).await.unwrap();
    let mut connected = Connected::connect(address).await;
    let is_open = |table: &TableSummary| table.game == "connect4" && table.chairs[0].sitter.is_none();
    let table = web
        .wait(|message| match message {
            Message::LobbyChange { change: protocol::LobbyChange::Table(table) } if is_open(table) => {
                Some(table.id.clone())
            }
            _ => None,
        })
        .await;
    web.sit(&table).await;
    web.watch(&table, Detail::Plain).await;
    web.play(&table, 0, "4").await.unwrap();
    assert_eq!(connected.hear().await, Some(Number::Column(Column::new(3))));
    let number = connected.peer.play(Column::new(2)).unwrap();
    connected.send(number).await;
    let ply = web
        .wait(|message| match message {
            Message::Events { moment: Some(moment), .. } if moment.ply == 2 => Some(moment.position.clone()),
            _ => None,
        })
        .await;
    assert!(ply.contains('O'), "{ply}");
    server.stop().await;
}
