//! A hash that is the same on every machine, in every build, for ever.

use std::hash::Hasher;

/// Hashes whatever implements `Hash` to the same 64 bits everywhere, unlike the standard library's hashers.
///
/// Numbers are taken by value, never by their bytes in memory, and `usize` as 64 bits.
///
/// ```
/// use std::hash::{Hash, Hasher};
/// use framework::StableHasher;
/// let mut hasher = StableHasher::default();
/// (7_u8, [1_usize, 2]).hash(&mut hasher);
/// assert_eq!(hasher.finish(), 0x6a9b_4701_9de7_0c4d);
/// ```
#[derive(Clone, Debug)]
pub struct StableHasher(u64);

impl Default for StableHasher {
    fn default() -> Self {
        // The digits of pi: any number but zero would do.
        Self(0x243f_6a88_85a3_08d3)
    }
}

impl Hasher for StableHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(value.into());
    }

    fn write_u16(&mut self, value: u16) {
        self.write_u64(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = mixed(self.0.rotate_left(5) ^ value);
    }

    fn write_u128(&mut self, value: u128) {
        self.write_u64(value as u64);
        self.write_u64((value >> 64) as u64);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn write_i8(&mut self, value: i8) {
        self.write_u64(i64::from(value) as u64);
    }

    fn write_i16(&mut self, value: i16) {
        self.write_u64(i64::from(value) as u64);
    }

    fn write_i32(&mut self, value: i32) {
        self.write_u64(i64::from(value) as u64);
    }

    fn write_i64(&mut self, value: i64) {
        self.write_u64(value as u64);
    }

    fn write_i128(&mut self, value: i128) {
        self.write_u128(value as u128);
    }

    fn write_isize(&mut self, value: isize) {
        self.write_u64(value as i64 as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The finalizer of SplitMix64: every input bit reaches every output bit.
pub(crate) const fn mixed(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
