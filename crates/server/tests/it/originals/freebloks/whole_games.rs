//! Whole games between our client and our server in all modes, with random legal play: everybody always sees the same
//! board.

use std::net::SocketAddr;

use blokus::original::{ClientMessage, ClientSide, Mode, ModeRequest, News, Setup, WireColor};
use framework::{Rng, random_move};
use server::{Freebloks, Limits};

use super::{limits, packet_client::PacketClient, settings, start};

/// How many games are played: a few, or as many as the variable says.
fn n_games() -> u64 {
    std::env::var("BRETT_ORIGINAL_GAMES").map_or(20, |games| games.parse().expect("a number of games"))
}

/// Our client on a socket.
struct Connected {
    player: ClientSide,
    client: PacketClient,
    rng: Rng,
    /// The position after every stone that was laid or taken back, as text.
    seen: Vec<String>,
}

impl Connected {
    async fn connect(address: SocketAddr, seed: u64, number: u64) -> Self {
        let client = PacketClient::connect(address).await;
        let mut connected = Self {
            player: ClientSide::default(),
            client,
            rng: Rng::stream(seed, "freebloks games", number),
            seen: Vec::new(),
        };
        connected.until(|player| player.status().is_some()).await;
        connected
    }

    async fn step(&mut self) {
        let packet = self.client.packet().await.expect("the connection is open");
        for news in self.player.hear(&packet).expect("server and client see the same") {
            match news {
                News::Laid(_) | News::TakenBack => {
                    let board = self.player.board().expect("there is one");
                    self.seen.push(format!("{:?}", board.position()));
                }
                News::Turn(Some(color)) | News::YourTurn(color) => {
                    let board = self.player.board().expect("there is one");
                    assert_eq!(
                        board.current(),
                        Some(color),
                        "the rules and the server agree whose turn it is"
                    );
                    if self.player.is_to_move() {
                        let mv = random_move(board.position(), &mut self.rng).expect("a move");
                        let said = self.player.play(mv).expect("one is to move");
                        self.client.send(said).await;
                    }
                }
                News::Refused(stone) => panic!("{stone} is refused"),
                _ => {}
            }
        }
    }

    async fn until(&mut self, done: impl Fn(&ClientSide) -> bool) {
        while !done(&self.player) {
            self.step().await;
        }
    }

    async fn play(&mut self) {
        self.until(ClientSide::is_running).await;
        self.until(|player| !player.is_running()).await;
    }
}

/// The game of a number: all modes in turn, on boards small enough to be quick, with one to four clients.
fn setup(number: u64) -> Setup {
    let mode = Mode::ALL[(number % 5) as usize];
    let usual = Setup::usual(mode);
    match number / 5 % 4 {
        0 => usual,
        1 => Setup { width: 11, height: 11, ..usual },
        2 => Setup { width: 10, height: 13, ..usual },
        _ => Setup { width: 12, height: 12, counts: usual.counts.map(|count| count.min(1)), ..usual },
    }
}

async fn play_game(address: SocketAddr, number: u64) {
    let setup = setup(number);
    let n_clients = 1 + (number / 7 % setup.mode.players() as u64);
    let mut clients = vec![Connected::connect(address, number, 0).await];
    clients[0].client.send(ClientMessage::RequestGameMode(ModeRequest::of(&setup))).await;
    clients[0].until(|player| player.status().is_some_and(|status| status.setup == setup)).await;
    for idx in 1..n_clients {
        clients.push(Connected::connect(address, number, idx).await);
    }
    for connected in &mut clients {
        connected.client.request(None, "Random").await;
        connected.until(|player| !player.colors().is_empty()).await;
    }
    clients[0].client.send(ClientMessage::StartGame).await;
    for connected in &mut clients {
        connected.until(ClientSide::is_running).await;
    }
    let mut playing = tokio::task::JoinSet::new();
    for mut connected in clients {
        playing.spawn(async move {
            connected.play().await;
            connected
        });
    }
    let ended = playing.join_all().await;
    for connected in &ended {
        let board = connected.player.board().expect("there is one");
        assert_eq!(board.current(), None, "game {number} is over by the rules");
        assert_eq!(connected.seen, ended[0].seen, "game {number}");
        assert_eq!(connected.seen.len(), board.n_stones());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_games_between_our_client_and_our_server_agree_on_every_board() {
    let limits = Limits { per_address: 1_000, ..limits() };
    let (server, address) = start(Freebloks { player: "random".to_owned(), ..settings() }, limits).await;
    // One lobby at a time: the next game begins where the last one has left it.
    for number in 0..n_games() {
        play_game(address, number).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn after_the_end_there_is_no_advice_and_nothing_is_taken_back() {
    let game = Setup { width: 7, height: 7, ..Setup::usual(Mode::TwoColors) }.layout().unwrap();
    let (server, address) = start(Freebloks { game, ..settings() }, limits()).await;
    let mut ada = Connected::connect(address, 1, 0).await;
    for n_seats in 1..=2 {
        ada.client.request(None, "Ada").await;
        ada.until(|player| player.colors().len() == n_seats).await;
    }
    ada.client.send(ClientMessage::StartGame).await;
    ada.play().await;
    ada.client.expect(&["CURRENT_PLAYER nobody"]).await;
    // No color has a move now: the original's server would end here.
    for color in WireColor::ALL {
        ada.client.send(ClientMessage::RequestHint(color)).await;
    }
    ada.client.send(ClientMessage::RequestUndo).await;
    assert_eq!(ada.client.settle().await, ["CURRENT_PLAYER nobody"]);
    server.stop().await;
}
