//! One game in the head.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{
    Leaf, MctsFeatures, proof,
    tree::{Edge, Moves, Node, Tree, Visits},
};
use crate::{
    PerSeat, Position, Rng, Seat, Turn,
    random_move::{Choices, random_move_among},
    search::{Control, Evaluator, Limits},
};

/// No playout is longer; whoever reaches this has found a game that does not end.
const MAX_PLAYOUT: u32 = 10_000;

/// How many random plies are played between two looks at the clock.
const BETWEEN_LOOKS: u32 = 8;

/// What a tree may take, so that one who thinks for hours does not fill the memory; lines that leave the tree are still
/// tried.
const MAX_TREE_BYTES: usize = 192 << 20;

/// What a tree may take within the limits, in bytes: while a part of it is moved for the next search, some nodes are
/// there twice.
pub(super) fn tree_bytes(limits: &Limits) -> usize {
    limits.memory.map_or(MAX_TREE_BYTES, |bytes| bytes.min(MAX_TREE_BYTES))
}

/// What a tree may hold before it grows no further.
fn full_tree_bytes(limits: &Limits) -> u64 {
    tree_bytes(limits) as u64 / 4 * 3
}

/// How many nodes a tree may have within the limits.
pub(super) fn max_nodes<M>(limits: &Limits) -> u32 {
    u32::try_from(full_tree_bytes(limits) / size_of::<Node<M>>() as u64).unwrap_or(u32::MAX / 2)
}

/// What the payoff of a won game is where nothing but winning, drawing and losing counts.
const WON: f32 = 1.0;

/// What all threads of a search share, besides the tree.
#[derive(Debug)]
pub(super) struct Shared<'a, M, E> {
    pub(super) tree: &'a Tree<M>,
    pub(super) leaf: &'a Leaf<E>,
    pub(super) features: MctsFeatures,
    pub(super) limits: Limits,
    pub(super) control: Control<'a>,
    /// From how many bytes on the tree grows no further.
    full_bytes: u64,
    /// Whether there are dice in this game: then wins may differ in size.
    has_chance: AtomicBool,
}

impl<'a, M: Copy, E> Shared<'a, M, E> {
    pub(super) fn new(
        tree: &'a Tree<M>,
        leaf: &'a Leaf<E>,
        features: MctsFeatures,
        limits: Limits,
        control: Control<'a>,
    ) -> Self {
        let (full_bytes, has_chance) = (full_tree_bytes(&limits), AtomicBool::new(false));
        Self { tree, leaf, features, limits, control, full_bytes, has_chance }
    }

    fn counts_anywhere(&self) -> bool {
        0.0 < self.features.rave
    }

    pub(super) fn is_over(&self) -> bool {
        self.control.is_over(self.limits.time)
    }
}

/// What one thread needs to try lines.
pub(super) struct Simulation<'a, P: Position, E> {
    shared: &'a Shared<'a, P::Move, E>,
    /// The moves of the line and who played them, for the means over all lines.
    played: Vec<(Seat, P::Move)>,
    choices: Choices<P::Move>,
}

impl<'a, P: Position, E: Evaluator<P>> Simulation<'a, P, E> {
    pub(super) fn new(shared: &'a Shared<'a, P::Move, E>) -> Self {
        Self { shared, played: Vec::new(), choices: Choices::default() }
    }

    /// Tries one line from the root and remembers what it was worth; `None` if the search was over before.
    pub(super) fn run(&mut self, pos: &P, rng: &mut Rng) -> Option<()> {
        self.played.clear();
        // One copy for the whole line: what the position was before a move is not asked for again.
        self.visit(&mut pos.clone(), self.shared.tree.root(), None, 0, rng).map(|_| ())
    }

    /// Follows the line through a position that `chooser` has chosen, or the dice.
    fn visit(
        &mut self,
        pos: &mut P,
        at: &'a Visits,
        chooser: Option<Seat>,
        ply: u32,
        rng: &mut Rng,
    ) -> Option<PerSeat<f32>> {
        let is_new = at.count() == 0 && ply != 0;
        at.enter();
        let values = match self.shared.tree.proven(at) {
            Some(values) => Some(values.clone()),
            None => self.try_line(pos, at, is_new, ply, rng),
        };
        match &values {
            Some(values) => at.leave(chooser.map_or(0.0, |seat| values[seat])),
            None => at.abandon(),
        }
        values
    }

    fn try_line(
        &mut self,
        pos: &mut P,
        at: &'a Visits,
        is_new: bool,
        ply: u32,
        rng: &mut Rng,
    ) -> Option<PerSeat<f32>> {
        let (shared, turn, seats) = (self.shared, pos.turn(), pos.seats());
        if turn == Turn::Over {
            shared.tree.prove(at, pos.payoffs());
            return Some(pos.payoffs());
        }
        let is_leaf = is_new || shared.limits.depth.is_some_and(|depth| depth <= ply);
        let moves = if is_leaf { None } else { self.moves_at(pos, at, turn) };
        let Some(moves) = moves else { return self.judge(pos, rng) };
        let edges = &moves.edges;
        let Turn::Seat(mover) = turn else {
            let edge = &edges[rng.weighted(edges.iter().map(|edge| edge.weight as u32))];
            pos.play(edge.mv);
            let values = self.visit(pos, &edge.visits, None, ply + 1, rng);
            if edge.visits.is_proven()
                && let Some(mean) = proof::of_chance(shared.tree, edges, seats)
            {
                shared.tree.prove(at, mean);
            }
            return values;
        };
        let edge = self.choose(at, moves);
        let first = self.played.len();
        self.played.push((mover, edge.mv));
        pos.play(edge.mv);
        let values = self.visit(pos, &edge.visits, Some(mover), ply + 1, rng)?;
        if shared.counts_anywhere() {
            for (edge_idx, edge) in edges.iter().enumerate() {
                if self.played[first..].contains(&(mover, edge.mv)) {
                    moves.add_anywhere(edge_idx, values[mover]);
                }
            }
        }
        let most = if shared.has_chance.load(Ordering::Relaxed) { f32::INFINITY } else { WON };
        if edge.visits.is_proven()
            && let Some(proven) = proof::of_decision(shared.tree, edges, mover, most)
        {
            shared.tree.prove(at, proven);
        }
        // The mover need not accept less than what is certain.
        let secured = proof::best(shared.tree, edges, mover).filter(|best| values[mover] < best[mover]);
        Some(secured.cloned().unwrap_or(values))
    }

    /// The moves out of a position, generated when it is looked at for the second time; `None` if the tree is full.
    fn moves_at(&mut self, pos: &P, at: &'a Visits, turn: Turn) -> Option<&'a Moves<P::Move>> {
        let shared = self.shared;
        if turn == Turn::Chance {
            shared.has_chance.store(true, Ordering::Relaxed);
        }
        if let Some(moves) = shared.tree.moves(at) {
            return Some(moves);
        }
        if shared.full_bytes <= shared.tree.bytes() {
            return None;
        }
        if turn == Turn::Chance {
            return shared.tree.moves_or(at, false, || {
                let mut outcomes = Vec::new();
                pos.chance_outcomes(&mut outcomes);
                outcomes.into_iter().map(|(mv, weight)| (mv, weight as f32)).collect()
            });
        }
        shared.tree.moves_or(at, shared.counts_anywhere(), || self.promising(pos))
    }

    fn promising(&mut self, pos: &P) -> Vec<(P::Move, f32)> {
        let promise = |mv| match self.shared.leaf {
            Leaf::Evaluated { evaluator, .. } if 0.0 < self.shared.features.promise => {
                evaluator.order_hint(pos, mv)
            }
            _ => 0.0,
        };
        self.choices.legal_moves(pos).iter().map(|&mv| (mv, promise(mv))).collect()
    }

    /// The move whose mean, together with the hope of finding more in it, is greatest. What is certain need not be
    /// tried again, unless everything is.
    fn choose<'e>(&self, at: &Visits, moves: &'e Moves<P::Move>) -> &'e Edge<P::Move> {
        let MctsFeatures { exploration, promise, rave, .. } = self.shared.features;
        let log_of_all = f32::max(at.count() as f32, 1.0).ln();
        // Without anything that tells them apart, the first of the moves that were never tried is as good as any.
        let all_alike = promise <= 0.0 && rave <= 0.0;
        let mut best = (&moves.edges[0], f32::NEG_INFINITY);
        for (edge_idx, edge) in moves.edges.iter().enumerate() {
            if edge.visits.is_proven() {
                continue;
            }
            let hope = match edge.visits.mean() {
                // What was never tried comes first, the more promising the earlier.
                None if all_alike => return edge,
                None => 1e6 + moves.mean_anywhere(edge_idx).unwrap_or(0.0) + promise * edge.weight,
                Some(mean) => {
                    let visits = edge.visits.count() as f32;
                    let promise = promise * edge.weight / (visits + 1.0);
                    let mean = match moves.mean_anywhere(edge_idx).filter(|_| 0.0 < rave) {
                        Some(anywhere) => {
                            let share = (rave / (3.0 * visits + rave)).sqrt();
                            (1.0 - share) * mean + share * anywhere
                        }
                        None => mean,
                    };
                    mean + exploration * (log_of_all / visits).sqrt() + promise
                }
            };
            if best.1 < hope {
                best = (edge, hope);
            }
        }
        best.0
    }

    /// What a line is worth where it leaves the tree; `None` if the search was over before its end.
    fn judge(&mut self, pos: &mut P, rng: &mut Rng) -> Option<PerSeat<f32>> {
        let plies = match self.shared.leaf {
            Leaf::Playout => MAX_PLAYOUT,
            Leaf::Evaluated { plies, .. } => *plies,
        };
        for ply in 1..=plies {
            if ply.is_multiple_of(BETWEEN_LOOKS) && self.shared.is_over() {
                return None;
            }
            let turn = pos.turn();
            let Some(mv) = random_move_among(pos, rng, &mut self.choices) else { return Some(pos.payoffs()) };
            match turn {
                Turn::Seat(mover) if self.shared.counts_anywhere() => self.played.push((mover, mv)),
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
                    (2.0 * (evaluator.value(pos, seat) - least) / (most - least) - 1.0).clamp(-1.0, 1.0)
                })
            }
        })
    }
}
