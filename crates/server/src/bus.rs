//! News for whoever wants to hear them.
//!
//! The bus carries hints: it may lose what somebody is too slow to read. What counts is in the store, and whoever
//! sees a gap in the numbers asks there. So a bus between several machines can take the place of this one, and
//! nothing assumes that the process which holds a socket owns the table.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use protocol::{ChatLine, LobbyChange, Message, Moment, Person, Problem, TableEvent, TableId, UserId};
use tokio::sync::mpsc;

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
    /// Somebody said something.
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
    /// Ends that.
    fn unsubscribe(&self, topic: &Topic, mailbox: &Mailbox);
}

/// Where news for one listener go. It holds so many and no more: who does not read them in time is told no more,
/// and has to come again.
#[derive(Clone, Debug)]
pub struct Mailbox {
    number: u64,
    notes: mpsc::Sender<Note>,
    has_overflown: Arc<AtomicBool>,
}

static NEXT_MAILBOX: AtomicU64 = AtomicU64::new(0);

impl Mailbox {
    /// A mailbox with room for so many notes, and the end at which it is read.
    #[must_use]
    pub fn new(room: usize) -> (Self, mpsc::Receiver<Note>) {
        let (notes, reader) = mpsc::channel(room);
        // Only equality of the number matters, so that the order in which boxes are made changes nothing.
        let number = NEXT_MAILBOX.fetch_add(1, Ordering::Relaxed);
        (Self { number, notes, has_overflown: Arc::default() }, reader)
    }

    /// Puts a note in; one that does not fit is lost, and so is everything later.
    pub fn put(&self, note: Note) {
        if !self.has_overflown() && self.notes.try_send(note).is_err() {
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
#[derive(Debug, Default)]
pub struct LocalBus {
    listeners: Mutex<BTreeMap<Topic, Vec<Mailbox>>>,
}

impl Bus for LocalBus {
    fn publish(&self, topic: &Topic, note: &Note) {
        let listeners = self.listeners.lock().expect("nothing panics while it holds the lock");
        for mailbox in listeners.get(topic).into_iter().flatten() {
            mailbox.put(note.clone());
        }
    }

    fn subscribe(&self, topic: Topic, mailbox: &Mailbox) {
        let mut listeners = self.listeners.lock().expect("nothing panics while it holds the lock");
        let listeners = listeners.entry(topic).or_default();
        if !listeners.iter().any(|known| known.number == mailbox.number) {
            listeners.push(mailbox.clone());
        }
    }

    fn unsubscribe(&self, topic: &Topic, mailbox: &Mailbox) {
        let mut listeners = self.listeners.lock().expect("nothing panics while it holds the lock");
        if let Some(of_topic) = listeners.get_mut(topic) {
            of_topic.retain(|known| known.number != mailbox.number);
            if of_topic.is_empty() {
                listeners.remove(topic);
            }
        }
    }
}
