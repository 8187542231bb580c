//! One game in the head.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{
    Leaf, MctsFeatures, proof,
    tree::{Edge, Node},
};
use crate::{
    PerSeat, Position, Rng, Seat, Turn, random_move,
    search::{Control, Evaluator, Limits},
};

/// No playout is longer; whoever reaches this has found a game that does not end.
const MAX_PLAYOUT: u32 = 10_000;

/// How many random plies are played between two looks at the clock.
const BETWEEN_LOOKS: u32 = 8;

/// The most moves that a search adds to its tree, so that one who thinks for hours does not fill the memory; lines
/// that leave the tree are still tried.
const MAX_EDGES: u64 = 2_000_000;

/// The most moves that a search within the limits adds to its tree.
pub(super) fn max_edges<M>(limits: &Limits) -> u64 {
    let fitting = limits.memory.map(|bytes| bytes as u64 / size_of::<Edge<M>>() as u64);
    fitting.map_or(MAX_EDGES, |fitting| fitting.min(MAX_EDGES))
}

/// What the payoff of a won game is where nothing but winning, drawing and losing counts.
const WON: f32 = 1.0;

/// What all threads of a search share, besides the tree.
#[derive(Debug)]
pub(super) struct Shared<'a, E> {
    pub(super) leaf: &'a Leaf<E>,
    pub(super) features: MctsFeatures,
    pub(super) limits: Limits,
    pub(super) control: Control<'a>,
    /// How many moves were added to the tree.
    grown: AtomicU64,
    /// Whether there are dice in this game: then wins may differ in size.
    has_chance: AtomicBool,
}

impl<'a, E> Shared<'a, E> {
    pub(super) const fn new(
        leaf: &'a Leaf<E>,
        features: MctsFeatures,
        limits: Limits,
        control: Control<'a>,
    ) -> Self {
        let (grown, has_chance) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { leaf, features, limits, control, grown, has_chance }
    }

    pub(super) fn is_over(&self) -> bool {
        self.control.is_over(self.limits.time)
    }
}

/// What one thread needs to try lines.
pub(super) struct Simulation<'a, P: Position, E> {
    shared: &'a Shared<'a, E>,
    /// The moves of the line and who played them, for the means over all lines.
    played: Vec<(Seat, P::Move)>,
}

impl<'a, P: Position, E: Evaluator<P>> Simulation<'a, P, E> {
    pub(super) const fn new(shared: &'a Shared<'a, E>) -> Self {
        Self { shared, played: Vec::new() }
    }

    /// Tries one line from the root and remembers what it was worth; `None` if the search was over before.
    pub(super) fn run(&mut self, pos: &P, root: &Node<P::Move>, rng: &mut Rng) -> Option<()> {
        self.played.clear();
        self.visit(pos, root, 0, rng).map(|_| ())
    }

    fn visit(&mut self, pos: &P, node: &Node<P::Move>, ply: u32, rng: &mut Rng) -> Option<PerSeat<f32>> {
        let is_new = node.visits() == 0 && ply != 0;
        node.enter(pos.seats());
        let values = match node.proven() {
            Some(values) => Some(values.clone()),
            None => self.try_line(pos, node, is_new, ply, rng),
        };
        match &values {
            Some(values) => node.leave(values),
            None => node.abandon(pos.seats()),
        }
        values
    }

    fn try_line(
        &mut self,
        pos: &P,
        node: &Node<P::Move>,
        is_new: bool,
        ply: u32,
        rng: &mut Rng,
    ) -> Option<PerSeat<f32>> {
        let shared = self.shared;
        let may_grow = node.edges().is_some()
            || shared.grown.load(Ordering::Relaxed) < max_edges::<P::Move>(&shared.limits);
        let is_leaf = is_new || !may_grow || shared.limits.depth.is_some_and(|depth| depth <= ply);
        match pos.turn() {
            Turn::Over => {
                node.prove(pos.payoffs());
                Some(pos.payoffs())
            }
            _ if is_leaf => self.judge(pos, rng),
            Turn::Chance => {
                shared.has_chance.store(true, Ordering::Relaxed);
                let edges = node.edges_or(|| {
                    let mut outcomes = Vec::new();
                    pos.chance_outcomes(&mut outcomes);
                    self.counted(outcomes.into_iter().map(|(mv, weight)| (mv, weight as f32)).collect())
                });
                let edge = &edges[rng.weighted(edges.iter().map(|edge| edge.weight as u32))];
                let values = self.visit(&pos.after(edge.mv), &edge.node, ply + 1, rng);
                if edge.node.proven().is_some()
                    && let Some(mean) = proof::of_chance(edges, pos.seats())
                {
                    node.prove(mean);
                }
                values
            }
            Turn::Seat(mover) => {
                let edges = node.edges_or(|| self.counted(self.moves(pos)));
                let edge = self.choose(node, edges, mover);
                let first = self.played.len();
                self.played.push((mover, edge.mv));
                let values = self.visit(&pos.after(edge.mv), &edge.node, ply + 1, rng)?;
                if 0.0 < shared.features.rave {
                    for edge in edges {
                        if self.played[first..].contains(&(mover, edge.mv)) {
                            edge.add_to_all(values[mover]);
                        }
                    }
                }
                let most = if shared.has_chance.load(Ordering::Relaxed) { f32::INFINITY } else { WON };
                if edge.node.proven().is_some()
                    && let Some(proven) = proof::of_decision(edges, mover, most)
                {
                    node.prove(proven);
                }
                // Whoever is to move need not put up with less than what is certain.
                let secured = proof::best(edges, mover).filter(|best| values[mover] < best[mover]);
                Some(secured.cloned().unwrap_or(values))
            }
        }
    }

    /// Counts moves that are added to the tree.
    fn counted(&self, moves: Vec<(P::Move, f32)>) -> Vec<(P::Move, f32)> {
        self.shared.grown.fetch_add(moves.len() as u64, Ordering::Relaxed);
        moves
    }

    fn moves(&self, pos: &P) -> Vec<(P::Move, f32)> {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let promise = |mv| match self.shared.leaf {
            Leaf::Evaluated { evaluator, .. } if 0.0 < self.shared.features.promise => {
                evaluator.order_hint(pos, mv)
            }
            _ => 0.0,
        };
        moves.into_iter().map(|mv| (mv, promise(mv))).collect()
    }

    /// The move whose mean, together with the hope of finding more in it, is greatest. What is certain need not be
    /// tried again, unless everything is.
    fn choose<'e>(&self, node: &Node<P::Move>, edges: &'e [Edge<P::Move>], mover: Seat) -> &'e Edge<P::Move> {
        let all = f32::max(node.visits() as f32, 1.0);
        let hope = |edge: &Edge<P::Move>| {
            let visits = edge.node.visits() as f32;
            let promise = self.shared.features.promise * edge.weight / (visits + 1.0);
            match edge.node.mean(mover) {
                // What was never tried comes first, the more promising the earlier.
                None => 1e6 + edge.mean_of_all().unwrap_or(0.0) + self.shared.features.promise * edge.weight,
                Some(mean) => {
                    let share =
                        (self.shared.features.rave / (3.0 * visits + self.shared.features.rave)).sqrt();
                    let mean = match edge.mean_of_all().filter(|_| 0.0 < self.shared.features.rave) {
                        Some(of_all) => (1.0 - share) * mean + share * of_all,
                        None => mean,
                    };
                    mean + self.shared.features.exploration * (all.ln() / visits).sqrt() + promise
                }
            }
        };
        let mut best = (&edges[0], f32::NEG_INFINITY);
        for edge in edges.iter().filter(|edge| edge.node.proven().is_none()) {
            let hope = hope(edge);
            if best.1 < hope {
                best = (edge, hope);
            }
        }
        best.0
    }

    /// What a line is worth where it leaves the tree; `None` if the search was over before its end.
    fn judge(&mut self, pos: &P, rng: &mut Rng) -> Option<PerSeat<f32>> {
        let plies = match self.shared.leaf {
            Leaf::Playout => MAX_PLAYOUT,
            Leaf::Evaluated { plies, .. } => *plies,
        };
        let mut pos = pos.clone();
        for ply in 1..=plies {
            if ply.is_multiple_of(BETWEEN_LOOKS) && self.shared.is_over() {
                return None;
            }
            let turn = pos.turn();
            let Some(mv) = random_move(&pos, rng) else { return Some(pos.payoffs()) };
            match turn {
                Turn::Seat(mover) if 0.0 < self.shared.features.rave => self.played.push((mover, mv)),
                Turn::Chance => self.shared.has_chance.store(true, Ordering::Relaxed),
                _ => {}
            }
            pos.play(mv);
        }
        Some(match self.shared.leaf {
            _ if pos.turn() == Turn::Over => pos.payoffs(),
            Leaf::Playout => PerSeat::nothing(pos.seats()),
            Leaf::Evaluated { evaluator, .. } => {
                let (least, most) = evaluator.bounds().unwrap_or((-1.0, 1.0));
                PerSeat::from_fn(pos.seats(), |seat| {
                    (2.0 * (evaluator.value(&pos, seat) - least) / (most - least) - 1.0).clamp(-1.0, 1.0)
                })
            }
        })
    }
}
