//! A table of positions that were searched before.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is no less.
    AtLeast,
    /// The true one is no more.
    AtMost,
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableEntry {
    /// What it is worth to the side that the search has agreed on, usually the mover.
    pub value: f32,
    /// What the value says about the true one.
    pub bound: Bound,
    /// How many plies were looked ahead.
    pub depth: u8,
    /// Whether every line below ends by the rules of the game, so that looking deeper changes nothing.
    pub complete: bool,
    /// The best move's place in the list of legal moves.
    pub best: u16,
}

/// What was found about positions that were searched before, for all threads of a search and without locks: each slot
/// holds its content twice, once mixed with the key, so that a slot torn by two writers fits no key.
///
/// ```
/// use framework::search::{Bound, TableEntry, TranspositionTable};
/// let table = TranspositionTable::new(1);
/// let entry = TableEntry { value: 0.5, bound: Bound::Exact, depth: 6, complete: false, best: 2 };
/// table.store(4_711, entry);
/// assert_eq!(table.find(4_711), Some(entry));
/// assert_eq!(table.find(1), None);
/// ```
#[derive(Debug)]
pub struct TranspositionTable {
    slots: Box<[Slot]>,
    age: AtomicU8,
}

#[derive(Debug, Default)]
struct Slot {
    key_and_content: AtomicU64,
    content: AtomicU64,
}

/// Ages are counted in this many steps.
const AGES: u8 = 32;

impl TranspositionTable {
    /// A table of about so many megabytes.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        let slots = Self::bytes(megabytes) / size_of::<Slot>();
        Self { slots: (0..slots).map(|_| Slot::default()).collect(), age: AtomicU8::new(0) }
    }

    /// What a table of about so many megabytes takes, in bytes: the number of slots is a power of two.
    #[must_use]
    pub const fn bytes(megabytes: usize) -> usize {
        let megabytes = if megabytes == 0 { 1 } else { megabytes };
        let slots = (megabytes << 20) / size_of::<Slot>();
        (1_usize << slots.ilog2()) * size_of::<Slot>()
    }

    /// Makes everything stored so far old, so that it gives way first, as before the next search.
    pub fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot.key_and_content.store(0, Ordering::Relaxed);
            slot.content.store(0, Ordering::Relaxed);
        }
    }

    /// What is known about the position with a key.
    #[must_use]
    pub fn find(&self, key: u64) -> Option<TableEntry> {
        let slot = self.slot(key);
        let content = slot.content.load(Ordering::Relaxed);
        let fits = content != 0 && slot.key_and_content.load(Ordering::Relaxed) ^ content == key;
        fits.then(|| unpacked(content))
    }

    /// Keeps an entry, unless the slot holds a deeper one of the same age about another position.
    pub fn store(&self, key: u64, entry: TableEntry) {
        let slot = self.slot(key);
        let age = self.age.load(Ordering::Relaxed);
        let old = slot.content.load(Ordering::Relaxed);
        if old != 0 {
            let same_position = slot.key_and_content.load(Ordering::Relaxed) ^ old == key;
            if !same_position && age_of(old) == age && entry.depth < unpacked(old).depth {
                return;
            }
        }
        let content = packed(entry, age);
        slot.content.store(content, Ordering::Relaxed);
        slot.key_and_content.store(key ^ content, Ordering::Relaxed);
    }

    fn slot(&self, key: u64) -> &Slot {
        &self.slots[key as usize & (self.slots.len() - 1)]
    }
}

// From the lowest bit: 32 value, 16 best move, 8 depth, 5 age, 1 complete, 2 bound (1 to 3, so that no content
// is zero).
fn packed(entry: TableEntry, age: u8) -> u64 {
    let bound: u64 = match entry.bound {
        Bound::Exact => 1,
        Bound::AtLeast => 2,
        Bound::AtMost => 3,
    };
    u64::from(entry.value.to_bits())
        | u64::from(entry.best) << 32
        | u64::from(entry.depth) << 48
        | u64::from(age) << 56
        | u64::from(entry.complete) << 61
        | bound << 62
}

fn unpacked(content: u64) -> TableEntry {
    TableEntry {
        value: f32::from_bits(content as u32),
        best: (content >> 32) as u16,
        depth: (content >> 48) as u8,
        complete: content >> 61 & 1 == 1,
        bound: match content >> 62 {
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            _ => Bound::AtMost,
        },
    }
}

fn age_of(content: u64) -> u8 {
    (content >> 56) as u8 % AGES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_being_packed() {
        for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
            for complete in [false, true] {
                let entry = TableEntry { value: -12.5, bound, depth: 200, complete, best: 65_000 };
                assert_eq!(unpacked(packed(entry, 31)), entry);
                assert_eq!(age_of(packed(entry, 31)), 31);
            }
        }
    }

    #[test]
    fn a_deeper_entry_stays_until_it_is_old() {
        let table = TranspositionTable::new(1);
        let entry = |depth| TableEntry { value: 0.0, bound: Bound::Exact, depth, complete: false, best: 0 };
        let (first, same_slot) = (5, 5 + table.slots.len() as u64);
        table.store(first, entry(7));
        table.store(same_slot, entry(3));
        assert_eq!(table.find(first), Some(entry(7)));
        assert_eq!(table.find(same_slot), None);
        table.grow_older();
        table.store(same_slot, entry(3));
        assert_eq!(table.find(same_slot), Some(entry(3)));
        assert_eq!(table.find(first), None);
    }
}
