//! One game in the head.

use super::{
    Leaf, MctsFeatures,
    tree::{Edge, Node},
};
use crate::{PerSeat, Position, Rng, Seat, Turn, random_move, search::Evaluator};

/// No playout is longer; whoever reaches this has found a game that does not end.
const MAX_PLAYOUT: u32 = 10_000;

/// What one thread needs to try lines.
pub(super) struct Simulation<'a, P: Position, E> {
    leaf: &'a Leaf<E>,
    features: MctsFeatures,
    /// How deep the tree may grow.
    depth: Option<u32>,
    /// The moves of the line and who played them, for the means over all lines.
    played: Vec<(Seat, P::Move)>,
}

impl<'a, P: Position, E: Evaluator<P>> Simulation<'a, P, E> {
    pub(super) const fn new(leaf: &'a Leaf<E>, features: MctsFeatures, depth: Option<u32>) -> Self {
        Self { leaf, features, depth, played: Vec::new() }
    }

    /// Tries one line from the root and remembers what it was worth.
    pub(super) fn run(&mut self, pos: &P, root: &Node<P::Move>, rng: &mut Rng) {
        self.played.clear();
        self.visit(pos, root, 0, rng);
    }

    fn visit(&mut self, pos: &P, node: &Node<P::Move>, ply: u32, rng: &mut Rng) -> PerSeat<f32> {
        let is_new = node.visits() == 0 && ply != 0;
        node.enter(pos.seats());
        let is_leaf = is_new || self.depth.is_some_and(|depth| depth <= ply);
        let values = match pos.turn() {
            Turn::Over => pos.payoffs(),
            _ if is_leaf => self.judge(pos, rng),
            Turn::Chance => {
                let edges = node.edges_or(|| {
                    let mut outcomes = Vec::new();
                    pos.chance_outcomes(&mut outcomes);
                    outcomes.into_iter().map(|(mv, weight)| (mv, weight as f32)).collect()
                });
                let edge = &edges[rng.weighted(edges.iter().map(|edge| edge.weight as u32))];
                self.visit(&pos.after(edge.mv), &edge.node, ply + 1, rng)
            }
            Turn::Seat(mover) => {
                let edges = node.edges_or(|| self.moves(pos));
                let edge = self.choose(node, edges, mover);
                let first = self.played.len();
                self.played.push((mover, edge.mv));
                let values = self.visit(&pos.after(edge.mv), &edge.node, ply + 1, rng);
                if 0.0 < self.features.rave {
                    for edge in edges {
                        if self.played[first..].contains(&(mover, edge.mv)) {
                            edge.add_to_all(values[mover]);
                        }
                    }
                }
                values
            }
        };
        node.leave(&values);
        values
    }

    fn moves(&self, pos: &P) -> Vec<(P::Move, f32)> {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let promise = |mv| match self.leaf {
            Leaf::Evaluated { evaluator, .. } if 0.0 < self.features.promise => evaluator.promise(pos, mv),
            _ => 0.0,
        };
        moves.into_iter().map(|mv| (mv, promise(mv))).collect()
    }

    /// The move whose mean, together with the hope of finding more in it, is greatest.
    fn choose<'e>(&self, node: &Node<P::Move>, edges: &'e [Edge<P::Move>], mover: Seat) -> &'e Edge<P::Move> {
        let all = f32::max(node.visits() as f32, 1.0);
        let hope = |edge: &Edge<P::Move>| {
            let visits = edge.node.visits() as f32;
            let promise = self.features.promise * edge.weight / (visits + 1.0);
            match edge.node.mean(mover) {
                // What was never tried comes first, the more promising the earlier.
                None => 1e6 + edge.mean_of_all().unwrap_or(0.0) + self.features.promise * edge.weight,
                Some(mean) => {
                    let share = (self.features.rave / (3.0 * visits + self.features.rave)).sqrt();
                    let mean = match edge.mean_of_all().filter(|_| 0.0 < self.features.rave) {
                        Some(of_all) => (1.0 - share) * mean + share * of_all,
                        None => mean,
                    };
                    mean + self.features.exploration * (all.ln() / visits).sqrt() + promise
                }
            }
        };
        let mut best = (&edges[0], f32::NEG_INFINITY);
        for edge in edges {
            let hope = hope(edge);
            if best.1 < hope {
                best = (edge, hope);
            }
        }
        best.0
    }

    /// What a line is worth where it leaves the tree.
    fn judge(&mut self, pos: &P, rng: &mut Rng) -> PerSeat<f32> {
        let plies = match self.leaf {
            Leaf::Playout => MAX_PLAYOUT,
            Leaf::Evaluated { plies, .. } => *plies,
        };
        let mut pos = pos.clone();
        for _ in 0..plies {
            let turn = pos.turn();
            let Some(mv) = random_move(&pos, rng) else { return pos.payoffs() };
            if let (Turn::Seat(mover), true) = (turn, 0.0 < self.features.rave) {
                self.played.push((mover, mv));
            }
            pos.play(mv);
        }
        match self.leaf {
            _ if pos.turn() == Turn::Over => pos.payoffs(),
            Leaf::Playout => PerSeat::nothing(pos.seats()),
            Leaf::Evaluated { evaluator, .. } => {
                let (least, most) = evaluator.bounds().unwrap_or((-1.0, 1.0));
                PerSeat::from_fn(pos.seats(), |seat| {
                    (2.0 * (evaluator.value(&pos, seat) - least) / (most - least) - 1.0).clamp(-1.0, 1.0)
                })
            }
        }
    }
}
