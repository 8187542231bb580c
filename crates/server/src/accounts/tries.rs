//! How often a person may try to log in.

use std::net::IpAddr;

use protocol::{Code, Problem, UserId};
use tokio::time::Instant;

use limits::accounts::{
    LOGINS_PER_ADDRESS, LOGINS_PER_DEVICE, LOGINS_PER_NAME, LOGINS_PER_NAME_AND_ADDRESS, LOGINS_PER_OWNER,
};
use limits::{AddressBlock, Buckets};

/// Counts tries to log in. It is soft state: a new start forgets them.
///
/// Wrong passwords of strangers must not keep an owner out, so there are two ways in. Strangers share what an address
/// and a name have. Who shows that the owner has logged in from this very device before has tries that nobody else can
/// use up, and needs none of the others.
#[derive(Debug)]
pub(crate) struct Tries {
    names_and_addresses: Buckets<(String, AddressBlock)>,
    names: Buckets<String>,
    addresses: Buckets<AddressBlock>,
    devices: Buckets<Device>,
    owners: Buckets<UserId>,
}

/// Who tries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Attempt<'a> {
    /// A person from an address, for the key of a name or for none, as who signs up.
    Stranger { from: IpAddr, name: Option<&'a str> },
    /// A person at a device from which the owner of the account has logged in before.
    Known(Device),
}

/// A device from which the owner of an account has logged in before: whose it is, and which.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Device {
    pub(crate) owner: UserId,
    pub(crate) id: String,
}

impl Default for Tries {
    fn default() -> Self {
        Self {
            names_and_addresses: Buckets::new(LOGINS_PER_NAME_AND_ADDRESS),
            names: Buckets::new(LOGINS_PER_NAME),
            addresses: Buckets::new(LOGINS_PER_ADDRESS),
            devices: Buckets::new(LOGINS_PER_DEVICE),
            owners: Buckets::new(LOGINS_PER_OWNER),
        }
    }
}

impl Tries {
    /// Counts a try.
    ///
    /// # Errors
    /// If there were too many.
    pub(crate) fn count(&self, attempt: &Attempt<'_>, now: Instant) -> Result<(), Problem> {
        let may_try = match attempt {
            Attempt::Stranger { from, name } => {
                let from = AddressBlock::from(*from);
                // A try that the address does not have any more is not taken from the name.
                self.addresses.take(from, now)
                    && name.is_none_or(|name| {
                        self.names_and_addresses.take((name.to_owned(), from), now)
                            && self.names.take(name.to_owned(), now)
                    })
            }
            Attempt::Known(device) => {
                self.devices.take(device.clone(), now) && self.owners.take(device.owner.clone(), now)
            }
        };
        match may_try {
            true => Ok(()),
            false => {
                Err(Problem::new(Code::TooFast, "too many tries; wait a quarter of an hour and try again"))
            }
        }
    }

    /// Gives the tries back to who knew the password. What others have tried for the same name stays counted.
    pub(crate) fn succeeded(&self, attempt: &Attempt<'_>) {
        match attempt {
            Attempt::Stranger { from, name: Some(name) } => {
                self.names_and_addresses.forget(&((*name).to_owned(), AddressBlock::from(*from)));
            }
            Attempt::Stranger { name: None, .. } => {}
            Attempt::Known(device) => self.devices.forget(device),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u16) -> IpAddr {
        std::net::Ipv6Addr::new(0x2001, 0xdb8, 0, last, 0, 0, 0, 1).into()
    }

    fn stranger(last: u16, name: &str) -> Attempt<'_> {
        Attempt::Stranger { from: address(last), name: Some(name) }
    }

    fn known(owner: &str, id: &str) -> Attempt<'static> {
        Attempt::Known(Device { owner: owner.parse().unwrap(), id: id.to_owned() })
    }

    /// How many of some tries are let through.
    fn passed<'a>(tries: &Tries, now: Instant, attempts: impl IntoIterator<Item = Attempt<'a>>) -> usize {
        attempts.into_iter().filter(|attempt| tries.count(attempt, now).is_ok()).count()
    }

    #[test]
    fn s_04_an_address_has_twenty_tries_for_a_name_in_a_quarter_of_an_hour() {
        let (tries, begin) = (Tries::default(), Instant::now());
        let later = begin + LOGINS_PER_NAME_AND_ADDRESS.per;
        let many = || vec![stranger(1, "anna"); 100];
        assert_eq!(passed(&tries, begin, many()), 20);
        assert_eq!(passed(&tries, later, many()), 20);
        tries.succeeded(&stranger(1, "anna"));
        assert_eq!(passed(&tries, later, many()), 20);
    }

    #[test]
    fn s_04_many_addresses_together_have_two_hundred_tries_for_a_name() {
        let (tries, begin) = (Tries::default(), Instant::now());
        let from_everywhere = || (0..1_000).map(|from| stranger(from, "anna"));
        assert_eq!(passed(&tries, begin, from_everywhere()), 200);
        // Who knows the password once, such as the owner, does not give the others new tries.
        tries.succeeded(&stranger(1, "anna"));
        assert_eq!(passed(&tries, begin, from_everywhere()), 0);
        assert_eq!(passed(&tries, begin + LOGINS_PER_NAME.per, from_everywhere()), 200);
    }

    #[test]
    fn s_04_an_address_has_three_hundred_tries_in_ten_minutes() {
        let (tries, begin) = (Tries::default(), Instant::now());
        let later = begin + LOGINS_PER_ADDRESS.per;
        let names: Vec<String> = (0..1_000).map(|number| number.to_string()).collect();
        let for_everybody = || names.iter().map(|name| stranger(1, name));
        assert_eq!(passed(&tries, begin, for_everybody()), 300);
        assert_eq!(passed(&tries, later, for_everybody()), 300);
        let sign_up = |from| Attempt::Stranger { from, name: None };
        assert!(tries.count(&sign_up(address(2)), begin).is_ok(), "others are not concerned");
        let neighbor = std::net::Ipv6Addr::new(0x2001, 0xdb8, 0, 1, 9, 9, 9, 9).into();
        assert!(tries.count(&sign_up(neighbor), later).is_err(), "this is the same household");
    }

    #[test]
    fn d_15_strangers_cannot_lock_the_owner_out() {
        let (tries, begin) = (Tries::default(), Instant::now());
        assert_eq!(passed(&tries, begin, vec![stranger(1, "anna"); 300]), 20);
        assert!(tries.count(&stranger(2, "anna"), begin).is_ok(), "another address still may");
        passed(&tries, begin, (0..1_000).map(|from| stranger(from, "anna")));
        assert!(
            tries.count(&stranger(2_000, "anna"), begin).is_err(),
            "a botnet uses up what strangers have"
        );
        assert!(tries.count(&known("anna", "laptop"), begin).is_ok(), "the owner's own device still may");
    }

    #[test]
    fn d_15_known_devices_are_bounded_as_well() {
        let (tries, begin) = (Tries::default(), Instant::now());
        assert_eq!(passed(&tries, begin, vec![known("anna", "laptop"); 100]), 20);
        assert_eq!(passed(&tries, begin, vec![known("anna", "phone"); 100]), 20, "each device has its own");
        let devices: Vec<String> = (0..50).map(|number| number.to_string()).collect();
        let rest = devices.iter().flat_map(|id| vec![known("anna", id); 20]);
        assert_eq!(passed(&tries, begin, rest), 60, "and all devices of one account have a hundred");
        assert!(tries.count(&known("bert", "laptop"), begin).is_ok(), "others are not concerned");
    }
}
