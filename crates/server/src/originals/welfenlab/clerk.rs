//! The clerk: hears of everything in the lobby and at the tables that are listed, and keeps the desk up to date.

use std::{collections::BTreeSet, sync::Arc};

use protocol::{LobbyChange, Person, TableId};

use super::{desk::Desk, rules};
use crate::{
    bus::{Bus as _, Mailbox, Note, Topic},
    house::House,
    originals,
    table::keeper::TableRequest,
    world::World,
};

/// How many notes may wait for the clerk. When they are more, it begins anew.
const NOTES: usize = 4_096;

/// Works for as long as the house stands and does not stop.
pub(super) async fn work<W: World>(house: Arc<House<W>>, desk: Arc<Desk>) {
    while !house.is_stopping() {
        let (mailbox, mut notes) = Mailbox::of_server(NOTES);
        let (house, desk) = (Arc::clone(&house), Arc::clone(&desk));
        let mut clerk = Clerk { house, desk, mailbox, watched: BTreeSet::new() };
        // First listen, then look. What is new from now on is heard of.
        clerk.house.bus().subscribe(Topic::Lobby, &clerk.mailbox);
        let known = clerk.desk.tables();
        for person in clerk.house.lobby.list() {
            clerk.hear_lobby(&LobbyChange::Came(person)).await;
        }
        for table in clerk.house.listed().await.unwrap_or_default() {
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

struct Clerk<W: World> {
    house: Arc<House<W>>,
    desk: Arc<Desk>,
    mailbox: Mailbox,
    watched: BTreeSet<TableId>,
}

impl<W: World> Clerk<W> {
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
            LobbyChange::Came(person) if originals::plays_one_game(&person.id) => {}
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
            self.house.bus().subscribe(Topic::Table(table.clone()), &self.mailbox);
            self.look(table).await;
            if !self.desk.knows(table) {
                self.unwatch(table);
            }
        }
    }

    fn unwatch(&mut self, table: &TableId) {
        self.watched.remove(table);
        self.house.bus().unsubscribe(&Topic::Table(table.clone()), &self.mailbox);
    }

    async fn look(&self, table: &TableId) {
        let id = "welfenlab-clerk".parse().expect("these are letters of ids");
        let viewer = Person::guest(id, "Welfenlab".to_owned());
        // A table that is being made gets its number from whoever makes it.
        let _numbering = self.desk.numbering.lock().await;
        let look = |answer| TableRequest::Look { viewer: viewer.clone(), invite: None, answer };
        match self.house.ask(table, look).await {
            Ok(snapshot) => self.desk.note_table(&snapshot, None),
            Err(problem) => tracing::debug!(%table, problem = %problem.sentence, "a table cannot be seen"),
        }
    }
}

impl<W: World> Drop for Clerk<W> {
    fn drop(&mut self) {
        self.house.bus().unsubscribe(&Topic::Lobby, &self.mailbox);
        for table in &self.watched {
            self.house.bus().unsubscribe(&Topic::Table(table.clone()), &self.mailbox);
        }
    }
}
