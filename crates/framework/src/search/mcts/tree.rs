//! The tree of what has been tried.
//!
//! A position has hundreds of moves in some games, of which most are tried once or never. So a move costs as little as
//! possible: [`Edge`] holds what the choice between moves needs, side by side with the other moves of the position, and
//! a [`Node`] is made only when a position is looked at for the second time. Nodes lie in an [`Arena`] and are named by
//! number.

use std::{
    cmp::Reverse,
    mem,
    sync::{
        OnceLock,
        atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering},
    },
};

use super::arena::Arena;
use crate::{PerSeat, Position, Seat, Turn};

/// Values are summed as whole numbers of this size, so that the order of threads cannot change a sum.
const UNIT: f32 = (1_u32 << 20) as f32;

/// The bit of a link that says that the position after the move is proven.
const PROVEN: u32 = 1 << 31;

/// What has been tried from a position on.
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Arena<Node<M>>,
    /// How often the position itself was visited.
    root: Visits,
    /// How many bytes edges and nodes take.
    bytes: AtomicU64,
}

/// A position that was looked at more than once, or about which something is certain.
#[derive(Debug)]
pub(super) struct Node<M> {
    moves: OnceLock<Moves<M>>,
    /// What the position is worth for certain, once it is known.
    proven: OnceLock<PerSeat<f32>>,
}

/// The moves out of a position.
#[derive(Debug)]
pub(super) struct Moves<M> {
    pub(super) edges: Box<[Edge<M>]>,
    /// One for each edge where they are asked for, and none otherwise.
    anywhere: Box<[Anywhere]>,
}

/// A move out of a position, and what came of it.
#[derive(Debug)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    /// The promise of a decision, or the weight of an outcome of chance.
    pub(super) weight: f32,
    pub(super) visits: Visits,
}

/// How often a position was visited, and what it was worth to the seat that chose it.
#[derive(Debug, Default)]
pub(super) struct Visits {
    count: AtomicU32,
    /// The number of the node plus one, 0 if there is none; and [`PROVEN`].
    link: AtomicU32,
    sum: AtomicI64,
}

/// How often the same seat played a move later in a line through the position, and with which sum.
#[derive(Debug, Default)]
struct Anywhere {
    count: AtomicU32,
    sum: AtomicI64,
}

impl<M> Default for Node<M> {
    fn default() -> Self {
        Self { moves: OnceLock::new(), proven: OnceLock::new() }
    }
}

impl Visits {
    pub(super) fn count(&self) -> u32 {
        self.count.load(Ordering::Relaxed)
    }

    /// What the position was worth on average to the seat that chose it.
    pub(super) fn mean(&self) -> Option<f32> {
        let count = self.count();
        (count != 0).then(|| self.sum.load(Ordering::Relaxed) as f32 / UNIT / count as f32)
    }

    /// Tells whether it is certain what the position is worth.
    pub(super) fn is_proven(&self) -> bool {
        self.link.load(Ordering::Acquire) & PROVEN != 0
    }

    /// Counts a visit before its value is known. Until then it looks like a loss, so that other threads try something
    /// else.
    pub(super) fn enter(&self) {
        self.count.fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_sub(UNIT as i64, Ordering::Relaxed);
    }

    /// Adds the value of a visit that was counted before, to the seat that chose the position.
    pub(super) fn leave(&self, value: f32) {
        self.sum.fetch_add((value * UNIT) as i64 + UNIT as i64, Ordering::Relaxed);
    }

    /// Takes back a visit that was counted before and came to nothing.
    pub(super) fn abandon(&self) {
        self.count.fetch_sub(1, Ordering::Relaxed);
        self.sum.fetch_add(UNIT as i64, Ordering::Relaxed);
    }

    fn node_id(&self) -> Option<u32> {
        (self.link.load(Ordering::Acquire) & !PROVEN).checked_sub(1)
    }
}

impl<M> Moves<M> {
    fn new(moves: Vec<(M, f32)>, counts_anywhere: bool) -> Self {
        let anywhere = moves.iter().filter(|_| counts_anywhere).map(|_| Anywhere::default()).collect();
        let edge = |(mv, weight)| Edge { mv, weight, visits: Visits::default() };
        Self { edges: moves.into_iter().map(edge).collect(), anywhere }
    }

    /// What so many moves take in a tree, with the node that holds them.
    fn bytes(n_moves: usize, counts_anywhere: bool) -> u64 {
        let each = size_of::<Edge<M>>() + if counts_anywhere { size_of::<Anywhere>() } else { 0 };
        (n_moves * each + size_of::<Node<M>>()) as u64
    }

    /// Adds the value of a line in which a move was played at some time.
    pub(super) fn add_anywhere(&self, edge_idx: usize, value: f32) {
        if let Some(anywhere) = self.anywhere.get(edge_idx) {
            anywhere.count.fetch_add(1, Ordering::Relaxed);
            anywhere.sum.fetch_add((value * UNIT) as i64, Ordering::Relaxed);
        }
    }

    /// The mean over all lines in which a move was played at some time.
    pub(super) fn mean_anywhere(&self, edge_idx: usize) -> Option<f32> {
        let anywhere = self.anywhere.get(edge_idx)?;
        let count = anywhere.count.load(Ordering::Relaxed);
        (count != 0).then(|| anywhere.sum.load(Ordering::Relaxed) as f32 / UNIT / count as f32)
    }
}

impl<M: Copy> Tree<M> {
    /// A tree that knows nothing, with room for so many nodes.
    pub(super) fn new(most_nodes: u32) -> Self {
        Self { nodes: Arena::new(most_nodes), root: Visits::default(), bytes: AtomicU64::new(0) }
    }

    /// The position from which the tree grows.
    pub(super) const fn root(&self) -> &Visits {
        &self.root
    }

    /// How many bytes edges and nodes take.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn node(&self, at: &Visits) -> Option<&Node<M>> {
        self.nodes.get(at.node_id()?)
    }

    /// The node of a position, made if it is not there; `None` if there is no room for it.
    fn node_or_new(&self, at: &Visits) -> Option<&Node<M>> {
        if at.node_id().is_none() {
            let link = self.nodes.add()? + 1;
            // Of two threads that make the same node one wins; the other node stays empty.
            let _ = at.link.compare_exchange(0, link, Ordering::AcqRel, Ordering::Acquire);
        }
        self.node(at)
    }

    /// The moves out of a position, if it has been looked at.
    pub(super) fn moves(&self, at: &Visits) -> Option<&Moves<M>> {
        self.node(at)?.moves.get()
    }

    /// The moves out of a position; who comes first writes them down. `None` if there is no room for them.
    pub(super) fn moves_or(
        &self,
        at: &Visits,
        counts_anywhere: bool,
        moves: impl FnOnce() -> Vec<(M, f32)>,
    ) -> Option<&Moves<M>> {
        Some(self.node_or_new(at)?.moves.get_or_init(|| {
            let moves = Moves::new(moves(), counts_anywhere);
            let bytes = Moves::<M>::bytes(moves.edges.len(), counts_anywhere);
            self.bytes.fetch_add(bytes, Ordering::Relaxed);
            moves
        }))
    }

    /// What a position is worth for certain, if that is known.
    pub(super) fn proven(&self, at: &Visits) -> Option<&PerSeat<f32>> {
        if at.is_proven() { self.node(at)?.proven.get() } else { None }
    }

    /// Writes down what a position is worth for certain, if there is room. Two threads can only prove the same.
    pub(super) fn prove(&self, at: &Visits, values: PerSeat<f32>) {
        let is_new = at.node_id().is_none();
        if let Some(node) = self.node_or_new(at) {
            let _ = node.proven.set(values);
            at.link.fetch_or(PROVEN, Ordering::AcqRel);
            if is_new {
                self.bytes.fetch_add(size_of::<Node<M>>() as u64, Ordering::Relaxed);
            }
        }
    }

    /// Tells whether nothing more can be learned about the moves out of a position.
    pub(super) fn is_settled(&self, at: &Visits) -> bool {
        let all = |moves: &Moves<M>| moves.edges.iter().all(|edge| edge.visits.is_proven());
        at.is_proven() || self.moves(at).is_some_and(all)
    }

    /// What a position is worth to the seat that chose it: for certain, or else on average.
    pub(super) fn worth(&self, at: &Visits, seat: Seat) -> Option<f32> {
        self.proven(at).map(|values| values[seat]).or_else(|| at.mean())
    }

    /// The part of the tree that begins with a position a few plies later, if it is there, with room for so many nodes.
    pub(super) fn into_subtree<P: Position<Move = M>>(
        self,
        old: &P,
        wanted: &P,
        plies: u32,
        most_nodes: u32,
    ) -> Option<Self> {
        // The shortest way is the one that was played; a longer one may lead to the same position by a detour.
        let mut way = (0..=plies).find_map(|plies| self.way_to(old, &self.root, wanted, plies))?;
        let Self { mut nodes, mut root, .. } = self;
        while let Some(edge_idx) = way.pop() {
            let moves = nodes.get_mut(root.node_id()?)?.moves.get_mut()?;
            root = mem::take(&mut moves.edges[edge_idx].visits);
        }
        let mut tree = Self::new(most_nodes);
        // Node by node, so that a deep tree needs no deep stack: each is moved with its edges, whose links are changed
        // when the nodes behind them are moved.
        let mut to_move: Vec<(u32, u32)> = Vec::new();
        tree.adopt(&mut root, &mut to_move);
        tree.root = root;
        while let Some((from, to)) = to_move.pop() {
            let Some(mut node) = nodes.get_mut(from).map(mem::take) else { continue };
            let mut bytes = size_of::<Node<M>>() as u64;
            if let Some(moves) = node.moves.get_mut() {
                bytes = Moves::<M>::bytes(moves.edges.len(), !moves.anywhere.is_empty());
                for edge in &mut moves.edges {
                    tree.adopt(&mut edge.visits, &mut to_move);
                }
            }
            *tree.bytes.get_mut() += bytes;
            if let Some(place) = tree.nodes.get_mut(to) {
                *place = node;
            }
        }
        Some(tree)
    }

    /// Gives a link a node in this tree, which is still to be moved here; without room the position counts as one that
    /// was not looked at.
    fn adopt(&self, visits: &mut Visits, to_move: &mut Vec<(u32, u32)>) {
        let Some(from) = visits.node_id() else { return };
        let link = visits.link.get_mut();
        *link = match self.nodes.add() {
            Some(to) => {
                to_move.push((from, to));
                (to + 1) | (*link & PROVEN)
            }
            None => 0,
        };
    }

    /// The edges that lead to a position in so many plies, the last one first.
    fn way_to<P: Position<Move = M>>(
        &self,
        pos: &P,
        at: &Visits,
        wanted: &P,
        plies: u32,
    ) -> Option<Vec<usize>> {
        if plies == 0 {
            return (pos == wanted).then(Vec::new);
        }
        let edges = self.moves(at)?.edges.iter().enumerate();
        let mut tried = edges.filter(|(_, edge)| edge.visits.count() != 0);
        tried.find_map(|(edge_idx, edge)| {
            let mut way = self.way_to(&pos.after(edge.mv), &edge.visits, wanted, plies - 1)?;
            way.push(edge_idx);
            Some(way)
        })
    }

    /// The moves of a seat, the best first: what was tried most often, unless something better is certain; last comes
    /// what is certainly no better.
    pub(super) fn ranked<'t>(&'t self, edges: &'t [Edge<M>], mover: Seat) -> Vec<&'t Edge<M>> {
        let certain = |edge: &Edge<M>| self.proven(&edge.visits).map(|values| values[mover]);
        let (mut proven, mut ranked): (Vec<_>, Vec<_>) =
            edges.iter().partition(|edge| edge.visits.is_proven());
        ranked.sort_by_key(|edge| Reverse(edge.visits.count()));
        proven.sort_by(|left, right| {
            let by_visits = right.visits.count().cmp(&left.visits.count());
            certain(right).partial_cmp(&certain(left)).unwrap_or(by_visits).then(by_visits)
        });
        let hoped = ranked.first().and_then(|edge| edge.visits.mean()).unwrap_or(f32::NEG_INFINITY);
        let is_better = |edge: &&&Edge<M>| certain(edge).is_some_and(|worth| hoped <= worth);
        let n_better = proven.iter().take_while(is_better).count();
        let rest = proven.split_off(n_better);
        proven.into_iter().chain(ranked).chain(rest).collect()
    }

    /// What all seats will probably play, from the root on; it ends at dice and where nothing was tried.
    pub(super) fn main_line<P: Position<Move = M>>(&self, pos: &P) -> Vec<M> {
        let (mut pos, mut at, mut line) = (pos.clone(), &self.root, Vec::new());
        while let (Turn::Seat(mover), Some(moves)) = (pos.turn(), self.moves(at)) {
            let best = self.ranked(&moves.edges, mover).first().copied();
            let Some(best) = best.filter(|best| best.visits.count() != 0) else { break };
            line.push(best.mv);
            pos.play(best.mv);
            at = &best.visits;
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_costs_24_bytes() {
        assert_eq!(size_of::<Edge<u8>>(), 24);
        assert_eq!(size_of::<Edge<u32>>(), 24);
    }

    #[test]
    fn a_tree_of_any_depth_is_counted_and_let_go_without_a_deep_stack() {
        const DEPTH: u32 = 200_000;
        let tree = Tree::<u8>::new(DEPTH);
        let mut at = tree.root();
        for _ in 0..DEPTH {
            at = &tree.moves_or(at, false, || vec![(0, 1.0)]).unwrap().edges[0].visits;
        }
        assert!(tree.moves_or(at, false, || vec![(0, 1.0)]).is_none(), "there is no room left");
        assert_eq!(tree.bytes(), u64::from(DEPTH) * Moves::<u8>::bytes(1, false));
        drop(tree);
    }
}
