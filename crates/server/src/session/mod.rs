//! One connection of one person, without any socket: frames in, messages out.
//!
//! The socket and the simulation drive the same session.

mod advised;
mod chat;
mod round_trips;
mod table_commands;
mod watching;

use std::{
    collections::BTreeMap,
    fmt,
    net::IpAddr,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use ::limits::Bucket;
use ::limits::sessions::{self as limits, MAX_FRAME_BYTES};
use bus::{Bus as _, Mailbox, Note, Notes, Presence, Topic};
use protocol::{
    ChatKind, ChatLine, ClientId, Code, Command, LobbyChange, Message, Person, Problem, Request, TableId,
    VERSION,
};
use store::{CommandKey, Store as _, User};
use tables::world::{EngineService as _, World};
use tokio::time::Instant;

use self::{
    advised::{AbortOnDrop, Analyzed, AskedPosition, Evaluated},
    round_trips::RoundTrips,
    watching::{WatchOptions, Watching},
};
use crate::house::House;

/// How often it is noted that a person was seen, in milliseconds.
const LAST_SEEN_RESOLUTION_MS: u64 = 3_600 * 1_000;

/// How long a client should wait until it connects again when the server stops.
const RECONNECT_DELAY_MS: u64 = 1_500;

/// One connection of one person.
pub struct Session<W: World> {
    house: Arc<House<W>>,
    you: Person,
    /// Where the connection comes from, if it comes from outside the process.
    address: Option<IpAddr>,
    number: u64,
    client: Option<ClientId>,
    mailbox: Mailbox,
    watching: BTreeMap<TableId, Watching>,
    is_in_lobby: bool,
    messages: Bucket,
    lines: Bucket,
    lists: Bucket,
    /// How many more frames beyond the budget are answered instead of ending the connection.
    refusals: Bucket,
    round_trips: RoundTrips,
    /// The advice that is being thought about; nobody waits for it when the connection ends.
    advised: Option<AbortOnDrop>,
    /// The position that is looked at deeper and deeper.
    analyzed: Option<Analyzed>,
    is_over: bool,
    is_dismissed: bool,
}

impl<W: World> fmt::Debug for Session<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("you", &self.you)
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

impl<W: World> Session<W> {
    /// Begins a connection of a person, and gives the end at which its notes are read.
    pub fn begin(house: Arc<House<W>>, you: Person) -> (Self, Notes) {
        Self::begin_from(house, you, None)
    }

    /// The same for a connection that comes from an address.
    pub fn begin_from(house: Arc<House<W>>, you: Person, address: Option<IpAddr>) -> (Self, Notes) {
        let (mailbox, notes) = Mailbox::new(limits::MAX_WAITING_NOTES);
        let number = house.next_connection();
        house.metrics().connections.fetch_add(1, Ordering::Relaxed);
        if house.tables().people.add(&you, number, &mailbox) {
            house.lobby.publish(LobbyChange::Came(you.clone()));
        }
        house.bus().subscribe(Topic::User(you.id.clone()), &mailbox);
        let now = Instant::now();
        let session = Self {
            house,
            you,
            address,
            number,
            client: None,
            mailbox,
            watching: BTreeMap::new(),
            is_in_lobby: false,
            messages: limits::FRAMES.bucket(now),
            lines: limits::CHAT_LINES.bucket(now),
            lists: limits::LOBBY_LISTS.bucket(now),
            refusals: limits::REFUSED_FRAMES.bucket(now),
            round_trips: RoundTrips::default(),
            advised: None,
            analyzed: None,
            is_over: false,
            is_dismissed: false,
        };
        (session, notes)
    }

    /// Who it is.
    pub const fn you(&self) -> &Person {
        &self.you
    }

    /// Tells whether the connection has to be ended: it floods, it is too slow, or the server stops.
    pub fn is_over(&self) -> bool {
        self.is_over || self.mailbox.has_overflown()
    }

    /// Tells whether the other side has said who it is.
    pub const fn has_said_hello(&self) -> bool {
        self.client.is_some()
    }

    /// Tells whether it did not read what it was told.
    pub fn is_too_slow(&self) -> bool {
        self.mailbox.has_overflown()
    }

    /// Tells whether it was ended because of who it is, and not because of what it did.
    pub const fn is_dismissed(&self) -> bool {
        self.is_dismissed
    }

    /// Notes how long the other side took to answer a ping.
    pub fn on_round_trip(&mut self, round_trip: Duration) {
        self.round_trips.add(round_trip);
    }

    /// Does what a frame wants, which arrived at a moment.
    pub async fn on_frame(&mut self, frame: &str, arrived: Instant) -> Vec<Message> {
        if !self.messages.take(arrived) {
            self.is_over |= !self.refusals.take(arrived);
            let problem = Problem::new(Code::TooFast, "too many messages; wait a few seconds and send again");
            return vec![Message::Refused { number: number_of(frame), problem }];
        }
        match read(frame) {
            Ok(request) => self.on_request(request, arrived).await,
            Err(problem) => {
                self.house.metrics().refused.fetch_add(1, Ordering::Relaxed);
                vec![Message::Refused { number: number_of(frame), problem }]
            }
        }
    }

    /// Answers a binary frame, which no client needs: it costs what every frame costs, and a flood ends at once.
    pub fn on_binary_frame(&mut self, arrived: Instant) -> Vec<Message> {
        self.on_control_frame(arrived);
        if self.is_over {
            return Vec::new();
        }
        let problem = Problem::new(Code::Unreadable, "only text frames are understood");
        vec![Message::Refused { number: None, problem }]
    }

    /// Counts a ping or a pong; a flood of them ends the connection at once.
    pub fn on_control_frame(&mut self, arrived: Instant) {
        self.is_over |= !self.messages.take(arrived);
    }

    /// Does what a request wants, which arrived at a moment. The caller sees to it that there are not too
    /// many.
    pub(crate) async fn on_request(&mut self, request: Request, arrived: Instant) -> Vec<Message> {
        let number = request.number;
        let done = self.dispatch(request, arrived).await;
        let answer = done.unwrap_or_else(|problem| vec![Message::Refused { number: Some(number), problem }]);
        let metrics = self.house.metrics();
        let is_refused = answer.iter().any(|message| matches!(message, Message::Refused { .. }));
        let counter = if is_refused { &metrics.refused } else { &metrics.done };
        counter.fetch_add(1, Ordering::Relaxed);
        answer
    }

    async fn dispatch(&mut self, request: Request, arrived: Instant) -> Result<Vec<Message>, Problem> {
        let Request { number, command } = request;
        if let Command::Hello { version, client } = command {
            return self.hello(version, client).await;
        }
        let Some(client) = &self.client else {
            return Err(Problem::new(Code::HelloFirst, "say hello first"));
        };
        let by = CommandKey { client: format!("{}/{client}", self.you.id), number };
        let done = || Message::Done { number, table: None, seq: None };
        match command {
            Command::Hello { .. } | Command::Ping => Ok(vec![done()]),
            Command::EnterLobby => self.enter_lobby(number, arrived).await,
            Command::LeaveLobby => {
                self.is_in_lobby = false;
                self.house.bus().unsubscribe(&Topic::Lobby, &self.mailbox);
                Ok(vec![done()])
            }
            Command::Watch { table, since, detail, invite } => {
                self.watch(number, table, WatchOptions { since, detail, invite }, arrived).await
            }
            Command::Unwatch { table } => {
                self.unwatch(&table);
                Ok(vec![done()])
            }
            Command::Chat { channel, text } => self.chat(channel, &text, by, arrived).await,
            Command::Pair { seek } => {
                let paired = self.house.lobby.pair(self.maker(), seek, &by).await?;
                let mut messages = vec![Message::Done { number, table: paired.clone(), seq: None }];
                if let Some(table) = paired {
                    // Who waited for it sits there already.
                    let sat = self.sit_down(&table, &by, arrived).await;
                    sat.or_else(|problem| if problem.code == Code::Chair { Ok(()) } else { Err(problem) })?;
                    messages.push(Message::Paired { table });
                }
                Ok(messages)
            }
            Command::Unpair => {
                self.house.lobby.unpair(&self.you);
                Ok(vec![done()])
            }
            Command::Hint { table } => self.hint(number, table, arrived).await,
            Command::Evaluate { game, options, position, played, explain } => {
                let position = AskedPosition { game, options, position };
                self.evaluate(number, Evaluated { position, played, explain }, arrived)
            }
            Command::Analyze { game, options, position, lines } => {
                let position = AskedPosition { game, options, position };
                self.analyze(number, &position, lines.unwrap_or(1), arrived)
            }
            Command::StopAnalysis => {
                self.analyzed = None;
                Ok(vec![done()])
            }
            command => self.on_table_command(command, by, arrived).await,
        }
    }

    async fn hello(&mut self, version: u32, client: ClientId) -> Result<Vec<Message>, Problem> {
        if version != VERSION {
            let sentence =
                format!("this server speaks version {VERSION} of the protocol, not {version}; update");
            return Err(Problem::new(Code::Version, sentence));
        }
        if self.client.is_some() {
            return Err(Problem::new(Code::HelloFirst, "hello is said once, at the beginning"));
        }
        let world = self.house.world();
        let unavailable = |error| tables::store_unavailable(&error);
        let known = world.store().user(&self.you.id).await.map_err(unavailable)?;
        let time = world.time();
        if known.as_ref().is_none_or(|user| user.seen + LAST_SEEN_RESOLUTION_MS < time) {
            let created = known.map_or(time, |user| user.created);
            let user = User { person: self.you.clone(), created, seen: time };
            world.store().save_user(user).await.map_err(unavailable)?;
        }
        let private = self.recent_private_lines().await?;
        self.client = Some(client);
        let (you, can_ponder) = (self.you.clone(), world.engines().can_ponder());
        let mut messages = vec![Message::Welcome { version: VERSION, you, time, can_ponder }];
        messages.extend(private);
        Ok(messages)
    }

    async fn enter_lobby(&mut self, number: u64, arrived: Instant) -> Result<Vec<Message>, Problem> {
        if !self.lists.take(arrived) {
            let sentence = "the lobby was told many times; wait a few seconds and enter again";
            return Err(Problem::new(Code::TooFast, sentence));
        }
        self.is_in_lobby = true;
        self.house.bus().subscribe(Topic::Lobby, &self.mailbox);
        let tables = self.house.lobby.listed().await?;
        let people = self.house.tables().people.list();
        let seeks = self.house.lobby.seeks();
        let mut messages =
            vec![Message::Done { number, table: None, seq: None }, Message::Lobby { people, tables, seeks }];
        messages.extend(self.recent_lines(&protocol::Channel::Lobby).await?);
        Ok(messages)
    }

    /// Tells what a note means to this connection.
    pub async fn on_note(&mut self, note: Note) -> Vec<Message> {
        // A table is subscribed to before it is known whether the person may watch it, so that nothing is missed in
        // between. What comes until then is for those who may.
        if note.table().is_some_and(|table| !self.watching.contains_key(table)) {
            return Vec::new();
        }
        match note {
            Note::Table(note) => self.on_table_note(&note).await,
            Note::Lobby(change) => vec![Message::LobbyChange { change: (*change).clone() }],
            Note::Chat(line) => vec![Message::Chat { line: (*line).clone() }],
            Note::Presence(presence) => {
                let Presence { table, person, connected } = (*presence).clone();
                let text = if connected { "is connected" } else { "has lost the connection" };
                let channel = protocol::Channel::Table(table.clone());
                let line = self.server_line(ChatKind::Connection, channel, Some(person.clone()), text);
                vec![Message::Presence { table, person, connected }, Message::Chat { line }]
            }
            Note::Busy(table, position) => vec![Message::Busy { table, position }],
            Note::Paired(table) => vec![Message::Paired { table }],
            Note::Answer(message) => vec![(*message).clone()],
            Note::Dismissed(None) => {
                self.is_over = true;
                self.is_dismissed = true;
                vec![Message::Reconnect { after: 0 }]
            }
            Note::Dismissed(Some(problem)) => {
                self.is_over = true;
                self.is_dismissed = true;
                vec![Message::Refused { number: None, problem: (*problem).clone() }]
            }
            Note::Stopping => {
                self.is_over = true;
                let text = "the server stops for a moment; games go on where they were";
                let line = self.server_line(ChatKind::Server, protocol::Channel::Lobby, None, text);
                vec![Message::Chat { line }, Message::Reconnect { after: RECONNECT_DELAY_MS }]
            }
        }
    }

    fn server_line(
        &self,
        kind: ChatKind,
        channel: protocol::Channel,
        from: Option<Person>,
        text: &str,
    ) -> ChatLine {
        ChatLine { number: 0, kind, channel, from, text: text.to_owned(), time: self.house.world().time() }
    }
}

impl<W: World> Drop for Session<W> {
    fn drop(&mut self) {
        let bus = self.house.bus();
        bus.unsubscribe(&Topic::Lobby, &self.mailbox);
        bus.unsubscribe(&Topic::User(self.you.id.clone()), &self.mailbox);
        let is_last = self.house.tables().people.remove(&self.you, self.number);
        if is_last {
            self.house.lobby.unpair(&self.you);
        }
        for (table, watching) in &self.watching {
            let topic = Topic::Table(table.clone());
            bus.unsubscribe(&topic, &self.mailbox);
            if is_last && watching.is_player() {
                self.publish_presence(table, false);
            }
        }
        if is_last {
            self.house.lobby.publish(LobbyChange::Went(self.you.id.clone()));
        }
        self.house.metrics().connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Reads a frame.
fn read(frame: &str) -> Result<Request, Problem> {
    if MAX_FRAME_BYTES < frame.len() {
        let sentence = format!("a frame has at most {MAX_FRAME_BYTES} bytes");
        return Err(Problem::new(Code::Unreadable, sentence));
    }
    serde_json::from_str(frame).map_err(|error| {
        let error: String = error.to_string().chars().take(200).collect();
        Problem::new(
            Code::Unreadable,
            format!("this is no request: {error}; see the book's chapter about it"),
        )
    })
}

/// The number of a frame that could not be read otherwise, so that the client knows what is refused.
pub(crate) fn number_of(frame: &str) -> Option<u64> {
    let short = frame.get(..MAX_FRAME_BYTES.min(frame.len()))?;
    serde_json::from_str::<serde_json::Value>(short).ok()?.get("number")?.as_u64()
}
