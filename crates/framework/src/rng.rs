//! The one source of randomness.

use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng as _, SeedableRng},
};

use crate::stable_hash::mixed;

/// A seeded generator with our own drawing functions, so that a seed means the same for ever.
///
/// ```
/// use framework::Rng;
/// let mut dice = Rng::stream(2006, "dice", 0);
/// let rolls: Vec<u64> = (0..5).map(|_| dice.below(6) + 1).collect();
/// assert_eq!(rolls, [1, 3, 2, 1, 1]);
/// ```
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// Starts the generator of a seed.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Starts an own stream for one consumer of a run, by its name and index, so that no consumer can disturb
    /// another by drawing more or earlier.
    #[must_use]
    pub fn stream(seed: u64, name: &str, index: u64) -> Self {
        let named = name.bytes().fold(mixed(seed), |hash, byte| mixed(hash ^ u64::from(byte)));
        Self::from_seed(mixed(named ^ mixed(index)))
    }

    /// Draws 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Draws a number from 0 to `end` − 1, each equally likely.
    ///
    /// # Panics
    /// If `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        assert!(end != 0, "there is no number below zero");
        // Numbers of the incomplete last block are drawn again, or small results would be favored.
        let whole_blocks = u64::MAX - u64::MAX % end;
        loop {
            let bits = self.bits();
            if bits < whole_blocks {
                return bits % end;
            }
        }
    }

    /// Draws an index below `len`, each equally likely.
    ///
    /// # Panics
    /// If `len` is 0.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Draws an index by integer weights.
    ///
    /// # Panics
    /// If the weights add up to 0.
    pub fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let mut left = self.below(weights.clone().map(u64::from).sum());
        for (index, weight) in weights.enumerate() {
            match left.checked_sub(weight.into()) {
                Some(rest) => left = rest,
                None => return index,
            }
        }
        unreachable!("the draw lies below the sum of the weights")
    }

    /// Draws a number from 0 up to, not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Puts a slice into a random order, each equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}
