//! The packets of the Blokus program of 2005 and its successors, called Freebloks.

mod game_registry;
mod game_task;
mod room;
mod seats;

use std::sync::Arc;

use blokus::original::{ClientMessage, MAX_PACKET_BYTES, PacketBuffer, ServerMessage};
use tokio::{
    io::AsyncReadExt as _,
    net::TcpStream,
    sync::mpsc,
    time::{Instant, sleep_until},
};

use self::game_registry::{GameRegistry, Input};
use crate::{
    Backend, Freebloks, Limits,
    connection::{Deadline, Pace, write},
    ports::{Permit, TooMany},
};

/// How many messages may wait for a connection until it counts as too slow.
const MAX_WAITING_MESSAGES: usize = 1_024;

/// Where clients of the protocol come in.
pub(super) struct Listener<B: Backend> {
    registry: Arc<GameRegistry<B>>,
    limits: Arc<Limits>,
}

impl<B: Backend> Listener<B> {
    pub(super) fn open(backend: Arc<B>, settings: Freebloks, limits: Arc<Limits>) -> Self {
        Self { registry: Arc::new(GameRegistry::new(backend, settings, &limits)), limits }
    }

    /// Talks until one side has enough.
    pub(super) fn serve_connection(
        &self,
        stream: TcpStream,
        permit: Permit,
    ) -> impl Future<Output = ()> + Send + use<B> {
        let (registry, limits) = (Arc::downgrade(&self.registry), Arc::clone(&self.limits));
        async move {
            let (sender, messages) = mpsc::channel(MAX_WAITING_MESSAGES);
            let entered = match registry.upgrade() {
                Some(registry) => registry.join(sender).await,
                None => None,
            };
            if let Some((number, inputs)) = entered {
                run_connection(stream, number, &inputs, messages, &limits).await;
                // A game that is over has nobody to tell.
                let _ = inputs.send(Input::Disconnected(number)).await;
            }
            drop(permit);
        }
    }
}

/// What a client is told for whom there is no room.
pub(super) fn too_many_connections(of: TooMany) -> Vec<u8> {
    let text = of.sentence().to_owned();
    ServerMessage::Chat { from: None, text }.to_bytes()
}

async fn run_connection(
    stream: TcpStream,
    number: u64,
    inputs: &mpsc::Sender<Input>,
    mut messages: mpsc::Receiver<ServerMessage>,
    limits: &Limits,
) {
    // A connection without an address has gone already.
    let Ok(address) = stream.peer_addr() else { return };
    let (mut reader, mut writer) = stream.into_split();
    let mut buffer = PacketBuffer::default();
    let mut bytes = [0; MAX_PACKET_BYTES];
    let mut last_sign = Instant::now();
    let mut has_spoken = false;
    let mut pace = Pace::new(limits);
    let mut knows_latin_only = false;
    let bytes_of = |message: &ServerMessage, in_latin| match in_latin {
        true => message.to_latin_bytes(),
        false => message.to_bytes(),
    };
    loop {
        while let Ok(message) = messages.try_recv() {
            if write(&mut writer, &bytes_of(&message, knows_latin_only)).await.is_err() {
                return;
            }
        }
        match buffer.next_packet() {
            Ok(Some(packet)) => {
                has_spoken = true;
                pace.wait().await;
                knows_latin_only |= ClientMessage::is_in_latin(&packet);
                if inputs.send(Input::Message(number, ClientMessage::read(&packet))).await.is_err() {
                    return;
                }
                continue;
            }
            Ok(None) => {}
            Err(broken) => {
                tracing::debug!(%broken, "a connection is ended");
                return;
            }
        }
        // Who has begun a packet is soon done with it, and a client asks for a seat as soon as it is there; who plays and
        // has nothing to say may be silent for long.
        let (awaited, limit) = match (buffer.has_begun_one(), has_spoken) {
            (true, _) => ("the rest of a packet", limits.log_in),
            (false, false) => ("the first packet", limits.first_message),
            (false, true) => ("a packet", limits.silence),
        };
        let deadline = Deadline { awaited, since: last_sign, limit };
        tokio::select! {
            read = reader.read(&mut bytes) => match read {
                Ok(0) | Err(_) => return,
                Ok(n_bytes) => {
                    last_sign = Instant::now();
                    buffer.push(&bytes[..n_bytes]);
                }
            },
            message = messages.recv() => match message {
                Some(message) => {
                    if write(&mut writer, &bytes_of(&message, knows_latin_only)).await.is_err() {
                        return;
                    }
                }
                None => return,
            },
            () = sleep_until(deadline.at()) => return deadline.log_missed(address),
        }
    }
}
