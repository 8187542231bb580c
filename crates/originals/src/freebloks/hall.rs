//! Where clients come in: whoever connects joins the one game that has not begun yet.

use std::{
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use blokus::original::{ClientMessage, Misread, ServerMessage};
use tokio::sync::{
    mpsc::{self, error::SendError},
    oneshot,
};

use super::{host::Host, room::Room};
use crate::{Backend, Freebloks, Limits};

/// How many messages may wait for a game.
const INPUTS: usize = 64;

/// What a game hears from connections.
pub(super) enum Input {
    /// A connection is new.
    Came(Newcomer),
    /// A connection has sent a packet.
    Said(u64, Result<ClientMessage, Misread>),
    /// A connection has ended.
    Gone(u64),
}

/// A connection that looks for a game.
pub(super) struct Newcomer {
    pub(super) number: u64,
    /// Where its messages go. The connection ends when this does.
    pub(super) messages: mpsc::Sender<ServerMessage>,
    /// Is told the way to the game.
    pub(super) inside: oneshot::Sender<mpsc::Sender<Input>>,
}

/// All games of the protocol.
pub(super) struct Hall<B: Backend> {
    pub(super) backend: Arc<B>,
    pub(super) settings: Arc<Freebloks>,
    /// How long a game is silent until its clients are told that it still goes on.
    pub(super) heartbeat: Duration,
    /// How long a client without a seat may be silent while somebody else waits outside.
    pub(super) hesitation: Duration,
    doors: Mutex<Doors>,
}

#[derive(Default)]
struct Doors {
    /// The way to the game that has not begun yet.
    lobby: Option<mpsc::Sender<Input>>,
    n_games: usize,
    n_connections: u64,
}

impl<B: Backend> Hall<B> {
    pub(super) fn new(backend: Arc<B>, settings: Freebloks, limits: &Limits) -> Self {
        let Limits { heartbeat, first_move: hesitation, .. } = *limits;
        Self { backend, settings: Arc::new(settings), heartbeat, hesitation, doors: Mutex::default() }
    }

    fn doors(&self) -> MutexGuard<'_, Doors> {
        locks::lock(&self.doors)
    }

    /// Lets a connection in; its number and the way to its game, or nothing if there is no room.
    pub(super) async fn enter(
        self: &Arc<Self>,
        messages: mpsc::Sender<ServerMessage>,
    ) -> Option<(u64, mpsc::Sender<Input>)> {
        if self.backend.is_stopping() {
            return None;
        }
        let number = {
            let mut doors = self.doors();
            doors.n_connections += 1;
            doors.n_connections
        };
        let (inside, found) = oneshot::channel();
        self.lead(Newcomer { number, messages, inside }).await;
        found.await.ok().map(|inputs| (number, inputs))
    }

    /// Leads a newcomer to the game that has not begun yet, and opens one if there is none.
    pub(super) async fn lead(self: &Arc<Self>, newcomer: Newcomer) {
        let mut input = Input::Came(newcomer);
        while let Some(lobby) = self.lobby() {
            match lobby.send(input).await {
                Ok(()) => return,
                // That game has just ended, so there will be another one.
                Err(SendError(unheard)) => input = unheard,
            }
        }
    }

    fn lobby(self: &Arc<Self>) -> Option<mpsc::Sender<Input>> {
        let mut doors = self.doors();
        if let Some(lobby) = doors.lobby.as_ref().filter(|lobby| !lobby.is_closed()) {
            return Some(lobby.clone());
        }
        if self.settings.games <= doors.n_games {
            return None;
        }
        let (lobby, inputs) = mpsc::channel(INPUTS);
        let room = Room::new(self.settings.game, self.settings.people.into());
        let host = Host::new(self, lobby.downgrade(), room);
        doors.n_games += 1;
        doors.lobby = Some(lobby.clone());
        tokio::spawn(host.run(inputs));
        Some(lobby)
    }

    /// A game begins: whoever comes from now on goes to another one.
    pub(super) fn depart(&self, begun: &mpsc::Sender<Input>) {
        self.doors().lobby.take_if(|lobby| lobby.same_channel(begun));
    }

    /// A game has ended.
    pub(super) fn end(&self) {
        self.doors().n_games -= 1;
    }
}
