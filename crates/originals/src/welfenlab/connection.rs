//! One user of the 2006 program: what each line does.

use std::{net::IpAddr, sync::Arc};

use backgammon::original::{
    ClientLine, ClientLineError, Fault, ServerLine, Steps, TABLE, Terms, chat_of, is_name, name_of,
};
use protocol::{Channel, ChatKind, Code, Command, Message, Person, Problem, Sitter, TableId};
use tokio::sync::{mpsc, watch};

use super::{
    Settings,
    directory::{Directory, Members, Notice},
    rules,
    seat::{Effect, Seat},
};
use crate::{Backend, Credentials, Registration, client_session::ClientSession};

/// One user of the 2006 program, who may have logged in.
pub(super) struct Connection<B: Backend> {
    backend: Arc<B>,
    directory: Arc<Directory>,
    settings: Arc<Settings>,
    /// Where the connection comes from.
    address: IpAddr,
    pub(super) user: Option<User<B>>,
    /// Lines that are to be sent.
    pub(super) lines: Vec<ServerLine>,
    pub(super) is_over: bool,
}

/// A user who has logged in.
pub(super) struct User<B: Backend> {
    pub(super) session: ClientSession<B>,
    pub(super) notices: mpsc::Receiver<Notice>,
    name: String,
    pub(super) place: Option<Place>,
    /// The last table, and the last of its events that was told.
    last: Option<(TableId, u64)>,
}

/// Where a user sits.
pub(super) struct Place {
    pub(super) seat: Seat,
    pub(super) members: Option<watch::Receiver<Members>>,
}

impl<B: Backend> Connection<B> {
    pub(super) fn new(
        backend: Arc<B>,
        directory: Arc<Directory>,
        settings: Arc<Settings>,
        address: IpAddr,
    ) -> Self {
        let lines = vec![ServerLine::Hello(settings.greeting.clone())];
        Self { backend, directory, settings, address, user: None, lines, is_over: false }
    }

    /// Hears a line.
    pub(super) async fn on_line(&mut self, line: &str) {
        let read = line.parse::<ClientLine>();
        let command =
            read.as_ref().map_or_else(|error| error.command.clone(), |line| line.command().to_owned());
        if self.user.is_none() && command != "LOGIN" {
            return self.refuse(&command, "Please login first.");
        }
        match read {
            Ok(ClientLine::Login { name, password }) => self.log_in(&name, &password).await,
            Ok(line) => self.dispatch(line).await,
            Err(ClientLineError { fault: Fault::NoTurn, .. }) => self.turn(None).await,
            Err(ClientLineError { fault: Fault::TooFewParameters, .. }) => {
                self.refuse(&command, "Not enough arguments.");
            }
            Err(ClientLineError { fault: Fault::UnknownCommand, .. }) => {
                self.refuse(&command, "Unknown command.");
            }
        }
    }

    fn refuse(&mut self, command: &str, text: &str) {
        let command: String = command.chars().take(40).collect();
        self.lines.push(ServerLine::Refused { command, text: text.to_owned() });
    }

    fn refuse_for(&mut self, command: &str, problem: &Problem) {
        self.refuse(command, &chat_of(&problem.sentence));
    }

    async fn log_in(&mut self, name: &str, password: &str) {
        if self.user.is_some() {
            return self.refuse("LOGIN", "Already logged in.");
        }
        if !is_name(name) || super::MAX_NAME_CHARS < name.chars().count() {
            return self.refuse("LOGIN", "Invalid username or password.");
        }
        if self.backend.is_stopping() {
            return self.refuse("LOGIN", "The server is about to stop.");
        }
        if rules::is_computer(name) {
            return self.refuse("LOGIN", "Username already in use.");
        }
        let registration = match self.settings.registered_only {
            true => Registration::Required { from: self.address },
            false => Registration::Optional,
        };
        let credentials = Credentials { name, password, registration, wire_name: name_of };
        let person = match self.backend.identify(credentials).await {
            Ok(person) => person,
            Err(problem) => return self.refuse_for("LOGIN", &problem),
        };
        let Some(notices) = self.directory.log_in(&person, name) else {
            return self.refuse("LOGIN", "Username already in use.");
        };
        match ClientSession::begin(&self.backend, person.clone()).await {
            Ok(session) => {
                let name = name.to_owned();
                self.lines.push(ServerLine::LoggedIn(format!("Logged in as {name}.")));
                self.lines.push(ServerLine::LoggedInToo(name.clone()));
                self.user = Some(User { session, notices, name, place: None, last: None });
            }
            Err(problem) => {
                self.directory.log_out(&person.id, false);
                self.refuse_for("LOGIN", &problem);
            }
        }
    }

    async fn dispatch(&mut self, line: ClientLine) {
        if matches!(line, ClientLine::Join { .. } | ClientLine::Leave | ClientLine::Logout) {
            // Who is that fast need not be spared.
            self.end_pause().await;
        }
        let Some(user) = &mut self.user else { return };
        match line {
            // The session has seen to it.
            ClientLine::Login { .. } => {}
            ClientLine::Logout => {
                self.leave(true).await;
                self.lines.push(ServerLine::LoggedOut);
                self.is_over = true;
            }
            ClientLine::Users => {
                // The program of 2006 asks once, when it has logged in, and lets people serve to those alone who are listed:
                // so who can be talked to while one waits in a game has to stand there from the beginning.
                let others = [TABLE.to_owned()].into_iter().chain(rules::computers());
                self.lines
                    .push(ServerLine::Users(self.directory.users().into_iter().chain(others).collect()));
            }
            ClientLine::List => self.lines.push(ServerLine::List(self.directory.list())),
            ClientLine::Chat { to, text } => self.chat(&to, &text).await,
            ClientLine::Join { .. } if user.place.is_some() => {
                self.refuse("JOIN", "Please leave the joined game first.");
            }
            ClientLine::Join { game, password, terms } => {
                if let Err(problem) = self.join(game, &password, terms.unwrap_or_default()).await {
                    let text = match problem.code {
                        Code::Chair => "Game is full.".to_owned(),
                        Code::Password => "Password is incorrect.".to_owned(),
                        _ => chat_of(&problem.sentence),
                    };
                    self.refuse("JOIN", &text);
                }
            }
            ClientLine::Leave if user.place.is_none() => self.refuse("JOIN", "Not in a game."),
            ClientLine::Leave => self.leave(false).await,
            ClientLine::Start => match &mut user.place {
                Some(place) => {
                    let effects = place.seat.start();
                    self.fill_free_chair().await;
                    self.follow(effects).await;
                }
                None => self.refuse("START", "Unexpected command."),
            },
            ClientLine::Confirm => {
                if let Some(place) = &mut user.place {
                    let effects = place.seat.confirm();
                    self.follow(effects).await;
                }
            }
            ClientLine::Turn(steps) => self.turn(Some(steps)).await,
        }
    }

    async fn chat(&mut self, to: &str, text: &str) {
        let Some(user) = &mut self.user else { return };
        let seated = user.place.as_ref().map(|place| &place.seat);
        let channel = match (self.directory.user(to), seated) {
            (Some(addressee), _) if addressee == user.session.you().id => {
                let (from, text) = (to.to_owned(), chat_of(text));
                self.lines.extend([ServerLine::Chat { from, text }, ServerLine::Delivered]);
                return;
            }
            (Some(addressee), _) => Channel::User(addressee),
            (None, Some(seat)) if to == TABLE => Channel::Table(seat.table().clone()),
            (None, Some(seat)) => match seat.free_chair().filter(|_| !seat.has_begun()) {
                Some(chair) => {
                    let table = seat.table().clone();
                    return self.invite(to, table, chair).await;
                }
                None if rules::is_computer(to) => {
                    return self.refuse("CHAT", "The seat opposite is taken already.");
                }
                None => return self.refuse("CHAT", "User not found."),
            },
            (None, None) if to == TABLE || rules::is_computer(to) => {
                return self.refuse("CHAT", "You sit in no game. Create one first.");
            }
            (None, None) => return self.refuse("CHAT", "User not found."),
        };
        match user.session.command(Command::Chat { channel, text: text.to_owned() }).await {
            Ok(_) => self.lines.push(ServerLine::Delivered),
            Err(problem) => self.refuse_for("CHAT", &problem),
        }
    }

    /// Lets a computer player sit opposite, to whom the user has talked.
    async fn invite(&mut self, player: &str, table: TableId, chair: u8) {
        let Some(user) = &mut self.user else { return };
        let seat = Command::Seat { table, chair, player: player.to_owned() };
        match user.session.command(seat).await {
            Ok(_) => self.lines.push(ServerLine::Delivered),
            Err(_) => self.refuse("CHAT", "User not found."),
        }
    }

    /// Lets a computer player sit opposite who is ready but alone, if the server is told to.
    async fn fill_free_chair(&mut self) {
        let Some(player) = self.settings.fill.clone() else { return };
        let Some(User { session, place: Some(place), .. }) = &mut self.user else { return };
        if let Some(chair) = place.seat.free_chair().filter(|_| !place.seat.has_begun()) {
            let table = place.seat.table().clone();
            // A person may have sat down in the same moment.
            let _ = session.command(Command::Seat { table, chair, player }).await;
        }
    }

    async fn join(&mut self, game: i64, password: &str, terms: Terms) -> Result<(), Problem> {
        let Some(user) = &mut self.user else { return Ok(()) };
        let you = user.session.you().id.clone();
        let numbering = self.directory.numbering.lock().await;
        let (table, members) = match self.directory.table(game) {
            Some(table) => {
                drop(numbering);
                let summary = user.session.watch(&table).await?.summary;
                let is_wrong = !summary.locked && !password.is_empty();
                let is_full = summary.chairs.iter().all(|chair| chair.sitter.is_some());
                if is_wrong && !is_full {
                    let _ = user.session.command(Command::Unwatch { table }).await;
                    return Err(Problem::new(Code::Password, "this game has no password"));
                }
                // The others wait for this user from the moment in which they can see a person sit.
                let members = self.directory.sit(&table, &you);
                let password = Some(password.to_owned());
                let sit = Command::Sit { table: table.clone(), chair: None, password, invite: None };
                if let Err(problem) = user.session.command(sit).await {
                    self.directory.stand(&table, &you);
                    let _ = user.session.command(Command::Unwatch { table }).await;
                    return Err(problem);
                }
                (table, members)
            }
            None => {
                let table = Command::CreateTable { table: rules::table(password, terms) };
                let made = user.session.command(table).await?.table;
                let table = made.ok_or_else(|| Problem::new(Code::Internal, "the table was not made"))?;
                // Others find it under this number before anybody can ask for it.
                let snapshot = user.session.watch(&table).await?;
                self.directory.note_table(&snapshot, Some(game));
                drop(numbering);
                let members = self.directory.sit(&table, &you);
                (table, members)
            }
        };
        let snapshot = user.session.watch(&table).await?;
        self.directory.note_table(&snapshot, Some(game));
        let chair = user.session.chair(&snapshot);
        let chair = chair.ok_or_else(|| Problem::new(Code::Chair, "the chair is taken"))?;
        let directory = Arc::clone(&self.directory);
        let seat = Seat::new(game, chair, &snapshot, |sitter| directory.name(sitter));
        let seat = seat.in_dialect(self.settings.dialect);
        user.place = Some(Place { seat, members });
        self.lines.push(ServerLine::Joined(game));
        self.lines.push(ServerLine::Came { game, name: user.name.clone() });
        // The dice fall by themselves in this protocol, and who cannot move says so.
        let prefer = Command::Prefer { table, auto_roll: true, confirm_blocked: true, chair: None };
        user.session.command(prefer).await?;
        self.on_others_changed().await;
        Ok(())
    }

    /// Leaves the game, if the user is in one. Who logs out is told less.
    async fn leave(&mut self, is_logging_out: bool) {
        let Some(user) = &mut self.user else { return };
        let Some(place) = user.place.take() else { return };
        let Place { seat, .. } = place;
        let table = seat.table().clone();
        let stood = user.session.command(Command::Stand { table: table.clone() }).await;
        if let Err(problem) = &stood {
            tracing::debug!(%table, problem = %problem.sentence, "a user cannot leave a table");
        }
        let events = user.session.missed(&table, seat.seq()).await;
        let seq = events.last().map_or(seat.seq(), |event| event.seq);
        let is_closed = events.iter().any(|event| event.what == protocol::TableHappening::Closed);
        self.directory.note_events(&table, &events);
        self.out(seat.table().clone(), seq).await;
        if is_logging_out {
            return;
        }
        let (own, other) = seat.names();
        let (game, left, points) = (seat.game(), 0, [0, 0]);
        if seat.has_begun() {
            let winner = other.clone();
            self.lines.push(ServerLine::RoundOf { game, winner, left, points });
            self.lines.extend(other.map(ServerLine::Went));
        } else if is_closed {
            self.lines.push(ServerLine::RoundOf { game, winner: Some(own.clone()), left, points });
        }
        self.lines.extend([ServerLine::Left, ServerLine::Went(own)]);
    }

    /// Notes that the user sits at a table no more.
    async fn out(&mut self, table: TableId, seq: u64) {
        let Some(user) = &mut self.user else { return };
        user.place = None;
        self.directory.stand(&table, &user.session.you().id);
        // It cannot fail, and nothing comes of it but silence.
        let _ = user.session.command(Command::Unwatch { table: table.clone() }).await;
        // Nobody comes back in this protocol, so a match without people is over, and a person may go on with it.
        self.backend.give_up(&table).await;
        user.last = Some((table, seq));
    }

    async fn turn(&mut self, steps: Option<Steps>) {
        let Some(User { session, place: Some(place), .. }) = &mut self.user else {
            return self.refuse("TURN", "Unexpected command.");
        };
        let ply = place.seat.ply();
        match place.seat.turn(steps.as_ref()) {
            Ok(command) => {
                self.directory.keep_turn(place.seat.table(), ply, steps.unwrap_or_default());
                if session.command(command).await.is_err() {
                    let refusal = place.seat.turn_was_refused();
                    self.lines.extend(refusal);
                }
            }
            Err(refusal) => self.lines.extend(refusal),
        }
    }

    /// Does what comes of a line or an event.
    async fn follow(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let Some(user) = &mut self.user else { return };
            let Some(place) = &mut user.place else { return };
            let (table, you) = (place.seat.table().clone(), user.session.you().id.clone());
            match effect {
                Effect::Send(line) => self.lines.push(line),
                Effect::Command(command) => {
                    if let Err(problem) = user.session.command(command).await {
                        tracing::debug!(%table, problem = %problem.sentence, "a step by itself is refused");
                    }
                }
                Effect::Ready => {
                    if self.directory.ready(&table, &you) && place.seat.free_chair().is_none() {
                        // Another person may have begun it in the same moment.
                        let _ = user.session.command(Command::Begin { table }).await;
                    }
                }
                Effect::Confirmed(seq) => self.directory.confirmed(&table, &you, seq),
                Effect::Out => {
                    let seq = place.seat.seq();
                    self.out(table, seq).await;
                }
            }
        }
    }

    /// Notes how far the others at the table are.
    pub(super) async fn on_others_changed(&mut self) {
        let Some(User { session, place: Some(place), .. }) = &mut self.user else { return };
        let Some(members) = &mut place.members else { return };
        let confirmed = members.borrow_and_update().others_confirmed(&session.you().id);
        let effects = place.seat.others_confirmed(confirmed);
        self.follow(effects).await;
    }

    /// Waits for the others no longer.
    pub(super) async fn stop_waiting_for_others(&mut self) {
        let Some(User { place: Some(place), .. }) = &mut self.user else { return };
        let effects = place.seat.others_confirmed(u64::MAX);
        self.follow(effects).await;
    }

    /// Tells the user to be out of a match that is over.
    pub(super) async fn end_pause(&mut self) {
        let Some(User { place: Some(place), .. }) = &mut self.user else { return };
        if place.seat.is_pausing() {
            let effects = place.seat.end_pause();
            self.follow(effects).await;
        }
    }

    /// Hears what the server tells everybody.
    pub(super) fn on_notice(&mut self, mut notice: Notice) {
        let Some(user) = &self.user else { return };
        let is_own = notice.about.as_ref() == Some(&user.session.you().id);
        let is_told = notice.event.as_ref().is_some_and(|(table, seq)| {
            let sits_there = user.place.as_ref().is_some_and(|place| place.seat.table() == table);
            sits_there || user.last.as_ref().is_some_and(|(last, told)| last == table && seq <= told)
        });
        if let ServerLine::RoundOf { left, .. } = &mut notice.line {
            // The program of 2006 looks at this number alone and not at the game: it would begin the next round of its own
            // match, in the middle of one, because of a match of others. `LIST` has the true number.
            *left = 0;
        }
        if !is_own && !is_told {
            self.lines.push(notice.line);
        }
    }

    /// Hears what the session tells.
    pub(super) async fn on_message(&mut self, message: Message) {
        let Some(user) = &mut self.user else { return };
        match message {
            Message::Events { table, events, .. } => {
                self.directory.note_events(&table, &events);
                for event in &events {
                    let Some(User { place: Some(place), .. }) = &mut self.user else { return };
                    if *place.seat.table() != table {
                        return;
                    }
                    let sent = self.directory.turn(&table, place.seat.ply());
                    let directory = Arc::clone(&self.directory);
                    let name = |sitter: &Sitter| directory.name(sitter);
                    let effects = place.seat.event(event, name, sent.as_ref());
                    self.follow(effects).await;
                }
            }
            Message::Chat { line } => {
                let Some(from) = line.from.filter(|from| from.id != user.session.you().id) else {
                    return;
                };
                if matches!(line.kind, ChatKind::Private | ChatKind::Table) {
                    let from = self.directory.name(&Sitter::Person(from));
                    self.lines.push(ServerLine::Chat { from, text: chat_of(&line.text) });
                }
            }
            Message::Reconnect { .. } => self.is_over = true,
            _ => {}
        }
    }

    /// Ends the visit, however it came to that.
    pub(super) async fn end(mut self) {
        self.leave(true).await;
        if let Some(user) = self.user.take() {
            let Person { id, .. } = user.session.you().clone();
            drop(user);
            self.directory.log_out(&id, self.backend.is_connected(&id));
        }
    }
}
