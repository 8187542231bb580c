//! The clerk: hears of everything in the lobby and at the tables that are listed, and keeps the desk up to date.

use std::{collections::BTreeSet, sync::Arc};

use bus::{Bus as _, Mailbox, Note, Topic};
use protocol::{LobbyChange, Person, TableId};

use super::{desk::Desk, rules};
use crate::{Backend, guests::plays_one_game};

/// How many notes may wait for the clerk. When they are more, it begins anew.
const NOTES: usize = 4_096;

/// Works until the server stops.
pub(super) async fn work<B: Backend>(backend: Arc<B>, desk: Arc<Desk>) {
    while !backend.is_stopping() {
        let (mailbox, mut notes) = Mailbox::of_server(NOTES);
        let (backend, desk) = (Arc::clone(&backend), Arc::clone(&desk));
        let mut clerk = Clerk { backend, desk, mailbox, watched: BTreeSet::new() };
        // First listen, then look. What is new from now on is heard of.
        clerk.backend.bus().subscribe(Topic::Lobby, &clerk.mailbox);
        let known = clerk.desk.tables();
        for person in clerk.backend.people() {
            clerk.hear_lobby(&LobbyChange::Came(person)).await;
        }
        for table in clerk.backend.listed_tables().await.unwrap_or_default() {
            clerk.hear_lobby(&LobbyChange::Table(table)).await;
        }
        for table in known {
            clerk.watch(&table).await;
        }
        while !clerk.mailbox.has_overflown() {
            let Some(note) = notes.recv().await else { break };
            clerk.hear(note).await;
        }
    }
}

struct Clerk<B: Backend> {
    backend: Arc<B>,
    desk: Arc<Desk>,
    mailbox: Mailbox,
    watched: BTreeSet<TableId>,
}

impl<B: Backend> Clerk<B> {
    async fn hear(&mut self, note: Note) {
        match note {
            Note::Lobby(change) => self.hear_lobby(&change).await,
            Note::Table(note) => {
                if !self.desk.note_events(&note.table, &note.events) {
                    self.look(&note.table).await;
                }
                if !self.desk.knows(&note.table) {
                    self.unwatch(&note.table);
                }
            }
            _ => {}
        }
    }

    async fn hear_lobby(&mut self, change: &LobbyChange) {
        match change {
            // Who can play only another game does not belong into this lobby.
            LobbyChange::Came(person) if plays_one_game(&person.id) => {}
            LobbyChange::Came(person) => self.desk.came(person),
            LobbyChange::Went(user) => self.desk.went(user),
            LobbyChange::Table(table) => {
                if rules::rounds(table).is_some() && rules::is_listed(table) {
                    self.watch(&table.id).await;
                }
            }
            // What happened there is told by the table itself.
            LobbyChange::Gone(_) => {}
        }
    }

    /// Follows a table from now on, unless it does already.
    async fn watch(&mut self, table: &TableId) {
        if self.watched.insert(table.clone()) {
            self.backend.bus().subscribe(Topic::Table(table.clone()), &self.mailbox);
            self.look(table).await;
            if !self.desk.knows(table) {
                self.unwatch(table);
            }
        }
    }

    fn unwatch(&mut self, table: &TableId) {
        self.watched.remove(table);
        self.backend.bus().unsubscribe(&Topic::Table(table.clone()), &self.mailbox);
    }

    async fn look(&self, table: &TableId) {
        let id = "welfenlab-clerk".parse().expect("these are letters of ids");
        let viewer = Person::guest(id, "Welfenlab".to_owned());
        // A table that is being made gets its number from whoever makes it.
        let _numbering = self.desk.numbering.lock().await;
        match self.backend.snapshot(table, viewer).await {
            Ok(snapshot) => self.desk.note_table(&snapshot, None),
            Err(problem) => tracing::debug!(%table, problem = %problem.sentence, "a table cannot be seen"),
        }
    }
}

impl<B: Backend> Drop for Clerk<B> {
    fn drop(&mut self) {
        self.backend.bus().unsubscribe(&Topic::Lobby, &self.mailbox);
        for table in &self.watched {
            self.backend.bus().unsubscribe(&Topic::Table(table.clone()), &self.mailbox);
        }
    }
}
