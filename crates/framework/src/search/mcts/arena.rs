//! Values that any number of threads add, and that are found by number.

use std::sync::{
    OnceLock,
    atomic::{AtomicU32, Ordering},
};

/// How many values are made at once.
const CHUNK: u32 = 512;

/// A growing list of values that never move. Threads add to it through a shared reference, without waiting for each other
/// except where a new chunk is made; letting go of it needs no recursion, whatever the values say about each other.
#[derive(Debug)]
pub(super) struct Arena<T> {
    chunks: Box<[OnceLock<Box<[T]>>]>,
    used: AtomicU32,
    most: u32,
}

impl<T: Default> Arena<T> {
    /// An empty arena with room for so many values.
    pub(super) fn new(most: u32) -> Self {
        let chunks = (0..most.div_ceil(CHUNK)).map(|_| OnceLock::new()).collect();
        Self { chunks, used: AtomicU32::new(0), most }
    }

    /// Adds a value in its first state and tells its number; `None` if there is no room left.
    pub(super) fn add(&self) -> Option<u32> {
        let next = |used: u32| used.checked_add(1).filter(|&used| used <= self.most);
        let id = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).ok()?;
        self.chunks[(id / CHUNK) as usize].get_or_init(|| (0..CHUNK).map(|_| T::default()).collect());
        Some(id)
    }

    /// The value of a number that [`add`](Self::add) has told.
    pub(super) fn get(&self, id: u32) -> Option<&T> {
        self.chunks.get((id / CHUNK) as usize)?.get()?.get((id % CHUNK) as usize)
    }

    /// The value of a number that [`add`](Self::add) has told, to change it.
    pub(super) fn get_mut(&mut self, id: u32) -> Option<&mut T> {
        self.chunks.get_mut((id / CHUNK) as usize)?.get_mut()?.get_mut((id % CHUNK) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_add_different_numbers_until_it_is_full() {
        let arena = Arena::<AtomicU32>::new(1_500);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while let Some(id) = arena.add() {
                        arena.get(id).unwrap().fetch_add(id + 1, Ordering::Relaxed);
                    }
                });
            }
        });
        assert!(arena.add().is_none());
        let held: Vec<u32> = (0..1_500).map(|id| arena.get(id).unwrap().load(Ordering::Relaxed)).collect();
        assert_eq!(held, (1..=1_500).collect::<Vec<_>>());
    }
}
