//! The ports of the original protocols, and who is let in there.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use ::limits::{AddressBlock, ConcurrencyLimit, REFUSED_CLIENTS};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::sleep,
};

use crate::{
    Backend, Freebloks, Limits, Originals, Praktikum, ProtocolCounters, Welfenlab, connection::keep_alive,
    freebloks, left_behind, praktikum, welfenlab,
};

/// A place for one connection of an address.
pub(crate) type Permit = ::limits::Permit<AddressBlock>;

/// The ports of the original protocols, opened.
#[derive(Debug, Default)]
pub struct Ports {
    welfenlab: Option<(TcpListener, Welfenlab)>,
    praktikum: Option<(TcpListener, Praktikum)>,
    freebloks: Option<(TcpListener, Freebloks)>,
    limits: Limits,
}

impl Ports {
    /// Opens the ports.
    ///
    /// # Errors
    /// If one of them cannot be opened; the error comes with its address.
    pub async fn open(originals: &Originals) -> Result<Self, (SocketAddr, io::Error)> {
        let mut ports = Self { limits: originals.limits.clone(), ..Self::default() };
        if let Some(settings) = &originals.welfenlab {
            let listener = TcpListener::bind(settings.listen).await;
            let listener = listener.map_err(|error| (settings.listen, error))?;
            ports.welfenlab = Some((listener, settings.clone()));
        }
        if let Some(settings) = &originals.praktikum {
            let listener = praktikum::bind(settings.listen).await;
            let listener = listener.map_err(|error| (settings.listen, error))?;
            ports.praktikum = Some((listener, settings.clone()));
        }
        if let Some(settings) = &originals.freebloks {
            let listener = TcpListener::bind(settings.listen).await;
            let listener = listener.map_err(|error| (settings.listen, error))?;
            ports.freebloks = Some((listener, settings.clone()));
        }
        Ok(ports)
    }

    /// Where the protocols are spoken, each with its name.
    pub fn addresses(&self) -> Vec<(&'static str, SocketAddr)> {
        let welfenlab = self.welfenlab.as_ref().map(|(listener, _)| ("welfenlab", listener));
        let praktikum = self.praktikum.as_ref().map(|(listener, _)| ("praktikum", listener));
        let freebloks = self.freebloks.as_ref().map(|(listener, _)| ("freebloks", listener));
        let address = |(name, listener): (_, &TcpListener)| Some((name, listener.local_addr().ok()?));
        welfenlab.into_iter().chain(praktikum).chain(freebloks).filter_map(address).collect()
    }

    /// Lets people in until the tasks are ended, after those have left whom an earlier server has lost.
    pub async fn let_in<B: Backend>(self, backend: &Arc<B>) -> JoinSet<()> {
        left_behind::clear(backend).await;
        let mut tasks = JoinSet::new();
        let limits = Arc::new(self.limits);
        let counters = backend.counters().clone();
        if let Some((listener, settings)) = self.welfenlab {
            let in_all = settings.max_connections.unwrap_or(limits.in_all);
            let connections = ConcurrencyLimit::new(limits.per_address, in_all);
            let protocol =
                welfenlab::Listener::open(Arc::clone(backend), settings, Arc::clone(&limits), &mut tasks);
            let serve = move |stream, permit| protocol.serve_connection(stream, permit);
            let count = counters.welfenlab;
            tasks.spawn(accept(listener, connections, count, welfenlab::too_many_connections, serve));
        }
        if let Some((listener, settings)) = self.praktikum {
            let protocol = praktikum::Listener::open(Arc::clone(backend), settings, Arc::clone(&limits));
            // The protocol has no word for it.
            let serve = move |stream, permit| protocol.serve_connection(stream, permit);
            let (connections, count) = (connections(&limits), counters.praktikum);
            tasks.spawn(accept(listener, connections, count, |_| Vec::new(), serve));
        }
        if let Some((listener, settings)) = self.freebloks {
            let protocol = freebloks::Listener::open(Arc::clone(backend), settings, Arc::clone(&limits));
            let serve = move |stream, permit| protocol.serve_connection(stream, permit);
            let (connections, count) = (connections(&limits), counters.freebloks);
            tasks.spawn(accept(listener, connections, count, freebloks::too_many_connections, serve));
        }
        tasks
    }
}

fn connections(limits: &Limits) -> ConcurrencyLimit<AddressBlock> {
    ConcurrencyLimit::new(limits.per_address, limits.in_all)
}

/// Of what there are too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TooMany {
    OfThisAddress,
    InAll,
}

impl TooMany {
    pub(crate) const fn sentence(self) -> &'static str {
        match self {
            Self::OfThisAddress => "There are too many connections from your address. Close one of them.",
            Self::InAll => "There are too many connections to this server. Try again later.",
        }
    }
}

/// Accepts connections, and lets those in whose address has not too many; the others are sent a refusal.
async fn accept<F: Future<Output = ()> + Send + 'static>(
    listener: TcpListener,
    connections: ConcurrencyLimit<AddressBlock>,
    counters: ProtocolCounters,
    refusal: impl Fn(TooMany) -> Vec<u8>,
    serve: impl Fn(TcpStream, Permit) -> F,
) {
    loop {
        let (stream, address) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // There are too many open files, for example: others have to go first.
                tracing::warn!(%error, "a connection cannot be accepted");
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let Some(permit) = connections.try_acquire(address.ip().into()) else {
            if let Some(left_out) = REFUSED_CLIENTS.pass() {
                tracing::info!(%address, left_out, "too many connections to the port of an original protocol");
            }
            let of = if connections.is_full() { TooMany::InAll } else { TooMany::OfThisAddress };
            refuse(stream, &refusal(of));
            continue;
        };
        if let Err(error) = keep_alive(&stream) {
            tracing::debug!(%address, %error, "a connection has gone already");
            continue;
        }
        // Anyone who talks ends by the limits, or when the server stops.
        let (open, served) = (counters.count(), serve(stream, permit));
        tokio::spawn(async move {
            served.await;
            drop(open);
        });
    }
}

/// Sends a few last bytes and closes. A new connection has room for them, so nothing waits for a client that floods.
fn refuse(stream: TcpStream, refusal: &[u8]) {
    // It may have gone already.
    let _ = stream.into_std().and_then(|mut stream| io::Write::write_all(&mut stream, refusal));
}
