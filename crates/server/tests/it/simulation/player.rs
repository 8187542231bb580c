//! A client that plays, talks, leaves and comes back at random, and remembers what it was promised.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
    time::Duration,
};

use bus::Notes;
use fair_dice::pledge;
use framework::{Action, Nonce, Rng};
use protocol::{
    ChairChoice, Channel, Code, Command, Detail, Message, NewTable, Person, Phase, Request, TableEvent,
    TableId,
};
use server::{House, Session};
use store::CommandKey;
use tokio::time::{Instant, sleep};

use super::world::SimulatedWorld;

/// What one client knows, over all its connections and all crashes of the server.
pub(super) struct Player {
    pub(super) person: Person,
    rng: Rng,
    next_number: u64,
    /// A command whose answer has not come, and must be sent again.
    unanswered: Option<Request>,
    /// Commands for tables that were acknowledged, with the number of their last event.
    pub(super) acknowledged: Vec<(TableId, CommandKey, u64)>,
    /// The tables that were made.
    pub(super) made: Vec<TableId>,
    /// Lines of chat that were acknowledged.
    pub(super) said: Vec<String>,
    /// Every event that was told.
    pub(super) seen: BTreeMap<TableId, BTreeMap<u64, TableEvent>>,
    /// What can be done at the tables at which it sits: the ply, and the moves if it is to move.
    turns: BTreeMap<TableId, (u32, Vec<String>)>,
    /// What was promised last at each table.
    nonces: BTreeMap<TableId, Nonce>,
    /// Tables with a free chair, as the lobby says.
    open: BTreeSet<TableId>,
}

impl Player {
    pub(super) fn new(seed: u64, number: u64) -> Self {
        let id = format!("p{number}").parse().unwrap();
        Self {
            person: Person::guest(id, format!("Player {number}")),
            rng: Rng::stream(seed, "player", number),
            next_number: 1,
            unanswered: None,
            acknowledged: Vec::new(),
            made: Vec::new(),
            said: Vec::new(),
            seen: BTreeMap::new(),
            turns: BTreeMap::new(),
            nonces: BTreeMap::new(),
            open: BTreeSet::new(),
        }
    }

    fn key(&self, number: u64) -> CommandKey {
        CommandKey { client: format!("{}/simulated", self.person.id), number }
    }

    /// Something to do now.
    fn idea(&mut self) -> Command {
        let any = |rng: &mut Rng, tables: &[TableId]| tables[rng.index(tables.len())].clone();
        let mine: Vec<_> = self.turns.keys().cloned().collect();
        let open: Vec<_> = self.open.iter().cloned().collect();
        match self.rng.below(20) {
            0 => {
                let text = format!("line {} of {}", self.next_number, self.person.name);
                Command::Chat { channel: Channel::Lobby, text }
            }
            1 if self.made.len() < 4 => self.table_to_make(),
            2 | 3 if !open.is_empty() => {
                let table = any(&mut self.rng, &open);
                Command::Sit { table, chair: None, password: None, invite: None }
            }
            4 if !mine.is_empty() => {
                let table = any(&mut self.rng, &mine);
                let (auto_roll, confirm_blocked) = (self.rng.below(2) == 0, self.rng.below(2) == 0);
                Command::Prefer { table, auto_roll, confirm_blocked, chair: None }
            }
            5 if !mine.is_empty() && self.rng.below(4) == 0 => {
                Command::Stand { table: any(&mut self.rng, &mine) }
            }
            6 | 7 => match self.seen.keys().cloned().collect::<Vec<_>>().as_slice() {
                [] => Command::EnterLobby,
                tables => {
                    let table = any(&mut self.rng, tables);
                    let since = self.seen[&table].keys().last().copied();
                    Command::Watch { table, since, detail: Detail::Drawn, invite: None }
                }
            },
            8 => Command::EnterLobby,
            9 | 10 if !mine.is_empty() => {
                let table = any(&mut self.rng, &mine);
                match self.nonces.get(&table) {
                    Some(&nonce) if self.rng.below(2) == 0 => Command::Reveal { table, nonce, chair: None },
                    _ => {
                        let nonce = self.nonce();
                        self.nonces.insert(table.clone(), nonce);
                        Command::Pledge { table: Some(table), pledge: pledge(&nonce), chair: None }
                    }
                }
            }
            11 => Command::Pledge { table: None, pledge: pledge(&self.nonce()), chair: None },
            12 | 13 if !mine.is_empty() => {
                let table = any(&mut self.rng, &mine);
                Command::Roll { ply: self.turns[&table].0, table, nonce: self.nonce(), chair: None }
            }
            _ if !mine.is_empty() => {
                let table = any(&mut self.rng, &mine);
                let (ply, moves) = self.turns[&table].clone();
                let action = match self.rng.below(30) {
                    0 => Action::Resign(None),
                    1 => Action::Undo(None),
                    2 => Action::OfferDraw,
                    3 => Action::Accept,
                    4 => Action::Ready,
                    5 => Action::Move("nonsense".to_owned()),
                    _ if moves.is_empty() => Action::Roll,
                    _ => Action::Move(moves[self.rng.index(moves.len())].clone()),
                };
                Command::Act { table, ply, action, chair: None }
            }
            _ => Command::Ping,
        }
    }

    fn nonce(&mut self) -> Nonce {
        Nonce(std::array::from_fn(|_| self.rng.bits() as u8))
    }

    fn table_to_make(&mut self) -> Command {
        let games =
            [("connect4", "5x4x3"), ("othello", "4x4"), ("backgammon", "hypergammon"), ("othello", "6x6")];
        let (game, options) = games[self.rng.index(games.len())];
        let other = match self.rng.below(4) {
            0 => ChairChoice::Engine("level1".to_owned()),
            _ => ChairChoice::Open,
        };
        let mut table = NewTable::new(game, options, vec![ChairChoice::Me, other]);
        if self.rng.below(3) == 0 {
            table.clock = "20s+1s".to_owned();
        }
        if self.rng.below(3) == 0 {
            table.length = Some("rounds=2".to_owned());
        }
        Command::CreateTable { table }
    }

    /// Remembers what a message says.
    fn hear(&mut self, message: &Message, request: Option<&Request>) {
        match message {
            Message::Events { table, events, moment, drawing } => {
                let seen = self.seen.entry(table.clone()).or_default();
                for event in events {
                    let before = seen.insert(event.seq, event.clone());
                    assert!(before.is_none_or(|before| before == *event), "an event never changes");
                }
                if let Some(moment) = moment {
                    let moves = drawing.as_ref().map(|drawing| drawing.moves.clone()).unwrap_or_default();
                    self.turns.insert(table.clone(), (moment.ply, moves));
                }
            }
            Message::Table { snapshot, drawing } => {
                self.seen.entry(snapshot.summary.id.clone()).or_default();
                if let Some(moment) = &snapshot.moment {
                    let moves = drawing.as_ref().map(|drawing| drawing.moves.clone()).unwrap_or_default();
                    self.turns.insert(snapshot.summary.id.clone(), (moment.ply, moves));
                }
            }
            Message::Lobby { tables, .. } => {
                let waiting = tables.iter().filter(|table| table.phase == Phase::Waiting);
                self.open = waiting.map(|table| table.id.clone()).collect();
            }
            Message::Done { number, table, seq } => {
                let Some(request) = request.filter(|request| request.number == *number) else { return };
                match (&request.command, table, seq) {
                    (Command::CreateTable { .. }, Some(table), _) => {
                        self.made.push(table.clone());
                        self.seen.entry(table.clone()).or_default();
                    }
                    (Command::Chat { text, .. }, ..) => self.said.push(text.clone()),
                    // Leaving a match that is over, or choosing what was chosen before, needs no event.
                    (
                        Command::Act { .. }
                        | Command::Sit { .. }
                        | Command::Roll { .. }
                        | Command::Pledge { .. }
                        | Command::Reveal { .. },
                        Some(table),
                        Some(seq),
                    ) => {
                        self.acknowledged.push((table.clone(), self.key(*number), *seq));
                        self.seen.entry(table.clone()).or_default();
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// One client during one life of the server: connections that come and go.
pub(super) async fn live(player: Arc<Mutex<Player>>, house: Arc<House<SimulatedWorld>>) {
    loop {
        let pause = player.lock().unwrap().rng.below(1_000);
        sleep(Duration::from_millis(pause)).await;
        let person = player.lock().unwrap().person.clone();
        let (session, notes) = Session::begin(Arc::clone(&house), person);
        connection(&player, session, notes).await;
    }
}

async fn connection(player: &Mutex<Player>, mut session: Session<SimulatedWorld>, mut notes: Notes) {
    let hello = Command::Hello { version: protocol::VERSION, client: "simulated".parse().unwrap() };
    let number = player.lock().unwrap().next_number;
    let frame = serde_json::to_string(&Request { number, command: hello }).unwrap();
    let answer = session.on_frame(&frame, Instant::now()).await;
    if !matches!(answer.as_slice(), [Message::Welcome { .. }]) {
        return;
    }
    let length = player.lock().unwrap().rng.below(40);
    for _ in 0..length {
        while let Ok(note) = notes.try_recv() {
            for message in session.on_note(note).await {
                player.lock().unwrap().hear(&message, None);
            }
        }
        if session.is_over() {
            return;
        }
        let (request, is_cut, pause) = {
            let mut player = player.lock().unwrap();
            let request = match player.unanswered.take() {
                Some(request) => request,
                None => {
                    player.next_number += 1;
                    Request { number: player.next_number, command: player.idea() }
                }
            };
            player.unanswered = Some(request.clone());
            (request, player.rng.below(30) == 0, player.rng.below(400))
        };
        let frame = serde_json::to_string(&request).unwrap();
        let answer = if is_cut {
            // The connection is lost while the server works on the command.
            let cut = Duration::from_millis(pause % 10);
            match tokio::time::timeout(cut, session.on_frame(&frame, Instant::now())).await {
                Ok(_) | Err(_) => return,
            }
        } else {
            session.on_frame(&frame, Instant::now()).await
        };
        let try_again = |message: &Message| match message {
            Message::Refused { problem, .. } => matches!(problem.code, Code::Unavailable | Code::TooFast),
            _ => false,
        };
        {
            let mut player = player.lock().unwrap();
            if !answer.iter().any(try_again) {
                player.unanswered = None;
            }
            for message in &answer {
                player.hear(message, Some(&request));
            }
        }
        sleep(Duration::from_millis(pause)).await;
    }
}
