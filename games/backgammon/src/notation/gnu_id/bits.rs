//! Bits in bytes, and bytes in base64 without padding.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes numbers into bytes, the lowest bit of the first byte first.
#[derive(Default)]
pub(super) struct BitWriter<const BYTES: usize> {
    bits: u128,
    len: u32,
}

impl<const BYTES: usize> BitWriter<BYTES> {
    pub(super) fn push(&mut self, width: u32, value: u32) {
        debug_assert!(u64::from(value) < 1 << width, "the value fits");
        self.bits |= u128::from(value) << self.len;
        self.len += width;
    }

    pub(super) fn bytes(&self) -> [u8; BYTES] {
        std::array::from_fn(|idx| (self.bits >> (8 * idx)) as u8)
    }
}

/// Takes numbers out of bytes, the lowest bit of the first byte first.
pub(super) struct BitReader {
    bits: u128,
    left: u32,
}

impl BitReader {
    pub(super) fn of(bytes: &[u8]) -> Self {
        let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
        Self { bits, left: 8 * bytes.len() as u32 }
    }

    pub(super) fn take(&mut self, width: u32) -> Option<u32> {
        self.left = self.left.checked_sub(width)?;
        let value = self.bits & ((1 << width) - 1);
        self.bits >>= width;
        Some(value as u32)
    }

    /// All bits that are left.
    pub(super) const fn rest(&self) -> u128 {
        self.bits
    }
}

pub(super) fn encoded(bytes: impl AsRef<[u8]>) -> String {
    let mut out = String::new();
    for three in bytes.as_ref().chunks(3) {
        let bits = (0..3).fold(0, |bits, idx| bits << 8 | u32::from(three.get(idx).copied().unwrap_or(0)));
        for idx in 0..=three.len() as u32 {
            out.push(char::from(ALPHABET[(bits >> (18 - 6 * idx) & 63) as usize]));
        }
    }
    out
}

/// Reads exactly the characters that `BYTES` bytes take; `None` for other lengths or characters.
pub(super) fn decoded<const BYTES: usize>(text: &str) -> Option<[u8; BYTES]> {
    if text.len() != (8 * BYTES).div_ceil(6) {
        return None;
    }
    let mut bytes = [0; BYTES];
    for (char_idx, character) in text.bytes().enumerate() {
        let value = ALPHABET.iter().position(|&known| known == character)? as u8;
        for bit in 0..6 {
            let at = 6 * char_idx + bit;
            if value >> (5 - bit) & 1 == 1 {
                *bytes.get_mut(at / 8)? |= 0x80 >> (at % 8);
            }
        }
    }
    Some(bytes)
}
