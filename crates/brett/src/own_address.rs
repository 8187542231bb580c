//! Under which address others reach this machine.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// Where others find what listens on every address of this machine; nothing if it listens on a certain one.
///
/// It is the address from which this machine would speak to the rest of the world. Nobody is spoken to.
pub(crate) fn from_outside(listens_on: SocketAddr) -> Option<SocketAddr> {
    if !listens_on.ip().is_unspecified() {
        return None;
    }
    // Addresses for examples: they belong to nobody.
    let (any, far): (IpAddr, IpAddr) = match listens_on {
        SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::new(192, 0, 2, 1).into()),
        SocketAddr::V6(_) => {
            (Ipv6Addr::UNSPECIFIED.into(), Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into())
        }
    };
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect((far, 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_unspecified()).then(|| SocketAddr::new(own, listens_on.port()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_listens_everywhere_has_another_address() {
        assert_eq!(from_outside("127.0.0.1:31000".parse().unwrap()), None);
        assert_eq!(from_outside("192.0.2.7:31000".parse().unwrap()), None);
        // Without any network there is none.
        if let Some(address) = from_outside("0.0.0.0:31000".parse().unwrap()) {
            assert!(!address.ip().is_unspecified() && address.port() == 31_000, "{address}");
        }
    }
}
