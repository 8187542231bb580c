//! An adaptive binary range coder: each decision costs as many bits as it surprises.
//!
//! It is the well-known carry-less decoder and carrying encoder with probabilities of eleven bits; a decision that was
//! often 0 in its context costs next to nothing, which suits weights of which most are 0.

/// Probabilities are multiples of 1/2048.
const PROBABILITY_BITS: u32 = 11;
/// How fast a probability follows what happens.
const ADAPTATION: u32 = 5;
/// Below this a byte is shifted in or out.
const MIN_RANGE: u32 = 1 << 24;

/// The probability that the next decision in a context is 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probability(u16);

impl Probability {
    pub(super) const EVEN: Self = Self(1 << (PROBABILITY_BITS - 1));

    fn bound(self, range: u32) -> u32 {
        (range >> PROBABILITY_BITS) * u32::from(self.0)
    }

    fn adapt(&mut self, bit: bool) {
        if bit {
            self.0 -= self.0 >> ADAPTATION;
        } else {
            self.0 += ((1 << PROBABILITY_BITS) - self.0) >> ADAPTATION;
        }
    }
}

/// Writes decisions.
pub(super) struct Encoder {
    low: u64,
    range: u32,
    /// The last byte that a carry may still change, and how many bytes of 255 follow it.
    cache: u8,
    n_pending: u64,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(super) const fn new() -> Self {
        Self { low: 0, range: u32::MAX, cache: 0, n_pending: 1, bytes: Vec::new() }
    }

    pub(super) fn bit(&mut self, probability: &mut Probability, bit: bool) {
        let bound = probability.bound(self.range);
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        probability.adapt(bit);
        while self.range < MIN_RANGE {
            self.range <<= 8;
            self.shift();
        }
    }

    fn shift(&mut self) {
        let carry = (self.low >> 32) as u8;
        if self.low < 0xff00_0000 || carry != 0 {
            let mut byte = self.cache;
            while self.n_pending != 0 {
                self.bytes.push(byte.wrapping_add(carry));
                byte = 0xff;
                self.n_pending -= 1;
            }
            self.cache = (self.low >> 24) as u8;
        }
        self.n_pending += 1;
        self.low = u64::from((self.low as u32) << 8);
    }

    /// The bytes of all decisions.
    pub(super) fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        self.bytes
    }
}

/// Reads decisions; beyond the end of its bytes it reads zeros, so that damaged bytes give wrong decisions and no
/// failure.
pub(super) struct Decoder<'a> {
    bytes: std::slice::Iter<'a, u8>,
    range: u32,
    code: u32,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { bytes: bytes.iter(), range: u32::MAX, code: 0 };
        for _ in 0..5 {
            decoder.code = decoder.code << 8 | decoder.next_byte();
        }
        decoder
    }

    fn next_byte(&mut self) -> u32 {
        self.bytes.next().copied().unwrap_or(0).into()
    }

    #[inline]
    pub(super) fn bit(&mut self, probability: &mut Probability) -> bool {
        let bound = probability.bound(self.range);
        let bit = bound <= self.code;
        if bit {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        probability.adapt(bit);
        while self.range < MIN_RANGE {
            self.range <<= 8;
            self.code = self.code << 8 | self.next_byte();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use framework::Rng;

    use super::*;

    #[test]
    fn decisions_are_read_as_they_were_written_and_rare_ones_cost_little() {
        let mut rng = Rng::from_seed(5);
        for chance in [0.5, 0.1, 0.002] {
            let bits: Vec<bool> = (0..100_000).map(|_| rng.unit() < chance).collect();
            let mut encoder = Encoder::new();
            let mut probability = Probability::EVEN;
            bits.iter().for_each(|&bit| encoder.bit(&mut probability, bit));
            let bytes = encoder.finish();
            assert!(bytes.len() < 13_000 && (0.4 < chance || bytes.len() < 6_500), "{}", bytes.len());
            let mut decoder = Decoder::new(&bytes);
            let mut probability = Probability::EVEN;
            assert!(bits.iter().all(|&bit| decoder.bit(&mut probability) == bit));
        }
    }
}
