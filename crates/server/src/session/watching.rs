//! The tables that a connection watches.

use std::{collections::BTreeSet, sync::Arc};

use framework::{AnyGame, Seat};
use protocol::{
    Channel, Detail, Drawing, Message, Moment, Person, Problem, Sitter, Snapshot, TableEvent, TableHappening,
    TableId, ToMove,
};

use super::Session;
use crate::{
    bus::{Bus as _, Note, Presence, TableNote, Topic},
    store::Store as _,
    table::keeper::Letter,
    world::World,
};

/// What a connection knows of a table.
#[derive(Debug)]
pub(super) struct Watching {
    /// The number of the last event it was told.
    seq: u64,
    /// The rule set, if drawings are wanted.
    game: Option<Arc<dyn AnyGame>>,
    /// The chairs on which the person sits, and those that are kept for them.
    chairs: BTreeSet<u8>,
}

impl Watching {
    fn new(snapshot: &Snapshot, you: &Person, game: Option<Arc<dyn AnyGame>>) -> Self {
        let mine = |chair: &protocol::Chair| match (&chair.sitter, &chair.kept_for) {
            (Some(Sitter::Person(person)), _) | (_, Some(person)) => person.id == you.id,
            _ => false,
        };
        let chairs = (0..).zip(&snapshot.summary.chairs).filter(|(_, chair)| mine(chair)).map(|(idx, _)| idx);
        Self { seq: snapshot.seq, game, chairs: chairs.collect() }
    }

    pub(super) fn is_player(&self) -> bool {
        !self.chairs.is_empty()
    }

    fn note(&mut self, event: &TableEvent, you: &Person) {
        self.seq = event.seq;
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
        since: Option<u64>,
        detail: Detail,
        invite: Option<String>,
    ) -> Result<Vec<Message>, Problem> {
        // First listen, then look: what happens in between is heard twice and told once.
        let topic = Topic::Table(table.clone());
        self.house.bus().subscribe(topic.clone(), &self.mailbox);
        let viewer = self.you.clone();
        let look = |answer| Letter::Look { viewer: viewer.clone(), invite: invite.clone(), answer };
        let snapshot = match self.house.ask(&table, look).await {
            Ok(snapshot) => snapshot,
            Err(problem) => {
                if !self.watching.contains_key(&table) {
                    self.house.bus().unsubscribe(&topic, &self.mailbox);
                }
                return Err(problem);
            }
        };
        let game = match detail {
            Detail::Plain => None,
            Detail::Drawn => {
                let games = self.house.world().games();
                let entry = games.iter().find(|entry| entry.info.id == snapshot.summary.game);
                entry.and_then(|entry| entry.open_text(&snapshot.summary.options).ok())
            }
        };
        let watching = Watching::new(&snapshot, &self.you, game);
        let drawing = watching.drawing(snapshot.moment.as_ref());
        let missed = match since {
            Some(since) if since <= snapshot.seq => Some(self.events(&table, since, snapshot.seq).await?),
            // A client that knows more than the server has seen another past, as after restoring a backup.
            _ => None,
        };
        let mut messages =
            vec![Message::Done { number, table: Some(table.clone()), seq: Some(snapshot.seq) }];
        messages.push(match missed {
            Some(events) => {
                Message::Events { table: table.clone(), events, moment: snapshot.moment, drawing }
            }
            None => Message::Table { snapshot: Box::new(snapshot), drawing },
        });
        // Who looks again has been there all the time.
        if watching.is_player() && !self.watching.get(&table).is_some_and(Watching::is_player) {
            self.tell_presence(&table, true);
        }
        self.watching.insert(table.clone(), watching);
        messages.extend(self.last_lines(&Channel::Table(table)).await?);
        Ok(messages)
    }

    /// Tells those at a table whether this person is connected.
    pub(super) fn tell_presence(&self, table: &TableId, connected: bool) {
        let presence = Presence { table: table.clone(), person: self.you.clone(), connected };
        self.house.bus().publish(&Topic::Table(table.clone()), &Note::Presence(Arc::new(presence)));
    }

    pub(super) fn unwatch(&mut self, table: &TableId) {
        self.watching.remove(table);
        self.house.bus().unsubscribe(&Topic::Table(table.clone()), &self.mailbox);
    }

    /// The events after a number up to another, from the store.
    async fn events(&self, table: &TableId, since: u64, until: u64) -> Result<Vec<TableEvent>, Problem> {
        let events = self.house.world().store().events(table, since).await;
        let events = events.map_err(|error| crate::lobby::cannot_write(&error))?;
        Ok(events.into_iter().map(|event| event.event).filter(|event| event.seq <= until).collect())
    }

    /// Tells what happened at a table; what the bus has lost comes from the store.
    pub(super) async fn tell_table(&mut self, note: &TableNote) -> Vec<Message> {
        let Some(seq) = self.watching.get(&note.table).map(|watching| watching.seq) else {
            return Vec::new();
        };
        let (Some(first), Some(last)) = (note.events.first(), note.events.last()) else { return Vec::new() };
        if last.seq <= seq {
            return Vec::new();
        }
        let events = if first.seq <= seq + 1 {
            note.events.iter().filter(|event| seq < event.seq).cloned().collect()
        } else {
            match self.events(&note.table, seq, last.seq).await {
                Ok(events) => events,
                // The gap stays, and the next note fills it.
                Err(_) => return Vec::new(),
            }
        };
        let Some(watching) = self.watching.get_mut(&note.table) else { return Vec::new() };
        for event in &events {
            watching.note(event, &self.you);
        }
        let drawing = watching.drawing(note.moment.as_ref());
        vec![Message::Events { table: note.table.clone(), events, moment: note.moment.clone(), drawing }]
    }
}
