//! Who is connected to this node, and what they promise for the dice of their next table.
//!
//! Soft state: it is rebuilt as people connect.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard},
};

use bus::{Mailbox, Note};
use framework::Digest;
use limits::tables::MAX_LOBBY_ENTRIES;
use protocol::{Person, UserId};

use crate::table::Promises;

/// Who is connected.
#[derive(Debug, Default)]
pub struct ConnectedPeople(Mutex<BTreeMap<UserId, Connected>>);

#[derive(Debug)]
struct Connected {
    person: Person,
    /// Where notes for each connection go, by its number.
    mailboxes: Vec<(u64, Mailbox)>,
    promises: Option<Promises>,
}

impl ConnectedPeople {
    fn people(&self) -> MutexGuard<'_, BTreeMap<UserId, Connected>> {
        locks::lock(&self.0)
    }

    /// The people who are connected, as many as the lobby lists.
    pub fn list(&self) -> Vec<Person> {
        self.people().values().take(MAX_LOBBY_ENTRIES).map(|connected| connected.person.clone()).collect()
    }

    /// Tells whether a user has a connection.
    pub fn contains(&self, user: &UserId) -> bool {
        self.people().contains_key(user)
    }

    /// Adds a connection of a person; tells whether it is their first.
    pub fn add(&self, person: &Person, connection: u64, mailbox: &Mailbox) -> bool {
        let mut people = self.people();
        let connected = people.entry(person.id.clone()).or_insert_with(|| Connected {
            person: person.clone(),
            mailboxes: Vec::new(),
            promises: None,
        });
        connected.mailboxes.push((connection, mailbox.clone()));
        connected.mailboxes.len() == 1
    }

    /// Removes a connection of a person; tells whether it was their last.
    pub fn remove(&self, person: &Person, connection: u64) -> bool {
        let mut people = self.people();
        let Some(connected) = people.get_mut(&person.id) else { return false };
        connected.mailboxes.retain(|(known, _)| *known != connection);
        let is_last = connected.mailboxes.is_empty();
        if is_last {
            people.remove(&person.id);
        }
        is_last
    }

    /// Notes the hash of a nonce that a person promises at the next table: for any chair, which takes the place of
    /// everything promised before, or for a certain one besides.
    pub fn promise(&self, person: &Person, pledge: Digest, chair: Option<u8>) {
        if let Some(connected) = self.people().get_mut(&person.id) {
            match chair {
                None => connected.promises = Some(pledge.into()),
                Some(chair) => connected.promises.get_or_insert_default().add(chair, pledge),
            }
        }
    }

    /// What a user has promised, which is good once.
    pub(crate) fn take_promises(&self, user: &UserId) -> Option<Promises> {
        self.people().get_mut(user)?.promises.take()
    }

    /// Sends a note to every connection.
    pub(crate) fn send_to_all(&self, note: &Note) {
        for connected in self.people().values() {
            for (_, mailbox) in &connected.mailboxes {
                mailbox.put(note.clone());
            }
        }
    }
}
