//! Monte Carlo tree search: the more promising a move looks, the more often it is tried.

mod arena;
mod proof;
mod simulation;
mod tree;

use std::sync::atomic::{AtomicU64, Ordering};

use self::{
    simulation::{Shared, Simulation, max_nodes, tree_bytes},
    tree::Tree,
};
use super::{Engine, Evaluator, Found, Limits, RootMove, SearchRequest};
use crate::{Ending, Position, Rng, Seat, Valuation};

/// What the search tries when nothing limits it.
const USUAL_SIMULATIONS: u64 = 10_000;

/// How many plies back the tree of the last search is looked through for the new position.
const REUSED_PLIES: u32 = 4;

/// How a line is judged once it leaves the tree.
#[derive(Clone, Debug)]
pub enum Leaf<E> {
    /// By playing it to the end at random.
    Playout,
    /// By playing so many random plies and then asking the evaluation, whose
    /// [`bounds`](Evaluator::bounds) it must know.
    Evaluated {
        /// What judges.
        evaluator: E,
        /// How many random plies come before.
        plies: u32,
    },
}

/// What can be chosen about the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsFeatures {
    /// How much rarely tried moves are preferred; √2 is what theory says for games that one wins or loses.
    pub exploration: f32,
    /// How much a move's promise counts before it has been tried often.
    pub promise: f32,
    /// After how many visits the mean over a move's own lines outweighs the mean over all lines in which the
    /// same seat played it later ("RAVE"); 0 switches the latter off.
    pub rave: f32,
    /// Whether what was learned about a line is kept when it is played.
    pub reuse: bool,
}

impl MctsFeatures {
    /// What suits most games.
    pub const USUAL: Self = Self { exploration: 0.9, promise: 0.0, rave: 0.0, reuse: true };
}

/// Plays thousands of games in its head, each a little wiser than the one before; for any number of seats, with
/// and without dice.
///
/// Where lines end within the tree their results are certain, and so may be those of the positions before; a search
/// that is certain about its own position stops.
#[derive(Debug)]
pub struct Mcts<P: Position, E> {
    leaf: Leaf<E>,
    features: MctsFeatures,
    last: Option<(P, Tree<P::Move>)>,
}

impl<P: Position, E: Evaluator<P>> Mcts<P, E> {
    /// A search that judges lines in a given way.
    pub const fn new(leaf: Leaf<E>, features: MctsFeatures) -> Self {
        Self { leaf, features, last: None }
    }

    /// What the last search knows about a position, or nothing, with room for what a search within the limits adds.
    fn tree(&mut self, pos: &P, limits: &Limits) -> Tree<P::Move> {
        let most_nodes = max_nodes::<P::Move>(limits);
        let known = self.last.take().filter(|_| self.features.reuse);
        let known = known.and_then(|(old, tree)| tree.into_subtree(&old, pos, REUSED_PLIES, most_nodes));
        known.unwrap_or_else(|| Tree::new(most_nodes))
    }
}

impl<P: Position, E: Evaluator<P>> Engine<P> for Mcts<P, E> {
    fn search(&mut self, mut request: SearchRequest<'_, P>) -> Found<P::Move> {
        let (pos, mover, limits) = (request.pos(), request.mover(), request.limits());
        let tree = self.tree(pos, &limits);
        let unlimited = limits.time.is_none() && limits.nodes.is_none();
        let last = limits.nodes.unwrap_or(if unlimited { USUAL_SIMULATIONS } else { u64::MAX });
        let begun = AtomicU64::new(0);
        let shared = Shared::new(&tree, &self.leaf, self.features, limits, request.control());
        let simulate = |thread_idx: usize, report: &mut dyn FnMut(u64)| {
            let mut rng = Rng::stream(limits.seed, "mcts", thread_idx as u64);
            let mut simulation = Simulation::new(&shared);
            // Once it is certain what the position is worth, there is nothing left to find out.
            while !tree.is_settled(tree.root()) && !shared.is_over() {
                let number = begun.fetch_add(1, Ordering::Relaxed);
                if last <= number || simulation.run(pos, &mut rng).is_none() {
                    return;
                }
                if (number + 1).is_power_of_two() && 64 <= number {
                    report(number + 1);
                }
            }
        };
        std::thread::scope(|scope| {
            let simulate = &simulate;
            for thread_idx in 1..limits.threads {
                scope.spawn(move || simulate(thread_idx, &mut |_| {}));
            }
            simulate(0, &mut |simulations| {
                if request.is_watched() {
                    request.report(&summary(pos, &tree, mover, simulations));
                }
            });
        });
        let found = summary(pos, &tree, mover, begun.load(Ordering::Relaxed).min(last));
        request.report(&found);
        self.last = self.features.reuse.then(|| (pos.clone(), tree));
        found
    }

    /// The mean over all games in its head, or what is proven.
    fn appraise(&self, _: &P, _: &Found<P::Move>, root: &RootMove<P::Move>) -> Option<Valuation> {
        let ending = match root.value {
            value if !value.is_finite() => return None,
            value if 0.0 < value => Ending::Won,
            value if value < 0.0 => Ending::Lost,
            _ => Ending::Drawn,
        };
        Some(match root.exact {
            true => Valuation::Certain { ending, plies: None },
            false => Valuation::Points { expected: root.value },
        })
    }

    fn forget(&mut self) {
        self.last = None;
    }

    fn remembers(&self) -> bool {
        self.features.reuse
    }

    /// What is kept of the last tree is a part of the next.
    fn memory(&self, limits: &Limits) -> usize {
        tree_bytes(limits)
    }
}

/// What the tree says: the best move is the one that was tried most often, or one that is certainly better.
fn summary<P: Position>(pos: &P, tree: &Tree<P::Move>, mover: Seat, simulations: u64) -> Found<P::Move> {
    let mut found = Found::unsearched(pos);
    let Some(moves) = tree.moves(tree.root()) else { return found };
    found.moves = tree
        .ranked(&moves.edges, mover)
        .into_iter()
        .map(|edge| {
            RootMove::new(
                edge.mv,
                tree.worth(&edge.visits, mover).unwrap_or(f32::NEG_INFINITY),
                edge.visits.is_proven(),
            )
        })
        .collect();
    found.best = found.moves[0].mv;
    found.value = if found.moves[0].value.is_finite() { found.moves[0].value } else { 0.0 };
    found.nodes = simulations;
    found.line = tree.main_line(pos);
    found.depth = found.line.len() as u32;
    if found.line.is_empty() {
        found.line = vec![found.best];
    }
    found
}
