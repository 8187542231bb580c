//! Those who play at one table: two players, or one opposite to a computer player.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use client::{Backoff, Client, ClientError, Doorway, Identity};
use framework::{Action, Rng};
use protocol::{Command, Message, Moment, TableId, ToMove};
use tokio::{
    sync::watch,
    time::{Instant, sleep, sleep_until},
};

use super::{Board, Crowd, Stage, Tally};

/// How long players wait until they come again.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(4);

/// What the players of one table know.
pub(super) struct Party {
    crowd: Arc<Crowd>,
    board: Board,
    doorway: Doorway,
    size: usize,
    number: u64,
    rng: Rng,
    identities: Vec<Identity>,
    table: Option<TableId>,
    /// What there is to see after the last event that was told.
    seq: u64,
    moment: Option<Moment>,
    tally: Tally,
}

/// The players of one table while they are connected.
type Connected = Vec<Client>;

impl Party {
    pub(super) fn new(crowd: Arc<Crowd>, board: Board, doorway: Doorway, size: usize, number: u64) -> Self {
        let seed = crowd.plan.seed;
        let identity = |side: usize| {
            let name =
                format!("load-{seed:x}-{number}-{side}").parse().expect("the characters are those of ids");
            Identity::new(name)
        };
        Self {
            rng: Rng::stream(seed, "party", number),
            identities: (0..size).map(identity).collect(),
            crowd,
            board,
            doorway,
            size,
            number,
            table: None,
            seq: 0,
            moment: None,
            tally: Tally::default(),
        }
    }

    /// Sees whether anybody can connect.
    pub(super) async fn knock(&self) -> Result<(), ClientError> {
        Client::connect(self.doorway, self.identities[0].clone()).await.map(drop)
    }

    /// Comes, plays until the end, and tells what was seen.
    pub(super) async fn live(mut self, mut stage: watch::Receiver<Stage>) -> Tally {
        let mut clients = self.come().await;
        self.crowd.seated.fetch_add(self.size as u64, Ordering::Relaxed);
        let (begin, end) = loop {
            if let Stage::Playing { begin, end } = *stage.borrow_and_update() {
                break (begin, end);
            }
            let heard = tokio::select! {
                changed = stage.changed() => if changed.is_ok() { Ok(()) } else { return self.tally },
                heard = self.listen(&mut clients) => heard,
            };
            if heard.is_err() {
                clients = self.come_back(clients).await;
            }
        };
        let plan = &self.crowd.plan;
        let n_tables = f64::from(plan.players) / self.size as f64;
        let step = Duration::from_secs_f64(n_tables / plan.rate);
        // Tables take turns, so that moves come evenly.
        let mut due = begin + step.mul_f64(self.number as f64 / n_tables % 1.0);
        while due < end {
            let played = tokio::select! {
                biased;
                heard = self.listen(&mut clients) => heard.map(|_: std::convert::Infallible| ()),
                () = sleep_until(due) => {
                    let played = self.play(&mut clients, due).await;
                    due += step;
                    played
                }
            };
            if let Err(error) = played {
                if let ClientError::Unreadable(_) | ClientError::Silent = error {
                    self.tally.error(error.to_string());
                }
                clients = self.come_back(clients).await;
                while due < Instant::now() {
                    due += step;
                }
            }
        }
        self.tally
    }

    /// Connects everybody and takes the chairs, however often it takes.
    async fn come(&mut self) -> Connected {
        let mut backoff = Backoff::new(FIRST_WAIT, LONGEST_WAIT);
        loop {
            let mut clients = match self.connect().await {
                Ok(clients) => clients,
                Err(error) => {
                    self.tally.error(kind(&error));
                    sleep(backoff.next(&mut self.rng)).await;
                    continue;
                }
            };
            let begun = match self.table.clone() {
                Some(table) => self.look_again(&mut clients, &table).await,
                None => self.new_match(&mut clients).await,
            };
            match begun {
                Ok(()) => return clients,
                Err(error) => {
                    self.tally.error(kind(&error));
                    self.keep(&clients);
                    sleep(backoff.next(&mut self.rng)).await;
                }
            }
        }
    }

    async fn connect(&self) -> Result<Connected, ClientError> {
        let mut clients = Vec::with_capacity(self.size);
        for identity in &self.identities {
            clients.push(Client::connect(self.doorway, identity.clone()).await?);
        }
        Ok(clients)
    }

    /// Remembers cookies and numbers for the next connection.
    fn keep(&mut self, clients: &[Client]) {
        self.identities = clients.iter().map(|client| client.identity().clone()).collect();
    }

    /// Comes again after the connection was lost, each at a moment of their own.
    async fn come_back(&mut self, clients: Connected) -> Connected {
        let began = Instant::now();
        self.keep(&clients);
        drop(clients);
        self.crowd.lost.fetch_add(1, Ordering::Relaxed);
        sleep(Backoff::new(FIRST_WAIT, LONGEST_WAIT).next(&mut self.rng)).await;
        let clients = self.come().await;
        self.tally.back.add(began.elapsed());
        self.crowd.back.fetch_add(1, Ordering::Relaxed);
        clients
    }

    /// Sits down at a new table.
    async fn new_match(&mut self, clients: &mut [Client]) -> Result<(), ClientError> {
        let (host, others) = clients.split_first_mut().ok_or(ClientError::Lost)?;
        let old = self.table.take();
        let table = host.create(self.board.table.clone()).await?;
        for other in others {
            other.sit(&table).await?;
        }
        for client in clients.iter_mut() {
            if let Some(old) = &old {
                let _ = client.ask(Command::Unwatch { table: old.clone() }).await?;
            }
        }
        (self.seq, self.moment) = (0, None);
        self.look_again(clients, &table).await?;
        if self.number == 0 {
            self.crowd.watched.change_to(table.clone());
        }
        self.table = Some(table);
        Ok(())
    }

    /// Watches the table and waits until it is seen.
    async fn look_again(&mut self, clients: &mut [Client], table: &TableId) -> Result<(), ClientError> {
        for client in clients {
            client.watch(table, None).await?;
            loop {
                let message = client.next().await?;
                let is_snapshot = matches!(message, Message::Table { .. });
                self.note(message);
                if is_snapshot {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Remembers what a message says of the table.
    fn note(&mut self, message: Message) {
        let (seq, moment) = match message {
            Message::Events { events, moment, .. } => (events.last().map_or(0, |event| event.seq), moment),
            Message::Table { snapshot, .. } => (snapshot.seq, snapshot.moment),
            _ => return,
        };
        if self.seq <= seq {
            (self.seq, self.moment) = (seq, moment);
        }
    }

    /// Listens until a connection is lost, answering the server's pings.
    async fn listen<T>(&mut self, clients: &mut [Client]) -> Result<T, ClientError> {
        loop {
            let message = match clients {
                [one] => one.hear().await?,
                [one, other] => tokio::select! {
                    biased;
                    heard = one.hear() => heard?,
                    heard = other.hear() => heard?,
                },
                _ => return Err(ClientError::Lost),
            };
            self.note(message);
        }
    }

    /// Makes the move that is due, or begins a new match where there is none to make.
    async fn play(&mut self, clients: &mut [Client], due: Instant) -> Result<(), ClientError> {
        let Some((chair, command)) = self.next_command() else {
            if self.moment.as_ref().is_some_and(|moment| moment.to_move == ToMove::Nobody) {
                self.tally.matches += 1;
                return self.new_match(clients).await;
            }
            // A computer player thinks longer than there is time; the move is missing, and told.
            self.tally.error("the computer player was not ready");
            return Ok(());
        };
        let known = self.seq;
        let (left, right) = clients.split_at_mut(1);
        let (mover, other) = match (chair, left, right) {
            (_, [one], []) => (one, None),
            (0, [one], [other]) => (one, Some(other)),
            (_, [other], [one]) => (one, Some(other)),
            _ => return Err(ClientError::Lost),
        };
        if self.number == 0 {
            self.crowd.watched.note_due(known, due);
        }
        let number = mover.send(command).await?;
        let answer = mover.answer(number).await?;
        if answer.is_ok() {
            self.tally.acknowledged.add(due.elapsed());
            match other {
                Some(other) => {
                    let message = news_after(other, known).await?;
                    self.tally.seen.add(due.elapsed());
                    self.note(message);
                }
                None => self.await_engine(clients, due, known).await?,
            }
        }
        match answer {
            Ok(_) => {
                self.crowd.moves.fetch_add(1, Ordering::Relaxed);
                Ok(())
            }
            Err(problem) => {
                self.tally.error(format!("refused: {}", problem.sentence));
                // Whatever was misunderstood, a new look clears it up.
                let table = self.table.clone().ok_or(ClientError::Lost)?;
                self.look_again(clients, &table).await
            }
        }
    }

    /// Waits until the computer player has moved or the match is over.
    async fn await_engine(
        &mut self,
        clients: &mut [Client],
        due: Instant,
        known: u64,
    ) -> Result<(), ClientError> {
        loop {
            let is_mine = match &self.moment {
                Some(moment) if known < self.seq => match moment.to_move {
                    ToMove::Seat(seat) | ToMove::Dice(Some(seat)) => moment.players[seat] == 0,
                    _ => true,
                },
                _ => false,
            };
            if is_mine {
                self.tally.seen.add(due.elapsed());
                return Ok(());
            }
            let message = clients.first_mut().ok_or(ClientError::Lost)?.next().await?;
            self.note(message);
        }
    }

    /// What is done next, and on which chair; nothing if no player is to move.
    fn next_command(&mut self) -> Option<(u8, Command)> {
        let (table, moment) = (self.table.clone()?, self.moment.as_ref()?);
        let (seat, action) = match moment.to_move {
            ToMove::Nobody => return None,
            ToMove::Dice(seat) => (seat?, Action::Roll),
            ToMove::Seat(seat) => {
                let moves = self.board.game.parse_position(&moment.position).ok()?.legal_moves();
                (seat, Action::Move(moves.get(self.rng.index(moves.len().max(1)))?.clone()))
            }
        };
        let chair = moment.players[seat];
        let act = Command::Act { table, ply: moment.ply, action, chair: None };
        (usize::from(chair) < self.size).then_some((chair, act))
    }
}

/// The first message that tells of an event after a number.
async fn news_after(client: &mut Client, known: u64) -> Result<Message, ClientError> {
    loop {
        let message = client.next().await?;
        match &message {
            Message::Events { events, .. } if events.last().is_some_and(|event| known < event.seq) => {
                return Ok(message);
            }
            _ => {}
        }
    }
}

/// What to call an error in the report.
pub(super) fn kind(error: &ClientError) -> String {
    match error {
        ClientError::Connect(..) => "cannot connect".to_owned(),
        ClientError::Handshake(..) => "no socket".to_owned(),
        ClientError::Lost => "connection lost".to_owned(),
        ClientError::Silent | ClientError::Unreadable(_) => error.to_string(),
        ClientError::Refused(problem) => format!("refused: {}", problem.sentence),
    }
}
