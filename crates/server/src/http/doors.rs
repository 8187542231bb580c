//! The doors: who comes in, how many from one address, and how long they may take to say what they want.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use ::limits::connections as limits;
use ::limits::{AddressBlock, ConcurrencyLimit, Permit, REFUSED_CLIENTS};
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

use super::{TrustedProxy, timed_writes::TimedWrites};

/// How long to wait when the system has no room for another connection.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// How many connections each address has.
#[derive(Debug)]
pub(crate) struct Doors {
    per_address: Option<u32>,
    /// Who brings the connections of others, which are counted one by one.
    proxies: Arc<[TrustedProxy]>,
    connections: ConcurrencyLimit<AddressBlock>,
}

/// The slot of one connection, which is free again when it is dropped.
pub(crate) type Place = Permit<AddressBlock>;

impl Doors {
    /// Doors through which so many may come from one address. If nothing is said, this machine may have any
    /// number, because a proxy on it brings everybody.
    pub(crate) fn new(per_address: Option<u32>, proxies: Arc<[TrustedProxy]>) -> Self {
        Self { per_address, proxies, connections: ConcurrencyLimit::unlimited() }
    }

    /// Tells whether an address is that of a proxy whose word is taken.
    pub(super) fn is_proxy(&self, address: IpAddr) -> bool {
        self.proxies.iter().any(|proxy| proxy.contains(address))
    }

    /// Tells whether any number may come from an address: a trusted proxy, whose visitors are counted by the addresses
    /// that it names, and this machine, unless something is said about it, because a proxy on it may bring everybody.
    pub(super) fn is_open_to(&self, address: IpAddr) -> bool {
        self.is_proxy(address) || (self.per_address.is_none() && address.to_canonical().is_loopback())
    }

    fn limit(&self, address: IpAddr) -> u32 {
        match self.is_open_to(address) {
            true => u32::MAX,
            false => self.per_address.unwrap_or(limits::MAX_CONNECTIONS_PER_ADDRESS),
        }
    }

    /// A slot for one more connection from an address, if it may have one.
    pub(crate) fn enter(&self, address: IpAddr) -> Option<Place> {
        self.connections.try_acquire_up_to(address.into(), self.limit(address) as usize)
    }
}

/// Lets people in until anyone who holds the other end of `stopping` drops it.
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
                None => {
                    if let Some(left_out) = REFUSED_CLIENTS.pass() {
                        tracing::info!(%peer, left_out, "too many connections from one address");
                    }
                }
            },
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                sleep(ACCEPT_RETRY_DELAY).await;
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
        .header_read_timeout(limits::HEADER_READ_TIMEOUT)
        .max_buf_size(limits::MAX_HEADER_BYTES)
        .serve_connection(TokioIo::new(TimedWrites::new(stream)), service)
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
        let doors = Arc::new(Doors::new(Some(2), Arc::default()));
        let enter = |text| doors.enter(address(text));
        let (first, second) = (enter("10.0.0.1"), enter("10.0.0.1"));
        assert!(first.is_some() && second.is_some());
        assert!(enter("10.0.0.1").is_none());
        // The same address, as IPv6 sockets write it.
        assert!(enter("::ffff:10.0.0.1").is_none());
        assert!(enter("10.0.0.2").is_some());
        let neighbors = [enter("2001:db8::1"), enter("2001:db8::2"), enter("2001:db8::3")];
        assert!(neighbors[2].is_none(), "one household has any number of addresses");
        drop(neighbors);
        drop(first);
        assert!(enter("10.0.0.1").is_some());
        drop(second);
        assert_eq!(doors.connections.in_use(), 0, "nobody is forgotten: {doors:?}");
    }

    #[test]
    fn loopback_proxy_has_no_connection_limit() {
        let doors = Arc::new(Doors::new(None, Arc::default()));
        let count = |text| (0..1_000).map_while(|_| doors.enter(address(text))).collect::<Vec<_>>().len();
        assert_eq!(count("127.0.0.1"), 1_000);
        assert_eq!(count("10.0.0.1"), limits::MAX_CONNECTIONS_PER_ADDRESS as usize);
    }

    #[test]
    fn d11_a_trusted_proxy_is_not_counted_and_its_visitors_are() {
        let proxies = Arc::from(["10.9.9.9".parse().unwrap(), "127.0.0.1".parse().unwrap()]);
        let doors = Arc::new(Doors::new(Some(3), proxies));
        let count = |text| (0..50).map_while(|_| doors.enter(address(text))).collect::<Vec<_>>().len();
        assert_eq!((count("10.9.9.9"), count("127.0.0.1")), (50, 50));
        assert_eq!(count("203.0.113.9"), 3);
    }
}
