//! The tables that a connection watches.

use std::{collections::BTreeSet, sync::Arc};

use bus::{Bus as _, Note, Presence, TableNote, Topic};
use framework::{AnyGame, Seat};
use limits::sessions::{MAX_EVENTS_PER_MESSAGE, MAX_WATCH_COST};
use protocol::{
    Channel, Code, Detail, Drawing, Message, Moment, Person, Problem, Sitter, Snapshot, TableEvent,
    TableHappening, TableId, ToMove,
};
use store::Store as _;
use tables::world::World;
use tokio::time::Instant;

use super::Session;

/// How a table shall be watched.
#[derive(Debug)]
pub(super) struct WatchOptions {
    /// The number of the last event that the client knows.
    pub(super) since: Option<u64>,
    pub(super) detail: Detail,
    pub(super) invite: Option<String>,
}

/// What a connection knows of a table.
#[derive(Debug)]
pub(super) struct Watching {
    /// The number of the last event it was told.
    seq: u64,
    /// The events that it was not told yet, because they do not fit into one message.
    backlog: Option<Backlog>,
    /// The rule set, if drawings are wanted.
    game: Option<Arc<dyn AnyGame>>,
    /// The chairs on which the person sits, and those that are kept for them.
    chairs: BTreeSet<u8>,
    /// The number of the last event that `chairs` knows.
    chairs_seq: u64,
}

/// Events that follow in further messages.
#[derive(Debug)]
struct Backlog {
    /// The number of the last of them.
    until: u64,
    /// What there is to see after it.
    moment: Option<Moment>,
}

impl Watching {
    fn new(snapshot: &Snapshot, you: &Person, game: Option<Arc<dyn AnyGame>>) -> Self {
        let mine = |chair: &protocol::Chair| match (&chair.sitter, &chair.kept_for) {
            (Some(Sitter::Person(person)), _) | (_, Some(person)) => person.id == you.id,
            _ => false,
        };
        let chairs = (0..).zip(&snapshot.summary.chairs).filter(|(_, chair)| mine(chair)).map(|(idx, _)| idx);
        Self { seq: snapshot.seq, backlog: None, game, chairs: chairs.collect(), chairs_seq: snapshot.seq }
    }

    pub(super) fn is_player(&self) -> bool {
        !self.chairs.is_empty()
    }

    fn note(&mut self, event: &TableEvent, you: &Person) {
        self.seq = event.seq;
        if event.seq <= self.chairs_seq {
            return;
        }
        self.chairs_seq = event.seq;
        if let TableHappening::Sat { chair, who: Sitter::Person(person) } = &event.what {
            if person.id == you.id {
                self.chairs.insert(*chair);
            } else {
                self.chairs.remove(chair);
            }
        }
    }

    /// How a moment looks from the person's seat, if that is wanted.
    fn drawing(&self, moment: Option<&Moment>) -> Option<Drawing> {
        let (game, moment) = (self.game.as_ref()?, moment?);
        let position = game.parse_position(&moment.position).ok()?;
        let is_mine = |seat: Seat| moment.players.get(seat).is_some_and(|chair| self.chairs.contains(chair));
        let seat = Seat::all(moment.players.seats()).find(|&seat| is_mine(seat)).unwrap_or(Seat::FIRST);
        let moves = match moment.to_move {
            ToMove::Seat(seat) if is_mine(seat) => position.legal_moves(),
            _ => Vec::new(),
        };
        Some(Drawing { scene: position.scene(seat), moves })
    }
}

impl<W: World> Session<W> {
    pub(super) async fn watch(
        &mut self,
        number: u64,
        table: TableId,
        wanted: WatchOptions,
        arrived: Instant,
    ) -> Result<Vec<Message>, Problem> {
        // First listen, then look: what happens in between is heard twice and told once.
        let topic = Topic::Table(table.clone());
        self.house.bus().subscribe(topic.clone(), &self.mailbox);
        let watched = self.look(number, &table, wanted, arrived).await;
        if watched.is_err() && !self.watching.contains_key(&table) {
            self.house.bus().unsubscribe(&topic, &self.mailbox);
        }
        let mut messages = watched?;
        messages.extend(self.recent_lines(&Channel::Table(table)).await?);
        Ok(messages)
    }

    async fn look(
        &mut self,
        number: u64,
        table: &TableId,
        WatchOptions { since, detail, invite }: WatchOptions,
        arrived: Instant,
    ) -> Result<Vec<Message>, Problem> {
        let snapshot = self.house.tables().look(table, &self.you, invite.as_deref()).await?;
        let game = match detail {
            Detail::Plain => None,
            Detail::Drawn => {
                let games = self.house.world().games();
                let entry = games.iter().find(|entry| entry.info.id == snapshot.summary.game);
                entry.and_then(|entry| entry.open_text(&snapshot.summary.options).ok())
            }
        };
        // A client that knows more than the server has seen another past, as after restoring a backup.
        let since = since.filter(|&since| since <= snapshot.seq);
        if let Some(since) = since {
            let n_full = (snapshot.seq - since) / u64::from(MAX_EVENTS_PER_MESSAGE);
            let cost = u32::try_from(n_full).unwrap_or(u32::MAX).min(MAX_WATCH_COST);
            if !self.messages.take_some(cost, arrived) {
                let sentence = "this asks for many events once more; wait a few seconds and watch again";
                return Err(Problem::new(Code::TooFast, sentence));
            }
        }
        let mut watching = Watching::new(&snapshot, &self.you, game);
        let is_player = watching.is_player();
        let seq = snapshot.seq;
        let mut messages = vec![Message::Done { number, table: Some(table.clone()), seq: Some(seq) }];
        let before = match since {
            Some(since) if since < seq => {
                watching.seq = since;
                watching.backlog = Some(Backlog { until: seq, moment: snapshot.moment });
                let before = self.watching.insert(table.clone(), watching);
                match self.events_of(table).await {
                    Ok(events) => messages.extend(events),
                    Err(problem) => {
                        // Nothing was told, so nothing has changed.
                        match before {
                            Some(before) => self.watching.insert(table.clone(), before),
                            None => self.watching.remove(table),
                        };
                        return Err(problem);
                    }
                }
                before
            }
            Some(_) => {
                let drawing = watching.drawing(snapshot.moment.as_ref());
                let (table, moment) = (table.clone(), snapshot.moment);
                messages.push(Message::Events { table: table.clone(), events: Vec::new(), moment, drawing });
                self.watching.insert(table, watching)
            }
            None => {
                // Anyone who is being told a long history hears the rest of it as well.
                if let Some(before) = self.watching.get(table)
                    && before.backlog.is_some()
                {
                    watching.seq = before.seq;
                    watching.backlog = Some(Backlog { until: seq, moment: snapshot.moment.clone() });
                }
                let drawing = watching.drawing(snapshot.moment.as_ref());
                messages.push(Message::Table { snapshot: Box::new(snapshot), drawing });
                self.watching.insert(table.clone(), watching)
            }
        };
        if is_player {
            self.house.bus().prefer(&Topic::Table(table.clone()), &self.mailbox);
        }
        // Who looks again has been there all the time.
        if is_player && !before.is_some_and(|before| before.is_player()) {
            self.publish_presence(table, true);
        }
        Ok(messages)
    }

    /// Tells those at a table whether this person is connected.
    pub(super) fn publish_presence(&self, table: &TableId, connected: bool) {
        let presence = Presence { table: table.clone(), person: self.you.clone(), connected };
        self.house.bus().publish(&Topic::Table(table.clone()), &Note::Presence(Arc::new(presence)));
    }

    pub(super) fn unwatch(&mut self, table: &TableId) {
        self.watching.remove(table);
        self.house.bus().unsubscribe(&Topic::Table(table.clone()), &self.mailbox);
    }

    /// Tells whether events wait that did not fit into a message.
    pub fn has_backlog(&self) -> bool {
        self.watching.values().any(|watching| watching.backlog.is_some())
    }

    /// The next events that did not fit into a message before. To be asked for when the last message was taken: a client
    /// that does not read is then never ahead of its connection by more than one message.
    pub async fn next_events(&mut self) -> Vec<Message> {
        let behind = self.watching.iter().find(|(_, watching)| watching.backlog.is_some());
        let Some(table) = behind.map(|(table, _)| table.clone()) else { return Vec::new() };
        // Where that fails the gap stays, and the next note fills it.
        self.events_of(&table).await.ok().into_iter().flatten().collect()
    }

    /// As many events of the backlog of a table as fit into a message, from the store.
    async fn events_of(&mut self, table: &TableId) -> Result<Option<Message>, Problem> {
        let Some(seq) = self.watching.get(table).map(|watching| watching.seq) else { return Ok(None) };
        let page = self.house.world().store().events_page(table, seq, MAX_EVENTS_PER_MESSAGE).await;
        let Some(watching) = self.watching.get_mut(table) else { return Ok(None) };
        let Some(backlog) = watching.backlog.take() else { return Ok(None) };
        let page = page.map_err(|error| tables::store_unavailable(&error))?;
        let events = page.into_iter().map(|event| event.event);
        let events: Vec<_> = events.filter(|event| event.seq <= backlog.until).collect();
        let Some(last) = events.last().map(|event| event.seq) else { return Ok(None) };
        for event in &events {
            watching.note(event, &self.you);
        }
        let moment = if last < backlog.until {
            watching.backlog = Some(backlog);
            None
        } else {
            backlog.moment
        };
        let drawing = watching.drawing(moment.as_ref());
        Ok(Some(Message::Events { table: table.clone(), events, moment, drawing }))
    }

    /// Tells what happened at a table; what the bus has lost comes from the store.
    pub(super) async fn on_table_note(&mut self, note: &TableNote) -> Vec<Message> {
        let Some(watching) = self.watching.get_mut(&note.table) else { return Vec::new() };
        let (Some(first), Some(last)) = (note.events.first(), note.events.last()) else { return Vec::new() };
        if last.seq <= watching.seq {
            return Vec::new();
        }
        let fits = note.events.len() <= MAX_EVENTS_PER_MESSAGE as usize;
        if let Some(backlog) = &mut watching.backlog {
            // These come in their turn.
            if backlog.until < last.seq {
                *backlog = Backlog { until: last.seq, moment: note.moment.clone() };
            }
            return Vec::new();
        }
        if watching.seq + 1 < first.seq || !fits {
            watching.backlog = Some(Backlog { until: last.seq, moment: note.moment.clone() });
            return self.events_of(&note.table).await.ok().into_iter().flatten().collect();
        }
        let (told, was_player) = (watching.seq, watching.is_player());
        let events: Vec<_> = note.events.iter().filter(|event| told < event.seq).cloned().collect();
        for event in &events {
            watching.note(event, &self.you);
        }
        if !was_player && watching.is_player() {
            self.house.bus().prefer(&Topic::Table(note.table.clone()), &self.mailbox);
        }
        let drawing = watching.drawing(note.moment.as_ref());
        vec![Message::Events { table: note.table.clone(), events, moment: note.moment.clone(), drawing }]
    }
}
