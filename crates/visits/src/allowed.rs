//! Where people may go, and how many of them at a time.

use std::{net::IpAddr, str::FromStr};

use framework::Text;
use limits::{ConcurrencyLimit, Permit};
use protocol::UserId;
use thiserror::Error;

use super::{Address, Protocol};

/// How many visits one person may be on, and all together.
const PER_PERSON: usize = limits::originals::MAX_VISITS_PER_PERSON;
const IN_ALL: usize = limits::originals::MAX_VISITS;

/// Where people may go from this server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Visits {
    /// Nowhere.
    #[default]
    Nowhere,
    /// To these hosts alone.
    Only(Vec<AllowedHost>),
    /// Anywhere, and others may be waited for: only for a server that nobody but its owner can reach.
    Anywhere,
}

/// A host that people may visit.
///
/// Without a port, the usual ports of the protocols are meant, so that nobody can look for other services there.
///
/// ```
/// use visits::AllowedHost;
/// let host: AllowedHost = "games.example".parse()?;
/// assert!(host.includes(&"welfenlab://anna@Games.Example".parse().unwrap()));
/// assert!(!host.includes(&"welfenlab://anna@games.example:22".parse().unwrap()));
/// let host: AllowedHost = "[::1]:4000".parse()?;
/// assert!(host.includes(&"praktikum://[::1]:4000".parse().unwrap()));
/// # Ok::<(), visits::AllowedHostError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllowedHost {
    /// In lower case.
    host: String,
    port: Option<u16>,
}

/// A text that names no host.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?} names no host; write a name or an address as games.example or 10.0.0.7:30167")]
pub struct AllowedHostError(String);

impl FromStr for AllowedHost {
    type Err = AllowedHostError;

    fn from_str(text: &str) -> Result<Self, AllowedHostError> {
        let wrong = |_| AllowedHostError(text.to_owned());
        // The usual port stands for none: with it or without, the protocol is reached.
        let has_port = text.rsplit_once(':').is_some_and(|(host, port)| {
            port.parse::<u16>().is_ok() && (!host.contains(':') || host.ends_with(']'))
        });
        let bare: Result<IpAddr, _> = text.parse();
        let place = match bare {
            Ok(IpAddr::V6(address)) => format!("[{address}]"),
            _ => text.to_owned(),
        };
        let address: Address = format!("praktikum://{place}").parse().map_err(wrong)?;
        // `::` and `0.0.0.0` stand for all addresses of a machine that listens; nobody can be visited there.
        if address.host.parse::<IpAddr>().is_ok_and(|address| address.is_unspecified()) {
            return Err(AllowedHostError(text.to_owned()));
        }
        let port = has_port.then_some(address.port);
        Ok(Self { host: address.host.to_lowercase(), port })
    }
}

impl AllowedHost {
    /// Tells whether an address is one of this host.
    #[must_use]
    pub fn includes(&self, address: &Address) -> bool {
        let is_usual = match address.protocol {
            Protocol::Praktikum => {
                connect4::original::ports_from(connect4::original::PORT).any(|port| port == address.port)
            }
            protocol => protocol.usual_port() == address.port,
        };
        self.host == address.host.to_lowercase() && self.port.map_or(is_usual, |port| port == address.port)
    }
}

impl Visits {
    /// Tells whether a person may go to an address, or wait there.
    ///
    /// # Errors
    /// Why not, in words.
    pub fn permit(&self, address: &Address, waits: bool) -> Result<(), Text> {
        match self {
            Self::Anywhere => Ok(()),
            Self::Nowhere => Err(Text::fixed(
                "this server lets nobody play elsewhere; start brett on your own machine, or ask whoever runs the \
                 server for --visits",
                "dieser Server lässt niemanden anderswo spielen; starte brett auf deinem eigenen Rechner, oder bitte \
                 den Betreiber um --visits",
            )),
            Self::Only(_) if waits => Err(Text::fixed(
                "on this server you cannot wait for others; start brett on your own machine",
                "auf diesem Server kannst du nicht auf andere warten; starte brett auf deinem eigenen Rechner",
            )),
            Self::Only(hosts) if hosts.iter().any(|host| host.includes(address)) => Ok(()),
            Self::Only(_) => Err(Text::new(
                format!(
                    "this server does not let you go to {}:{}; ask whoever runs it",
                    address.host, address.port
                ),
                format!(
                    "dieser Server lässt dich nicht zu {}:{}; frage, wer ihn betreibt",
                    address.host, address.port
                ),
            )),
        }
    }
}

/// Lets people travel: where they may go, and how many of them.
#[derive(Debug)]
pub struct VisitRegistry {
    /// Where they may go.
    pub visits: Visits,
    gate: ConcurrencyLimit<UserId>,
}

impl VisitRegistry {
    /// For visits to these places.
    #[must_use]
    pub fn new(visits: Visits) -> Self {
        Self { visits, gate: ConcurrencyLimit::new(PER_PERSON, IN_ALL) }
    }

    /// A place for one more visit of a person, if there is one.
    ///
    /// # Errors
    /// If there are too many visits, of this person or of all.
    pub fn pass(&self, person: UserId) -> Result<Permit<UserId>, Text> {
        self.gate.try_acquire(person).ok_or(Text::fixed(
            "there are too many visits; end another one first, or try again later",
            "es gibt zu viele Besuche; beende erst einen anderen, oder versuche es später wieder",
        ))
    }

    /// Tells whether a page may travel that was loaded from a host. Where everything is allowed, only a name of this
    /// very machine will do: a page of another person could otherwise give its own name the address of this machine.
    #[must_use]
    pub fn trusts(&self, host: Option<&str>) -> bool {
        if self.visits != Visits::Anywhere {
            return true;
        }
        let Some(host) = host else { return false };
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.parse::<u16>().is_ok() => name,
            _ => host,
        };
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permitted(visits: &Visits, address: &str, waits: bool) -> bool {
        visits.permit(&address.parse().unwrap(), waits).is_ok()
    }

    #[test]
    fn s_21_a_server_is_no_way_into_the_network_of_its_owner() {
        let hosts = ["games.example", "10.0.0.7:4000", "::1"];
        let only = Visits::Only(hosts.map(|host| host.parse().unwrap()).to_vec());
        for fine in [
            "welfenlab://anna@games.example",
            "welfenlab://anna@GAMES.example:30167",
            "praktikum://games.example:31009",
            "freebloks://10.0.0.7:4000",
            "freebloks://[::1]",
        ] {
            assert!(permitted(&only, fine, false), "{fine}");
            assert!(!permitted(&only, fine, true), "nobody waits there: {fine}");
            assert!(!permitted(&Visits::Nowhere, fine, false), "{fine}");
            assert!(permitted(&Visits::Anywhere, fine, true), "{fine}");
        }
        for wrong in [
            "welfenlab://anna@games.example:22",
            "welfenlab://anna@games.example.evil",
            "freebloks://10.0.0.7",
            "freebloks://10.0.0.8:4000",
            "praktikum://127.0.0.1",
            "praktikum://localhost",
        ] {
            assert!(!permitted(&only, wrong, false), "{wrong}");
        }
    }

    #[test]
    fn wrong_hosts_are_explained() {
        for wrong in ["", "a b", "games.example:99999", "anna@games.example"] {
            let error = wrong.parse::<AllowedHost>().unwrap_err().to_string();
            assert!(error.contains("names no host"), "{error}");
        }
    }

    #[test]
    fn s_21_foreign_host_names_are_not_trusted() {
        let agency = VisitRegistry::new(Visits::Anywhere);
        for fine in ["localhost:8731", "127.0.0.1:8731", "[::1]:8731", "localhost"] {
            assert!(agency.trusts(Some(fine)), "{fine}");
        }
        for wrong in ["evil.example:8731", "localhost.evil.example", "10.0.0.7:8731", ""] {
            assert!(!agency.trusts(Some(wrong)), "{wrong}");
        }
        assert!(!agency.trusts(None));
    }

    #[test]
    fn one_person_is_on_four_visits_at_most() {
        let agency = VisitRegistry::new(Visits::Anywhere);
        let anna: UserId = "anna".parse().unwrap();
        let passes: Vec<_> = (0..PER_PERSON).map(|_| agency.pass(anna.clone()).unwrap()).collect();
        assert!(agency.pass(anna.clone()).is_err());
        assert!(agency.pass("bert".parse().unwrap()).is_ok());
        drop(passes);
        assert!(agency.pass(anna).is_ok());
    }

    #[test]
    fn d23_all_addresses_of_a_machine_are_no_host() {
        for wrong in ["::", "[::]", "0.0.0.0", "[::]:4000", "0.0.0.0:4000"] {
            assert!(wrong.parse::<AllowedHost>().is_err(), "{wrong}");
        }
    }
}
