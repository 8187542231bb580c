//! The tree of what has been tried.

use std::{
    cmp::Reverse,
    sync::{
        OnceLock,
        atomic::{AtomicI64, AtomicU32, Ordering},
    },
};

use crate::{MAX_SEATS, PerSeat, Position, Seat, Turn};

/// Values are summed as whole numbers of this size, so that the order of threads cannot change a sum.
const UNIT: f32 = (1_u32 << 20) as f32;

/// A position in the tree: how often it was visited and what it was worth.
#[derive(Debug)]
pub(super) struct Node<M> {
    visits: AtomicU32,
    sums: [AtomicI64; MAX_SEATS],
    edges: OnceLock<Box<[Edge<M>]>>,
    /// What the position is worth for certain, once it is known.
    proven: OnceLock<PerSeat<f32>>,
}

/// A move out of a position.
#[derive(Debug)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    /// The promise of a decision, or the weight of an outcome of chance.
    pub(super) weight: f32,
    pub(super) node: Node<M>,
    /// How often the same seat played this move later in a line through the position above, and with which sum.
    all_visits: AtomicU32,
    all_sum: AtomicI64,
}

impl<M> Default for Node<M> {
    fn default() -> Self {
        Self {
            visits: AtomicU32::new(0),
            sums: [const { AtomicI64::new(0) }; MAX_SEATS],
            edges: OnceLock::new(),
            proven: OnceLock::new(),
        }
    }
}

impl<M: Copy> Node<M> {
    /// The moves out of the position, if it has been looked at.
    pub(super) fn edges(&self) -> Option<&[Edge<M>]> {
        self.edges.get().map(|edges| &**edges)
    }

    /// The moves out of the position; who comes first writes them down.
    pub(super) fn edges_or(&self, moves: impl FnOnce() -> Vec<(M, f32)>) -> &[Edge<M>] {
        self.edges.get_or_init(|| moves().into_iter().map(|(mv, weight)| Edge::new(mv, weight)).collect())
    }

    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// What the position was worth to a seat on average.
    pub(super) fn mean(&self, seat: Seat) -> Option<f32> {
        let visits = self.visits();
        let sum = self.sums[seat.index()].load(Ordering::Relaxed);
        (visits != 0).then(|| sum as f32 / UNIT / visits as f32)
    }

    /// What the position is worth for certain, if that is known.
    pub(super) fn proven(&self) -> Option<&PerSeat<f32>> {
        self.proven.get()
    }

    /// Tells whether nothing more can be learned about the moves out of the position.
    pub(super) fn is_settled(&self) -> bool {
        let all = |edges: &[Edge<M>]| edges.iter().all(|edge| edge.node.proven().is_some());
        self.proven().is_some() || self.edges().is_some_and(all)
    }

    /// Writes down what the position is worth for certain. Two threads can only prove the same.
    pub(super) fn prove(&self, values: PerSeat<f32>) {
        let _ = self.proven.set(values);
    }

    /// What the position is worth to a seat: for certain, or else on average.
    pub(super) fn worth(&self, seat: Seat) -> Option<f32> {
        self.proven().map(|values| values[seat]).or_else(|| self.mean(seat))
    }

    /// Counts a visit before its value is known. Until then it looks like a loss for everybody, so that other
    /// threads try something else.
    pub(super) fn enter(&self, seats: usize) {
        self.visits.fetch_add(1, Ordering::Relaxed);
        for sum in &self.sums[..seats] {
            sum.fetch_sub(UNIT as i64, Ordering::Relaxed);
        }
    }

    /// Adds the value of a visit that was counted before.
    pub(super) fn leave(&self, values: &PerSeat<f32>) {
        for (sum, value) in self.sums.iter().zip(values) {
            sum.fetch_add((value * UNIT) as i64 + UNIT as i64, Ordering::Relaxed);
        }
    }

    /// Takes back a visit that was counted before and came to nothing.
    pub(super) fn abandon(&self, seats: usize) {
        self.visits.fetch_sub(1, Ordering::Relaxed);
        for sum in &self.sums[..seats] {
            sum.fetch_add(UNIT as i64, Ordering::Relaxed);
        }
    }
}

impl<M> Edge<M> {
    fn new(mv: M, weight: f32) -> Self {
        Self { mv, weight, node: Node::default(), all_visits: AtomicU32::new(0), all_sum: AtomicI64::new(0) }
    }

    /// Adds the value of a line in which the move was played at some time.
    pub(super) fn add_to_all(&self, value: f32) {
        self.all_visits.fetch_add(1, Ordering::Relaxed);
        self.all_sum.fetch_add((value * UNIT) as i64, Ordering::Relaxed);
    }

    /// The mean over all lines in which the move was played at some time.
    pub(super) fn mean_of_all(&self) -> Option<f32> {
        let visits = self.all_visits.load(Ordering::Relaxed);
        (visits != 0).then(|| self.all_sum.load(Ordering::Relaxed) as f32 / UNIT / visits as f32)
    }
}

/// The part of a tree that begins with a position a few plies later, if it is there.
pub(super) fn subtree<P: Position>(
    old: &P,
    root: Node<P::Move>,
    wanted: &P,
    plies: u32,
) -> Option<Node<P::Move>> {
    // The shortest way is the one that was played; a longer one may lead to the same position by a detour.
    let mut way = (0..=plies).find_map(|plies| way_to(old, &root, wanted, plies))?;
    let mut node = root;
    while let Some(edge_idx) = way.pop() {
        node = node.edges.into_inner()?.into_vec().swap_remove(edge_idx).node;
    }
    Some(node)
}

/// The edges that lead to a position in so many plies, the last one first.
fn way_to<P: Position>(pos: &P, node: &Node<P::Move>, wanted: &P, plies: u32) -> Option<Vec<usize>> {
    if plies == 0 {
        return (pos == wanted).then(Vec::new);
    }
    let mut tried = node.edges()?.iter().enumerate().filter(|(_, edge)| edge.node.visits() != 0);
    tried.find_map(|(edge_idx, edge)| {
        let mut way = way_to(&pos.after(edge.mv), &edge.node, wanted, plies - 1)?;
        way.push(edge_idx);
        Some(way)
    })
}

/// The moves of a seat, the best first: what was tried most often, unless something better is certain; last comes
/// what is certainly no better.
pub(super) fn ranked<M: Copy>(edges: &[Edge<M>], mover: Seat) -> Vec<&Edge<M>> {
    let certain = |edge: &Edge<M>| edge.node.proven().map(|values| values[mover]);
    let (mut proven, mut ranked): (Vec<_>, Vec<_>) =
        edges.iter().partition(|edge| edge.node.proven().is_some());
    ranked.sort_by_key(|edge| Reverse(edge.node.visits()));
    proven.sort_by(|left, right| {
        let by_visits = right.node.visits().cmp(&left.node.visits());
        certain(right).partial_cmp(&certain(left)).unwrap_or(by_visits).then(by_visits)
    });
    let hoped = ranked.first().and_then(|edge| edge.node.mean(mover)).unwrap_or(f32::NEG_INFINITY);
    let n_better = proven.iter().take_while(|edge| certain(edge).is_some_and(|worth| hoped <= worth)).count();
    let rest = proven.split_off(n_better);
    proven.into_iter().chain(ranked).chain(rest).collect()
}

/// What all seats will probably play, from the root on; it ends at dice and where nothing was tried.
pub(super) fn main_line<P: Position>(pos: &P, root: &Node<P::Move>) -> Vec<P::Move> {
    let (mut pos, mut node, mut line) = (pos.clone(), root, Vec::new());
    while let (Turn::Seat(mover), Some(edges)) = (pos.turn(), node.edges()) {
        let best = ranked(edges, mover).first().copied();
        let Some(best) = best.filter(|best| best.node.visits() != 0) else { break };
        line.push(best.mv);
        pos.play(best.mv);
        node = &best.node;
    }
    line
}
