//! News between the parts of the server: topics, notes, and mailboxes in which they wait.
//!
//! The bus carries hints: it may lose what a person is too slow to read. What counts is in the store, and anyone who
//! sees a gap in the numbers asks there. So a bus between several machines can take the place of this one, and
//! nothing assumes that the process which holds a socket owns the table.

#![forbid(unsafe_code)]

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    task::{Context, Poll},
};

use protocol::{
    Channel, ChatLine, LobbyChange, Message, Moment, Person, Problem, TableEvent, TableId, UserId,
};
use tokio::{
    runtime::Handle,
    sync::mpsc::{self, error::TryRecvError},
    task::yield_now,
};

use limits::sessions::MAX_WAITING_BYTES;

/// How many listeners of a table are told in one go. More are a crowd: its players are told first, and the others in
/// groups of so many, between which everybody else gets a turn.
const LISTENERS_PER_GROUP: usize = 64;
/// How many notes for crowds may wait; what is more is told in one go.
const MAX_WAITING_FOR_CROWDS: usize = 4_096;

/// What news are about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Topic {
    /// The lobby.
    Lobby,
    /// A table.
    Table(TableId),
    /// One person.
    User(UserId),
}

/// A piece of news.
#[derive(Clone, Debug)]
pub enum Note {
    /// Something happened at a table.
    Table(Arc<TableNote>),
    /// Something changed in the lobby.
    Lobby(Arc<LobbyChange>),
    /// A person said something.
    Chat(Arc<ChatLine>),
    /// A player's connection was lost or came back.
    Presence(Arc<Presence>),
    /// A computer player waits at this place of the queue.
    Busy(TableId, u32),
    /// An opponent is found.
    Paired(TableId),
    /// The late answer to a command of this very listener.
    Answer(Arc<Message>),
    /// Who it is has changed, so the connection has to begin again; or the person may not stay, and why.
    Dismissed(Option<Arc<Problem>>),
    /// The server is about to stop.
    Stopping,
}

impl Note {
    /// The table that it is about, if it is for those at a table alone.
    #[must_use]
    pub fn table(&self) -> Option<&TableId> {
        match self {
            Self::Table(note) => Some(&note.table),
            Self::Presence(presence) => Some(&presence.table),
            Self::Busy(table, _) => Some(table),
            Self::Chat(line) => match &line.channel {
                Channel::Table(table) => Some(table),
                Channel::Lobby | Channel::User(_) => None,
            },
            Self::Lobby(_) | Self::Paired(_) | Self::Answer(_) | Self::Dismissed(_) | Self::Stopping => None,
        }
    }

    /// About how many bytes a client is sent because of it. An estimate is enough: it bounds memory, and nobody pays
    /// for serializing every note once more.
    fn weight(&self) -> usize {
        const FRAME_BYTES: usize = 256;
        const EVENT_BYTES: usize = 256;
        const SUMMARY_BYTES: usize = 1_024;
        match self {
            Self::Table(note) => {
                let position = note.moment.as_ref().map_or(0, |moment| moment.position.len());
                FRAME_BYTES + EVENT_BYTES * note.events.len() + position
            }
            Self::Chat(line) => FRAME_BYTES + line.text.len(),
            Self::Lobby(_) | Self::Answer(_) => FRAME_BYTES + SUMMARY_BYTES,
            Self::Presence(_) | Self::Busy(..) | Self::Paired(_) | Self::Dismissed(_) | Self::Stopping => {
                FRAME_BYTES
            }
        }
    }
}

/// What happened at a table, and what there is to see then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableNote {
    /// Where.
    pub table: TableId,
    /// What, in order and without gaps.
    pub events: Vec<TableEvent>,
    /// What there is to see after the last of them.
    pub moment: Option<Moment>,
}

/// Whether a player of a table is connected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Presence {
    /// Where.
    pub table: TableId,
    /// Who.
    pub person: Person,
    /// Whether they are connected.
    pub connected: bool,
}

/// Carries news.
pub trait Bus: Send + Sync + 'static {
    /// Tells news to everybody who listens.
    fn publish(&self, topic: &Topic, note: &Note);
    /// Lets a mailbox get the news about something.
    fn subscribe(&self, topic: Topic, mailbox: &Mailbox);
    /// Lets a mailbox get them before the others who have subscribed: players come before spectators.
    fn prefer(&self, topic: &Topic, mailbox: &Mailbox);
    /// Ends that.
    fn unsubscribe(&self, topic: &Topic, mailbox: &Mailbox);
    /// Tells whether a connection of a person gets the news about something.
    fn has_audience(&self, topic: &Topic) -> bool;
}

/// Where news for one listener go. It holds so many notes and so many bytes: who does not read them in time is told
/// no more, and has to come again.
#[derive(Clone, Debug)]
pub struct Mailbox {
    number: u64,
    is_of_person: bool,
    notes: mpsc::Sender<Note>,
    waiting_bytes: Arc<AtomicUsize>,
    has_overflown: Arc<AtomicBool>,
}

/// The end of a mailbox at which it is read.
#[derive(Debug)]
pub struct Notes {
    notes: mpsc::Receiver<Note>,
    waiting_bytes: Arc<AtomicUsize>,
}

impl Notes {
    fn taken(&self, note: &Note) {
        self.waiting_bytes.fetch_sub(note.weight(), Ordering::Relaxed);
    }

    /// Waits for the next note.
    pub async fn recv(&mut self) -> Option<Note> {
        std::future::poll_fn(|cx| self.poll_recv(cx)).await
    }

    /// The next note, if one waits.
    ///
    /// # Errors
    /// If none waits.
    pub fn try_recv(&mut self) -> Result<Note, TryRecvError> {
        self.notes.try_recv().inspect(|note| self.taken(note))
    }

    /// Polls for the next note.
    pub fn poll_recv(&mut self, cx: &mut Context<'_>) -> Poll<Option<Note>> {
        let polled = self.notes.poll_recv(cx);
        if let Poll::Ready(Some(note)) = &polled {
            self.taken(note);
        }
        polled
    }
}

static NEXT_MAILBOX: AtomicU64 = AtomicU64::new(0);

impl Mailbox {
    /// A mailbox of a person with room for so many notes, and the end at which it is read.
    #[must_use]
    pub fn new(room: usize) -> (Self, Notes) {
        Self::with(room, true)
    }

    /// The same for a part of the server, which is no audience: nobody plays for it.
    #[must_use]
    pub fn of_server(room: usize) -> (Self, Notes) {
        Self::with(room, false)
    }

    fn with(room: usize, is_of_person: bool) -> (Self, Notes) {
        let (notes, reader) = mpsc::channel(room);
        let waiting_bytes = Arc::<AtomicUsize>::default();
        let reader = Notes { notes: reader, waiting_bytes: Arc::clone(&waiting_bytes) };
        // Only equality of the number matters, so that the order in which boxes are made changes nothing.
        let number = NEXT_MAILBOX.fetch_add(1, Ordering::Relaxed);
        (Self { number, is_of_person, notes, waiting_bytes, has_overflown: Arc::default() }, reader)
    }

    /// Puts a note in; one that does not fit is lost, and so is everything later.
    pub fn put(&self, note: Note) {
        if self.has_overflown() {
            return;
        }
        let weight = note.weight();
        let waiting = self.waiting_bytes.fetch_add(weight, Ordering::Relaxed);
        // Anyone who has read everything may be told anything.
        let fits = waiting == 0 || waiting + weight <= MAX_WAITING_BYTES;
        if !fits || self.notes.try_send(note).is_err() {
            self.has_overflown.store(true, Ordering::Relaxed);
        }
    }

    /// Tells whether something was lost.
    #[must_use]
    pub fn has_overflown(&self) -> bool {
        self.has_overflown.load(Ordering::Relaxed)
    }
}

/// A bus within one process.
///
/// Anyone who is told something has a task that is woken by it. A thousand of them at once would fill the queue of
/// the runtime, and a player's task would wait somewhere among them. So players are told first, and a crowd follows
/// group by group.
#[derive(Debug, Default)]
pub struct LocalBus {
    listeners: Arc<Mutex<BTreeMap<Topic, Listeners>>>,
    /// What crowds have to be told, in order.
    crowds: OnceLock<mpsc::Sender<(Topic, Note)>>,
}

/// Who listens to a topic.
#[derive(Debug, Default)]
struct Listeners {
    /// Who is told first.
    preferred: Vec<Mailbox>,
    others: Vec<Mailbox>,
}

impl Listeners {
    fn all(&self) -> impl Iterator<Item = &Mailbox> {
        self.preferred.iter().chain(&self.others)
    }

    fn is_crowd(&self, topic: &Topic) -> bool {
        matches!(topic, Topic::Table(_)) && LISTENERS_PER_GROUP < self.others.len()
    }

    fn remove(&mut self, mailbox: &Mailbox) {
        self.preferred.retain(|known| known.number != mailbox.number);
        self.others.retain(|known| known.number != mailbox.number);
    }
}

impl LocalBus {
    /// Leaves a note for the task that tells crowds; gives it back where that has no room or cannot run.
    fn leave_for_crowd(&self, topic: &Topic, note: &Note) -> Result<(), ()> {
        let crowds = match self.crowds.get() {
            Some(crowds) => crowds,
            None => {
                let runtime = Handle::try_current().map_err(drop)?;
                self.crowds.get_or_init(|| {
                    let (crowds, notes) = mpsc::channel(MAX_WAITING_FOR_CROWDS);
                    runtime.spawn(tell_crowds(Arc::clone(&self.listeners), notes));
                    crowds
                })
            }
        };
        crowds.try_send((topic.clone(), note.clone())).map_err(drop)
    }
}

/// Tells crowds what there is to tell, in order, as long as the bus exists.
async fn tell_crowds(
    listeners: Arc<Mutex<BTreeMap<Topic, Listeners>>>,
    mut notes: mpsc::Receiver<(Topic, Note)>,
) {
    while let Some((topic, note)) = notes.recv().await {
        // Who has come meanwhile knows it already, which sessions see by the numbers of the events.
        let crowd = locks::lock(&listeners).get(&topic).map(|known| known.others.clone());
        for group in crowd.unwrap_or_default().chunks(LISTENERS_PER_GROUP) {
            for mailbox in group {
                mailbox.put(note.clone());
            }
            yield_now().await;
        }
    }
}

impl Bus for LocalBus {
    fn publish(&self, topic: &Topic, note: &Note) {
        let listeners = locks::lock(&self.listeners);
        let Some(known) = listeners.get(topic) else { return };
        if known.is_crowd(topic) && self.leave_for_crowd(topic, note).is_ok() {
            for mailbox in &known.preferred {
                mailbox.put(note.clone());
            }
        } else {
            for mailbox in known.all() {
                mailbox.put(note.clone());
            }
        }
    }

    fn subscribe(&self, topic: Topic, mailbox: &Mailbox) {
        let mut listeners = locks::lock(&self.listeners);
        let known = listeners.entry(topic).or_default();
        if known.all().any(|known| known.number == mailbox.number) {
            return;
        }
        // Parts of the server listen for players of the original protocols.
        let place = if mailbox.is_of_person { &mut known.others } else { &mut known.preferred };
        place.push(mailbox.clone());
    }

    fn prefer(&self, topic: &Topic, mailbox: &Mailbox) {
        let mut listeners = locks::lock(&self.listeners);
        let Some(known) = listeners.get_mut(topic) else { return };
        if let Some(place) = known.others.iter().position(|other| other.number == mailbox.number) {
            known.preferred.push(known.others.swap_remove(place));
        }
    }

    fn unsubscribe(&self, topic: &Topic, mailbox: &Mailbox) {
        let mut listeners = locks::lock(&self.listeners);
        if let Some(known) = listeners.get_mut(topic) {
            known.remove(mailbox);
            if known.all().next().is_none() {
                listeners.remove(topic);
            }
        }
    }

    fn has_audience(&self, topic: &Topic) -> bool {
        let listeners = locks::lock(&self.listeners);
        listeners.get(topic).is_some_and(|known| known.all().any(|mailbox| mailbox.is_of_person))
    }
}

#[cfg(test)]
mod tests {
    use protocol::ChatKind;

    use super::*;

    fn line(n_bytes: usize) -> Note {
        let (channel, text) = (Channel::Lobby, "x".repeat(n_bytes));
        Note::Chat(Arc::new(ChatLine {
            number: 1,
            kind: ChatKind::Lobby,
            channel,
            from: None,
            text,
            time: 0,
        }))
    }

    #[test]
    fn a_mailbox_overflows_by_bytes_before_it_does_by_notes() {
        let (mailbox, mut notes) = Mailbox::new(1_000);
        let part = MAX_WAITING_BYTES / 10;
        for _ in 0..100 {
            mailbox.put(line(part));
            notes.try_recv().unwrap();
        }
        assert!(!mailbox.has_overflown(), "whatever is read in time may be any number");
        for _ in 0..10 {
            mailbox.put(line(part));
        }
        assert!(mailbox.has_overflown());
    }

    #[test]
    fn a_long_note_fits_into_an_empty_mailbox() {
        let (mailbox, mut notes) = Mailbox::new(10);
        mailbox.put(line(2 * MAX_WAITING_BYTES));
        assert!(!mailbox.has_overflown());
        notes.try_recv().unwrap();
        mailbox.put(line(1));
        assert!(!mailbox.has_overflown());
    }

    #[tokio::test]
    async fn players_are_told_before_a_crowd_and_everybody_in_order() {
        let bus = LocalBus::default();
        let topic = Topic::Table("t".parse().unwrap());
        let mut boxes: Vec<_> = (0..3 * LISTENERS_PER_GROUP).map(|_| Mailbox::new(10)).collect();
        for (mailbox, _) in &boxes {
            bus.subscribe(topic.clone(), mailbox);
        }
        let player = 2 * LISTENERS_PER_GROUP;
        bus.prefer(&topic, &boxes[player].0);
        for n_bytes in [1, 2] {
            bus.publish(&topic, &line(n_bytes));
        }
        let told = |notes: &mut Notes| -> Vec<usize> {
            std::iter::from_fn(|| match notes.try_recv() {
                Ok(Note::Chat(line)) => Some(line.text.len()),
                _ => None,
            })
            .collect()
        };
        assert_eq!(told(&mut boxes[player].1), [1, 2], "players do not wait for anybody");
        assert_eq!(told(&mut boxes[0].1), [0_usize; 0], "a crowd waits until they had their turn");
        for (idx, (_, notes)) in boxes.iter_mut().enumerate().filter(|(idx, _)| *idx != player) {
            let first = notes.recv().await;
            let second = notes.recv().await;
            let lengths = [first, second].map(|note| match note {
                Some(Note::Chat(line)) => line.text.len(),
                _ => 0,
            });
            assert_eq!(lengths, [1, 2], "listener {idx}");
        }
    }

    #[test]
    fn a_crowd_is_told_at_once_where_no_task_can_run() {
        let bus = LocalBus::default();
        let topic = Topic::Table("t".parse().unwrap());
        let mut boxes: Vec<_> = (0..=LISTENERS_PER_GROUP).map(|_| Mailbox::new(10)).collect();
        for (mailbox, _) in &boxes {
            bus.subscribe(topic.clone(), mailbox);
        }
        bus.publish(&topic, &line(1));
        assert!(boxes.iter_mut().all(|(_, notes)| notes.try_recv().is_ok()));
    }
}
