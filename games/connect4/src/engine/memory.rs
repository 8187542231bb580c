//! Much memory, in pages as large as the system gives them.

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use zerocopy::FromBytes;

/// A row of numbers that begin as 0.
///
/// A table is read at random, so that with ordinary pages of 4 kB nearly every look needs the address of another page
/// first. Pages of 2 MB save a third of the time of a search, and only a mapping can ask for them.
#[derive(Debug)]
pub(super) enum Memory {
    Mapped(MmapMut),
    /// Where the system maps nothing, as in a browser.
    Plain(Vec<AtomicU64>),
}

impl Memory {
    /// Room for so many numbers.
    pub(super) fn new(n_numbers: usize) -> Self {
        let Ok(mapped) = MmapMut::map_anon(n_numbers * size_of::<u64>()) else {
            return Self::Plain((0..n_numbers).map(|_| AtomicU64::new(0)).collect());
        };
        // A system without large pages says so, and works with small ones.
        #[cfg(target_os = "linux")]
        let _ = mapped.advise(memmap2::Advice::HugePage);
        Self::Mapped(mapped)
    }

    /// All numbers.
    pub(super) fn entries(&mut self) -> &mut [AtomicU64] {
        match self {
            Self::Mapped(mapped) => <[AtomicU64]>::mut_from_bytes(mapped)
                .expect("a mapping begins with a page and holds whole numbers"),
            Self::Plain(entries) => entries,
        }
    }
}
