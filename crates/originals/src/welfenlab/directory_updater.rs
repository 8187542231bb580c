//! The updater: hears of everything in the lobby and at the tables that are listed, and keeps the directory up to date.

use std::{collections::BTreeSet, sync::Arc};

use bus::{Bus as _, Mailbox, Note, Topic};
use protocol::{LobbyChange, Person, TableId};

use super::{directory::Directory, rules};
use crate::{Backend, guests::plays_one_game};

/// How many notes may wait for the updater. When they are more, it begins anew.
const MAX_WAITING_NOTES: usize = 4_096;

/// Works until the server stops.
pub(super) async fn run<B: Backend>(backend: Arc<B>, directory: Arc<Directory>) {
    while !backend.is_stopping() {
        let (mailbox, mut notes) = Mailbox::of_server(MAX_WAITING_NOTES);
        let (backend, directory) = (Arc::clone(&backend), Arc::clone(&directory));
        let mut updater = DirectoryUpdater { backend, directory, mailbox, watched: BTreeSet::new() };
        // First listen, then look. What is new from now on is incoming of.
        updater.backend.bus().subscribe(Topic::Lobby, &updater.mailbox);
        let known = updater.directory.tables();
        for person in updater.backend.people() {
            updater.on_lobby_change(&LobbyChange::Came(person)).await;
        }
        for table in updater.backend.listed_tables().await.unwrap_or_default() {
            updater.on_lobby_change(&LobbyChange::Table(table)).await;
        }
        for table in known {
            updater.watch(&table).await;
        }
        while !updater.mailbox.has_overflown() {
            let Some(note) = notes.recv().await else { break };
            updater.on_note(note).await;
        }
    }
}

struct DirectoryUpdater<B: Backend> {
    backend: Arc<B>,
    directory: Arc<Directory>,
    mailbox: Mailbox,
    watched: BTreeSet<TableId>,
}

impl<B: Backend> DirectoryUpdater<B> {
    async fn on_note(&mut self, note: Note) {
        match note {
            Note::Lobby(change) => self.on_lobby_change(&change).await,
            Note::Table(note) => {
                if !self.directory.note_events(&note.table, &note.events) {
                    self.look(&note.table).await;
                }
                if !self.directory.knows(&note.table) {
                    self.unwatch(&note.table);
                }
            }
            _ => {}
        }
    }

    async fn on_lobby_change(&mut self, change: &LobbyChange) {
        match change {
            // Who can play only another game does not belong into this lobby.
            LobbyChange::Came(person) if plays_one_game(&person.id) => {}
            LobbyChange::Came(person) => self.directory.add_person(person),
            LobbyChange::Went(user) => self.directory.remove_person(user),
            LobbyChange::Table(table) => {
                if rules::rounds(table).is_some() && rules::is_listed(table) {
                    self.watch(&table.id).await;
                }
            }
            // What happened there is told by the table itself.
            LobbyChange::Gone(_) | LobbyChange::Seeks(_) | LobbyChange::SeekGone(_) => {}
        }
    }

    /// Follows a table from now on, unless it does already.
    async fn watch(&mut self, table: &TableId) {
        if self.watched.insert(table.clone()) {
            self.backend.bus().subscribe(Topic::Table(table.clone()), &self.mailbox);
            self.look(table).await;
            if !self.directory.knows(table) {
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
        // A table that is being made gets its number from the one who makes it.
        let _numbering = self.directory.numbering.lock().await;
        match self.backend.snapshot(table, viewer).await {
            Ok(snapshot) => self.directory.note_table(&snapshot, None),
            Err(problem) => tracing::debug!(%table, problem = %problem.sentence, "a table cannot be seen"),
        }
    }
}

impl<B: Backend> Drop for DirectoryUpdater<B> {
    fn drop(&mut self) {
        self.backend.bus().unsubscribe(&Topic::Lobby, &self.mailbox);
        for table in &self.watched {
            self.backend.bus().unsubscribe(&Topic::Table(table.clone()), &self.mailbox);
        }
    }
}
