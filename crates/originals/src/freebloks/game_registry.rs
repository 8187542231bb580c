//! Where clients come in: anyone who connects joins the one game that has not begun yet.

use std::{
    sync::{Arc, Mutex, MutexGuard, atomic::Ordering},
    time::Duration,
};

use blokus::original::{ClientMessage, Misread, ServerMessage};
use tokio::sync::{
    mpsc::{self, error::SendError},
    oneshot,
};

use super::{game_task::GameTask, room::Room};
use crate::{Backend, Freebloks, Limits};

/// How many messages may wait for a game.
const MAX_WAITING_INPUTS: usize = 64;

/// What connections send to a game.
pub(super) enum Input {
    /// A connection is new.
    Connected(Newcomer),
    /// A connection has sent a packet.
    Message(u64, Result<ClientMessage, Misread>),
    /// A connection has ended.
    Disconnected(u64),
}

/// A connection that looks for a game.
pub(super) struct Newcomer {
    pub(super) number: u64,
    /// Where its messages go. The connection ends when this does.
    pub(super) messages: mpsc::Sender<ServerMessage>,
    /// Is sent the way to the game.
    pub(super) inputs_of_game: oneshot::Sender<mpsc::Sender<Input>>,
}

/// All games of the protocol.
pub(super) struct GameRegistry<B: Backend> {
    pub(super) backend: Arc<B>,
    pub(super) settings: Arc<Freebloks>,
    /// How long a game is silent until its clients are told that it still goes on.
    pub(super) heartbeat: Duration,
    /// How long a client without a seat may be silent while another person waits outside.
    pub(super) hesitation: Duration,
    state: Mutex<RegistryState>,
}

#[derive(Default)]
struct RegistryState {
    /// The way to the game that has not begun yet.
    lobby: Option<mpsc::Sender<Input>>,
    n_games: usize,
    n_connections: u64,
}

impl<B: Backend> GameRegistry<B> {
    pub(super) fn new(backend: Arc<B>, settings: Freebloks, limits: &Limits) -> Self {
        let Limits { heartbeat, first_move: hesitation, .. } = *limits;
        Self { backend, settings: Arc::new(settings), heartbeat, hesitation, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, RegistryState> {
        locks::lock(&self.state)
    }

    /// Lets a connection in; its number and the way to its game, or nothing if there is no room.
    pub(super) async fn join(
        self: &Arc<Self>,
        messages: mpsc::Sender<ServerMessage>,
    ) -> Option<(u64, mpsc::Sender<Input>)> {
        if self.backend.is_stopping() {
            return None;
        }
        let number = {
            let mut state = self.state();
            state.n_connections += 1;
            state.n_connections
        };
        let (inputs_of_game, found) = oneshot::channel();
        self.route(Newcomer { number, messages, inputs_of_game }).await;
        found.await.ok().map(|inputs| (number, inputs))
    }

    /// Leads a newcomer to the game that has not begun yet, and opens one if there is none.
    pub(super) async fn route(self: &Arc<Self>, newcomer: Newcomer) {
        let mut input = Input::Connected(newcomer);
        while let Some(lobby) = self.lobby() {
            match lobby.send(input).await {
                Ok(()) => return,
                // That game has just ended, so there will be another one.
                Err(SendError(unsent)) => input = unsent,
            }
        }
    }

    fn lobby(self: &Arc<Self>) -> Option<mpsc::Sender<Input>> {
        let mut state = self.state();
        if let Some(lobby) = state.lobby.as_ref().filter(|lobby| !lobby.is_closed()) {
            return Some(lobby.clone());
        }
        if self.settings.games <= state.n_games {
            return None;
        }
        let (lobby, inputs) = mpsc::channel(MAX_WAITING_INPUTS);
        let room = Room::new(self.settings.game, self.settings.people.into());
        let task = GameTask::new(self, lobby.downgrade(), room);
        state.n_games += 1;
        state.lobby = Some(lobby.clone());
        tokio::spawn(task.run(inputs));
        Some(lobby)
    }

    /// A game begins, perhaps once more in the same room.
    pub(super) fn game_began(&self) {
        self.backend.counters().freebloks_games.fetch_add(1, Ordering::Relaxed);
    }

    /// A game begins: anyone who comes from now on goes to another one.
    pub(super) fn close_lobby(&self, begun: &mpsc::Sender<Input>) {
        self.state().lobby.take_if(|lobby| lobby.same_channel(begun));
    }

    /// A game has ended.
    pub(super) fn game_ended(&self) {
        self.state().n_games -= 1;
    }
}
