//! Whole games of the Connect Four course between our client and our server, with random legal play: the board of the
//! client is that of the table after every message.

use std::{collections::BTreeSet, time::Duration};

use connect4::{
    Connect4,
    original::{Ended, Message as Number},
};
use framework::{Game as _, Rng};
use protocol::{Command, Detail, LobbyChange, Message, TableId};
use tokio::task::JoinSet;

use super::{praktikum::Connected, whole_games::n_games, with_praktikum};
use crate::client::Client;

/// How many games are played on one connection, one after the other.
const ON_ONE_CONNECTION: u64 = 5;

/// Somebody in a browser who watches what the table itself says.
struct Watcher {
    web: Client,
    /// The round, the plies that were played in it, and the position.
    seen: (u32, u32, String),
}

impl Watcher {
    /// Watches the table of whoever has just connected.
    async fn of(mut web: Client, table: &TableId) -> Self {
        web.watch(table, Detail::Plain).await;
        Self { web, seen: (0, 0, String::new()) }
    }

    /// The position after so many plies of a round. The table tells every one of them once.
    async fn position(&mut self, round: u32, ply: u32) -> &str {
        while (self.seen.0, self.seen.1) < (round, ply) {
            let moment = match self.web.next().await {
                Message::Events { moment: Some(moment), .. } => moment,
                Message::Table { snapshot, .. } => match snapshot.moment {
                    Some(moment) => moment,
                    None => continue,
                },
                _ => continue,
            };
            self.seen = (moment.round, moment.ply, moment.position);
        }
        assert_eq!((self.seen.0, self.seen.1), (round, ply), "no position is left out");
        &self.seen.2
    }
}

/// Plays random columns against a random mover of the server until so many games have ended.
async fn play_games(mut red: Connected, mut watcher: Watcher, n_games: u64, seed: u64) -> [u64; 3] {
    let mut rng = Rng::stream(seed, "course", 0);
    let mut results = [0; 3];
    let mut n_plies = 0;
    while u64::from(red.peer.n_games()) < n_games {
        let round = red.peer.n_games() + 1;
        assert_eq!(red.peer.is_yellow(), round.is_multiple_of(2), "the colors are swapped after every game");
        match red.step(&mut rng).await {
            Number::GameOver => n_plies = 0,
            Number::ExtraGameOver => panic!("the server says the end once"),
            Number::Column(_) => {
                n_plies += 1;
                let own = Connect4::<u64>::default().write_position(red.peer.board());
                // What both sides said is what the table knows.
                assert_eq!(watcher.position(round, n_plies).await, own);
            }
        }
        match red.peer.ended() {
            Some(Ended::Won) => results[0] += 1,
            Some(Ended::Drawn) => results[1] += 1,
            Some(Ended::Lost) => results[2] += 1,
            None => {}
        }
    }
    results
}

/// Somebody in the lobby who knows the tables that were there before.
struct Lobby {
    web: Client,
    known: BTreeSet<TableId>,
}

impl Lobby {
    /// The next table that is new.
    async fn new_table(&mut self) -> TableId {
        let Self { web, known } = self;
        web.wait(|message| match message {
            Message::LobbyChange { change: LobbyChange::Table(table) } => {
                known.insert(table.id.clone()).then(|| table.id.clone())
            }
            _ => None,
        })
        .await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_games_of_the_course_agree_on_every_board() {
    let (server, address) = with_praktikum("random", Duration::ZERO).await;
    let mut lobby = Lobby { web: server.guest().await, known: BTreeSet::new() };
    lobby.web.ask(Command::EnterLobby).await.unwrap();
    let mut playing = JoinSet::new();
    let mut results = [0; 3];
    let mut add = |played: [u64; 3]| (0..3).for_each(|idx| results[idx] += played[idx]);
    for first in (0..n_games()).step_by(ON_ONE_CONNECTION as usize) {
        while 8 <= playing.len() {
            add(playing.join_next().await.unwrap().unwrap());
        }
        let red = Connected::connect(address).await;
        let table = lobby.new_table().await;
        let watcher = Watcher::of(server.guest().await, &table).await;
        let n_games = ON_ONE_CONNECTION.min(n_games() - first);
        playing.spawn(play_games(red, watcher, n_games, first));
    }
    while let Some(played) = playing.join_next().await {
        add(played.unwrap());
    }
    assert_eq!(results.iter().sum::<u64>(), n_games(), "{results:?}");
    server.stop().await;
}
