//! What a person promises before they sit down.

use std::collections::BTreeMap;

use framework::Digest;

/// The hashes of nonces that a person promises for the next table at which they sit down: one for whichever chair
/// they take first, and others for certain chairs, so that who plays for several has a part of their own for each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Promises {
    first: Option<Digest>,
    of_chair: BTreeMap<u8, Digest>,
}

impl From<Digest> for Promises {
    fn from(first: Digest) -> Self {
        Self { first: Some(first), of_chair: BTreeMap::new() }
    }
}

impl Promises {
    /// Adds a promise for a certain chair.
    pub fn add(&mut self, chair: u8, pledge: Digest) {
        self.of_chair.insert(chair, pledge);
    }

    /// The promise for a chair that is taken now, which is good once.
    pub fn take(&mut self, chair: u8) -> Option<Digest> {
        self.of_chair.remove(&chair).or_else(|| self.first.take())
    }
}
