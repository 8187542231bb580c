//! Locks that a panic does not lock for ever.
//!
//! A mutex whose holder panicked is poisoned: with the usual `expect` everybody who needs it panics from then on, and
//! one defect in one task takes the whole server down although the process lives. What is behind locks here are maps
//! and queues that change in single steps, which a panic leaves as they were before or after one of them, and
//! everything that must be right is in the store. So the lock is opened again, and the log says so.

use std::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};

fn note_poison() {
    tracing::error!("a task panicked while it held a lock; the server goes on with what it left behind");
}

/// Takes a lock, also after its last holder panicked.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| {
        mutex.clear_poison();
        note_poison();
        poisoned.into_inner()
    })
}

/// Takes a lock for reading, also after somebody panicked who was writing.
pub fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(|poisoned| {
        lock.clear_poison();
        note_poison();
        poisoned.into_inner()
    })
}

/// Takes a lock for writing, also after its last holder panicked.
pub fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(|poisoned| {
        lock.clear_poison();
        note_poison();
        poisoned.into_inner()
    })
}

#[cfg(test)]
mod tests {
    use std::{
        panic::{AssertUnwindSafe, catch_unwind},
        sync::{Mutex, RwLock},
    };

    #[test]
    fn a_panic_while_a_lock_is_held_does_not_brick_it() {
        let (mutex, rw_lock) = (Mutex::new(1), RwLock::new(1));
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            let (mut kept, mut written) = (super::lock(&mutex), super::write(&rw_lock));
            (*kept, *written) = (2, 2);
            panic!("on purpose");
        }));
        assert!(panicked.is_err() && mutex.is_poisoned() && rw_lock.is_poisoned());
        assert_eq!((*super::lock(&mutex), *super::read(&rw_lock)), (2, 2));
        assert!(!mutex.is_poisoned() && !rw_lock.is_poisoned(), "the log is told once");
    }
}
