//! The doors: who comes in, how many from one address, and how long they may take to say what they want.

use std::{
    collections::BTreeMap,
    fmt,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use axum::{Router, extract::ConnectInfo};
use hyper::{
    body::Incoming,
    server::conn::http1,
    service::{Service as _, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    time::sleep,
};

/// How many connections an address of another machine may have, unless something else is said.
const PER_ADDRESS: u32 = 100;

/// How long the head of a request may take to arrive.
const HEAD: Duration = Duration::from_secs(10);

/// How much of a request is kept in memory at a time: heads are short, and there are many connections.
const BUFFER: usize = 16 * 1024;

/// How long to wait when the system has no room for another connection.
const NO_ROOM: Duration = Duration::from_millis(100);

/// How many connections each address has.
#[derive(Debug)]
pub(crate) struct Doors {
    per_address: Option<u32>,
    inside: Mutex<BTreeMap<IpAddr, u32>>,
}

/// The place of one connection, which is free again when it is dropped.
pub(crate) struct Place {
    doors: Arc<Doors>,
    address: IpAddr,
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Place").field(&self.address).finish()
    }
}

impl Doors {
    /// Doors through which so many may come from one address. If nothing is said, this machine may have any
    /// number, because a proxy on it brings everybody.
    pub(crate) fn new(per_address: Option<u32>) -> Self {
        Self { per_address, inside: Mutex::default() }
    }

    fn inside(&self) -> MutexGuard<'_, BTreeMap<IpAddr, u32>> {
        self.inside.lock().expect("nothing panics while it holds the lock")
    }

    fn limit(&self, address: IpAddr) -> u32 {
        match self.per_address {
            Some(limit) => limit,
            None if address.is_loopback() => u32::MAX,
            None => PER_ADDRESS,
        }
    }

    /// A place for one more connection from an address, if it may have one.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let address = address.to_canonical();
        let limit = self.limit(address);
        let mut inside = self.inside();
        let count = inside.entry(address).or_default();
        if limit <= *count {
            if *count == 0 {
                inside.remove(&address);
            }
            return None;
        }
        *count += 1;
        Some(Place { doors: Arc::clone(self), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inside = self.doors.inside();
        if let Some(count) = inside.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                inside.remove(&self.address);
            }
        }
    }
}

/// Lets people in until whoever holds the other end of `stopping` drops it.
pub(crate) async fn accept(
    listener: TcpListener,
    router: Router,
    doors: Arc<Doors>,
    mut stopping: watch::Receiver<()>,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.changed() => return,
        };
        match accepted {
            Ok((stream, peer)) => match doors.enter(peer.ip()) {
                Some(place) => {
                    tokio::spawn(answer(stream, peer, Arc::new(place), router.clone(), stopping.clone()));
                }
                // A flood is not worth a word; whoever means well has closed something before.
                None => tracing::debug!(%peer, "too many connections from one address"),
            },
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                sleep(NO_ROOM).await;
            }
        }
    }
}

/// Answers the requests of one connection.
async fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    place: Arc<Place>,
    router: Router,
    mut stopping: watch::Receiver<()>,
) {
    if stream.set_nodelay(true).is_err() {
        // It has gone already.
        return;
    }
    let answers = TowerToHyperService::new(router);
    let service = service_fn(|mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Arc::clone(&place));
        answers.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        _ = stopping.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%peer, %error, "a connection ended early");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_has_so_many_places_and_gets_them_back() {
        let doors = Arc::new(Doors::new(Some(2)));
        let enter = |text| doors.enter(address(text));
        let (first, second) = (enter("10.0.0.1"), enter("10.0.0.1"));
        assert!(first.is_some() && second.is_some());
        assert!(enter("10.0.0.1").is_none());
        // The same address, as IPv6 sockets write it.
        assert!(enter("::ffff:10.0.0.1").is_none());
        assert!(enter("10.0.0.2").is_some());
        drop(first);
        assert!(enter("10.0.0.1").is_some());
        drop(second);
        assert!(doors.inside().is_empty(), "nobody is forgotten: {doors:?}");
    }

    #[test]
    fn a_proxy_on_this_machine_brings_everybody() {
        let doors = Arc::new(Doors::new(None));
        let count = |text| (0..1_000).map_while(|_| doors.enter(address(text))).collect::<Vec<_>>().len();
        assert_eq!(count("127.0.0.1"), 1_000);
        assert_eq!(count("10.0.0.1"), PER_ADDRESS as usize);
    }
}
