//! Where to connect: `welfenlab://anna@host:30167`.

use std::{fmt, str::FromStr};

use framework::Text;
use thiserror::Error;

/// A protocol of an original program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The lines of the backgammon program of 2006.
    Welfenlab,
    /// The numbers of the Connect Four course of 2018.
    Praktikum,
    /// The packets of the Blokus program of 2005.
    Freebloks,
}

impl Protocol {
    const ALL: [Self; 3] = [Self::Welfenlab, Self::Praktikum, Self::Freebloks];

    const fn name(self) -> &'static str {
        match self {
            Self::Welfenlab => "welfenlab",
            Self::Praktikum => "praktikum",
            Self::Freebloks => "freebloks",
        }
    }

    /// The port of its servers unless something else is said.
    #[must_use]
    pub const fn usual_port(self) -> u16 {
        match self {
            Self::Welfenlab => backgammon::original::PORT,
            Self::Praktikum => connect4::original::PORT,
            Self::Freebloks => blokus::original::PORT,
        }
    }
}

/// A server, and who one is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// What is spoken there.
    pub protocol: Protocol,
    /// The name; empty where the protocol has none.
    pub name: String,
    /// The name or the number of the machine.
    pub host: String,
    /// The port.
    pub port: u16,
}

/// A text that is no address.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "\"{text}\" is no address: {problem}; write welfenlab://NAME@HOST[:PORT], praktikum://HOST[:PORT] or \
     freebloks://[NAME@]HOST[:PORT]"
)]
pub struct AddressError {
    text: String,
    /// What is wrong with it.
    pub problem: AddressProblem,
}

/// What is wrong with an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressProblem {
    /// There is no `://`.
    NoProtocol,
    /// The word before `://` is not known.
    UnknownProtocol,
    /// There is a password.
    Password,
    /// The name does not do for the protocol.
    Name(Protocol),
    /// The port is no number.
    Port,
    /// There is no host.
    NoHost,
}

impl AddressProblem {
    /// The problem for people.
    #[must_use]
    pub const fn sentence(self) -> Text {
        match self {
            Self::NoProtocol => Text::fixed("it names no protocol", "sie nennt kein Protokoll"),
            Self::UnknownProtocol => {
                Text::fixed("there is no such protocol", "so ein Protokoll gibt es nicht")
            }
            Self::Password => Text::fixed(
                "a password does not belong here, set BRETT_PASSWORD",
                "ein Passwort gehört nicht hierher, setze BRETT_PASSWORD",
            ),
            Self::Name(Protocol::Welfenlab) => Text::fixed(
                "it needs a name without spaces before the @",
                "vor dem @ muss ein Name ohne Leerzeichen stehen",
            ),
            Self::Name(Protocol::Praktikum) => {
                Text::fixed("this protocol has no names", "dieses Protokoll hat keine Namen")
            }
            Self::Name(Protocol::Freebloks) => {
                Text::fixed("a name has at most 15 bytes", "ein Name hat höchstens 15 Bytes")
            }
            Self::Port => Text::fixed(
                "the port is no number from 0 to 65535",
                "der Port ist keine Zahl von 0 bis 65535",
            ),
            Self::NoHost => Text::fixed("it names no host", "sie nennt keinen Rechner"),
        }
    }
}

impl fmt::Display for AddressProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://", self.protocol.name())?;
        if !self.name.is_empty() {
            write!(f, "{}@", self.name)?;
        }
        match self.host.contains(':') {
            true => write!(f, "[{}]:{}", self.host, self.port),
            false => write!(f, "{}:{}", self.host, self.port),
        }
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let wrong = |problem| AddressError { text: text.chars().take(100).collect(), problem };
        let (scheme, rest) = text.split_once("://").ok_or(wrong(AddressProblem::NoProtocol))?;
        let protocol = Protocol::ALL
            .into_iter()
            .find(|protocol| protocol.name() == scheme)
            .ok_or(wrong(AddressProblem::UnknownProtocol))?;
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (name, place) = rest.rsplit_once('@').unwrap_or(("", rest));
        let has_name = match protocol {
            Protocol::Welfenlab => backgammon::original::is_name(name),
            Protocol::Praktikum => name.is_empty(),
            Protocol::Freebloks => blokus::original::name_of(name) == name,
        };
        if name.contains(':') {
            return Err(wrong(AddressProblem::Password));
        }
        if !has_name {
            return Err(wrong(AddressProblem::Name(protocol)));
        }
        let (host, port) = match place.strip_prefix('[').and_then(|place| place.split_once(']')) {
            Some((host, port)) => (host, port.strip_prefix(':')),
            None => match place.rsplit_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (place, None),
            },
        };
        let port = match port {
            Some(port) => port.parse().map_err(|_| wrong(AddressProblem::Port))?,
            None => protocol.usual_port(),
        };
        if host.is_empty() || host.contains(char::is_whitespace) {
            return Err(wrong(AddressProblem::NoHost));
        }
        Ok(Self { protocol, name: name.to_owned(), host: host.to_owned(), port })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
        for (text, full) in [
            ("welfenlab://anna@localhost", "welfenlab://anna@localhost:30167"),
            ("welfenlab://anna@games.example:4000/", "welfenlab://anna@games.example:4000"),
            ("praktikum://127.0.0.1", "praktikum://127.0.0.1:31000"),
            ("praktikum://[::1]:31009", "praktikum://[::1]:31009"),
            ("freebloks://localhost", "freebloks://localhost:59995"),
            ("freebloks://Ada@games.example", "freebloks://Ada@games.example:59995"),
        ] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), full);
            assert_eq!(full.parse::<Address>().unwrap().to_string(), full);
        }
    }

    #[test]
    fn wrong_addresses_are_explained() {
        for (text, problem) in [
            ("localhost", "names no protocol"),
            ("http://x", "no such protocol"),
            ("welfenlab://localhost", "needs a name"),
            ("welfenlab://a b@localhost", "needs a name"),
            ("welfenlab://anna:secret@localhost", "BRETT_PASSWORD"),
            ("praktikum://anna@localhost", "has no names"),
            ("praktikum://:31000", "names no host"),
            ("freebloks://somebody-with-a-long-name@localhost", "at most 15 bytes"),
            ("praktikum://localhost:99999", "the port"),
        ] {
            let error = text.parse::<Address>().unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }
}
