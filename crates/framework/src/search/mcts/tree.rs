//! The tree of what has been tried.

use std::sync::{
    OnceLock,
    atomic::{AtomicI64, AtomicU32, Ordering},
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

/// What both sides tried most often, from the root on; it ends at dice and where nothing was tried.
pub(super) fn main_line<P: Position>(pos: &P, root: &Node<P::Move>) -> Vec<P::Move> {
    let (mut pos, mut node, mut line) = (pos.clone(), root, Vec::new());
    while let (Turn::Seat(_), Some(edges)) = (pos.turn(), node.edges()) {
        let most = edges
            .iter()
            .reduce(|most, edge| if most.node.visits() < edge.node.visits() { edge } else { most });
        let Some(most) = most.filter(|most| most.node.visits() != 0) else { break };
        line.push(most.mv);
        pos.play(most.mv);
        node = &most.node;
    }
    line
}
