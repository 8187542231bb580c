//! Which move to try first.

use std::hash::{Hash, Hasher};

use crate::{Seat, StableHasher};

/// A move with its place in the generator's list and its rank among the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked<M> {
    pub(super) mv: M,
    pub(super) place: u16,
    pub(super) rank: f32,
}

/// Ranks above everything that the evaluation or the history can give.
pub(super) const TABLE_RANK: f32 = f32::MAX;
pub(super) const KILLER_RANK: f32 = 1e30;

/// Brings the highest rank of a slice to its front, the earliest of equal ones.
pub(super) fn bring_best_to_front<M: Copy>(moves: &mut [Ranked<M>]) {
    let mut best = 0;
    for idx in 1..moves.len() {
        let better = moves[best].rank < moves[idx].rank
            || moves[best].rank == moves[idx].rank && moves[idx].place < moves[best].place;
        if better {
            best = idx;
        }
    }
    moves.swap(0, best);
}

/// Moves that cut a line off elsewhere.
#[derive(Clone, Debug)]
pub(super) struct Memory<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Vec<u32>,
}

/// The history has this many counters; moves that share one disturb each other only a little.
const COUNTERS: usize = 1 << 12;

impl<M: Copy + Eq + Hash> Memory<M> {
    pub(super) fn new() -> Self {
        Self { killers: Vec::new(), history: vec![0; COUNTERS] }
    }

    /// Remembers that a move cut a line off.
    pub(super) fn learn(&mut self, seat: Seat, mv: M, ply: usize, depth: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(mv) {
            *second = *first;
            *first = Some(mv);
        }
        let counter = &mut self.history[counter_of(seat, mv)];
        *counter = counter.saturating_add(depth * depth);
    }

    /// How early a move should be tried.
    pub(super) fn rank(&self, seat: Seat, mv: M, ply: usize) -> f32 {
        match self.killers.get(ply) {
            Some([first, _]) if *first == Some(mv) => KILLER_RANK,
            Some([_, second]) if *second == Some(mv) => KILLER_RANK / 2.0,
            _ => self.history[counter_of(seat, mv)] as f32,
        }
    }
}

fn counter_of(seat: Seat, mv: impl Hash) -> usize {
    let mut hasher = StableHasher::default();
    (seat, mv).hash(&mut hasher);
    hasher.finish() as usize % COUNTERS
}
