//! Weights as a file.
//!
//! | bytes | what |
//! | --- | --- |
//! | 4 | `BWOP` |
//! | 4 | version, 1 |
//! | 4 | number of phases |
//! | 8 | a hash of all bytes after it |
//! | 1 each | for each phase, from the end of the game to its beginning, the index of its set of weights |
//! | 1 | number of sets |
//! | 4 each | length of each set |
//! | | the sets |
//!
//! Numbers have their lowest byte first. A set is the weights of all patterns, mirror images once, and then the
//! scalars, each coded by itself so that one can be read without the others. A weight is whether it is 0, its sign, and
//! its size by the number of its bits; decisions are coded in the context of the shape and of whether the two weights
//! before were 0.

use std::hash::Hasher;

use framework::StableHasher;
use thiserror::Error;

use super::{
    coder::{Decoder, Encoder, Probability},
    shapes::{FOLDING, N_SHAPES, folded_len},
    weights::{N_PHASES, N_SCALARS, Weights},
};

const MAGIC: &[u8; 4] = b"BWOP";
const VERSION: u32 = 1;
const HEADER_BYTES: usize = 20;
/// The largest weight of a pattern; scalars may be larger.
const MAX_PATTERN_WEIGHT: i16 = 127;
const MAX_SCALAR_WEIGHT: i16 = 8_191;
/// The most bits that a weight without its sign has.
const MAX_BITS: usize = 13;

/// Why bytes are not weights.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum WeightsError {
    /// They begin with something else.
    #[error("this is no file of Othello weights: it does not begin with BWOP")]
    NotWeights,
    /// They were written by another version.
    #[error("the weights have version {0}, and this program reads version {VERSION}")]
    OtherVersion(u32),
    /// They are made for other phases.
    #[error("the weights have {0} phases, and this program needs {N_PHASES}")]
    OtherPhases(u32),
    /// They are damaged.
    #[error("the weights are cut off or damaged; copy the file again")]
    Damaged,
}

impl Weights {
    /// Reads weights.
    ///
    /// # Errors
    /// If the bytes are not those of [`to_bytes`](Self::to_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        if !bytes.starts_with(MAGIC) {
            return Err(WeightsError::NotWeights);
        }
        let word = |at: usize| {
            let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
            word.map(u32::from_le_bytes).ok_or(WeightsError::Damaged)
        };
        let (version, n_phases) = (word(4)?, word(8)?);
        if version != VERSION {
            return Err(WeightsError::OtherVersion(version));
        }
        if n_phases as usize != N_PHASES {
            return Err(WeightsError::OtherPhases(n_phases));
        }
        let hash = u64::from(word(12)?) | u64::from(word(16)?) << 32;
        let body = bytes.get(HEADER_BYTES..).ok_or(WeightsError::Damaged)?;
        if hash_of(body) != hash {
            return Err(WeightsError::Damaged);
        }
        let (set_of_phase, rest) = body.split_first_chunk::<N_PHASES>().ok_or(WeightsError::Damaged)?;
        let (&n_sets, rest) = rest.split_first().ok_or(WeightsError::Damaged)?;
        let (lens, mut rest) = rest.split_at_checked(4 * usize::from(n_sets)).ok_or(WeightsError::Damaged)?;
        let mut coded = Vec::with_capacity(n_sets.into());
        for len in lens.chunks_exact(4) {
            let len = len.iter().rev().fold(0, |len, &byte| len << 8 | usize::from(byte));
            let (set, others) = rest.split_at_checked(len).ok_or(WeightsError::Damaged)?;
            coded.push(set.into());
            rest = others;
        }
        match rest.is_empty() && set_of_phase.iter().all(|&set| set < n_sets) {
            true => Ok(Self::of_coded_sets(coded, *set_of_phase)),
            false => Err(WeightsError::Damaged),
        }
    }

    /// Weights in units of 1/16 disc for each phase, from the end of the game to its beginning: those of patterns, mirror
    /// images once, and then those of scalars. What is too large is cut to the largest weight.
    ///
    /// # Panics
    /// If there are not [`N_PHASES`] phases of [`folded_len`] and [`N_SCALARS`] weights.
    #[must_use]
    pub fn of_phases<'a>(phases: impl IntoIterator<Item = &'a [i16]>) -> Self {
        let mut coded = Vec::<Box<[u8]>>::new();
        let mut set_of_phase = Vec::new();
        for phase in phases {
            let set = encode_phase(phase);
            let idx = coded.iter().position(|known| *known == set).unwrap_or_else(|| {
                coded.push(set);
                coded.len() - 1
            });
            set_of_phase.push(idx as u8);
        }
        let set_of_phase = set_of_phase.try_into().expect("one set of weights for each phase");
        Self::of_coded_sets(coded, set_of_phase)
    }

    /// The bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = self.set_of_phase.to_vec();
        body.push(self.coded.len() as u8);
        for set in &self.coded {
            body.extend((set.len() as u32).to_le_bytes());
        }
        for set in &self.coded {
            body.extend(set);
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((N_PHASES as u32).to_le_bytes());
        bytes.extend(hash_of(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The weights of a phase as [`of_phases`](Self::of_phases) takes them.
    #[must_use]
    pub fn folded_phase(&self, phase_idx: usize) -> Vec<i16> {
        let mut decoder = Decoder::new(&self.coded[usize::from(self.set_of_phase[phase_idx])]);
        let mut folded = Vec::with_capacity(folded_len() + N_SCALARS);
        for_each_context(|model, zeros| {
            let weight = model.decode(&mut decoder, zeros);
            folded.push(weight);
            weight
        });
        folded
    }
}

fn encode_phase(folded: &[i16]) -> Box<[u8]> {
    assert_eq!(folded.len(), folded_len() + N_SCALARS, "a weight for each pattern and scalar");
    let mut encoder = Encoder::new();
    let mut weights = folded.iter().enumerate();
    for_each_context(|model, zeros| {
        let (idx, &weight) = weights.next().expect("as many weights as contexts");
        let most = if idx < folded_len() { MAX_PATTERN_WEIGHT } else { MAX_SCALAR_WEIGHT };
        let weight = weight.clamp(-most, most);
        model.encode(&mut encoder, zeros, weight);
        weight
    });
    encoder.finish().into()
}

/// Calls `code` for every weight with the model of its shape and how many of the two weights before were 0, as `code`
/// tells.
fn for_each_context(mut code: impl FnMut(&mut Model, usize) -> i16) {
    let offsets = &FOLDING.offsets;
    let lens = (0..N_SHAPES).map(|shape_idx| offsets[shape_idx + 1] - offsets[shape_idx]);
    for len in lens.chain([N_SCALARS]) {
        let mut model = Model::new();
        let mut before = [0, 0];
        for _ in 0..len {
            let n_zeros = usize::from(before[0] == 0) + usize::from(before[1] == 0);
            before = [code(&mut model, n_zeros), before[0]];
        }
    }
}

/// The probabilities of all decisions about a weight, for one shape.
struct Model {
    is_zero: [Probability; 3],
    is_negative: Probability,
    /// Whether a weight has more bits than so many.
    has_more_bits: [Probability; MAX_BITS + 1],
    /// Its bits below the highest one, by the number of bits and which.
    bits: [[Probability; MAX_BITS]; MAX_BITS + 1],
}

impl Model {
    const fn new() -> Self {
        const EVEN: Probability = Probability::EVEN;
        Self {
            is_zero: [EVEN; 3],
            is_negative: EVEN,
            has_more_bits: [EVEN; MAX_BITS + 1],
            bits: [[EVEN; MAX_BITS]; MAX_BITS + 1],
        }
    }

    fn encode(&mut self, encoder: &mut Encoder, n_zeros: usize, weight: i16) {
        encoder.bit(&mut self.is_zero[n_zeros], weight == 0);
        if weight == 0 {
            return;
        }
        encoder.bit(&mut self.is_negative, weight < 0);
        let size = weight.unsigned_abs();
        let n_bits = size.ilog2() as usize + 1;
        for n in 1..n_bits {
            encoder.bit(&mut self.has_more_bits[n], true);
        }
        if n_bits < MAX_BITS {
            encoder.bit(&mut self.has_more_bits[n_bits], false);
        }
        for bit in (0..n_bits - 1).rev() {
            encoder.bit(&mut self.bits[n_bits][bit], size >> bit & 1 != 0);
        }
    }

    #[inline]
    fn decode(&mut self, decoder: &mut Decoder<'_>, n_zeros: usize) -> i16 {
        if decoder.bit(&mut self.is_zero[n_zeros]) {
            return 0;
        }
        let is_negative = decoder.bit(&mut self.is_negative);
        let mut n_bits = 1;
        while n_bits < MAX_BITS && decoder.bit(&mut self.has_more_bits[n_bits]) {
            n_bits += 1;
        }
        let mut size = 1;
        for bit in (0..n_bits - 1).rev() {
            size = size << 1 | i16::from(decoder.bit(&mut self.bits[n_bits][bit]));
        }
        if is_negative { -size } else { size }
    }
}

fn hash_of(bytes: &[u8]) -> u64 {
    let mut hasher = StableHasher::default();
    hasher.write_usize(bytes.len());
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hasher.write_u64(u64::from_le_bytes(word));
    }
    hasher.finish()
}
