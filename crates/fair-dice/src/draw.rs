//! The hashes that bind, and how chance is drawn from what they bind.
//!
//! Everything that is hashed begins with a word of its own, so that nothing that is published can be taken for a roll.

use framework::{DiceSecret, Digest, Drawn, Nonce, RollNumber, Share};
use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};

use crate::Chance;

/// What binds the server to its secret before the first roll.
#[must_use]
pub fn commitment(table: &str, secret: &DiceSecret) -> Digest {
    hash("dice-commit/1", table, &[&secret.0])
}

/// What binds a player to a nonce before others show theirs. It may be given before there is a table.
#[must_use]
pub fn pledge(nonce: &Nonce) -> Digest {
    hash("dice-pledge/1", "", &[&nonce.0])
}

/// What stands for the nonce of a player who gives none: anybody can compute it, and nobody can choose it. `place`
/// is the player's place in the list of nonces, from 0.
#[must_use]
pub fn substitute(table: &str, roll: RollNumber, place: u8) -> Nonce {
    let digest = hash("dice-substitute/1", table, &[&number(roll), &[place]]);
    let (nonce, _) = digest.0.split_first_chunk().expect("a digest has twice as many bytes");
    Nonce(*nonce)
}

/// The nonce that a player's share stands for.
#[must_use]
pub fn share(table: &str, roll: RollNumber, place: u8, share: Share) -> Nonce {
    match share {
        Share::Nonce(nonce) => nonce,
        Share::None | Share::Late | Share::Engine => substitute(table, roll, place),
    }
}

/// How a roll falls.
#[must_use]
pub fn draw(table: &str, secret: &DiceSecret, roll: RollNumber, nonces: &[Nonce], chance: &Chance) -> Drawn {
    let mut bytes = Bytes::new(table, secret, roll, nonces);
    match chance {
        Chance::TwoDice => Drawn::Dice(bytes.pair()),
        Chance::UnequalDice => {
            let mut tries = vec![bytes.pair()];
            while tries.last().is_some_and(|[one, other]| one == other) {
                tries.push(bytes.pair());
            }
            Drawn::Unequal(tries)
        }
        Chance::Weights(weights) => {
            let total = weights.iter().map(|&weight| u64::from(weight)).sum();
            let mut rest = bytes.below(total);
            let passed = weights.iter().take_while(|&&weight| {
                let passes = u64::from(weight) <= rest;
                rest -= if passes { u64::from(weight) } else { 0 };
                passes
            });
            let chosen = passed.count() as u32 + 1;
            Drawn::Weighted { weights: weights.clone(), chosen }
        }
    }
}

/// A keyed hash of a text.
pub(crate) fn keyed(word: &str, table: &str, secret: &DiceSecret, parts: &[&[u8]]) -> Digest {
    let mut mac = Hmac::<Sha256>::new_from_slice(&secret.0).expect("every length of key is fine");
    for part in [word.as_bytes(), &[0], table.as_bytes(), &[0]].iter().chain(parts) {
        mac.update(part);
    }
    Digest(mac.finalize().into_bytes().into())
}

fn hash(word: &str, table: &str, parts: &[&[u8]]) -> Digest {
    let mut hasher = Sha256::new();
    for part in [word.as_bytes(), &[0], table.as_bytes(), &[0]].iter().chain(parts) {
        hasher.update(part);
    }
    Digest(hasher.finalize().into())
}

/// A roll as it is hashed: two numbers of four bytes, the highest byte first.
fn number(roll: RollNumber) -> [u8; 8] {
    (u64::from(roll.round) << 32 | u64::from(roll.number)).to_be_bytes()
}

/// The random bytes of a roll, without end.
struct Bytes<'a> {
    table: &'a str,
    secret: &'a DiceSecret,
    block: Digest,
    used: usize,
}

impl<'a> Bytes<'a> {
    fn new(table: &'a str, secret: &'a DiceSecret, roll: RollNumber, nonces: &[Nonce]) -> Self {
        let number = number(roll);
        let parts: Vec<&[u8]> =
            std::iter::once(&number[..]).chain(nonces.iter().map(|nonce| &nonce.0[..])).collect();
        Self { table, secret, block: keyed("roll/1", table, secret, &parts), used: 0 }
    }

    fn next(&mut self) -> u8 {
        if self.used == self.block.0.len() {
            self.block = keyed("more/1", self.table, self.secret, &[&self.block.0]);
            self.used = 0;
        }
        self.used += 1;
        self.block.0[self.used - 1]
    }

    /// A number below `end`, each equally likely: as many bytes as are needed, and those again that would favor
    /// small numbers. For a die that is one byte below 252.
    fn below(&mut self, end: u64) -> u64 {
        let width = (1..8).find(|width| u128::from(end) <= 1 << (8 * width)).unwrap_or(8);
        let all = 1_u128 << (8 * width);
        let whole = all - all % u128::from(end.max(1));
        loop {
            let drawn = (0..width).fold(0_u128, |drawn, _| drawn << 8 | u128::from(self.next()));
            if drawn < whole {
                return (drawn % u128::from(end.max(1))) as u64;
            }
        }
    }

    fn pair(&mut self) -> [u8; 2] {
        let mut die = || self.below(6) as u8 + 1;
        [die(), die()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: DiceSecret = DiceSecret([7; 32]);

    fn roll(number: u32) -> RollNumber {
        RollNumber { round: 1, number }
    }

    #[test]
    fn a_roll_depends_on_everything_that_goes_into_it() {
        let chance = Chance::Weights(vec![1; 1_000_000]);
        let nonces = [Nonce([1; 16]), Nonce([2; 16])];
        let usual = draw("a", &SECRET, roll(1), &nonces, &chance);
        assert_eq!(draw("a", &SECRET, roll(1), &nonces, &chance), usual);
        for other in [
            draw("b", &SECRET, roll(1), &nonces, &chance),
            draw("a", &DiceSecret([8; 32]), roll(1), &nonces, &chance),
            draw("a", &SECRET, roll(2), &nonces, &chance),
            draw("a", &SECRET, RollNumber { round: 2, number: 1 }, &nonces, &chance),
            draw("a", &SECRET, roll(1), &[nonces[1], nonces[0]], &chance),
            draw("a", &SECRET, roll(1), &[nonces[0], Nonce([3; 16])], &chance),
        ] {
            assert_ne!(other, usual);
        }
    }

    #[test]
    fn commitment_pledge_and_roll_are_different_functions() {
        let nonce = Nonce([7; 16]);
        let digests = [
            commitment("a", &SECRET),
            commitment("b", &SECRET),
            pledge(&nonce),
            keyed("roll/1", "a", &SECRET, &[]),
        ];
        for (idx, one) in digests.iter().enumerate() {
            assert!(digests[idx + 1..].iter().all(|other| other != one));
        }
    }

    #[test]
    fn every_outcome_comes_as_often_as_its_weight_says() {
        let weights = vec![1, 0, 3];
        let mut counts = [0; 3];
        for number in 1..=4_000 {
            let drawn = draw("a", &SECRET, roll(number), &[], &Chance::Weights(weights.clone()));
            let Drawn::Weighted { chosen, .. } = drawn else { panic!("weights") };
            counts[chosen as usize - 1] += 1;
        }
        assert_eq!(counts[1], 0);
        // Five standard deviations.
        assert!((1_000 - 137..1_000 + 137).contains(&counts[0]), "{counts:?}");
    }

    #[test]
    fn an_opening_roll_is_tried_until_the_dice_differ() {
        let opening = |number| match draw("a", &SECRET, roll(number), &[], &Chance::UnequalDice) {
            Drawn::Unequal(tries) => tries,
            other => panic!("{other:?}"),
        };
        let openings: Vec<_> = (1..=200).map(opening).collect();
        for tries in &openings {
            let (last, before) = tries.split_last().unwrap();
            assert_ne!(last[0], last[1]);
            assert!(before.iter().all(|[one, other]| one == other));
        }
        assert!(openings.iter().any(|tries| 2 < tries.len()), "some need a third try");
    }

    #[test]
    fn bytes_do_not_run_out_and_no_number_is_too_large() {
        let mut bytes = Bytes::new("a", &SECRET, roll(1), &[]);
        let first: Vec<_> = (0..32).map(|_| bytes.next()).collect();
        let second: Vec<_> = (0..32).map(|_| bytes.next()).collect();
        assert_ne!(first, second);
        for end in [1, 6, 256, 257, 1 << 32, u64::MAX] {
            assert!(bytes.below(end) < end);
        }
        assert_eq!(bytes.below(1), 0);
    }
}
