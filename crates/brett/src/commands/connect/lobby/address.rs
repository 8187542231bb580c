//! `brett://[NAME@]HOST[:PORT]`.

use std::{
    fmt, io,
    net::{SocketAddr, ToSocketAddrs as _},
    str::FromStr,
};

use anyhow::{Context as _, bail};

/// The port of a server unless something else is said.
const USUAL_PORT: u16 = 8731;

const SCHEME: &str = "brett://";

/// A server of Brettwerk, and who one is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LobbyAddress {
    /// The name of an account; a guest has none.
    pub(super) name: Option<String>,
    host: String,
    port: u16,
}

/// Tells whether an address is one of a server of Brettwerk.
pub(in crate::commands::connect) fn is_meant(text: &str) -> bool {
    text.starts_with(SCHEME)
}

impl LobbyAddress {
    /// Where it is.
    pub(super) fn resolve(&self) -> io::Result<SocketAddr> {
        let found = (self.host.as_str(), self.port).to_socket_addrs()?.next();
        found.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }
}

impl fmt::Display for LobbyAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(SCHEME)?;
        if let Some(name) = &self.name {
            write!(f, "{name}@")?;
        }
        match self.host.contains(':') {
            true => write!(f, "[{}]:{}", self.host, self.port),
            false => write!(f, "{}:{}", self.host, self.port),
        }
    }
}

impl FromStr for LobbyAddress {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        const FORM: &str = "write brett://[NAME@]HOST[:PORT]";
        let rest = text.strip_prefix(SCHEME).context(FORM)?.trim_end_matches('/');
        let (name, place) = match rest.rsplit_once('@') {
            Some((name, place)) => (Some(name.to_owned()), place),
            None => (None, rest),
        };
        if name.as_deref().is_some_and(|name| name.contains(':')) {
            bail!("a password does not belong into the address, set BRETT_PASSWORD; {FORM}");
        }
        let (host, port) = match place.strip_prefix('[').and_then(|place| place.split_once(']')) {
            Some((host, rest)) => (host, rest.strip_prefix(':')),
            None => match place.rsplit_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (place, None),
            },
        };
        if host.is_empty() || name.as_deref() == Some("") {
            bail!("\"{text}\" is no address; {FORM}");
        }
        let port = match port {
            Some(port) => port.parse().with_context(|| format!("\"{port}\" is no port; {FORM}"))?,
            None => USUAL_PORT,
        };
        Ok(Self { name, host: host.to_owned(), port })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is_read_as(text: &str, wanted: &str) {
        assert_eq!(text.parse::<LobbyAddress>().unwrap().to_string(), wanted);
    }

    #[test]
    fn an_address_has_the_usual_port_unless_it_names_one() {
        is_read_as("brett://localhost", "brett://localhost:8731");
        is_read_as("brett://Ada@localhost:80/", "brett://Ada@localhost:80");
        is_read_as("brett://Zoë Ödön@[::1]:99", "brett://Zoë Ödön@[::1]:99");
        is_read_as("brett://[::1]", "brett://[::1]:8731");
    }

    #[test]
    fn what_is_no_address_says_why() {
        for (text, reason) in [
            ("brett://", "is no address"),
            ("brett://@host", "is no address"),
            ("brett://Ada:secret@host", "BRETT_PASSWORD"),
            ("brett://host:http", "is no port"),
        ] {
            let error = text.parse::<LobbyAddress>().unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
