//! Our own player: the most promising lines first, judged by the evaluation.
//!
//! A position of Blokus has hundreds of moves, most of them bad; a search that tries each of them learns nothing
//! about any. This one looks at a position once, with all its better moves and what they look like, and then
//! follows a move the more often the better it looks and the better it has proved. Each seat wants its own best,
//! so the search serves two to four players alike.

mod tree;

use framework::{
    PerSeat, Position, Seat, Turn, Valuation,
    search::{Engine, Evaluator as _, Found, Limits, RootMove, SearchRequest},
};

use self::tree::{Edge, Node};
use crate::{BlokusPosition, Evaluation, Placement};

/// How many positions are looked at when nothing limits the search.
const USUAL_NODES: u64 = 3_000;

/// The most positions that are kept: more would not fit into memory at a table that thinks for hours.
const MAX_NODES: u64 = 2_000_000;

/// The fewest positions that are kept, however little memory there is.
const MIN_NODES: u64 = 1_000;

/// What a position below the root takes at most, in bytes.
const NODE_BYTES: usize = size_of::<Node>() + WIDTH * size_of::<Edge>();

/// How many moves of a position below the root are looked at.
const WIDTH: usize = 40;

/// How much the promise of a move counts against what it has proved.
const CURIOSITY: f32 = 1.0;

/// Which moves of a position are looked at.
#[derive(Clone, Copy, Debug)]
enum Width {
    /// All of them.
    All,
    /// So many that promise most at a glance.
    Best(usize),
}

/// Follows the most promising lines and judges them by an [`Evaluation`].
///
/// A node of its limits is a position that it looks at with its moves; a depth is the length of its lines. It
/// uses one thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct BestFirst {
    /// What judges.
    pub evaluation: Evaluation,
}

impl<const WORDS: usize> Engine<BlokusPosition<WORDS>> for BestFirst {
    fn search(&mut self, mut request: SearchRequest<'_, BlokusPosition<WORDS>>) -> Found<Placement> {
        let (pos, mover, limits) = (request.pos(), request.mover(), request.limits());
        let control = request.control();
        let is_over = || control.is_over(limits.time);
        let mut search = Search::new(pos, self.evaluation, &limits, &is_over);
        let most = most_visits(&limits);
        let mut visits = 1;
        while visits < most && !is_over() && 1 < search.nodes[0].edges.len() {
            search.visit(pos, 0, 0);
            visits += 1;
            if visits.is_power_of_two() && 64 <= visits {
                request.report(&search.summary(mover));
            }
        }
        let found = search.summary(mover);
        request.report(&found);
        found
    }

    /// A move that does not look promising is hardly followed in a search, so it gets one of its own.
    fn look_at(
        &mut self,
        request: SearchRequest<'_, BlokusPosition<WORDS>>,
        mv: Placement,
    ) -> Option<RootMove<Placement>> {
        let (mover, limits) = (request.mover(), request.limits());
        let is_over = || request.is_over();
        let next = request.pos().after(mv);
        let mut search = Search::new(&next, self.evaluation, &limits, &is_over);
        let most = most_visits(&limits);
        let mut visits = 1;
        while visits < most && !is_over() {
            search.visit(&next, 0, 1);
            visits += 1;
        }
        Some(RootMove::new(mv, search.nodes[0].mean(mover), false))
    }

    fn appraise(
        &self,
        pos: &BlokusPosition<WORDS>,
        found: &Found<Placement>,
        root: &RootMove<Placement>,
    ) -> Option<Valuation> {
        root.value.is_finite().then(|| self.evaluation.appraise(pos, root.value, found.complete))
    }

    fn memory(&self, limits: &Limits) -> usize {
        most_visits(limits) as usize * NODE_BYTES
    }
}

/// How many positions a search looks at in the end.
fn most_visits(limits: &Limits) -> u64 {
    let fitting = limits.memory.map_or(MAX_NODES, |bytes| (bytes / NODE_BYTES) as u64);
    // The root alone is no search: a legal move is at hand, but nothing is known about it.
    limits.nodes_or(USUAL_NODES).min(MAX_NODES).min(fitting.max(MIN_NODES))
}

struct Search<'a> {
    evaluation: Evaluation,
    depth: u32,
    nodes: Vec<Node>,
    /// Tells whether there is no time left.
    is_over: &'a dyn Fn() -> bool,
}

impl<'a> Search<'a> {
    /// A search that has looked at its position and nothing else.
    fn new<const WORDS: usize>(
        pos: &BlokusPosition<WORDS>,
        evaluation: Evaluation,
        limits: &Limits,
        is_over: &'a dyn Fn() -> bool,
    ) -> Self {
        let root = Node::new(pos, evaluation, Width::All, is_over);
        Self { evaluation, depth: limits.depth.unwrap_or(u32::MAX), nodes: vec![root], is_over }
    }

    /// Follows one line from a node to a position that was not looked at before, and remembers what it was worth.
    fn visit<const WORDS: usize>(
        &mut self,
        pos: &BlokusPosition<WORDS>,
        node_idx: usize,
        ply: u32,
    ) -> PerSeat<f32> {
        let Turn::Seat(mover) = pos.turn() else {
            let values = pos.payoffs();
            self.nodes[node_idx].add(&values);
            return values;
        };
        let edge_idx = self.choose(node_idx, mover);
        let Edge { mv, child, .. } = self.nodes[node_idx].edges[edge_idx];
        let after = pos.after(mv);
        let values = match child {
            Some(child) if ply + 1 < self.depth => self.visit(&after, child as usize, ply + 1),
            Some(child) => {
                let first = self.nodes[child as usize].means();
                self.nodes[child as usize].add(&first);
                first
            }
            None => {
                let node = Node::new(&after, self.evaluation, Width::Best(WIDTH), self.is_over);
                let values = node.means();
                self.nodes[node_idx].edges[edge_idx].child = u32::try_from(self.nodes.len()).ok();
                self.nodes.push(node);
                values
            }
        };
        self.nodes[node_idx].add(&values);
        values
    }

    /// The move with the greatest hope: its mean, or what it looks like, and more the less often it was tried.
    fn choose(&self, node_idx: usize, mover: Seat) -> usize {
        let node = &self.nodes[node_idx];
        let attention = CURIOSITY * (node.visits as f32).sqrt();
        let mut best = (0, f32::NEG_INFINITY);
        for (edge_idx, edge) in node.edges.iter().enumerate() {
            let child = edge.child.map(|child| &self.nodes[child as usize]);
            let visits = child.map_or(0, |child| child.visits);
            let mean = child.map_or(edge.looks, |child| child.mean(mover));
            let hope = mean + attention * edge.share / (1.0 + visits as f32);
            if best.1 < hope {
                best = (edge_idx, hope);
            }
            // Moves come in the order of their looks: no later one deserves to be tried before this one.
            if child.is_none() {
                break;
            }
        }
        best.0
    }

    /// What is known: the move tried most often is the best.
    fn summary(&self, mover: Seat) -> Found<Placement> {
        let root = &self.nodes[0];
        let mut ranked: Vec<(u32, RootMove<Placement>)> = root
            .edges
            .iter()
            .map(|edge| {
                let child = edge.child.map(|child| &self.nodes[child as usize]);
                let looks = if edge.is_seen { edge.looks } else { f32::NEG_INFINITY };
                let value = child.map_or(looks, |child| child.mean(mover));
                (child.map_or(0, |child| child.visits), RootMove::new(edge.mv, value, false))
            })
            .collect();
        ranked.sort_by(|left, right| right.0.cmp(&left.0).then(right.1.value.total_cmp(&left.1.value)));
        let moves: Vec<_> = ranked.into_iter().map(|(_, root)| root).collect();
        let line = self.main_line(moves[0].mv);
        Found {
            best: moves[0].mv,
            value: moves[0].value,
            depth: line.len() as u32,
            nodes: u64::from(root.visits),
            line,
            moves,
            complete: false,
        }
    }

    /// What all seats tried most often after a move at the root.
    fn main_line(&self, first: Placement) -> Vec<Placement> {
        let mut line = vec![first];
        let mut next = self.nodes[0].edges.iter().find(|edge| edge.mv == first).and_then(|edge| edge.child);
        while let Some(node) = next.map(|idx| &self.nodes[idx as usize]) {
            let visits = |edge: &&Edge| edge.child.map(|child| self.nodes[child as usize].visits);
            let most = node.edges.iter().rev().max_by_key(visits).filter(|edge| edge.child.is_some());
            line.extend(most.map(|edge| edge.mv));
            next = most.and_then(|edge| edge.child);
        }
        line
    }
}
