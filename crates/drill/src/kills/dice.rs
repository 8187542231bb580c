//! The part of two players in the dice of their table.

use std::collections::BTreeMap;

use framework::{Digest, Nonce, Rng};
use protocol::{TableEvent, TableHappening};

/// The nonces that a player has drawn, by the hashes under which they were promised. They outlive every connection.
#[derive(Debug, Default)]
pub(super) struct Nonces(BTreeMap<Digest, Nonce>);

impl Nonces {
    /// A fresh nonce.
    pub(super) fn draw(rng: &mut Rng) -> Nonce {
        Nonce(std::array::from_fn(|_| rng.bits() as u8))
    }

    /// The hash of a fresh nonce, which is kept until it is asked for.
    pub(super) fn pledge(&mut self, rng: &mut Rng) -> Digest {
        let nonce = Self::draw(rng);
        let pledge = fair_dice::pledge(&nonce);
        self.0.insert(pledge, nonce);
        pledge
    }

    /// The nonce that was promised.
    pub(super) fn find(&self, pledge: &Digest) -> Option<Nonce> {
        self.0.get(pledge).copied()
    }
}

/// What the dice of a table want of its players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// The dice are in the air until somebody on this chair shows what was promised so.
    Reveal(u8, Digest),
    /// Somebody on this chair has promised nothing for the next roll.
    Pledge(u8),
}

/// What the dice want first after everything that has happened at a table with so many chairs.
pub(super) fn wanted<'a>(events: impl IntoIterator<Item = &'a TableEvent>, chairs: u8) -> Option<Wanted> {
    let (mut is_fair, mut pledges, mut owed) = (false, BTreeMap::new(), BTreeMap::new());
    for event in events {
        match &event.what {
            TableHappening::DiceCommitted { .. } => is_fair = true,
            TableHappening::DiceRevealed { .. } => is_fair = false,
            TableHappening::Pledged { chair, pledge } => {
                pledges.insert(*chair, *pledge);
            }
            TableHappening::Rolling { waits_for, .. } => {
                owed = waits_for.iter().filter_map(|chair| pledges.remove_entry(chair)).collect();
            }
            TableHappening::Revealed { chair, .. } => {
                owed.remove(chair);
            }
            TableHappening::Cast { .. } => owed.clear(),
            TableHappening::Sat { chair, .. } | TableHappening::Left { chair } => {
                pledges.remove(chair);
            }
            _ => {}
        }
    }
    let reveal = owed.first_key_value().map(|(chair, pledge)| Wanted::Reveal(*chair, *pledge));
    let pledge = || (0..chairs).find(|chair| !pledges.contains_key(chair)).map(Wanted::Pledge);
    reveal.or_else(pledge).filter(|_| is_fair)
}
