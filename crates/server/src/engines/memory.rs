//! The computer players of all engine threads, and the memory that they take together.
//!
//! A player keeps tables of up to 128 MB, and guests choose games, boards and players. So the number of players says
//! nothing about memory: what is counted here is bytes, over all threads, before a player allocates any. A thread
//! whose player does not fit waits until others have finished; players that nobody uses go first.

use std::{
    collections::VecDeque,
    fmt, mem,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use framework::{AnyEngine, AnyGame, EngineError, Millis, search::Limits};

use limits::engines::{MAX_IDLE_ENGINES, MAX_TREE_BYTES, MIN_ENGINE_BYTES};

/// By what a player is found again: game, options and the player's own text.
pub(super) type EngineKey = [String; 3];

/// Players that wait for their next search, and the bytes of these and of those that search.
pub(super) struct EngineMemory {
    limit: usize,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Default)]
struct State {
    /// The one that has waited longest comes first.
    idle: VecDeque<IdleEngine>,
    idle_bytes: usize,
    searching_bytes: usize,
    /// The threads that wait for memory, in the order in which they came: a large player is not overtaken for ever by
    /// small ones.
    queue: VecDeque<u64>,
    next_ticket: u64,
}

struct IdleEngine {
    key: EngineKey,
    engine: Box<dyn AnyEngine>,
    /// What it takes while it searches.
    bytes: usize,
    /// What it takes meanwhile: its tables.
    idle_bytes: usize,
}

impl fmt::Debug for EngineMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineMemory").field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl EngineMemory {
    /// Room for players of so many bytes in all.
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, state: Mutex::default(), freed: Condvar::new() }
    }

    /// The bytes that are set aside for players at this moment.
    pub(super) fn bytes(&self) -> usize {
        let state = self.state();
        state.idle_bytes + state.searching_bytes
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the player that a text chooses, as soon as there is memory for it.
    ///
    /// # Errors
    /// If the game has no such player.
    pub(super) fn take(self: &Arc<Self>, game: &dyn AnyGame, player: &str) -> Result<Searching, EngineError> {
        let key = [game.info().id.to_owned(), game.options(), player.to_owned()];
        let known = self.state().idle.iter().find(|idle| idle.key == key).map(|idle| idle.bytes);
        let (made, bytes) = match known {
            Some(bytes) => (None, bytes),
            None => {
                // Making a player costs little: its tables come with the first search.
                let engine = game.engine(player)?;
                let bytes = counted(&*engine, MAX_TREE_BYTES);
                (Some(engine), bytes)
            }
        };
        let idle = self.reserve(bytes, &key);
        let mut searching = Searching { memory: Arc::clone(self), key, engine: made.or(idle), bytes };
        if searching.engine.is_none() {
            // Another thread was faster, or the player had to go.
            searching.engine = Some(game.engine(player)?);
        }
        Ok(searching)
    }

    /// Waits until so many bytes are free, and takes an idle player along if there is one. One player may always
    /// search, however much it takes: else a table that whoever runs the server has chosen too large would never get
    /// an answer.
    fn reserve(&self, bytes: usize, key: &EngineKey) -> Option<Box<dyn AnyEngine>> {
        let mut state = self.state();
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        state.queue.push_back(ticket);
        loop {
            let is_next = state.queue.front() == Some(&ticket);
            let fits = state.searching_bytes == 0 || state.searching_bytes + bytes <= self.limit;
            if is_next && fits {
                break;
            }
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.queue.pop_front();
        let idle = state.take_idle(key);
        state.searching_bytes += bytes;
        let evicted = state.evict(self.limit);
        drop(state);
        // The next in the queue may fit as well.
        self.freed.notify_all();
        drop(evicted);
        idle
    }
}

/// What is counted for a player whose tree may take so many bytes.
fn counted(engine: &dyn AnyEngine, tree: usize) -> usize {
    // Without a limit of time or positions, searches choose their own.
    let limits = Limits { memory: Some(tree), ..Limits::time(Millis(u64::MAX)) };
    engine.memory(&limits).max(MIN_ENGINE_BYTES)
}

impl State {
    fn take_idle(&mut self, key: &EngineKey) -> Option<Box<dyn AnyEngine>> {
        // Of several equal ones the last is the one whose tables are still in the caches of the processor.
        let found = self.idle.iter().rposition(|idle| idle.key == *key)?;
        let IdleEngine { engine, idle_bytes, .. } = self.idle.remove(found)?;
        self.idle_bytes -= idle_bytes;
        Some(engine)
    }

    /// Removes the players that have waited longest until the others fit.
    fn evict(&mut self, limit: usize) -> Vec<IdleEngine> {
        let mut evicted = Vec::new();
        while limit < self.searching_bytes + self.idle_bytes || MAX_IDLE_ENGINES < self.idle.len() {
            let Some(oldest) = self.idle.pop_front() else { break };
            self.idle_bytes -= oldest.idle_bytes;
            evicted.push(oldest);
        }
        evicted
    }
}

/// A player that searches. Its memory is free again when this is dropped; [`keep`](Self::keep) puts the player aside
/// for the next search instead.
pub(super) struct Searching {
    memory: Arc<EngineMemory>,
    key: EngineKey,
    engine: Option<Box<dyn AnyEngine>>,
    bytes: usize,
}

impl Searching {
    pub(super) fn engine(&mut self) -> &mut dyn AnyEngine {
        &mut **self.engine.as_mut().expect("it is taken out at the end only")
    }

    /// Puts the player aside. What it has learned is forgotten: the next game is somebody else's.
    pub(super) fn keep(mut self) {
        let Some(mut engine) = self.engine.take() else { return };
        engine.forget();
        let idle_bytes = counted(&*engine, 0);
        let mut state = self.memory.state();
        state.idle_bytes += idle_bytes;
        state.idle.push_back(IdleEngine {
            key: mem::take(&mut self.key),
            engine,
            bytes: self.bytes,
            idle_bytes,
        });
        // `drop` frees what it took while it searched, and lets those go that do not fit.
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        // A player that broke down is gone before its memory is given away.
        drop(self.engine.take());
        let mut state = self.memory.state();
        state.searching_bytes -= self.bytes;
        let evicted = state.evict(self.memory.limit);
        drop(state);
        self.memory.freed.notify_all();
        drop(evicted);
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, thread};

    use super::*;

    const MB: usize = 1 << 20;

    fn game(options: &str) -> Arc<dyn AnyGame> {
        catalog::find(catalog::GAMES, "connect4").unwrap().open_text(options).unwrap()
    }

    #[test]
    fn odd_boards_cannot_raise_the_memory_of_players() {
        let memory = Arc::new(EngineMemory::new(300 * MB));
        for columns in 4..20 {
            let game = game(&format!("{columns}x9x4"));
            memory.take(&*game, "level10").unwrap().keep();
            assert!(memory.bytes() <= 300 * MB, "{} bytes after {columns} columns", memory.bytes());
        }
        assert!(100 * MB < memory.bytes(), "some are kept: {}", memory.bytes());
    }

    #[test]
    fn a_player_is_found_again() {
        let memory = Arc::new(EngineMemory::new(1_000 * MB));
        let game = game("");
        memory.take(&*game, "level10").unwrap().keep();
        let once = memory.bytes();
        memory.take(&*game, "level10").unwrap().keep();
        assert_eq!(memory.bytes(), once);
        assert_eq!(memory.state().idle.len(), 1);
    }

    #[test]
    fn who_does_not_fit_waits_until_others_have_finished() {
        let memory = Arc::new(EngineMemory::new(200 * MB));
        let first = memory.take(&*game(""), "level10").unwrap();
        let (sender, taken) = mpsc::channel();
        let second = thread::spawn({
            let memory = Arc::clone(&memory);
            move || {
                let second = memory.take(&*game("8x7x4"), "level10").unwrap();
                sender.send(second.memory.bytes()).unwrap();
            }
        });
        while memory.state().queue.is_empty() {
            thread::yield_now();
        }
        assert!(taken.try_recv().is_err(), "two of 128 MB are more than 200");
        first.keep();
        assert!(taken.recv().unwrap() <= 200 * MB, "the one that nobody uses has gone");
        second.join().unwrap();
    }

    #[test]
    fn a_player_that_broke_down_takes_no_memory() {
        let memory = Arc::new(EngineMemory::new(200 * MB));
        drop(memory.take(&*game(""), "level10").unwrap());
        assert_eq!(memory.bytes(), 0);
    }

    #[test]
    fn trees_count_only_while_they_grow() {
        let memory = Arc::new(EngineMemory::new(1_000 * MB));
        let mut searching = memory.take(&*game(""), "mcts").unwrap();
        assert!(64 * MB < memory.bytes() && memory.bytes() <= MAX_TREE_BYTES);
        assert!(searching.engine().memory(&Limits::NONE) > memory.bytes(), "it would grow further by itself");
        searching.keep();
        assert_eq!(memory.bytes(), MIN_ENGINE_BYTES);
    }

    #[test]
    fn small_players_are_bounded_as_well() {
        let memory = Arc::new(EngineMemory::new(usize::MAX));
        for n_rows in 4..10 {
            for columns in 4..20 {
                let game = game(&format!("{columns}x{n_rows}x4"));
                memory.take(&*game, "random").unwrap().keep();
            }
        }
        assert_eq!(memory.state().idle.len(), MAX_IDLE_ENGINES);
    }
}
