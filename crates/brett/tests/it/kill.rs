//! `kill -9` under load: what was acknowledged is there after the next start, and every game goes on.
//!
//! `BRETT_KILLS=1000 cargo test -p brett --test it kill` kills as often as you say.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{
    collections::BTreeMap,
    env, fs,
    io::{BufRead as _, BufReader},
    net::TcpStream,
    path::Path,
    process::{Child, Command as Process, Stdio},
    sync::Arc,
    thread,
    time::Duration,
};

use framework::{Action, AnyGame, Nonce, Rng};
use protocol::{
    ChairChoice, Channel, Code, Command, Detail, Message, Moment, NewTable, Person, Request, TableId, ToMove,
};
use server::{
    store::{CommandKey, SqliteStore, Store as _},
    table::{SeededDice, Table},
};
use tungstenite::{Message as Frame, WebSocket, client::IntoClientRequest as _};

/// How often the server is killed unless the environment says otherwise.
const KILLS: u64 = 20;

/// How many pairs play at a time, and what.
const GAMES: [(&str, &str); 4] =
    [("connect4", "5x4x3"), ("othello", "6x6"), ("backgammon", "hypergammon"), ("blokus", "duo")];

/// A server process.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(data: &Path) -> Self {
        let mut process = Process::new(env!("CARGO_BIN_EXE_brett"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "off", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.trim().strip_prefix("listening on http://").expect("it says where it listens").to_owned();
        Self { process, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The table and the event of a command that was done, or why it was refused.
type Answer = Result<(Option<TableId>, Option<u64>), Code>;

/// The connection was lost, as it must be when the server is killed.
#[derive(Debug)]
struct Lost;

/// A client over all its connections.
struct Client {
    cookie: Option<String>,
    name: String,
    person: Option<Person>,
    next_number: u64,
    /// A command whose answer has not come.
    unanswered: Option<Request>,
    /// What was acknowledged: the table, the number of the command, the number of the event.
    acknowledged: Vec<(TableId, u64, u64)>,
    said: Vec<String>,
}

/// One connection of a client.
struct Connection<'a> {
    client: &'a mut Client,
    socket: WebSocket<TcpStream>,
    moment: Option<Moment>,
    seen: u64,
}

impl Client {
    fn new(name: String) -> Self {
        Self {
            cookie: None,
            name,
            person: None,
            next_number: 1,
            unanswered: None,
            acknowledged: Vec::new(),
            said: Vec::new(),
        }
    }

    fn connect(&mut self, address: &str) -> Result<Connection<'_>, Lost> {
        let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        let stream = TcpStream::connect(address).map_err(|_| Lost)?;
        stream.set_nodelay(true).map_err(|_| Lost)?;
        let (socket, response) = tungstenite::client(request, stream).map_err(|_| Lost)?;
        if let Some(cookie) = response.headers().get("set-cookie") {
            self.cookie = cookie.to_str().unwrap().split(';').next().map(str::to_owned);
        }
        let client_id = format!("kill-{}", self.name).parse().unwrap();
        let mut connection = Connection { client: self, socket, moment: None, seen: 0 };
        let number = connection.client.next_number;
        let hello = Command::Hello { version: protocol::VERSION, client: client_id };
        connection.send(&Request { number, command: hello })?;
        let Message::Welcome { you, .. } = connection.receive()? else { panic!("no welcome") };
        let before = connection.client.person.replace(you.clone());
        assert!(before.is_none_or(|before| before == you), "a cookie stays good after a crash");
        Ok(connection)
    }
}

impl Connection<'_> {
    fn send(&mut self, request: &Request) -> Result<(), Lost> {
        let text = serde_json::to_string(request).unwrap();
        self.socket.send(Frame::Text(text.into())).map_err(|_| Lost)
    }

    fn receive(&mut self) -> Result<Message, Lost> {
        loop {
            match self.socket.read() {
                Ok(Frame::Text(text)) => {
                    let message: Message = serde_json::from_str(text.as_str()).unwrap();
                    match &message {
                        Message::Events { events, moment, .. } => {
                            self.seen = events.last().map_or(self.seen, |event| event.seq);
                            self.moment = moment.clone();
                        }
                        Message::Table { snapshot, .. } => {
                            self.seen = snapshot.seq;
                            self.moment = snapshot.moment.clone();
                        }
                        _ => {}
                    }
                    return Ok(message);
                }
                Ok(Frame::Close(_)) | Err(_) => return Err(Lost),
                Ok(_) => {}
            }
        }
    }

    /// Sends a command that is sent again until it is answered.
    fn ask(&mut self, command: Command) -> Result<Answer, Lost> {
        self.client.next_number += 1;
        let request = Request { number: self.client.next_number, command };
        self.client.unanswered = Some(request);
        self.settle()
    }

    /// Waits for the answer to the command that has none yet, which is sent again.
    fn settle(&mut self) -> Result<Answer, Lost> {
        let Some(request) = self.client.unanswered.clone() else { return Ok(Ok((None, None))) };
        self.send(&request)?;
        loop {
            match self.receive()? {
                Message::Done { number, table, seq } if number == request.number => {
                    self.client.unanswered = None;
                    match (&request.command, &table, seq) {
                        (Command::Chat { text, .. }, ..) => self.client.said.push(text.clone()),
                        (
                            Command::Act { .. } | Command::Roll { .. } | Command::Sit { .. },
                            Some(table),
                            Some(seq),
                        ) => {
                            self.client.acknowledged.push((table.clone(), number, seq));
                        }
                        _ => {}
                    }
                    return Ok(Ok((table, seq)));
                }
                Message::Refused { number, problem } if number == Some(request.number) => {
                    self.client.unanswered = None;
                    return Ok(Err(problem.code));
                }
                _ => {}
            }
        }
    }

    fn watch(&mut self, table: &TableId) -> Result<(), Lost> {
        let watch = Command::Watch { table: table.clone(), since: None, detail: Detail::Plain, invite: None };
        self.ask(watch)?.expect("the table is there");
        self.ask(Command::Ping)?.expect("everything before it has been told");
        Ok(())
    }
}

/// Two clients who play one match after the other.
struct Pair {
    game: Arc<dyn AnyGame>,
    options: &'static str,
    clients: [Client; 2],
    table: Option<TableId>,
    tables: Vec<TableId>,
    rng: Rng,
}

impl Pair {
    fn new(number: u64) -> Self {
        let (game, options) = GAMES[number as usize % GAMES.len()];
        let entry = catalog::find(catalog::GAMES, game).unwrap();
        Self {
            game: entry.open_text(options).unwrap(),
            options,
            clients: [0, 1].map(|side| Client::new(format!("{number}-{side}"))),
            table: None,
            tables: Vec::new(),
            rng: Rng::stream(9, "pair", number),
        }
    }

    /// Plays until the connection is lost.
    fn play(&mut self, address: &str) -> Result<(), Lost> {
        let [anna, bert] = &mut self.clients;
        let (mut anna, mut bert) = (anna.connect(address)?, bert.connect(address)?);
        // What was not answered when the server was killed is sent again, and takes effect at most once.
        let made = anna.settle()?;
        bert.settle()?.ok();
        if let (None, Ok((Some(table), None))) = (&self.table, made) {
            self.table = Some(table);
        }
        loop {
            let table = match self.table.clone() {
                Some(table) => table,
                None => {
                    let chairs = vec![ChairChoice::Me, ChairChoice::Open];
                    let new = NewTable::new(self.game.info().id, self.options, chairs);
                    let made = anna.ask(Command::CreateTable { table: new })?;
                    let table = made.expect("the settings are fine").0.unwrap();
                    self.table = Some(table.clone());
                    table
                }
            };
            if !self.tables.contains(&table) {
                self.tables.push(table.clone());
            }
            let sit = Command::Sit { table: table.clone(), chair: Some(1), password: None, invite: None };
            // Who sits there already is told so.
            bert.ask(sit)?.ok();
            anna.watch(&table)?;
            bert.watch(&table)?;
            while let Some((side, command)) =
                next_command(&mut self.rng, &*self.game, &table, anna.moment.as_ref())
            {
                let (mover, other) = if side == 0 { (&mut anna, &mut bert) } else { (&mut bert, &mut anna) };
                let seq = mover.ask(command)?.expect("the move is legal").1.unwrap();
                for connection in [mover, other] {
                    while connection.seen < seq {
                        connection.receive()?;
                    }
                }
                if self.rng.below(8) == 0 {
                    let text = format!("{}-{}", anna.client.name, anna.client.next_number);
                    let line = Command::Chat { channel: Channel::Table(table.clone()), text };
                    // Who talks too fast is told so.
                    anna.ask(line)?.ok();
                }
                // A little slower than the limit on messages.
                thread::sleep(Duration::from_millis(15));
            }
            self.table = None;
        }
    }
}

/// What is done next, and by whom; nothing when the match is over.
fn next_command(
    rng: &mut Rng,
    game: &dyn AnyGame,
    table: &TableId,
    moment: Option<&Moment>,
) -> Option<(u8, Command)> {
    let moment = moment?;
    let (seat, action) = match moment.to_move {
        ToMove::Nobody => return None,
        ToMove::Dice(seat) => {
            let nonce = Nonce(std::array::from_fn(|_| rng.bits() as u8));
            let roll = Command::Roll { table: table.clone(), ply: moment.ply, nonce, chair: None };
            return Some((moment.players[seat?], roll));
        }
        ToMove::Seat(seat) => {
            let moves = game.parse_position(&moment.position).unwrap().legal_moves();
            (seat, Action::Move(moves[rng.index(moves.len())].clone()))
        }
    };
    let act = Command::Act { table: table.clone(), ply: moment.ply, action, chair: None };
    Some((moment.players[seat], act))
}

/// Checks that everything that was acknowledged is in the file, once, and that every game replays to its end.
fn check(file: &Path, pairs: &[Pair]) -> (usize, usize) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = SqliteStore::open(file).await.unwrap();
        let (mut n_moves, mut n_lines) = (0, 0);
        for pair in pairs {
            for client in &pair.clients {
                let Some(person) = &client.person else { continue };
                let mut of_table = BTreeMap::new();
                for (table, number, seq) in &client.acknowledged {
                    if !of_table.contains_key(table) {
                        of_table.insert(table.clone(), store.events(table, 0).await.unwrap());
                    }
                    let key =
                        CommandKey { client: format!("{}/kill-{}", person.id, client.name), number: *number };
                    let found: Vec<_> =
                        of_table[table].iter().filter(|event| event.by.as_ref() == Some(&key)).collect();
                    assert_eq!(found.len(), 1, "{key:?} was acknowledged");
                    assert_eq!(found[0].event.seq, *seq);
                    n_moves += 1;
                }
                let mut lines = Vec::new();
                for table in &pair.tables {
                    let channel = Channel::Table(table.clone());
                    lines.extend(store.lines(&channel, &person.id, u32::MAX).await.unwrap());
                }
                for text in &client.said {
                    let times = lines.iter().filter(|line| line.text == *text).count();
                    assert_eq!(times, 1, "{text} was acknowledged");
                    n_lines += 1;
                }
            }
            for table in &pair.tables {
                let row = store.table(table).await.unwrap().unwrap();
                let events = store.events(table, 0).await.unwrap();
                let loaded = Table::load(catalog::GAMES, row, &events, Arc::new(SeededDice)).unwrap();
                let Some(contest) = loaded.contest() else { continue };
                let record = loaded.record().unwrap().to_string().parse::<framework::Record>().unwrap();
                if record.dice.as_ref().is_some_and(|dice| dice.revealed.is_some()) {
                    fair_dice::verify(&record, catalog::GAMES).expect("the dice are proved");
                }
                let replayed = record.replay(catalog::GAMES).unwrap();
                assert_eq!(replayed.position.key(), contest.position().key());
            }
        }
        store.close().await;
        (n_moves, n_lines)
    })
}

#[test]
fn no_acknowledged_move_or_line_is_lost_by_kill_9() {
    let kills = env::var("BRETT_KILLS").map_or(KILLS, |kills| kills.parse().expect("a number"));
    let folder = env::temp_dir().join(format!("brett-kill-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut pairs: Vec<_> = (0..GAMES.len() as u64).map(Pair::new).collect();
    let mut rng = Rng::stream(9, "kills", 0);
    for kill in 0..kills {
        let mut server = Server::start(&folder);
        let address = server.address.clone();
        let before: usize =
            pairs.iter().flat_map(|pair| &pair.clients).map(|one| one.acknowledged.len()).sum();
        thread::scope(|scope| {
            for pair in &mut pairs {
                let address = &address;
                scope.spawn(move || pair.play(address));
            }
            thread::sleep(Duration::from_millis(50 + rng.below(400)));
            server.process.kill().unwrap();
        });
        server.process.wait().unwrap();
        drop(server);
        if kill % 5 == 4 || kill + 1 == kills {
            let (moves, lines) = check(&folder.join("brett.db"), &pairs);
            eprintln!("after {} kills {moves} acknowledged moves and {lines} lines are there", kill + 1);
            assert!(before <= moves, "games go on after a crash");
        }
    }
    let (moves, lines) = check(&folder.join("brett.db"), &pairs);
    assert!(20 < moves && 0 < lines, "{moves} moves and {lines} lines are a test");
    fs::remove_dir_all(folder).unwrap();
}
