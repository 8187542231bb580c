//! The packets of the Blokus programme of 2005 and its successors, called Freebloks.

mod hall;
mod host;
mod room;
mod seats;

use std::sync::Arc;

use blokus::original::{ClientMessage, MAX_PACKET_BYTES, PacketBuffer, ServerMessage};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpStream, tcp::OwnedWriteHalf},
    sync::mpsc,
    time::{Instant, sleep_until, timeout},
};

use self::hall::{Hall, Input};
use super::{Freebloks, Limits, Pass, SENDING};
use crate::{bucket::Bucket, house::House, world::World};

/// How many messages may wait for a connection until it counts as too slow.
const MESSAGES: usize = 1_024;

/// Where clients of the protocol come in.
pub(super) struct Door<W: World> {
    hall: Arc<Hall<W>>,
    limits: Arc<Limits>,
}

impl<W: World> Door<W> {
    pub(super) fn open(house: Arc<House<W>>, settings: Freebloks, limits: Arc<Limits>) -> Self {
        Self { hall: Arc::new(Hall::new(house, settings)), limits }
    }

    /// Talks until one side has enough.
    pub(super) fn talk(&self, stream: TcpStream, pass: Pass) -> impl Future<Output = ()> + Send + use<W> {
        let (hall, limits) = (Arc::downgrade(&self.hall), Arc::clone(&self.limits));
        async move {
            let (sender, messages) = mpsc::channel(MESSAGES);
            let entered = match hall.upgrade() {
                Some(hall) => hall.enter(sender).await,
                None => None,
            };
            if let Some((number, inputs)) = entered {
                converse(stream, number, &inputs, messages, &limits).await;
                // A game that is over has nobody to tell.
                let _ = inputs.send(Input::Gone(number)).await;
            }
            drop(pass);
        }
    }
}

async fn converse(
    stream: TcpStream,
    number: u64,
    inputs: &mpsc::Sender<Input>,
    mut messages: mpsc::Receiver<ServerMessage>,
    limits: &Limits,
) {
    let (mut reader, mut writer) = stream.into_split();
    let mut buffer = PacketBuffer::default();
    let mut bytes = [0; MAX_PACKET_BYTES];
    let mut last_sign = Instant::now();
    let mut pace = Bucket::new(limits.messages.0, limits.messages.1, last_sign);
    loop {
        while let Ok(message) = messages.try_recv() {
            if send(&mut writer, &message).await.is_err() {
                return;
            }
        }
        match buffer.next_packet() {
            Ok(Some(packet)) => {
                while !pace.take(Instant::now()) {
                    tokio::time::sleep(limits.messages.1 / limits.messages.0.max(1)).await;
                }
                if inputs.send(Input::Said(number, ClientMessage::read(&packet))).await.is_err() {
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
        // Who has begun a packet is soon done with it; who has nothing to say may be silent for long.
        let deadline = last_sign + if buffer.has_begun_one() { limits.log_in } else { limits.silence };
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
                    if send(&mut writer, &message).await.is_err() {
                        return;
                    }
                }
                None => return,
            },
            () = sleep_until(deadline) => return,
        }
    }
}

/// A connection that does not take what it is sent.
struct Gone;

/// Sends a message with a single write: some programmes take a pause within for a damage.
async fn send(writer: &mut OwnedWriteHalf, message: &ServerMessage) -> Result<(), Gone> {
    match timeout(SENDING, writer.write_all(&message.to_bytes())).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}
