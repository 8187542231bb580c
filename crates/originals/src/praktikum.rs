//! The network play of the Connect Four course of 2018: we wait, so we are yellow and begin.

use std::{io, net::SocketAddr, sync::Arc};

use connect4::{
    Column,
    original::{Layout, Message as Number, NumberBuffer, Peer, ports_from},
};
use framework::{Action, Happening, Millis};
use protocol::{ChairChoice, Command, Message, NewTable, Problem, TableEvent, TableHappening, TableId, Undo};
use tokio::{
    io::AsyncReadExt as _,
    net::{TcpListener, TcpStream, tcp::OwnedWriteHalf},
    time::{Instant, sleep_until},
};

use crate::{
    Backend, Gone, Limits, Praktikum,
    client_session::ClientSession,
    connection::{Deadline, Pace, write},
    guests::{COURSE_GUEST, guest_of_one_game},
    ports::Permit,
};

/// How long our computer player thinks about a move: in the course a program that needs two seconds has lost.
const ENGINE_MOVE_TIME: Millis = Millis(1_500);

/// The chair of the side that waits, which has yellow in the first game.
const OUR_CHAIR: u8 = 0;

/// Opens a port of the course, or another one of its ports if that is in use.
///
/// # Errors
/// If none of them can be opened.
pub async fn bind(wanted: SocketAddr) -> io::Result<TcpListener> {
    let mut taken = None;
    for port in ports_from(wanted.port()) {
        match TcpListener::bind(SocketAddr::new(wanted.ip(), port)).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => taken = taken.or(Some(error)),
            opened => return opened,
        }
    }
    Err(taken.unwrap_or_else(|| io::ErrorKind::AddrInUse.into()))
}

/// Where those come in who connect.
pub(super) struct Listener<B: Backend> {
    backend: Arc<B>,
    settings: Arc<Praktikum>,
    limits: Arc<Limits>,
}

impl<B: Backend> Listener<B> {
    pub(super) fn open(backend: Arc<B>, settings: Praktikum, limits: Arc<Limits>) -> Self {
        Self { backend, settings: Arc::new(settings), limits }
    }

    /// Plays until one side has enough.
    pub(super) fn serve_connection(
        &self,
        stream: TcpStream,
        permit: Permit,
    ) -> impl Future<Output = ()> + Send + use<B> {
        let (backend, settings, limits) =
            (Arc::clone(&self.backend), Arc::clone(&self.settings), Arc::clone(&self.limits));
        async move {
            if let Err(problem) = play(&backend, stream, &settings, &limits).await {
                tracing::debug!(problem = %problem.sentence, "a game of the course was not played");
            }
            drop(permit);
        }
    }
}

/// One connection: the table behind it, and what both sides have said.
struct CourseConnection<B: Backend> {
    address: SocketAddr,
    session: ClientSession<B>,
    table: TableId,
    peer: Peer,
    /// The plies of the round that the table has told.
    ply: u32,
    is_running: bool,
    /// A column that came before the table had begun the next round.
    early: Option<Column>,
    /// The chair that has the first seat in this round.
    first: u8,
    /// The number of the last event.
    seq: u64,
    is_over: bool,
    /// What is to be sent.
    numbers: Vec<Number>,
}

async fn play<B: Backend>(
    backend: &Arc<B>,
    stream: TcpStream,
    settings: &Praktikum,
    limits: &Limits,
) -> Result<(), Problem> {
    // A connection without an address has gone already.
    let Ok(address) = stream.peer_addr() else { return Ok(()) };
    let mut session = ClientSession::begin(backend, guest_of_one_game(&**backend, COURSE_GUEST)).await?;
    let waits = !settings.wait.is_zero();
    let opposite = if waits { ChairChoice::Open } else { ChairChoice::Engine(settings.player.clone()) };
    let new = NewTable {
        length: Some("endless".to_owned()),
        undo: Undo::Never,
        rotate: true,
        pace: Some(ENGINE_MOVE_TIME),
        ..NewTable::new(connect4::ENTRY.info.id, "7x6x4", vec![opposite, ChairChoice::Me])
    };
    let made = session.command(Command::CreateTable { table: new }).await?.table;
    let table = made.ok_or_else(|| Problem::new(protocol::Code::Internal, "the table was not made"))?;
    let snapshot = session.watch(&table).await?;
    let missed = session.missed(&table, 0).await;
    let mut connection = CourseConnection {
        address,
        session,
        table,
        peer: Peer::waiting(),
        ply: 0,
        is_running: false,
        early: None,
        first: OUR_CHAIR,
        seq: 0,
        is_over: false,
        numbers: Vec::new(),
    };
    connection.on_events(&missed, settings).await;
    let fill_at = (waits && snapshot.moment.is_none()).then(|| Instant::now() + settings.wait);
    connection.run_connection(stream, settings, limits, fill_at).await;
    let stand = Command::Stand { table: connection.table.clone() };
    let stood = connection.session.command(stand).await.map(|_| ());
    // A person opposite may go on with a computer player; without one, nobody does.
    backend.give_up(&connection.table).await;
    stood
}

impl<B: Backend> CourseConnection<B> {
    async fn run_connection(
        &mut self,
        stream: TcpStream,
        settings: &Praktikum,
        limits: &Limits,
        mut fill_at: Option<Instant>,
    ) {
        let (mut reader, mut writer) = stream.into_split();
        let mut bytes = [0; 64];
        let mut buffer = NumberBuffer::new(settings.layout);
        let mut last_sign = Instant::now();
        let (mut asked_at, mut has_answered) = (None, false);
        let mut pace = Pace::new(limits);
        loop {
            if !self.numbers.is_empty() {
                asked_at.get_or_insert_with(Instant::now);
            }
            if send(&mut writer, settings.layout, &mut self.numbers).await.is_err() || self.is_over {
                return;
            }
            // A program that has won may begin the next game at once; its column waits until the end has been sent.
            let owes_end = self.peer.speaks() && self.peer.ended().is_some();
            match if owes_end { Ok(None) } else { buffer.next_number() } {
                Ok(Some(number)) => {
                    (last_sign, has_answered) = (Instant::now(), true);
                    pace.wait().await;
                    self.on_number(number).await;
                    continue;
                }
                Ok(None) => {}
                Err(broken) => {
                    tracing::debug!(%broken, "a connection of the course is broken");
                    return;
                }
            }
            // Who never says anything is nobody who plays.
            let deadline = match asked_at.filter(|_| !has_answered) {
                Some(since) => Deadline { awaited: "the first move", since, limit: limits.first_move },
                None => Deadline { awaited: "a move", since: last_sign, limit: limits.silence },
            };
            tokio::select! {
                read = reader.read(&mut bytes), if !owes_end => match read {
                    Ok(0) | Err(_) => return,
                    Ok(n_bytes) => buffer.push(&bytes[..n_bytes]),
                },
                note = self.session.notes.recv() => {
                    let Some(note) = note else { return };
                    for message in self.session.on_note(note).await {
                        match message {
                            Message::Events { events, .. } => self.on_events(&events, settings).await,
                            Message::Reconnect { .. } => self.is_over = true,
                            _ => {}
                        }
                    }
                    self.is_over |= self.session.is_over();
                }
                () = sleep_until(fill_at.unwrap_or(last_sign)), if fill_at.is_some() => {
                    fill_at = None;
                    self.fill(settings).await;
                }
                () = sleep_until(deadline.at()) => return deadline.log_missed(self.address),
            }
        }
    }

    /// Hears a number from the other side of the connection.
    async fn on_number(&mut self, number: i32) {
        match self.peer.hear(number) {
            Ok(Number::Column(column)) if !self.is_running => self.early = Some(column),
            Ok(Number::Column(column)) => {
                let action = Action::Move(column.to_string());
                self.is_over |= self.act(action).await.is_err();
            }
            Ok(Number::GameOver) => self.is_over |= self.act(Action::Ready).await.is_err(),
            Ok(Number::ExtraGameOver) => {}
            Err(broken) => {
                tracing::debug!(%broken, "a connection of the course is broken");
                self.is_over = true;
            }
        }
    }

    async fn act(&mut self, action: Action) -> Result<(), Problem> {
        let act = Command::Act { table: self.table.clone(), ply: self.ply, action, chair: None };
        self.session.command(act).await.map(|_| ())
    }

    /// Lets a computer player sit down opposite, unless another person does in the same moment.
    async fn fill(&mut self, settings: &Praktikum) {
        let (table, player) = (self.table.clone(), settings.player.clone());
        let _ = self.session.command(Command::Seat { table, chair: OUR_CHAIR, player }).await;
    }

    async fn on_events(&mut self, events: &[TableEvent], settings: &Praktikum) {
        for event in events {
            if event.seq <= self.seq {
                continue;
            }
            self.seq = event.seq;
            match &event.what {
                TableHappening::Match(what) => self.on_match_event(what).await,
                // A person has left the table: the game goes on against a computer player.
                TableHappening::Left { chair: OUR_CHAIR } => self.fill(settings).await,
                TableHappening::Left { .. } | TableHappening::Closed => self.is_over = true,
                _ => {}
            }
        }
    }

    async fn on_match_event(&mut self, what: &Happening) {
        match what {
            Happening::RoundStarted { players } => {
                (self.ply, self.is_running) = (0, true);
                self.first = players.iter().next().copied().unwrap_or(OUR_CHAIR);
                if let Some(column) = self.early.take() {
                    self.is_over |= self.act(Action::Move(column.to_string())).await.is_err();
                }
            }
            Happening::Moved { text, .. } => {
                let by_first = self.ply.is_multiple_of(2);
                self.ply += 1;
                if by_first == (self.first == OUR_CHAIR) {
                    let column = text.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
                    match column.map(|column| self.peer.play(Column::new(column))) {
                        Some(Ok(number)) => self.numbers.push(number),
                        _ => self.is_over = true,
                    }
                }
            }
            Happening::RoundEnded { .. } => {
                self.is_running = false;
                if self.peer.ended().is_none() {
                    // A person gave up, for which this protocol has no word.
                    self.is_over = true;
                } else if let Some(number) = self.peer.end() {
                    self.numbers.push(number);
                    self.is_over |= self.act(Action::Ready).await.is_err();
                }
            }
            _ => {}
        }
    }
}

async fn send(writer: &mut OwnedWriteHalf, layout: Layout, numbers: &mut Vec<Number>) -> Result<(), Gone> {
    for number in numbers.drain(..) {
        write(writer, &layout.write(number)).await?;
    }
    Ok(())
}
