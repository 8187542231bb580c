//! What is known about positions that were searched before, shared by all threads.

use std::sync::atomic::{AtomicU64, Ordering};

/// No move, where an entry keeps the square of one.
pub(super) const NO_MOVE: u8 = 64;

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The score is at least this.
    pub(super) lower: i32,
    /// The score is at most this.
    pub(super) upper: i32,
    /// The moves that were best last time and before that, or [`NO_MOVE`].
    pub(super) moves: [u8; 2],
    /// By which search the bounds were found.
    pub(super) draft: Draft,
}

impl Known {
    const NOTHING: Self =
        Self { lower: -64, upper: 64, moves: [NO_MOVE; 2], draft: Draft { depth: 0, certainty: 0 } };
}

/// How thorough a search was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Draft {
    /// How many squares it looked ahead: as many as are empty where it reached the end of the game.
    pub(super) depth: u8,
    /// How careful it was when it left out lines.
    pub(super) certainty: u8,
}

impl Draft {
    /// A search that left nothing out.
    pub(super) const CERTAIN: u8 = 7;

    /// A search to the end of the game that left nothing out.
    #[inline(always)]
    pub(super) const fn exact(n_empties: u32) -> Self {
        Self { depth: n_empties as u8, certainty: Self::CERTAIN }
    }

    /// Tells whether a search was at least as thorough as another in every respect.
    #[inline(always)]
    pub(super) const fn covers(self, other: Self) -> bool {
        other.depth <= self.depth && other.certainty <= self.certainty
    }
}

/// An entry: what is known, and the hash of the position combined with it.
///
/// Threads write both words without a lock. If one reads a word of one entry and a word of another, they do not fit
/// together, so that the position is not found and nothing wrong is believed.
#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

/// Entries that are looked at together: one line of the cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// Asks the memory for something that will soon be looked at, and does not wait for it.
#[inline(always)]
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "a prefetch takes a plain address, and saves 4 % of the time of a search")
)]
pub(super) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address is that of a value we hold a reference to, and a prefetch changes nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// A table of positions.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// Rises with every search, so that what is left of earlier ones goes first.
    generation: u8,
}

impl Table {
    /// A table of at most so many bytes, and at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let n_buckets = 1_usize << (bytes / size_of::<Bucket>()).max(1).ilog2();
        Self { buckets: (0..n_buckets).map(|_| Bucket::default()).collect(), generation: 1 }
    }

    /// The memory that it takes, in bytes.
    pub(super) const fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for entry in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            (*entry.check.get_mut(), *entry.data.get_mut()) = (0, 0);
        }
    }

    /// Marks what is in the table as old: it is still found, but makes room for what comes.
    pub(super) fn begin_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// What is known about the position with this hash.
    #[inline(always)]
    pub(super) fn probe(&self, hash: u64) -> Option<Known> {
        for entry in &self.bucket(hash).0 {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.check.load(Ordering::Relaxed) ^ data == hash && data != 0 {
                return Some(Packed(data).known());
            }
        }
        None
    }

    /// Asks the memory for what is known about the position with this hash, and does not wait for it.
    #[inline(always)]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(self.bucket(hash));
    }

    /// A bound by which a search at least as thorough as `draft` has answered whether the score is more than `alpha`.
    #[inline]
    pub(super) fn answer(&self, hash: u64, draft: Draft, alpha: i32) -> Option<i32> {
        let known = self.probe(hash).filter(|known| known.draft.covers(draft))?;
        if alpha < known.lower {
            return Some(known.lower);
        }
        (known.upper <= alpha).then_some(known.upper)
    }

    /// Notes that a search has found the score to be more than `alpha` or not, with the bound `score`.
    #[inline(always)]
    pub(super) fn store(&self, hash: u64, draft: Draft, alpha: i32, score: i32, best: u8) {
        let (mut chosen, mut least) = (0, u32::MAX);
        let mut known = Known::NOTHING;
        for (idx, entry) in self.bucket(hash).0.iter().enumerate() {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.check.load(Ordering::Relaxed) ^ data == hash && data != 0 {
                (chosen, known) = (idx, Packed(data).known());
                break;
            }
            let worth = Packed(data).worth(self.generation);
            if worth < least {
                (chosen, least) = (idx, worth);
            }
        }
        // Bounds of different searches have nothing to do with each other; those of the more thorough one stay.
        if known.draft == draft || !known.draft.covers(draft) {
            if known.draft != draft {
                known = Known { moves: known.moves, draft, ..Known::NOTHING };
            }
            if alpha < score {
                known.lower = known.lower.max(score);
            } else {
                known.upper = known.upper.min(score);
            }
        }
        if best != NO_MOVE && known.moves[0] != best {
            known.moves = [best, known.moves[0]];
        }
        let Packed(data) = Packed::new(known, self.generation);
        let entry = &self.bucket(hash).0[chosen];
        entry.check.store(hash ^ data, Ordering::Relaxed);
        entry.data.store(data, Ordering::Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> &Bucket {
        &self.buckets[hash as usize & (self.buckets.len() - 1)]
    }
}

/// What is known in one word, 8 bits each: lower and upper bound, two moves, depth, generation, certainty. It is never 0,
/// because an upper bound is at least −64 and stored 128 higher.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    #[inline(always)]
    fn new(known: Known, generation: u8) -> Self {
        let bound = |bound: i32| (bound + 128) as u64;
        let moves = u64::from(known.moves[0]) << 16 | u64::from(known.moves[1]) << 24;
        let Draft { depth, certainty } = known.draft;
        let draft = u64::from(depth) << 32 | u64::from(certainty) << 48;
        Self(bound(known.lower) | bound(known.upper) << 8 | moves | draft | u64::from(generation) << 40)
    }

    #[inline(always)]
    fn known(self) -> Known {
        let bound = |shift: u32| (self.0 >> shift & 0xff) as i32 - 128;
        let moves = [(self.0 >> 16) as u8, (self.0 >> 24) as u8];
        let draft = Draft { depth: (self.0 >> 32) as u8, certainty: (self.0 >> 48) as u8 };
        Known { lower: bound(0), upper: bound(8), moves, draft }
    }

    /// What would be lost with the entry: nothing if it is empty, little if it is old, and else more the
    /// further the search looked ahead.
    #[inline(always)]
    fn worth(self, generation: u8) -> u32 {
        if self.0 == 0 {
            return 0;
        }
        let is_new = (self.0 >> 40) as u8 == generation;
        1 + (self.0 >> 32 & 0xff) as u32 + 64 * u32::from(is_new)
    }
}
