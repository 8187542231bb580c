//! The computer players of all engine threads, and the memory that they take together.
//!
//! A player keeps tables of up to 128 MB, and guests choose games, boards and players. So the number of players says
//! nothing about memory: what is counted here is bytes, over all threads, before a player allocates any. A thread
//! whose player does not fit waits until others have finished; players that nobody uses go first.
//!
//! What a player has searched belongs to the seat for which it has searched: it is there at the next move of the same game,
//! and nobody else gets it. A seat whose memory is wanted for another one begins with an empty memory again, the one that
//! has waited longest first.
//!
//! A player that thinks on a person's time never makes anybody wait: it is stopped when its memory is wanted, and does
//! not begin where there is none to spare. What it has found stays with its seat until the memory is wanted.

use std::{
    collections::VecDeque,
    fmt, mem,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use framework::{
    AnyEngine, AnyGame, EngineError, EnginePlayer, Millis, Player as _,
    search::{Limits, Stop},
};
use tables::world::EngineSeat;

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
    /// The players that give way: those that think on a person's time, with their seats, and those that analyze.
    yielding: Vec<Yielding>,
}

/// A player that gives its memory back as soon as another one wants it.
struct Yielding {
    number: u64,
    /// The seat on which it ponders.
    seat: Option<EngineSeat>,
    stop: Stop,
}

struct IdleEngine {
    key: EngineKey,
    player: EnginePlayer,
    /// The seat for which it remembers what it has searched; nothing if it has forgotten everything.
    seat: Option<EngineSeat>,
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

    /// Takes the player that a text chooses, as soon as there is memory for it; for a seat, the one that remembers
    /// the searches of that seat, if it is still there.
    ///
    /// # Errors
    /// If the game has no such player.
    pub(super) fn take(
        self: &Arc<Self>,
        game: &dyn AnyGame,
        player: &str,
        seat: Option<&EngineSeat>,
    ) -> Result<Searching, EngineError> {
        let key = key(game, player);
        let known = self.state().idle.iter().find(|idle| idle.key == key).map(|idle| idle.bytes);
        let (made, bytes) = match known {
            Some(bytes) => (None, bytes),
            None => {
                // Making a player costs little: its tables come with the first search.
                let engine = game.engine(player)?;
                let bytes = counted(&*engine, MAX_TREE_BYTES);
                (Some(EnginePlayer(engine)), bytes)
            }
        };
        let idle = self.reserve(bytes, &key, seat).map(|idle| idle.for_seat(seat));
        let mut searching = Searching {
            memory: Arc::clone(self),
            key,
            player: idle.or(made),
            seat: seat.cloned(),
            yielding: None,
            bytes,
        };
        if searching.player.is_none() {
            // Another thread was faster, or the player had to go.
            searching.player = Some(EnginePlayer(game.engine(player)?));
        }
        Ok(searching)
    }

    /// Takes a player that thinks on a person's time, if it remembers what it finds and there is memory to spare.
    pub(super) fn take_to_ponder(
        self: &Arc<Self>,
        game: &dyn AnyGame,
        player: &str,
        seat: &EngineSeat,
        stop: &Stop,
    ) -> Option<Searching> {
        let made = game.engine(player).ok().filter(|engine| engine.remembers())?;
        self.take_spare(game, player, made, Some(seat), stop)
    }

    /// Takes a player that analyzes, if there is memory to spare.
    ///
    /// # Errors
    /// If the game has no such player.
    pub(super) fn take_to_analyze(
        self: &Arc<Self>,
        game: &dyn AnyGame,
        player: &str,
        stop: &Stop,
    ) -> Result<Option<Searching>, EngineError> {
        Ok(self.take_spare(game, player, game.engine(player)?, None, stop))
    }

    /// Takes a player that is stopped when its memory is wanted, unless its memory is wanted already.
    fn take_spare(
        self: &Arc<Self>,
        game: &dyn AnyGame,
        player: &str,
        made: Box<dyn AnyEngine>,
        seat: Option<&EngineSeat>,
        stop: &Stop,
    ) -> Option<Searching> {
        let (key, bytes) = (key(game, player), counted(&*made, MAX_TREE_BYTES));
        let mut state = self.state();
        let fits = state.queue.is_empty() && state.searching_bytes + bytes <= self.limit;
        if !fits || seat.is_some_and(|seat| state.is_pondering(seat)) {
            return None;
        }
        let idle = state.take_idle(&key, seat, self.limit.saturating_sub(bytes));
        state.searching_bytes += bytes;
        let number = state.next_ticket;
        state.next_ticket += 1;
        state.yielding.push(Yielding { number, seat: seat.cloned(), stop: stop.clone() });
        let evicted = state.evict(self.limit);
        drop(state);
        drop(evicted);
        let player = idle.map_or(EnginePlayer(made), |idle| idle.for_seat(seat));
        let (memory, seat) = (Arc::clone(self), seat.cloned());
        Some(Searching { memory, key, player: Some(player), seat, yielding: Some(number), bytes })
    }

    /// Waits until so many bytes are free, and takes an idle player along if there is one. One player may always
    /// search, however much it takes: else a table that the operator has chosen too large would never get
    /// an answer.
    fn reserve(&self, bytes: usize, key: &EngineKey, seat: Option<&EngineSeat>) -> Option<IdleEngine> {
        let mut state = self.state();
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        state.queue.push_back(ticket);
        loop {
            let is_next = state.queue.front() == Some(&ticket);
            let fits = state.searching_bytes == 0 || state.searching_bytes + bytes <= self.limit;
            // What the player of this seat has found on a person's time is there as soon as it has stopped.
            let ponders = seat.is_some_and(|seat| state.is_pondering(seat));
            if is_next && fits && !ponders {
                break;
            }
            if !fits || ponders {
                state.yielding.iter().for_each(|player| player.stop.now());
            }
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.queue.pop_front();
        let idle = state.take_idle(key, seat, self.limit.saturating_sub(bytes));
        state.searching_bytes += bytes;
        let evicted = state.evict(self.limit);
        drop(state);
        // The next in the queue may fit as well.
        self.freed.notify_all();
        drop(evicted);
        idle
    }
}

fn key(game: &dyn AnyGame, player: &str) -> EngineKey {
    [game.info().id.to_owned(), game.options(), player.to_owned()]
}

impl IdleEngine {
    /// The player for a seat. What it has learned for another one is forgotten: that game is another person's.
    fn for_seat(mut self, seat: Option<&EngineSeat>) -> EnginePlayer {
        if self.seat.is_some() && self.seat.as_ref() != seat {
            self.player.new_game();
        }
        self.player
    }
}

/// What is counted for a player whose tree may take so many bytes.
fn counted(engine: &dyn AnyEngine, tree: usize) -> usize {
    // Without a limit of time or positions, searches choose their own.
    let limits = Limits { memory: Some(tree), ..Limits::time(Millis(u64::MAX)) };
    engine.memory(&limits).max(MIN_ENGINE_BYTES)
}

impl State {
    fn is_pondering(&self, seat: &EngineSeat) -> bool {
        self.yielding.iter().any(|player| player.seat.as_ref() == Some(seat))
    }

    /// The player that remembers for a seat, or one that nobody needs. Beyond so many bytes there is no room for another
    /// player, and one that remembers for another seat is taken.
    fn take_idle(
        &mut self,
        key: &EngineKey,
        seat: Option<&EngineSeat>,
        room_bytes: usize,
    ) -> Option<IdleEngine> {
        // Of several equal ones the last is the one whose tables are still in the caches of the processor.
        let last = |seat: Option<&EngineSeat>| {
            self.idle.iter().rposition(|idle| idle.key == *key && idle.seat.as_ref() == seat)
        };
        let is_full = room_bytes < self.searching_bytes + self.idle_bytes;
        let oldest = || self.idle.iter().position(|idle| is_full && idle.key == *key);
        let found = last(seat).or_else(|| last(None)).or_else(oldest)?;
        let idle = self.idle.remove(found)?;
        self.idle_bytes -= idle.idle_bytes;
        Some(idle)
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
    player: Option<EnginePlayer>,
    /// The seat for which it remembers.
    seat: Option<EngineSeat>,
    /// Its number among those that give way.
    yielding: Option<u64>,
    bytes: usize,
}

impl Searching {
    pub(super) fn player(&mut self) -> &mut EnginePlayer {
        self.player.as_mut().expect("it is taken out at the end only")
    }

    /// Puts the player aside. Unless it remembers for a seat, what it has learned is forgotten: the next game is
    /// another person's.
    pub(super) fn keep(mut self) {
        let Some(mut player) = self.player.take() else { return };
        // One that remembers nothing is as good for anybody.
        self.seat = self.seat.take().filter(|_| player.0.remembers());
        if self.seat.is_none() {
            player.new_game();
        }
        // A tree that is kept takes its memory.
        let idle_bytes = if self.seat.is_none() { counted(&*player.0, 0) } else { self.bytes };
        let mut state = self.memory.state();
        state.idle_bytes += idle_bytes;
        state.idle.push_back(IdleEngine {
            key: mem::take(&mut self.key),
            player,
            seat: self.seat.clone(),
            bytes: self.bytes,
            idle_bytes,
        });
        // `drop` frees what it took while it searched, and lets those go that do not fit.
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        // A player that broke down is gone before its memory is given away.
        drop(self.player.take());
        let mut state = self.memory.state();
        state.searching_bytes -= self.bytes;
        if let Some(number) = self.yielding {
            state.yielding.retain(|player| player.number != number);
        }
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
            memory.take(&*game, "level10", None).unwrap().keep();
            assert!(memory.bytes() <= 300 * MB, "{} bytes after {columns} columns", memory.bytes());
        }
        assert!(100 * MB < memory.bytes(), "some are kept: {}", memory.bytes());
    }

    #[test]
    fn a_player_is_found_again() {
        let memory = Arc::new(EngineMemory::new(1_000 * MB));
        let game = game("");
        memory.take(&*game, "level10", None).unwrap().keep();
        let once = memory.bytes();
        memory.take(&*game, "level10", None).unwrap().keep();
        assert_eq!(memory.bytes(), once);
        assert_eq!(memory.state().idle.len(), 1);
    }

    #[test]
    fn engine_beyond_the_memory_budget_waits() {
        let memory = Arc::new(EngineMemory::new(200 * MB));
        let first = memory.take(&*game(""), "level10", None).unwrap();
        let (sender, taken) = mpsc::channel();
        let second = thread::spawn({
            let memory = Arc::clone(&memory);
            move || {
                let second = memory.take(&*game("8x7x4"), "level10", None).unwrap();
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

    fn seat(table: &str) -> EngineSeat {
        EngineSeat::Table { table: table.parse().unwrap(), chair: 1 }
    }

    /// The tables whose players wait for their next move, the one that has waited longest first.
    fn remembering(memory: &EngineMemory) -> Vec<String> {
        let state = memory.state();
        let table = |idle: &IdleEngine| match idle.seat.as_ref()? {
            EngineSeat::Table { table, .. } => Some(table.to_string()),
            EngineSeat::Visit(_) => None,
        };
        state.idle.iter().filter_map(table).collect()
    }

    #[test]
    fn every_seat_has_a_player_of_its_own_while_there_is_memory() {
        let memory = Arc::new(EngineMemory::new(1_000 * MB));
        for table in ["t1", "t2", "t3", "t1"] {
            memory.take(&*game(""), "level10", Some(&seat(table))).unwrap().keep();
        }
        assert_eq!(remembering(&memory), ["t2", "t3", "t1"]);
    }

    #[test]
    fn seat_that_has_waited_longest_gives_way_when_memory_is_short() {
        let memory = Arc::new(EngineMemory::new(300 * MB));
        for table in ["t1", "t2", "t1", "t3"] {
            memory.take(&*game(""), "level10", Some(&seat(table))).unwrap().keep();
            assert!(memory.bytes() <= 300 * MB);
        }
        assert_eq!(remembering(&memory), ["t1", "t3"]);
    }

    #[test]
    fn players_that_remember_nothing_are_shared_by_all_seats() {
        let memory = Arc::new(EngineMemory::new(1_000 * MB));
        for table in ["t1", "t2", "t3"] {
            memory.take(&*game(""), "random", Some(&seat(table))).unwrap().keep();
        }
        assert_eq!(memory.state().idle.len(), 1);
    }

    #[test]
    fn a_player_that_broke_down_takes_no_memory() {
        let memory = Arc::new(EngineMemory::new(200 * MB));
        drop(memory.take(&*game(""), "level10", None).unwrap());
        assert_eq!(memory.bytes(), 0);
    }

    #[test]
    fn trees_count_only_while_they_grow() {
        let memory = Arc::new(EngineMemory::new(1_000 * MB));
        let mut searching = memory.take(&*game(""), "mcts", None).unwrap();
        assert!(64 * MB < memory.bytes() && memory.bytes() <= MAX_TREE_BYTES);
        assert!(
            searching.player().0.memory(&Limits::NONE) > memory.bytes(),
            "it would grow further by itself"
        );
        searching.keep();
        assert_eq!(memory.bytes(), MIN_ENGINE_BYTES);
    }

    #[test]
    fn small_players_are_bounded_as_well() {
        let memory = Arc::new(EngineMemory::new(usize::MAX));
        for n_rows in 4..10 {
            for columns in 4..20 {
                let game = game(&format!("{columns}x{n_rows}x4"));
                memory.take(&*game, "random", None).unwrap().keep();
            }
        }
        assert_eq!(memory.state().idle.len(), MAX_IDLE_ENGINES);
    }
}
