//! Writing to clients of the original protocols, and how fast they are read.

use std::{io, net::SocketAddr, time::Duration};

use ::limits::{Bucket, REFUSED_CLIENTS, Rate, originals as limits};
use tokio::{
    io::{AsyncWrite, AsyncWriteExt as _},
    net::TcpStream,
    time::{Instant, sleep, timeout},
};

use crate::Limits;

/// How long a connection is silent before the network asks whether the other side still lives.
const KEEP_ALIVE: Duration = Duration::from_secs(40);

/// Sends every message at once, and lets the network find out when the other side is dead.
///
/// # Errors
/// If the connection has gone already.
pub fn keep_alive(stream: &TcpStream) -> io::Result<()> {
    let keep_alive = socket2::TcpKeepalive::new().with_time(KEEP_ALIVE).with_interval(KEEP_ALIVE / 4);
    socket2::SockRef::from(stream).set_tcp_keepalive(&keep_alive)?;
    stream.set_nodelay(true)
}

/// A connection that does not take what it is sent.
#[derive(Debug)]
pub struct Gone;

/// Sends bytes with a single write: some programs take a pause within a message for a damage.
///
/// # Errors
/// If the other side does not take them in time.
pub async fn write(writer: &mut (impl AsyncWrite + Unpin), bytes: &[u8]) -> Result<(), Gone> {
    match timeout(limits::ORIGINAL_SEND_TIMEOUT, writer.write_all(bytes)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}

/// Until when a client has to send something.
#[derive(Clone, Copy)]
pub(crate) struct Deadline {
    /// What it has to send, as the log names it.
    pub(crate) awaited: &'static str,
    pub(crate) since: Instant,
    pub(crate) limit: Duration,
}

impl Deadline {
    pub(crate) fn at(&self) -> Instant {
        self.since + self.limit
    }

    /// Logs who has missed it, and what was awaited.
    pub(crate) fn log_missed(&self, address: SocketAddr) {
        if let Some(left_out) = REFUSED_CLIENTS.pass() {
            let &Self { awaited, limit, .. } = self;
            tracing::info!(%address, awaited, ?limit, left_out, "a client of an original protocol was silent for too long");
        }
    }
}

/// How fast messages are read from a connection.
pub(crate) struct Pace {
    bucket: Bucket,
    /// How long it takes until one more is read.
    step: Duration,
}

impl Pace {
    pub(crate) fn new(limits: &Limits) -> Self {
        let (count, time) = limits.messages;
        Self { bucket: Rate::new(count, time).bucket(Instant::now()), step: time / count.max(1) }
    }

    /// Waits until one more message may be read.
    pub(crate) async fn wait(&mut self) {
        while !self.bucket.take(Instant::now()) {
            sleep(self.step).await;
        }
    }
}
