//! Whole games between our client and our server, with random legal play: both sides always see the same board.

use std::net::SocketAddr;

use backgammon::{
    Board, Move,
    original::{ClientSide, News, Terms, Where},
};
use framework::{Rng, random_move};
use tokio::task::JoinSet;

use super::{limits, line_client::LineClient, with_welfenlab};

/// How many games of each protocol are played: a few, or as many as the variable `BRETT_ORIGINAL_GAMES` says.
pub(super) fn n_games() -> u64 {
    std::env::var("BRETT_ORIGINAL_GAMES").map_or(20, |games| games.parse().expect("a number of games"))
}

/// Our client on a socket.
pub(super) struct Connected {
    pub(super) player: ClientSide,
    pub(super) client: LineClient,
    /// Every line that came.
    pub(super) lines: Vec<String>,
    rng: Rng,
    /// All boards that it was told, as the first seat sees them.
    pub(super) boards: Vec<Board>,
    /// What the board has to be after a turn of either side.
    expected: Option<Board>,
    pub(super) n_rounds: u32,
    chats: Vec<(String, String)>,
}

impl Connected {
    pub(super) async fn log_in(address: SocketAddr, name: &str, seed: u64) -> Self {
        let client = LineClient::connect(address).await;
        let (player, rng) = (ClientSide::new(name, ""), Rng::stream(seed, name, 0));
        let (lines, boards, chats) = (Vec::new(), Vec::new(), Vec::new());
        let mut connected = Self { player, client, lines, rng, boards, expected: None, n_rounds: 0, chats };
        connected.until(|player| player.place() == Where::Lobby).await;
        connected
    }

    /// Says what is to be said, and hears one line.
    async fn step(&mut self) {
        while let Some(line) = self.player.send() {
            self.client.send(&line.to_string()).await;
        }
        let line = self.client.next().await.expect("the connection is open");
        self.lines.push(line.clone());
        for news in self.player.hear(&line) {
            match news {
                News::Board(board) => {
                    if let Some(expected) = self.expected.take() {
                        assert_eq!(board, expected, "a turn leads where the rules say");
                    }
                    self.boards.push(board);
                }
                News::YourTurn(dice) => {
                    let position = self.player.position().expect("one is to move");
                    let Some(Move::Play(play)) = random_move(&position, &mut self.rng) else {
                        panic!("no play of {dice}")
                    };
                    self.expected = Some(position.board().after_play(play));
                    self.player.play(play).unwrap();
                }
                News::OthersTurn { steps, turn } => {
                    assert!(turn.is_some(), "{steps} cannot be played");
                    self.expected = self.player.board();
                }
                News::RoundOver { left, .. } => {
                    self.n_rounds += 1;
                    if 0 < left {
                        self.player.start().unwrap();
                    }
                }
                News::Refused { command, text } => panic!("{command} is refused: {text}"),
                News::Unknown(line) => panic!("{line} is no line"),
                News::Chat { from, text } => self.chats.push((from, text)),
                _ => {}
            }
        }
    }

    pub(super) async fn until(&mut self, done: impl Fn(&ClientSide) -> bool) {
        while !done(&self.player) {
            self.step().await;
        }
    }

    pub(super) async fn until_so(&mut self, done: impl Fn(&Self) -> bool) {
        while !done(self) {
            self.step().await;
        }
    }

    pub(super) async fn until_lines(&mut self, done: impl Fn(&[String]) -> bool) {
        while !done(&self.lines) {
            self.step().await;
        }
    }

    pub(super) async fn until_chat(&mut self, from: &str, text: &str) {
        while !self.chats.iter().any(|chat| chat.0 == from && chat.1 == text) {
            self.step().await;
        }
    }

    /// Plays until one is out of the game.
    pub(super) async fn play_to_the_end(&mut self) {
        self.until(|player| player.place() == Where::Lobby).await;
    }
}

/// Two clients who sit in a game of their own.
pub(super) async fn meet(address: SocketAddr, seed: u64) -> [Connected; 2] {
    let (mut anna, mut bert) = (
        Connected::log_in(address, &format!("anna{seed}"), seed).await,
        Connected::log_in(address, &format!("bert{seed}"), seed).await,
    );
    let game = 1_000 + seed as i64;
    // Joining a number that nobody else uses makes a game of one round.
    anna.player.join(game, "pw").unwrap();
    anna.until(|player| matches!(player.place(), Where::Seated(_))).await;
    bert.player.join(game, "pw").unwrap();
    bert.until(|player| matches!(player.place(), Where::Seated(_))).await;
    [anna, bert]
}

/// Plays their game to the end: both see the same boards.
pub(super) async fn play_together([mut anna, mut bert]: [Connected; 2]) {
    anna.player.start().unwrap();
    bert.player.start().unwrap();
    tokio::join!(anna.play_to_the_end(), bert.play_to_the_end());
    assert_eq!((anna.n_rounds, bert.n_rounds), (1, 1));
    assert_eq!(anna.boards.len(), bert.boards.len());
    for (of_anna, of_bert) in anna.boards.iter().zip(&bert.boards) {
        assert_eq!(*of_anna, of_bert.turned());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_games_between_our_client_and_our_server_agree_on_every_board() {
    let (server, address) = with_welfenlab(limits()).await;
    let mut matches = JoinSet::new();
    for seed in 0..n_games() {
        while 40 <= matches.len() {
            matches.join_next().await.unwrap().unwrap();
        }
        matches.spawn(async move { play_together(meet(address, seed).await).await });
    }
    while let Some(played) = matches.join_next().await {
        played.unwrap();
    }
    server.stop().await;
}

#[tokio::test]
async fn a_match_of_three_rounds_goes_on_from_round_to_round() {
    let (server, address) = with_welfenlab(limits()).await;
    let (mut anna, mut bert) =
        (Connected::log_in(address, "anna", 1).await, Connected::log_in(address, "bert", 2).await);
    let game = anna.player.create("", Terms { timeout: 0, rounds: 3 }).unwrap();
    anna.until(|player| matches!(player.place(), Where::Seated(_))).await;
    bert.player.join(game, "").unwrap();
    bert.until(|player| matches!(player.place(), Where::Seated(_))).await;
    anna.player.start().unwrap();
    bert.player.start().unwrap();
    tokio::join!(anna.play_to_the_end(), bert.play_to_the_end());
    assert_eq!((anna.n_rounds, bert.n_rounds), (3, 3));
    server.stop().await;
}
