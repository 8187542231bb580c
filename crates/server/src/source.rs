//! Where requests come from, for everything that is counted by where it comes from.

use std::net::IpAddr;

use protocol::{Person, UserId};

use limits::AddressBlock;

/// Where the requests of a connection come from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Source {
    /// An address, or a network that one household has.
    Address(AddressBlock),
    /// Only the person is known, as of connections inside the process.
    Person(UserId),
}

impl Source {
    /// The source of a connection of a person.
    pub(crate) fn new(person: &Person, address: Option<IpAddr>) -> Self {
        match address {
            Some(address) => Self::Address(address.into()),
            None => Self::Person(person.id.clone()),
        }
    }

    /// The address, where it tells people apart: who comes from this machine comes by a proxy that nobody has named,
    /// and shares its address with everybody else.
    pub(crate) fn household(address: Option<IpAddr>) -> Option<AddressBlock> {
        address.filter(|address| !address.to_canonical().is_loopback()).map(AddressBlock::from)
    }
}
