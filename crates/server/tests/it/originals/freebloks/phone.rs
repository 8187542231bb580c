//! The strictest reader of the packets: the app for phones ends the connection at the least thing that it does not
//! expect.

use std::net::SocketAddr;

use blokus::original::{
    Board, ClientMessage, Kind, MAX_CLIENTS, Mode, ModeRequest, Packet, ServerMessage, Setup, WireColor,
    WireStone,
};
use framework::{Rng, random_move};
use server::Freebloks;

use super::{limits, packet_client::PacketClient, settings, start};

/// The size of a board as phones ask for it.
fn setup(mode: Mode) -> Setup {
    let usual = Setup::usual(mode);
    match mode {
        Mode::TwoColors => Setup { width: 15, height: 15, ..usual },
        _ => usual,
    }
}

/// A phone, which believes nothing that it has not checked.
struct Phone {
    client: PacketClient,
    rng: Rng,
    setup: Option<Setup>,
    colors: Vec<WireColor>,
    board: Option<Board>,
    is_started: bool,
    is_finished: bool,
    current: Option<WireColor>,
    n_hints: usize,
    n_undone: usize,
    said: Vec<String>,
}

impl Phone {
    async fn enter(address: SocketAddr, number: u64) -> Self {
        let mut phone = Self {
            client: PacketClient::connect(address).await,
            rng: Rng::stream(number, "phone", 0),
            setup: None,
            colors: Vec::new(),
            board: None,
            is_started: false,
            is_finished: false,
            current: None,
            n_hints: 0,
            n_undone: 0,
            said: Vec::new(),
        };
        phone.until(|phone| phone.setup.is_some()).await;
        phone
    }

    /// Takes a packet as a phone does, and panics where it would end the connection.
    fn hear(&mut self, packet: &Packet) {
        let payload = packet.payload();
        let kind = packet.kind().unwrap_or_else(|| panic!("a phone does not know {packet:?}"));
        let length = match kind {
            Kind::StartGame | Kind::GameFinish => 0,
            Kind::GrantPlayer | Kind::RevokePlayer | Kind::CurrentPlayer => 1,
            Kind::SetStone | Kind::StoneHint | Kind::UndoStone => 6,
            Kind::ServerStatus => 166,
            // What is behind the text is read and forgotten.
            Kind::Chat => payload.len(),
            _ => panic!("a server does not say {kind}"),
        };
        assert_eq!(payload.len(), length, "{kind} has to be read to its last byte");
        let message = ServerMessage::read(packet).unwrap();
        match message {
            ServerMessage::GrantPlayer(color) => {
                assert!(!self.is_started, "nobody gets {color} in a game that runs");
                self.colors.push(color);
            }
            ServerMessage::RevokePlayer(color) => {
                assert!(!self.is_started, "nobody loses {color} in a game that runs");
                assert!(self.colors.contains(&color), "{color} was not mine");
                self.colors.retain(|own| *own != color);
            }
            ServerMessage::CurrentPlayer(color) => self.current = color,
            ServerMessage::SetStone(stone) => {
                assert!(self.is_started, "{stone} before the game");
                self.check(stone, payload);
                self.board.as_mut().unwrap().lay(stone).unwrap();
            }
            ServerMessage::StoneHint(stone) => {
                self.check(stone, payload);
                self.n_hints += 1;
            }
            ServerMessage::GameFinish => {
                assert!(self.is_started && !self.is_finished, "a game ends once");
                self.is_finished = true;
            }
            ServerMessage::Status(status) => {
                check_status(payload);
                self.setup = Some(status.setup);
            }
            ServerMessage::Chat { text, .. } => {
                let told = usize::from(payload[1]);
                assert!(told < 255 && told + 3 <= payload.len() && text.chars().count() < 255, "{text}");
                self.said.push(text.trim_end().to_owned());
            }
            ServerMessage::StartGame => {
                assert!(!self.is_started, "a game begins once");
                let layout = self.setup.unwrap().layout().unwrap();
                (self.is_started, self.board) = (true, Some(Board::start(layout)));
            }
            ServerMessage::UndoStone => {
                assert!(self.is_started && self.board.as_mut().unwrap().take_back(), "nothing to take back");
                self.n_undone += 1;
            }
        }
    }

    /// A stone has a mirror of 0 or 1 and at most three turns, and can lie where it is said to.
    fn check(&self, stone: WireStone, payload: &[u8]) {
        assert!(payload[2] <= 1 && payload[3] <= 3, "{stone}");
        self.board.as_ref().unwrap().check(stone).unwrap_or_else(|unlaid| panic!("{stone}: {unlaid}"));
    }

    async fn step(&mut self) {
        let packet = self.client.packet().await.expect("the connection is open");
        self.hear(&packet);
    }

    async fn until(&mut self, done: impl Fn(&Self) -> bool) {
        while !done(self) {
            self.step().await;
        }
    }

    /// Says something in the way of phones: a line feed at the end, and a single zero.
    async fn say(&mut self, text: &str) {
        let bytes = format!("{text}\n").into_bytes();
        let payload = [&[0xff, bytes.len() as u8], &bytes[..], &[0]].concat();
        self.client.send_bytes(&Packet::new(Kind::Chat.number(), payload).unwrap().to_bytes()).await;
        self.until(|phone| phone.said.iter().any(|said| said == text)).await;
    }

    fn is_to_move(&self) -> bool {
        !self.is_finished && self.is_started && self.current.is_some_and(|color| self.colors.contains(&color))
    }

    /// Lays a stone at random, after advice now and then.
    async fn play_stone(&mut self) {
        let color = self.current.take().unwrap();
        if self.rng.index(4) == 0 {
            let n_hints = self.n_hints;
            self.client.send(ClientMessage::RequestHint(color)).await;
            self.until(|phone| n_hints < phone.n_hints).await;
        }
        let board = self.board.as_ref().unwrap();
        let mv = random_move(board.position(), &mut self.rng).unwrap();
        let layout = board.layout();
        let stone = layout.stone(layout.color(color).unwrap(), mv);
        self.client.send(ClientMessage::SetStone(stone)).await;
    }

    async fn play_to_the_end(mut self) -> Board {
        while !self.is_finished {
            self.step().await;
            if self.is_to_move() {
                self.play_stone().await;
            }
        }
        self.until(|phone| phone.current.is_none()).await;
        self.board.unwrap()
    }
}

/// The numbers of a status are in their bounds, and names end in zeros alone.
fn check_status(payload: &[u8]) {
    let [people, computers, clients, width, height] = payload[..5] else { panic!() };
    assert!(people <= 4 && computers <= 4 && clients <= 8, "{payload:?}");
    assert!(4 <= width && 4 <= height, "{payload:?}");
    assert_eq!(&payload[5..10], [1; 5], "counts of an older version");
    assert!(payload[10] <= 4, "the mode is {}", payload[10]);
    assert!(payload[11..15].iter().all(|&owner| owner < 8 || owner == 0xfe), "{:?}", &payload[11..15]);
    let names = payload[15..143].chunks(16);
    assert_eq!(names.len(), MAX_CLIENTS);
    for name in names {
        let end = name.iter().position(|&byte| byte == 0).expect("a name ends within its field");
        assert!(
            name[end..].iter().all(|&byte| byte == 0) && str::from_utf8(&name[..end]).is_ok(),
            "{name:?}"
        );
    }
    assert_eq!((payload[143], payload[144]), (3, 1), "the version, and the lowest one to read it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn phones_find_nothing_to_object_to_in_whole_games_of_every_mode() {
    let (server, address) = start(Freebloks { player: "random".to_owned(), ..settings() }, limits()).await;
    for (number, mode) in (0..).zip(Mode::ALL) {
        let mut anna = Phone::enter(address, 2 * number).await;
        anna.client.request(None, "Anna").await;
        anna.until(|phone| !phone.colors.is_empty()).await;
        // The game becomes another one while she has a seat.
        let wanted = setup(mode);
        anna.client.send(ClientMessage::RequestGameMode(ModeRequest::of(&wanted))).await;
        anna.until(|phone| phone.setup == Some(wanted)).await;
        let mut bert = Phone::enter(address, 2 * number + 1).await;
        bert.client.request(None, "Jürgen Grünspecht-Überlang").await;
        bert.until(|phone| !phone.colors.is_empty()).await;
        // He changes his mind, twice.
        bert.client.send(ClientMessage::RevokePlayer(bert.colors[0])).await;
        bert.until(|phone| phone.colors.is_empty()).await;
        bert.client.request(None, "Bert").await;
        bert.until(|phone| !phone.colors.is_empty()).await;
        bert.say("Grüße an alle").await;
        anna.until(|phone| phone.said.iter().any(|said| said == "Grüße an alle")).await;
        anna.client.send(ClientMessage::StartGame).await;
        bert.until(|phone| phone.is_started).await;
        let (annas, berts) = tokio::join!(anna.play_to_the_end(), bert.play_to_the_end());
        assert_eq!(annas.moves(), berts.moves(), "{mode:?}");
        assert_eq!(annas.current(), None, "{mode:?} is over by the rules");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_phone_takes_back_its_stone_and_that_of_the_computer_player() {
    let game = setup(Mode::Duo).layout().unwrap();
    let (server, address) = start(Freebloks { game, ..settings() }, limits()).await;
    let mut anna = Phone::enter(address, 1).await;
    anna.client.request(Some(0), "Anna").await;
    anna.until(|phone| !phone.colors.is_empty()).await;
    anna.client.send(ClientMessage::StartGame).await;
    anna.until(Phone::is_to_move).await;
    anna.play_stone().await;
    anna.until(Phone::is_to_move).await;
    anna.client.send(ClientMessage::RequestUndo).await;
    anna.until(|phone| phone.n_undone == 2).await;
    anna.until(Phone::is_to_move).await;
    assert_eq!(anna.board.as_ref().unwrap().n_stones(), 0);
    anna.play_to_the_end().await;
    server.stop().await;
}
