//! Where a request comes from, also when a proxy hands it on.

use std::{
    convert::Infallible,
    fmt,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    str::FromStr,
};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, header, request::Parts},
};
use tables::world::World;
use thiserror::Error;

use super::App;

/// A proxy, or a whole network of them, whose word about where a request comes from is taken.
///
/// ```
/// use server::TrustedProxy;
/// let network: TrustedProxy = "10.0.0.0/8".parse()?;
/// assert!(network.contains("10.1.2.3".parse().unwrap()));
/// assert!(!network.contains("11.1.2.3".parse().unwrap()));
/// # Ok::<(), server::TrustedProxyError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrustedProxy {
    address: IpAddr,
    /// How many bits count.
    prefix: u8,
}

/// A text that names no proxy.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?} names no proxy; write an address as 127.0.0.1 or a network as 10.0.0.0/8")]
pub struct TrustedProxyError(String);

impl FromStr for TrustedProxy {
    type Err = TrustedProxyError;

    fn from_str(text: &str) -> Result<Self, TrustedProxyError> {
        let wrong = || TrustedProxyError(text.to_owned());
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix.parse::<u8>().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let bits = if address.is_ipv4() { 32 } else { 128 };
        match prefix.unwrap_or(bits) {
            prefix if prefix <= bits => Ok(Self { address, prefix }),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for TrustedProxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}

impl TrustedProxy {
    /// Tells whether an address is that of the proxy.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let bits = |address: IpAddr| match address {
            IpAddr::V4(address) => (u128::from(address.to_bits()) << 96, 32),
            IpAddr::V6(address) => (address.to_bits(), 128),
        };
        let ((own, own_width), (other, width)) = (bits(self.address), bits(address.to_canonical()));
        let differs = (own ^ other).checked_shr(128 - u32::from(self.prefix)).unwrap_or_default();
        own_width == width && differs == 0
    }
}

/// Where a request comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Visit {
    pub(super) address: IpAddr,
    /// Whether the browser speaks TLS, as far as can be known.
    pub(super) is_https: bool,
}

impl Visit {
    /// Follows what proxies say back to the first address that is not one of theirs.
    pub(super) fn new(peer: IpAddr, headers: &HeaderMap, proxies: &[TrustedProxy]) -> Self {
        let is_proxy = |address: IpAddr| proxies.iter().any(|proxy| proxy.contains(address));
        // Browsers name the page with every request that changes something, and pages of others are refused.
        let page = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
        let from_https_page = page.is_some_and(|page| page.starts_with("https://"));
        if !is_proxy(peer) {
            return Self { address: peer.to_canonical(), is_https: from_https_page };
        }
        let said = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
        let said: Vec<_> = said.flat_map(|value| value.split(',')).map(str::trim).collect();
        let mut address = peer;
        for hop in said.iter().rev() {
            // Whatever comes before nonsense was not written by a proxy of ours.
            let Ok(hop) = hop.parse::<IpAddr>() else { break };
            address = hop;
            if !is_proxy(hop) {
                break;
            }
        }
        let protocol = headers.get("x-forwarded-proto").and_then(|value| value.to_str().ok());
        let is_https = from_https_page || protocol.is_some_and(|value| value.trim() == "https");
        Self { address: address.to_canonical(), is_https }
    }
}

impl<W: World> FromRequestParts<App<W>> for Visit {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App<W>) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(Ipv4Addr::UNSPECIFIED.into(), |ConnectInfo(peer)| peer.ip());
        Ok(Self::new(peer, &parts.headers, &app.proxies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(peer: &str, headers: &[(&'static str, &str)], proxies: &[&str]) -> (String, bool) {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        let proxies: Vec<_> = proxies.iter().map(|proxy| proxy.parse().unwrap()).collect();
        let visit = Visit::new(peer.parse().unwrap(), &map, &proxies);
        (visit.address.to_string(), visit.is_https)
    }

    #[test]
    fn s_21_only_configured_proxies_are_believed() {
        let forged = [("x-forwarded-for", "203.0.113.9"), ("x-forwarded-proto", "https")];
        assert_eq!(visit("198.51.100.7", &forged, &[]), ("198.51.100.7".to_owned(), false));
        assert_eq!(visit("198.51.100.7", &forged, &["10.0.0.0/8"]), ("198.51.100.7".to_owned(), false));
        assert_eq!(visit("10.9.8.7", &forged, &["10.0.0.0/8"]), ("203.0.113.9".to_owned(), true));
        assert_eq!(visit("::ffff:10.9.8.7", &forged, &["10.0.0.0/8"]), ("203.0.113.9".to_owned(), true));
    }

    #[test]
    fn s_21_forwarded_addresses_before_the_proxy_are_ignored() {
        let proxies = ["127.0.0.1", "10.0.0.0/8"];
        let check = |said: &str, address: &str| {
            let (found, _) = visit("127.0.0.1", &[("x-forwarded-for", said)], &proxies);
            assert_eq!(found, address, "{said}");
        };
        check("1.1.1.1, 203.0.113.9", "203.0.113.9");
        check("1.1.1.1, 203.0.113.9, 10.0.0.5", "203.0.113.9");
        check("nonsense, 10.0.0.5", "10.0.0.5");
        check("127.0.0.1, 10.0.0.5", "127.0.0.1");
        check("", "127.0.0.1");
    }

    #[test]
    fn proxies_are_addresses_or_networks() {
        for fine in ["127.0.0.1", "10.0.0.0/8", "::1", "fd00::/8", "0.0.0.0/0"] {
            assert!(fine.parse::<TrustedProxy>().is_ok(), "{fine}");
        }
        for wrong in ["", "proxy", "10.0.0.0/33", "10.0.0.0/", "10.0.0/8", "10.0.0.0/-1"] {
            assert!(wrong.parse::<TrustedProxy>().is_err(), "{wrong}");
        }
        let all: TrustedProxy = "0.0.0.0/0".parse().unwrap();
        assert!(all.contains("203.0.113.9".parse().unwrap()));
        assert!(!all.contains("2001:db8::1".parse().unwrap()));
    }
}
