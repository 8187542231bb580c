//! Scores without the positions that they belong to.
//!
//! A list of all openings would take far more room than their scores. It is not needed if only openings that are
//! surely in the book are asked for. Each key chooses three places in a row of bits by its hash; the bits from there
//! on, combined by exclusive or, begin with the code of its score. That is one linear equation for each bit of each
//! code. With a quarter more unknowns than equations nearly every such system can be solved by peeling: a bit that
//! only one equation uses is left for that equation, which can then be put aside (Majewski, Wormald, Havas and Czech
//! 1996; with codes of different lengths Hreinsson, Krøyer and Pagh 2009).

use super::code::Code;

/// About how many equations are solved together: more save no room, and few are quickly solved.
const SHARD_EQUATIONS: usize = 40_000;
/// How many seeds are tried before a shard gets more room.
const N_SEEDS: u8 = u8::MAX;
/// How often a shard may get more room.
const MAX_GROWTHS: usize = 40;
/// What is read beyond the last place.
pub(super) const PADDING: usize = 8;

/// Scores by key, without the keys: what it says about a key that it was not made of means nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct KeylessScores {
    pub(super) code: Code,
    pub(super) shards: Vec<Shard>,
    /// The bits of all shards, and padding.
    pub(super) bytes: Vec<u8>,
}

/// A part of the keys, with bits of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shard {
    /// Which hash gave equations that can be solved.
    pub(super) seed: u8,
    /// Where its bytes begin.
    pub(super) start: usize,
    /// How many bytes it has, a multiple of three.
    pub(super) len: usize,
}

/// The equations of a key: the bits of its code.
struct Wanted<'a> {
    key: u64,
    bits: &'a [bool],
}

impl KeylessScores {
    /// Stores the scores of distinct keys; `None` if there are no keys, or one appears twice.
    pub(super) fn new(keys: &[u64], scores: &[i8]) -> Option<Self> {
        if scores.is_empty() {
            return None;
        }
        let code = Code::of_scores(scores);
        let mut codes: [Vec<bool>; 256] = std::array::from_fn(|_| Vec::new());
        for (score, bits) in code.codes() {
            codes[usize::from(score.cast_unsigned())] = bits;
        }
        let bits_of = |score: i8| codes[usize::from(score.cast_unsigned())].as_slice();
        let n_equations: usize = scores.iter().map(|&score| bits_of(score).len()).sum();
        let n_shards = n_equations.div_ceil(SHARD_EQUATIONS).max(1);
        let mut wanted: Vec<Vec<Wanted<'_>>> = (0..n_shards).map(|_| Vec::new()).collect();
        for (&key, &score) in keys.iter().zip(scores) {
            wanted[shard_of(key, n_shards)].push(Wanted { key, bits: bits_of(score) });
        }
        let (mut shards, mut bytes) = (Vec::with_capacity(n_shards), Vec::new());
        for wanted in &wanted {
            let (shard, solved) = solve_shard(wanted, bytes.len(), code.longest())?;
            shards.push(shard);
            bytes.extend(solved);
        }
        bytes.extend([0; PADDING]);
        Some(Self { code, shards, bytes })
    }

    /// The score of a key that it was made of.
    #[inline]
    pub(super) fn score(&self, key: u64) -> i8 {
        let shard = self.shards[shard_of(key, self.shards.len())];
        let places = shard.places(key, self.code.longest());
        self.code.read(
            places.into_iter().map(|place| self.bits_at(shard.start, place)).fold(0, |all, bits| all ^ bits),
        )
    }

    /// At least 57 bits from a place on, the lowest first.
    #[inline]
    fn bits_at(&self, start: usize, place: usize) -> u64 {
        let at = start + place / 8;
        let bytes = self.bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
        u64::from_le_bytes(bytes.unwrap_or_default()) >> (place % 8)
    }
}

impl Shard {
    /// The fewest bytes in which codes of a length have places.
    pub(super) const fn min_len(longest: usize) -> usize {
        3 * longest.div_ceil(8)
    }

    /// Where the three codes of a key begin, each in its third of the shard.
    #[inline]
    fn places(&self, key: u64, longest: usize) -> [usize; 3] {
        let third = self.len / 3 * 8;
        let n_places = (third - longest + 1) as u64;
        let hash = mixed(key ^ (u64::from(self.seed) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        [0, 1, 2].map(|idx| {
            let part = hash >> (21 * idx) & 0x1F_FFFF;
            idx * third + ((part * n_places) >> 21) as usize
        })
    }
}

/// Finds bits for a shard that begins at a byte.
fn solve_shard(wanted: &[Wanted<'_>], start: usize, longest: usize) -> Option<(Shard, Vec<u8>)> {
    let n_equations: usize = wanted.iter().map(|wanted| wanted.bits.len()).sum();
    let mut n_bits = n_equations + n_equations / 4 + 3 * longest;
    for _ in 0..MAX_GROWTHS {
        let len = Shard::min_len(longest).max(3 * n_bits.div_ceil(24));
        for seed in 0..N_SEEDS {
            let shard = Shard { seed, start, len };
            if let Some(bytes) = peel(shard, wanted, longest) {
                return Some((shard, bytes));
            }
        }
        n_bits += n_bits / 16 + 8;
    }
    None
}

/// Solves the equations of a shard if each can be put aside in turn.
fn peel(shard: Shard, wanted: &[Wanted<'_>], longest: usize) -> Option<Vec<u8>> {
    let equations: Vec<([usize; 3], bool)> = wanted
        .iter()
        .flat_map(|wanted| {
            let places = shard.places(wanted.key, longest);
            let equation = move |(idx, &bit): (usize, &bool)| (places.map(|place| place + idx), bit);
            wanted.bits.iter().enumerate().map(equation)
        })
        .collect();
    // For each unknown how many equations use it, and their numbers combined by exclusive or: once only one is left,
    // that is its number.
    let mut users = vec![(0_u32, 0_usize); shard.len * 8];
    for (idx, (places, _)) in equations.iter().enumerate() {
        for &place in places {
            users[place].0 += 1;
            users[place].1 ^= idx;
        }
    }
    let mut lonely: Vec<usize> = (0..users.len()).filter(|&place| users[place].0 == 1).collect();
    let mut put_aside = Vec::with_capacity(equations.len());
    while let Some(place) = lonely.pop() {
        let (1, idx) = users[place] else { continue };
        put_aside.push((idx, place));
        for other in equations[idx].0 {
            users[other].0 -= 1;
            users[other].1 ^= idx;
            if users[other].0 == 1 {
                lonely.push(other);
            }
        }
    }
    if put_aside.len() < equations.len() {
        return None;
    }
    let mut bytes = vec![0_u8; shard.len];
    for &(idx, free) in put_aside.iter().rev() {
        let (places, wanted) = equations[idx];
        let is_set = |place: usize| bytes[place / 8] >> (place % 8) & 1 == 1;
        let others = places.into_iter().filter(|&place| place != free);
        if others.fold(wanted, |bit, place| bit ^ is_set(place)) {
            bytes[free / 8] |= 1 << (free % 8);
        }
    }
    Some(bytes)
}

#[inline]
fn shard_of(key: u64, n_shards: usize) -> usize {
    (((mixed(key) >> 32) * n_shards as u64) >> 32) as usize
}

/// Mixes all bits into each other (Stafford's variant 13 of the finalizer of MurmurHash3).
#[inline]
const fn mixed(value: u64) -> u64 {
    let value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ value >> 31
}

#[cfg(test)]
mod tests {
    use framework::Rng;

    use super::*;

    #[test]
    fn every_key_has_its_score_again() {
        for n_keys in [1, 2, 10, 1_000, 50_000] {
            let mut rng = Rng::from_seed(n_keys);
            let keys: Vec<u64> = (0..n_keys).map(|idx| idx << 20 | rng.bits() >> 50).collect();
            // Small scores far more often than others.
            let scores: Vec<i8> =
                keys.iter().map(|_| (rng.bits() % 18 * (rng.bits() % 3) / 2) as i8 - 9).collect();
            let stored = KeylessScores::new(&keys, &scores).expect("the keys are distinct");
            for (&key, &score) in keys.iter().zip(&scores) {
                assert_eq!(stored.score(key), score, "{key}");
            }
        }
    }

    #[test]
    fn a_quarter_more_room_than_the_codes_take_is_enough() {
        let keys: Vec<u64> = (0..100_000).collect();
        let scores: Vec<i8> = keys.iter().map(|key| (mixed(*key) % 16) as i8).collect();
        let stored = KeylessScores::new(&keys, &scores).expect("the keys are distinct");
        assert!(stored.bytes.len() * 8 < 4 * keys.len() * 127 / 100, "{} bytes", stored.bytes.len());
    }

    #[test]
    fn one_key_with_two_scores_cannot_be_stored() {
        assert_eq!(KeylessScores::new(&[7, 7], &[1, 2]), None);
        assert_eq!(KeylessScores::new(&[], &[]), None);
    }
}
