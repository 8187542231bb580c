//! The visits that are on, so that a page that was loaded again finds its own.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use protocol::UserId;
use tokio::sync::mpsc::{Receiver, Sender, channel, error::TrySendError};

use super::browser::Browser;

/// The visits that are on, by a word that only the page knows.
pub(crate) struct RemoteGames {
    /// How long a visit goes on while nobody looks.
    pub(super) patience: Duration,
    on: Mutex<BTreeMap<String, Door>>,
}

/// Where the browser of a person comes back in.
struct Door {
    person: UserId,
    arrivals: Sender<Browser>,
}

/// The entry of a visit, which is taken out of the list when it is dropped.
pub(super) struct Entry {
    stays: Arc<RemoteGames>,
    pub(super) word: String,
    /// The browsers that come back.
    pub(super) arrivals: Receiver<Browser>,
}

impl fmt::Debug for RemoteGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteGames").field("patience", &self.patience).finish_non_exhaustive()
    }
}

impl RemoteGames {
    pub(crate) fn new(patience: Duration) -> Self {
        Self { patience, on: Mutex::default() }
    }

    fn on(&self) -> MutexGuard<'_, BTreeMap<String, Door>> {
        locks::lock(&self.on)
    }

    /// Lists a visit of a person under a word that nobody can guess.
    pub(super) fn enter(self: &Arc<Self>, word: String, person: UserId) -> Entry {
        let (sender, arrivals) = channel(1);
        self.on().insert(word.clone(), Door { person, arrivals: sender });
        Entry { stays: Arc::clone(self), word, arrivals }
    }

    /// Brings a browser back to a visit of the same person. Gives it back if there is no such visit any more.
    pub(super) fn bring_back(&self, word: &str, person: &UserId, browser: Browser) -> Option<Browser> {
        let door =
            self.on().get(word).filter(|door| door.person == *person).map(|door| door.arrivals.clone());
        match door {
            Some(door) => door.try_send(browser).err().map(TrySendError::into_inner),
            None => Some(browser),
        }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.stays.on().remove(&self.word);
    }
}
