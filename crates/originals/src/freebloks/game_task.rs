//! The task that drives one game of the protocol: clients on one side, a table of ours on the other.

use std::{
    future::poll_fn,
    sync::{Arc, Weak},
    task::Poll,
    time::Duration,
};

use blokus::original::{ClientMessage, Kind, MAX_CLIENTS, Misread, ServerMessage};
use bus::{Bus as _, Mailbox, Note, Notes, TableNote, Topic};
use framework::Action;
use protocol::{ChairChoice, Channel, ChatKind, Code, Command, Message, NewTable, Person, Problem, TableId};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep, sleep_until},
};

use super::{
    game_registry::{GameRegistry, Input, Newcomer},
    room::{Outgoing, Room, Step},
    seats::{Change, Slot},
};
use crate::{
    Backend, Freebloks,
    client_session::ClientSession,
    guests::{FREEBLOKS_GUEST, guest_of_one_game},
};

/// How many notes may wait for a game. When they are more, it looks for itself what has happened.
const MAX_WAITING_NOTES: usize = 1_024;

/// More steps than any change of seats takes.
const MAX_STEPS: usize = 64;

/// A client of the protocol in a game.
struct Client<B: Backend> {
    number: u64,
    messages: mpsc::Sender<ServerMessage>,
    /// When it last said something.
    last_sign: Instant,
    /// Its person at our tables, once there is something to do there.
    session: Option<ClientSession<B>>,
    watches: Option<TableId>,
}

/// Drives one game of the protocol.
pub(super) struct GameTask<B: Backend> {
    registry: Weak<GameRegistry<B>>,
    backend: Arc<B>,
    settings: Arc<Freebloks>,
    heartbeat: Duration,
    hesitation: Duration,
    /// The way to this game, for those who come.
    inputs: mpsc::WeakSender<Input>,
    room: Room,
    clients: [Option<Client<B>>; MAX_CLIENTS],
    mailbox: Mailbox,
    notes: Notes,
    /// The table whose news are heard.
    subscribed: Option<TableId>,
    /// The table of the last game, whose people are told about the next one.
    former: Option<TableId>,
    has_left_lobby: bool,
    last_sent: Instant,
}

impl<B: Backend> GameTask<B> {
    pub(super) fn new(registry: &Arc<GameRegistry<B>>, inputs: mpsc::WeakSender<Input>, room: Room) -> Self {
        let (mailbox, notes) = Mailbox::new(MAX_WAITING_NOTES);
        Self {
            registry: Arc::downgrade(registry),
            backend: Arc::clone(&registry.backend),
            settings: Arc::clone(&registry.settings),
            heartbeat: registry.heartbeat,
            hesitation: registry.hesitation,
            inputs,
            room,
            clients: Default::default(),
            mailbox,
            notes,
            subscribed: None,
            former: None,
            has_left_lobby: false,
            last_sent: Instant::now(),
        }
    }

    /// Works until the game has begun and all its clients have gone, or the server stops.
    pub(super) async fn run(mut self, mut inputs: mpsc::Receiver<Input>) {
        loop {
            self.flush().await;
            if self.has_left_lobby && self.clients.iter().all(Option::is_none) {
                inputs.close();
                // Who was on the way here goes to another game.
                while let Some(input) = inputs.recv().await {
                    if let Input::Connected(newcomer) = input {
                        self.on_connect(newcomer).await;
                    }
                }
                return;
            }
            let heartbeat = self.last_sent + self.heartbeat;
            tokio::select! {
                input = inputs.recv() => match input {
                    Some(Input::Connected(newcomer)) => self.on_connect(newcomer).await,
                    Some(Input::Message(number, message)) => {
                        if let Some(slot) = self.slot_of(number) {
                            if let Some(client) = self.client(slot) {
                                client.last_sign = Instant::now();
                            }
                            self.on_message(slot, message).await;
                        }
                    }
                    Some(Input::Disconnected(number)) => {
                        if let Some(slot) = self.slot_of(number) {
                            self.on_disconnect(slot).await;
                        }
                    }
                    None => return,
                },
                note = self.notes.recv() => match note {
                    Some(Note::Table(note)) => self.on_table_note(&note).await,
                    Some(Note::Chat(line)) => {
                        if let Some(from) = &line.from {
                            self.room.relay_chat(from, &line.text);
                        }
                    }
                    Some(_) => {}
                    None => return,
                },
                (slot, note) = next_note(&mut self.clients) => self.on_personal_note(slot, note).await,
                () = sleep_until(heartbeat), if !self.room.is_lobby() => self.room.send_status(),
            }
        }
    }

    fn slot_of(&self, number: u64) -> Option<Slot> {
        let is_it = |client: &Option<Client<B>>| client.as_ref().is_some_and(|it| it.number == number);
        self.clients.iter().position(is_it).map(|slot| slot as Slot)
    }

    fn client(&mut self, slot: Slot) -> Option<&mut Client<B>> {
        self.clients.get_mut(usize::from(slot))?.as_mut()
    }

    /// Sends what waits. Clients that do not read it are disconnected.
    async fn flush(&mut self) {
        loop {
            let outgoing = self.room.take_outgoing();
            if outgoing.is_empty() {
                return;
            }
            self.last_sent = Instant::now();
            let mut slow = Vec::new();
            for message in outgoing {
                let send = |(slot, client): (Slot, &Option<Client<B>>), message: &ServerMessage| {
                    let client = client.as_ref()?;
                    client.messages.try_send(message.clone()).is_err().then_some(slot)
                };
                match message {
                    Outgoing::ToAll(message) => {
                        slow.extend((0..).zip(&self.clients).filter_map(|client| send(client, &message)));
                    }
                    Outgoing::To(slot, message) => {
                        let client = self.clients.get(usize::from(slot));
                        slow.extend(client.and_then(|client| send((slot, client), &message)));
                    }
                    Outgoing::Pause => sleep(self.settings.pause).await,
                }
            }
            for slot in slow {
                self.on_disconnect(slot).await;
            }
        }
    }

    async fn on_connect(&mut self, newcomer: Newcomer) {
        if self.has_left_lobby {
            if let Some(registry) = self.registry.upgrade() {
                registry.route(newcomer).await;
            }
            return;
        }
        let Some(inputs) = self.inputs.upgrade() else { return };
        let mut slot = self.room.connect();
        if slot.is_none()
            && let Some(idle) = self.longest_silent()
        {
            self.on_disconnect(idle).await;
            slot = self.room.connect();
        }
        let Some(slot) = slot else { return };
        let Newcomer { number, messages, inputs_of_game } = newcomer;
        let last_sign = Instant::now();
        let client = Client { number, messages, last_sign, session: None, watches: None };
        self.clients[usize::from(slot)] = Some(client);
        if inputs_of_game.send(inputs).is_err() {
            // It has gone while it waited.
            self.on_disconnect(slot).await;
        }
    }

    /// Who has to make room: of those without a seat, who has been silent for the longest time, if that is long.
    fn longest_silent(&self) -> Option<Slot> {
        let clients = (0..).zip(&self.clients).filter_map(|(slot, client)| Some((slot, client.as_ref()?)));
        let idle = clients.filter(|&(slot, client)| {
            !self.room.has_seat(slot) && self.hesitation <= client.last_sign.elapsed()
        });
        idle.min_by_key(|(_, client)| client.last_sign).map(|(slot, _)| slot)
    }

    async fn on_disconnect(&mut self, slot: Slot) {
        let Some(mut client) = self.clients.get_mut(usize::from(slot)).and_then(Option::take) else { return };
        if let (Some(session), Some(seen)) = (&mut client.session, &self.room.table) {
            // Who has no chair there has nothing to leave.
            let _ = session.command(Command::Stand { table: seen.id.clone() }).await;
        }
        self.catch_up().await;
        self.room.disconnect(slot);
        if self.clients.iter().any(Option::is_some) || !self.room.is_without_people() {
            self.sync_table().await;
        } else if let Some(seen) = &self.room.table {
            // Nobody is left who could go on with it.
            self.backend.give_up(&seen.id).await;
        }
    }

    async fn on_message(&mut self, slot: Slot, message: Result<ClientMessage, Misread>) {
        match message {
            Ok(ClientMessage::RequestPlayer { wish, name }) => {
                self.reopen();
                let random = self.backend.random();
                // Who asks for a name that nobody may have sits down without one; the protocol knows no other answer.
                let name = if self.backend.check_guest_name(&name).is_ok() { name } else { String::new() };
                let changes = self.room.request(slot, wish, &name, random);
                self.settle(&changes).await;
            }
            Ok(ClientMessage::RevokePlayer(color)) => {
                self.reopen();
                let changes = self.room.revoke(slot, color);
                self.settle(&changes).await;
            }
            Ok(ClientMessage::RequestGameMode(wish)) => {
                self.reopen();
                match self.room.change_mode(slot, &wish) {
                    Some(changes) if changes.is_empty() => {
                        self.sync_table().await;
                        self.room.send_status();
                    }
                    Some(changes) => self.settle(&changes).await,
                    None => {}
                }
            }
            Ok(ClientMessage::StartGame) => {
                if let Err(problem) = self.start(slot).await {
                    self.room.whisper(slot, &problem.sentence);
                }
            }
            Ok(ClientMessage::SetStone(stone)) => {
                if let Some((chair, text)) = self.room.lay(slot, stone) {
                    let acted = self.act(slot, chair, Action::Move(text)).await;
                    self.catch_up().await;
                    if acted.is_err() {
                        self.room.send_current();
                    }
                }
            }
            Ok(ClientMessage::Chat(text)) => self.chat(slot, &text).await,
            Ok(ClientMessage::RequestUndo) => {
                if let Some((chair, ply)) = self.room.take_back(slot) {
                    // Who sits in a browser may say no; then nothing happens.
                    if self.act(slot, chair, Action::Undo(Some(ply))).await.is_err() {
                        self.room.send_current_to(slot);
                    }
                    self.catch_up().await;
                    self.sync_table().await;
                }
            }
            Ok(ClientMessage::RequestHint(color)) if self.room.may_ask(slot, color) => {
                if let Err(problem) = self.command(slot, |table| Command::Hint { table }).await {
                    self.room.whisper(slot, &problem.sentence);
                }
            }
            // Who may not ask gets no answer, as a color without a move gets none.
            Ok(ClientMessage::RequestHint(_)) => {}
            Err(
                Misread::Short { kind: Kind::SetStone, .. } | Misread::Field { kind: Kind::SetStone, .. },
            ) => {
                self.room.send_current();
            }
            Err(misread) => tracing::debug!(%misread, "a packet is ignored"),
        }
    }

    /// After the end of a game everything can be chosen anew.
    fn reopen(&mut self) -> bool {
        let with_guests = self.room.reopen();
        if with_guests {
            self.room.send_status();
        }
        with_guests
    }

    /// Makes the table as the seats are, and tells who has got and lost what.
    async fn settle(&mut self, changes: &[Change]) {
        if !changes.is_empty() {
            self.room.unsent = changes.to_vec();
            self.sync_table().await;
            self.room.unsent.clear();
            self.room.send_changes(changes);
        }
    }

    async fn start(&mut self, slot: Slot) -> Result<(), Problem> {
        if !self.room.may_decide(slot) {
            return Err(Problem::new(Code::NotAllowed, "only who has a seat can start the game"));
        }
        if self.reopen() {
            self.sync_table().await;
            self.room.announce("The others are asked to come again. Start once more to begin without them.");
            return Ok(());
        }
        if !self.room.is_lobby() {
            return Ok(());
        }
        self.sync_table().await;
        if self.room.is_without_people() {
            let engines = vec![true; self.room.layout().rules().seats()];
            self.create(slot, &engines, ChairChoice::Engine(self.settings.player.clone()), false).await?;
        } else {
            let Some(beginner) = self.room.a_seated_client() else {
                return Err(Problem::new(Code::NotAllowed, "who sits in a browser starts the game there"));
            };
            if let Err(problem) = self.fill_and_begin(beginner).await {
                // Some chairs may have computer players already, who never leave.
                self.room.give_up_table();
                self.sync_table().await;
                return Err(problem);
            }
        }
        self.catch_up().await;
        self.sync_table().await;
        Ok(())
    }

    async fn fill_and_begin(&mut self, beginner: Slot) -> Result<(), Problem> {
        for chair in self.room.free_chairs() {
            if let Err(problem) = self.perform(Step::Fill(chair)).await {
                // A person in a browser may have taken the chair a moment ago, of which the room has not heard yet:
                // then there is nothing to fill, and the table that they sit at must not be given up.
                self.catch_up().await;
                if self.room.free_chairs().contains(&chair) {
                    return Err(problem);
                }
            }
        }
        self.command(beginner, |table| Command::Begin { table }).await
    }

    async fn chat(&mut self, slot: Slot, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        let Some(table) = self.room.table.as_ref().map(|seen| seen.id.clone()) else {
            return self.room.said_by(slot, text);
        };
        let say = Command::Chat { channel: Channel::Table(table.clone()), text: text.to_owned() };
        let said = match self.session(slot).await {
            Ok(session) => session.command(say).await,
            Err(problem) => Err(problem),
        };
        if let Err(problem) = said {
            self.room.whisper(slot, &problem.sentence);
        }
    }

    /// Gives a command about the table for a client.
    async fn command(&mut self, slot: Slot, command: impl FnOnce(TableId) -> Command) -> Result<(), Problem> {
        let Some(table) = self.room.table.as_ref().map(|seen| seen.id.clone()) else {
            return Err(Problem::new(Code::Phase, "there is no table yet; ask for a seat first"));
        };
        self.session(slot).await?.command(command(table)).await.map(|_| ())
    }

    async fn act(&mut self, slot: Slot, chair: u8, action: Action) -> Result<(), Problem> {
        let ply = self.room.ply();
        self.command(slot, |table| Command::Act { table, ply, action, chair: Some(chair) }).await
    }

    /// The person of a client at our tables, who watches the table of the game.
    async fn session(&mut self, slot: Slot) -> Result<&mut ClientSession<B>, Problem> {
        let gone = || Problem::new(Code::Internal, "the client has gone");
        if self.client(slot).ok_or_else(gone)?.session.is_none() {
            let person = self.person(self.room.name(slot)).await?;
            let session = ClientSession::begin(&self.backend, person.clone()).await?;
            self.room.know(slot, person.id);
            self.client(slot).ok_or_else(gone)?.session = Some(session);
        }
        let table = self.room.table.as_ref().map(|seen| seen.id.clone());
        let client = self.client(slot).ok_or_else(gone)?;
        let session = client.session.as_mut().ok_or_else(gone)?;
        if client.watches != table {
            if let Some(before) = client.watches.take() {
                session.command(Command::Unwatch { table: before }).await?;
            }
            if let Some(table) = table {
                session.watch(&table).await?;
                client.watches = Some(table);
            }
        }
        Ok(session)
    }

    /// A guest of a name. The names of accounts are their own.
    async fn person(&self, name: &str) -> Result<Person, Problem> {
        let guest = guest_of_one_game(&*self.backend, FREEBLOKS_GUEST);
        if name.is_empty() {
            return Ok(guest);
        }
        let name =
            if self.backend.is_name_taken(name).await? { format!("{name} (guest)") } else { name.to_owned() };
        Ok(Person { name, ..guest })
    }

    /// Makes the table as the seats are. Where that cannot be, people lose their seats.
    async fn sync_table(&mut self) {
        let mut failed = None;
        for _ in 0..MAX_STEPS {
            let Some(step) = self.room.next_step() else { return };
            let done = self.perform(step.clone()).await;
            self.catch_up().await;
            if let Err(problem) = done {
                if failed.as_ref() == Some(&step) {
                    tracing::debug!(problem = %problem.sentence, ?step, "a table cannot be as the seats are");
                    break;
                }
                failed = Some(step);
            }
        }
        if self.room.is_lobby() {
            self.room.drop_seats_of_people();
        }
    }

    async fn perform(&mut self, step: Step) -> Result<(), Problem> {
        match step {
            Step::Create(slot, mine) => self.create(slot, &mine, ChairChoice::Me, true).await,
            Step::Sit(slot, chair) => {
                let chair = Some(chair);
                self.command(slot, |table| Command::Sit { table, chair, password: None, invite: None }).await
            }
            Step::Stand(slot) => self.command(slot, |table| Command::Stand { table }).await,
            Step::Fill(chair) => {
                let Some(seen) = &self.room.table else { return Ok(()) };
                let (host, player) = (seen.host.clone(), self.settings.player.clone());
                self.backend.seat_engine(&seen.id, host, chair, player).await
            }
            Step::Answer(slot, chair, action) => {
                self.room.answered();
                // Another person may have answered first.
                let _ = self.act(slot, chair, action).await;
                Ok(())
            }
            Step::Forget => {
                self.former = self.room.table.as_ref().map(|seen| seen.id.clone());
                self.room.forget_table();
                self.subscribe_to(None);
                Ok(())
            }
        }
    }

    /// Makes a table for the game, on some chairs of which `choice` sits; the others are free.
    async fn create(
        &mut self,
        slot: Slot,
        chosen: &[bool],
        choice: ChairChoice,
        manual_start: bool,
    ) -> Result<(), Problem> {
        let options = self.room.layout().rules().to_string();
        let chairs = chosen.iter().map(|&it| if it { choice.clone() } else { ChairChoice::Open }).collect();
        // One client may play for several colors.
        let table = NewTable {
            hints: true,
            manual_start,
            several_chairs: true,
            ..NewTable::new(blokus::ENTRY.info.id, &options, chairs)
        };
        let session = self.session(slot).await?;
        let host = session.you().clone();
        let made = session.command(Command::CreateTable { table }).await?.table;
        let made = made.ok_or_else(|| Problem::new(Code::Internal, "the table was not made"))?;
        self.room.found_table(made.clone(), host.clone());
        self.subscribe_to(Some(made.clone()));
        // Who was there hears from the browser too; all others keep what they watch until they need the table.
        self.session(slot).await?;
        if let Some(former) = self.former.take() {
            // Only who played there can ask the others to come; who did not has nobody to ask.
            let _ = self.backend.offer_rematch(&former, host, made).await;
        }
        Ok(())
    }

    /// Hears the news of a table, and of no other.
    fn subscribe_to(&mut self, table: Option<TableId>) {
        if let Some(before) = self.subscribed.take() {
            self.backend.bus().unsubscribe(&Topic::Table(before), &self.mailbox);
        }
        if let Some(table) = table {
            self.backend.bus().subscribe(Topic::Table(table.clone()), &self.mailbox);
            self.subscribed = Some(table);
        }
    }

    /// Hears what the store knows of the table.
    async fn catch_up(&mut self) {
        let Some(seen) = &self.room.table else { return };
        match self.backend.events(&seen.id, seen.seq).await {
            Ok(events) => self.follow(events.iter()),
            Err(problem) => {
                tracing::warn!(problem = %problem.sentence, "the events of a table cannot be read");
            }
        }
    }

    fn follow<'a>(&mut self, events: impl Iterator<Item = &'a protocol::TableEvent>) {
        for event in events {
            if !self.room.event(event) {
                continue;
            }
            if let Some(registry) = self.registry.upgrade() {
                registry.game_began();
            }
            if !self.has_left_lobby {
                self.has_left_lobby = true;
                if let (Some(registry), Some(inputs)) = (self.registry.upgrade(), self.inputs.upgrade()) {
                    registry.close_lobby(&inputs);
                }
            }
        }
        if self.room.table.is_none() {
            self.subscribe_to(None);
        }
    }

    /// Hears news of the table.
    async fn on_table_note(&mut self, note: &TableNote) {
        let Some(seen) = self.room.table.as_ref().filter(|seen| seen.id == note.table) else { return };
        if self.mailbox.has_overflown() {
            let (mailbox, notes) = Mailbox::new(MAX_WAITING_NOTES);
            let table = self.subscribed.clone();
            self.subscribe_to(None);
            (self.mailbox, self.notes) = (mailbox, notes);
            self.subscribe_to(table);
            self.catch_up().await;
        } else if note.events.first().is_some_and(|event| event.seq <= seen.seq + 1) {
            self.follow(note.events.iter());
        } else {
            self.catch_up().await;
        }
        self.sync_table().await;
    }

    /// Hears what is for the person of one client.
    async fn on_personal_note(&mut self, slot: Slot, note: Option<Note>) {
        let Some(session) = self.client(slot).and_then(|client| client.session.as_mut()) else { return };
        let messages = match note {
            Some(note) => session.on_note(note).await,
            None => Vec::new(),
        };
        let you = session.you().id.clone();
        let mut is_over = session.is_over();
        for message in messages {
            match message {
                Message::Hint { ply, moves, .. } => {
                    if let Some(best) = moves.first() {
                        self.room.advise(slot, ply, &best.text);
                    }
                }
                Message::Chat { line } if line.kind == ChatKind::Private => {
                    if let Some(from) = line.from.filter(|from| from.id != you) {
                        self.room.whisper(slot, &format!("{}: {}", from.name, line.text));
                    }
                }
                Message::Reconnect { .. } => is_over = true,
                _ => {}
            }
        }
        if is_over {
            self.on_disconnect(slot).await;
        }
    }
}

impl<B: Backend> Drop for GameTask<B> {
    fn drop(&mut self) {
        self.subscribe_to(None);
        if let Some(registry) = self.registry.upgrade() {
            registry.game_ended();
        }
    }
}

/// The next note for a person of a client.
async fn next_note<B: Backend>(clients: &mut [Option<Client<B>>; MAX_CLIENTS]) -> (Slot, Option<Note>) {
    poll_fn(|cx| {
        for (slot, client) in (0..).zip(clients.iter_mut()) {
            if let Some(session) = client.as_mut().and_then(|client| client.session.as_mut())
                && let Poll::Ready(note) = session.notes.poll_recv(cx)
            {
                return Poll::Ready((slot, note));
            }
        }
        Poll::Pending
    })
    .await
}
