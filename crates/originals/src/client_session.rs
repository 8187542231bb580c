//! A session: a person who came by the protocol of an original program, on a session like everybody else's.

use std::sync::Arc;

use bus::{Note, Notes};
use protocol::{Command, Detail, Message, Person, Problem, Request, Snapshot, TableEvent, TableId, VERSION};

use crate::{Backend, PlayerSession as _};

/// How the names of their clients begin, by which commands of theirs are told from those of browsers.
pub(crate) const CLIENT_PREFIX: &str = "original-";

/// What came of a command.
#[derive(Debug)]
pub(crate) struct Done {
    /// The table that the command was about or made.
    pub(crate) table: Option<TableId>,
    /// What is told besides.
    pub(crate) messages: Vec<Message>,
}

/// A person who came by the protocol of an original program.
pub(crate) struct ClientSession<B: Backend> {
    session: B::Session,
    pub(crate) notes: Notes,
    number: u64,
}

impl<B: Backend> ClientSession<B> {
    /// Begins a session.
    pub(crate) async fn begin(backend: &Arc<B>, person: Person) -> Result<Self, Problem> {
        let client = backend.new_id(CLIENT_PREFIX).parse().expect("these are letters of ids");
        let (session, notes) = backend.begin_session(person);
        let mut session = Self { session, notes, number: 0 };
        session.command(Command::Hello { version: VERSION, client }).await?;
        Ok(session)
    }

    /// Who it is.
    pub(crate) fn you(&self) -> &Person {
        self.session.you()
    }

    /// Tells whether the session has to be ended.
    pub(crate) fn is_over(&self) -> bool {
        self.session.is_over()
    }

    /// Gives a command.
    pub(crate) async fn command(&mut self, command: Command) -> Result<Done, Problem> {
        self.number += 1;
        let request = Request { number: self.number, command };
        let mut done = Done { table: None, messages: Vec::new() };
        for message in self.session.on_request(request).await {
            match message {
                Message::Refused { problem, .. } => return Err(problem),
                Message::Done { table, .. } => done.table = table,
                message => done.messages.push(message),
            }
        }
        Ok(done)
    }

    /// Watches a table from now on.
    pub(crate) async fn watch(&mut self, table: &TableId) -> Result<Snapshot, Problem> {
        let watch = Command::Watch { table: table.clone(), since: None, detail: Detail::Plain, invite: None };
        let done = self.command(watch).await?;
        let snapshot = done.messages.into_iter().find_map(|message| match message {
            Message::Table { snapshot, .. } => Some(*snapshot),
            _ => None,
        });
        snapshot.ok_or_else(|| Problem::new(protocol::Code::Internal, "the table cannot be seen"))
    }

    /// The events of a table after a number.
    pub(crate) async fn missed(&mut self, table: &TableId, since: u64) -> Vec<TableEvent> {
        let watch =
            Command::Watch { table: table.clone(), since: Some(since), detail: Detail::Plain, invite: None };
        let mut messages = self.command(watch).await.map(|done| done.messages).unwrap_or_default();
        self.add_backlog(&mut messages).await;
        let events = messages.into_iter().filter_map(|message| match message {
            Message::Events { events, .. } => Some(events),
            _ => None,
        });
        events.flatten().collect()
    }

    /// What a note means to the session.
    pub(crate) async fn on_note(&mut self, note: Note) -> Vec<Message> {
        let mut messages = self.session.on_note(note).await;
        self.add_backlog(&mut messages).await;
        messages
    }

    /// Adds the events that did not fit into one message: translators have no client that could be too slow for them.
    async fn add_backlog(&mut self, messages: &mut Vec<Message>) {
        while self.session.has_backlog() {
            messages.extend(self.session.next_events().await);
        }
    }

    /// The chair on which the session sits.
    pub(crate) fn chair(&self, snapshot: &Snapshot) -> Option<u8> {
        let is_mine = |chair: &protocol::Chair| match &chair.sitter {
            Some(protocol::Sitter::Person(person)) => person.id == self.session.you().id,
            _ => false,
        };
        (0..).zip(&snapshot.summary.chairs).find(|(_, chair)| is_mine(chair)).map(|(idx, _)| idx)
    }
}
