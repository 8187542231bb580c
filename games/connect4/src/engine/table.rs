//! What is known about positions, shared by all threads of a search.

use std::sync::atomic::{AtomicU64, Ordering};

use super::memory::Memory;

/// How many positions share a place; with four of eight bytes each, one line of the processor's cache is never left.
const WAYS: usize = 4;

/// The bits for each of the two bounds.
const BOUND_BITS: u32 = 7;
/// What is added to a bound so that it is not negative.
const BOUND_OFFSET: i32 = 1 << (BOUND_BITS - 1);
/// The bits for the logarithm of the work behind an entry.
const WORK_BITS: u32 = 5;
/// The bits that are not part of the key.
const DATA_BITS: u32 = 2 * BOUND_BITS + WORK_BITS;

/// Between which scores a position lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: i32,
    pub(crate) high: i32,
}

impl Bounds {
    /// What both bounds say together.
    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}

/// A table of positions that never takes one for another.
///
/// A key is multiplied by an odd number modulo a power of two, which can be undone; the upper bits of the product
/// choose the place and all others are stored with the entry. So the whole key is compared, in 64 bits for each
/// entry, and an entry is written at once, so that threads never see half of one.
#[derive(Debug)]
pub(crate) struct Table {
    memory: Memory,
    key_bits: u32,
    place_bits: u32,
}

/// A table as the threads of one search see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared<'a> {
    entries: &'a [AtomicU64],
    key_bits: u32,
    place_bits: u32,
}

/// Where a position is looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    at: usize,
    tag: u64,
}

impl Table {
    /// A table for keys of so many bits, with at most so many bytes unless the keys need more.
    ///
    /// Keys of 64 bits need at least 16 MB, because each entry has to hold what the place does not tell.
    pub(crate) fn new(key_bits: u32, bytes: usize) -> Self {
        let wanted = (bytes / (8 * WAYS)).max(1).ilog2();
        let needed = (key_bits + DATA_BITS).saturating_sub(u64::BITS);
        let place_bits = wanted.max(needed).max(1).min(key_bits);
        Self { memory: Memory::new(WAYS << place_bits), key_bits, place_bits }
    }

    /// The memory that it takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        8 * (WAYS << self.place_bits)
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.memory.entries().iter_mut().for_each(|entry| *entry.get_mut() = 0);
    }

    /// The table for as many threads as like to use it.
    pub(crate) fn share(&mut self) -> Shared<'_> {
        Shared { entries: self.memory.entries(), key_bits: self.key_bits, place_bits: self.place_bits }
    }
}

impl Shared<'_> {
    /// Where a key is looked for.
    #[inline(always)]
    pub(crate) fn slot(&self, key: u64) -> Slot {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & (u64::MAX >> (u64::BITS - self.key_bits));
        let tag_bits = self.key_bits - self.place_bits;
        let place = (mixed >> tag_bits) as usize;
        Slot { at: place * WAYS, tag: mixed & ((1 << tag_bits) - 1) }
    }

    /// Asks the memory for a place that will soon be looked at, and does not wait for it.
    ///
    /// The safe way, to read the first entry early, was tried: the processor then waits for it nearly as long, and a
    /// search takes twice the time.
    #[inline(always)]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(unsafe_code, reason = "a prefetch takes a plain address, and halves the time of a search")
    )]
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(unused_variables, reason = "stable Rust has a prefetch for x86-64 alone")
    )]
    pub(crate) fn prefetch(&self, slot: Slot) {
        #[cfg(target_arch = "x86_64")]
        if let Some(entry) = self.entries.get(slot.at) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: the address is that of a value we hold a reference to, and a prefetch changes nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(entry).cast()) };
        }
    }

    /// What is known about a position.
    #[inline(always)]
    pub(crate) fn bounds(&self, slot: Slot) -> Option<Bounds> {
        let place = &self.entries[slot.at..slot.at + WAYS];
        let entries = place.iter().map(|entry| entry.load(Ordering::Relaxed));
        entries.into_iter().find(|&entry| is_of(entry, slot.tag)).map(bounds_of)
    }

    /// Notes what a search of `work` positions has found. If the place is full, the entry goes that is easiest to
    /// find again.
    #[inline(always)]
    pub(crate) fn store(&self, slot: Slot, bounds: Bounds, work: u64) {
        let place = &self.entries[slot.at..slot.at + WAYS];
        let mut work = u64::from(work.ilog2()).min((1 << WORK_BITS) - 1);
        let mut bounds = bounds;
        let (mut chosen, mut least) = (0, u64::MAX);
        for (idx, entry) in place.iter().enumerate() {
            let entry = entry.load(Ordering::Relaxed);
            if is_of(entry, slot.tag) {
                bounds = bounds.and(bounds_of(entry));
                work = work.max(work_of(entry));
                chosen = idx;
                break;
            }
            let worth = if entry == 0 { 0 } else { work_of(entry) + 1 };
            if worth < least {
                (chosen, least) = (idx, worth);
            }
        }
        place[chosen].store(entry(slot.tag, bounds, work), Ordering::Relaxed);
    }
}

#[inline(always)]
fn entry(tag: u64, bounds: Bounds, work: u64) -> u64 {
    let offset = |bound: i32| (bound + BOUND_OFFSET) as u64;
    tag << DATA_BITS | work << (2 * BOUND_BITS) | offset(bounds.high) << BOUND_BITS | offset(bounds.low)
}

/// An entry is never 0, since no lower bound is as low as the offset.
#[inline(always)]
fn is_of(entry: u64, tag: u64) -> bool {
    entry >> DATA_BITS == tag && entry != 0
}

#[inline(always)]
fn bounds_of(entry: u64) -> Bounds {
    let bound = |bits: u64| (bits & ((1 << BOUND_BITS) - 1)) as i32 - BOUND_OFFSET;
    Bounds { low: bound(entry), high: bound(entry >> BOUND_BITS) }
}

#[inline(always)]
fn work_of(entry: u64) -> u64 {
    entry >> (2 * BOUND_BITS) & ((1 << WORK_BITS) - 1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use framework::Rng;

    use super::*;

    fn look_up(table: Shared<'_>, key: u64) -> Option<Bounds> {
        let slot = table.slot(key);
        table.bounds(slot)
    }

    #[test]
    fn an_entry_is_found_under_its_own_key_only() {
        for key_bits in [20, 49, 64] {
            let mut table = Table::new(key_bits, 1 << 16);
            let table = table.share();
            let mut rng = Rng::from_seed(1);
            let keys: BTreeSet<u64> = (0..2_000).map(|_| rng.bits() >> (64 - key_bits)).collect();
            for (idx, &key) in keys.iter().enumerate() {
                let bounds = Bounds { low: -(idx as i32 % 32), high: idx as i32 % 20 };
                table.store(table.slot(key), bounds, 1 + idx as u64);
                assert_eq!(look_up(table, key), Some(bounds), "key {key} of {key_bits} bits");
                for bit in 0..key_bits {
                    let other = key ^ 1 << bit;
                    assert!(keys.contains(&other) || look_up(table, other).is_none());
                }
            }
        }
    }

    #[test]
    fn bounds_of_one_position_come_together() {
        let mut table = Table::new(49, 1 << 12);
        let table = table.share();
        let slot = table.slot(77);
        table.store(slot, Bounds { low: -5, high: 3 }, 10);
        table.store(slot, Bounds { low: -7, high: 1 }, 2);
        assert_eq!(look_up(table, 77), Some(Bounds { low: -5, high: 1 }));
    }

    #[test]
    fn the_entry_with_the_least_work_goes_first() {
        // One place only: every key lands there.
        let mut table = Table::new(40, 0);
        let table = table.share();
        let colliding: Vec<u64> =
            (1..200_u64).filter(|&key| table.slot(key).at == table.slot(1).at).collect();
        for (&key, work) in colliding.iter().zip([1_000, 3, 500, 700, 800]) {
            table.store(table.slot(key), Bounds { low: 0, high: 1 }, work);
        }
        let known: Vec<bool> = colliding[..5].iter().map(|&key| look_up(table, key).is_some()).collect();
        assert_eq!(known, [true, false, true, true, true]);
    }

    #[test]
    fn nothing_is_left_after_clearing() {
        let mut table = Table::new(49, 1 << 12);
        let shared = table.share();
        shared.store(shared.slot(5), Bounds { low: 0, high: 0 }, 1);
        table.clear();
        assert_eq!(look_up(table.share(), 5), None);
    }
}
