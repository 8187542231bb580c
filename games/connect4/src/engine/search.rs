//! The search: is a position worth at least this much?

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::{
    node::{Node, Settled, settle},
    order::Order,
    pairing,
    parallel::{Busy, Reins},
    shape::Shape,
    table::{Bounds, Shared},
};

/// Positions with fewer empty cells are searched again rather than looked up.
const MIN_EMPTY_FOR_TABLE: i32 = 6;

/// Positions with at least so many empty cells are looked up as themselves or their mirror image, whichever has the
/// lower key. Later hardly anybody meets a mirror image.
const MIN_EMPTY_FOR_MIRROR: i32 = 26;

/// Threads look where the others are at positions with at least so many empty cells; later ones are searched quickly.
const MIN_EMPTY_FOR_SHARING: i32 = 16;

/// How many positions are visited between two questions whether to stop.
const BETWEEN_QUESTIONS: u64 = 1 << 9;

/// The most columns that a board can have.
const MAX_COLUMNS: usize = 32;

/// What the moves of a position lead to.
type Branches = ArrayVec<Branch, MAX_COLUMNS>;

/// Branches by how promising they are, with room for each to be put off once.
type Ranking = ArrayVec<(i32, usize), { 2 * MAX_COLUMNS }>;

/// A search on one thread.
pub(crate) struct Search<'a, S> {
    shape: S,
    table: Shared<'a>,
    reins: &'a Reins<'a>,
    /// Where the other threads are, if there are any.
    busy: Option<&'a Busy>,
    order: Order,
    /// The columns from the middle outward.
    columns: ArrayVec<u64, MAX_COLUMNS>,
    nodes: u64,
    is_stopped: bool,
}

/// The search was told to stop before it knew the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// A position that is to be searched, with its place in the table and what is known about it.
#[derive(Clone, Copy, Debug)]
struct Task {
    node: Node,
    key: u64,
    bounds: Bounds,
}

/// What a move leads to.
#[derive(Clone, Copy)]
struct Branch {
    task: Task,
    /// Where the disc was dropped.
    cell: u64,
    /// Whether the reply was forced, so that the same seat is to move again.
    is_forcing: bool,
}

impl Branch {
    /// What the branch is worth to the seat that chooses it, if bounds of the position it leads to tell whether that
    /// is more than `alpha`.
    #[inline(always)]
    fn decided(&self, bounds: Bounds, alpha: i32) -> Option<i32> {
        let (low, high) =
            if self.is_forcing { (bounds.low, bounds.high) } else { (-bounds.high, -bounds.low) };
        if alpha < low {
            Some(low)
        } else if high <= alpha {
            Some(high)
        } else {
            None
        }
    }
}

impl<'a, S: Shape> Search<'a, S> {
    /// A search that has not begun.
    pub(crate) fn new(shape: S, table: Shared<'a>, reins: &'a Reins<'a>, busy: Option<&'a Busy>) -> Self {
        let (n_columns, rows) = (u32::from(shape.size().columns()), u32::from(shape.size().rows()));
        let mut indexes: Vec<u32> = (0..n_columns).collect();
        indexes.sort_by_key(|&idx| (2 * idx + 1).abs_diff(n_columns));
        let column = |idx: u32| (u64::MAX >> (64 - rows)) << (idx * shape.pitch());
        let columns = indexes.into_iter().map(column).collect();
        Self { shape, table, reins, busy, order: Order::new(shape), columns, nodes: 0, is_stopped: false }
    }

    /// How many positions were visited.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Tells what a position in which the mover cannot complete a line at once is worth, asking only whether it is
    /// worth at least `beta`: the answer is a lower bound if it reaches `beta`, and an upper bound otherwise.
    ///
    /// Now and then it asks, with the number of positions that it has ever visited, whether it should stop.
    pub(crate) fn test(&mut self, own: u64, other: u64, stones: i32, beta: i32) -> Result<i32, Stopped> {
        self.is_stopped = self.reins.should_stop(self.nodes);
        if self.is_stopped {
            return Err(Stopped);
        }
        let shape = self.shape;
        let own_threats = shape.threats(own) & shape.board() & !(own | other);
        debug_assert_eq!(own_threats & shape.playable(own | other), 0, "the mover cannot win at once");
        let (settled, is_others_turn) = settle(shape, own, other, own_threats, stones);
        let value = match settled {
            Settled::Over(value) => value,
            Settled::Open(node) => {
                let bounds = Bounds { low: node.lowest(shape), high: node.highest(shape) };
                let task = Task { node, key: self.key(&node), bounds };
                self.visit(&task, if is_others_turn { -beta } else { beta - 1 })
            }
        };
        if self.is_stopped {
            return Err(Stopped);
        }
        Ok(if is_others_turn { -value } else { value })
    }

    /// The key under which a position is looked up.
    #[inline(always)]
    fn key(&self, node: &Node) -> u64 {
        let key = self.shape.key(node.own, node.other);
        match MIN_EMPTY_FOR_MIRROR <= self.shape.cells() - node.stones {
            true => key.min(self.shape.mirrored(key)),
            false => key,
        }
    }

    #[inline(always)]
    fn is_for_sharing(&self, node: &Node) -> bool {
        MIN_EMPTY_FOR_SHARING <= self.shape.cells() - node.stones
    }

    #[inline(always)]
    fn is_for_table(&self, node: &Node) -> bool {
        MIN_EMPTY_FOR_TABLE < self.shape.cells() - node.stones
    }

    /// Answers whether a position is worth more than `alpha`: a lower bound if it is, an upper bound if it is not.
    fn visit(&mut self, task: &Task, alpha: i32) -> i32 {
        let nodes_before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_QUESTIONS) && self.reins.should_stop(self.nodes) {
            self.is_stopped = true;
        }
        let (mut branches, mut order) = (Branches::new(), Ranking::new());
        let mut best = match self.rank(task, alpha, &mut branches, &mut order) {
            ControlFlow::Break(value) => return value,
            ControlFlow::Continue(best) => best,
        };
        let mover = task.node.stones as usize % 2;
        let n_open = order.len();
        let mut rank = 0;
        while rank < order.len() {
            let entry = order[rank];
            let branch = &branches[entry.1];
            let shared = self.busy.filter(|_| self.is_for_sharing(&branch.task.node));
            rank += 1;
            if let Some(busy) = shared {
                // The first branch is worth the help of everybody, and no branch is put off twice.
                if 1 < rank && rank <= n_open && busy.is_marked(branch.task.key) {
                    order.push(entry);
                    continue;
                }
                busy.enter(branch.task.key);
            }
            let value = match branch.is_forcing {
                true => self.visit(&branch.task, alpha),
                false => -self.visit(&branch.task, -alpha - 1),
            };
            if let Some(busy) = shared {
                busy.leave(branch.task.key);
            }
            if self.is_stopped {
                return alpha;
            }
            best = best.max(value);
            if alpha < value {
                let failed = order[..rank - 1].iter().map(|&(_, idx)| branches[idx].cell);
                self.order.learn(mover, branch.cell, failed);
                break;
            }
        }
        if self.is_for_table(&task.node) {
            let found = match alpha < best {
                true => Bounds { low: best, ..task.bounds },
                false => Bounds { high: best, ..task.bounds },
            };
            self.table.store(self.table.slot(task.key), task.bounds.and(found), self.nodes - nodes_before);
        }
        best
    }

    /// Plays and judges all moves, and ranks those that must be searched. Breaks off with a value if that decides the
    /// question; otherwise goes on with the best that the other moves reach.
    #[inline(always)]
    fn rank(
        &mut self,
        task: &Task,
        alpha: i32,
        branches: &mut Branches,
        order: &mut Ranking,
    ) -> ControlFlow<i32, i32> {
        let mut best = task.bounds.low;
        let moves = task.node.safe_moves(self.shape);
        for column_idx in 0..self.columns.len() {
            let cell = moves & self.columns[column_idx];
            if cell == 0 {
                continue;
            }
            match self.play(&task.node, cell, branches) {
                Some(value) if alpha < value => return ControlFlow::Break(value),
                Some(value) => best = best.max(value),
                None => {}
            }
        }
        let mut open = ArrayVec::<usize, MAX_COLUMNS>::new();
        for (idx, branch) in branches.iter_mut().enumerate() {
            match self.judge(branch, alpha) {
                Some(value) if alpha < value => return ControlFlow::Break(value),
                Some(value) => best = best.max(value),
                None => open.push(idx),
            }
        }
        let mover = task.node.stones as usize % 2;
        for &idx in &open {
            let branch = &branches[idx];
            let node = &branch.task.node;
            let known = match self.is_for_table(node) {
                true => self.table.bounds(self.table.slot(branch.task.key)),
                false => None,
            };
            match known.and_then(|known| branch.decided(branch.task.bounds.and(known), alpha)) {
                Some(value) if alpha < value => return ControlFlow::Break(value),
                Some(value) => best = best.max(value),
                None => {
                    let promise =
                        self.order.order_hint(self.shape, mover, branch.cell, node, branch.is_forcing);
                    insert(order, (promise, idx));
                }
            }
        }
        ControlFlow::Continue(best)
    }

    /// Plays a move with all replies that are forced. That makes another branch, or has a value if it decides the
    /// game.
    #[inline(always)]
    fn play(&self, node: &Node, cell: u64, branches: &mut Branches) -> Option<i32> {
        let shape = self.shape;
        let (other, threats) = (node.own | cell, node.other_threats & !cell);
        let (settled, is_forcing) = settle(shape, node.other, other, threats, node.stones + 1);
        let node = match settled {
            Settled::Over(value) => return Some(if is_forcing { value } else { -value }),
            Settled::Open(node) => node,
        };
        let bounds = Bounds { low: node.lowest(shape), high: node.highest(shape) };
        let key = self.key(&node);
        // The memory has time to answer while the other moves are played.
        self.table.prefetch(self.table.slot(key));
        branches.push(Branch { task: Task { node, key, bounds }, cell, is_forcing });
        None
    }

    /// Judges a branch without a search; a value decides all that need be known about it.
    #[inline(always)]
    fn judge(&self, branch: &mut Branch, alpha: i32) -> Option<i32> {
        let shape = self.shape;
        let Task { node, bounds, .. } = &mut branch.task;
        // What the seat to move there would have to reach, and whether a bound can tell.
        let alpha_there = if branch.is_forcing { alpha } else { -alpha - 1 };
        if alpha_there < bounds.high && pairing::least_bound(shape) <= alpha_there {
            if let Some(bound) = pairing::upper_bound(shape, node, alpha_there) {
                bounds.high = bounds.high.min(bound);
            } else if 0 <= alpha_there && !shape.has_line(shape.board() & !node.other) {
                bounds.high = bounds.high.min(0);
            }
        }
        if alpha_there < 0 && bounds.low < 0 && !shape.has_line(shape.board() & !node.own) {
            bounds.low = 0;
        }
        branch.decided(branch.task.bounds, alpha)
    }
}

/// Inserts a branch before all less promising ones.
#[inline(always)]
fn insert(order: &mut Ranking, entry: (i32, usize)) {
    order.push(entry);
    let mut idx = order.len() - 1;
    while 0 < idx && order[idx - 1].0 < entry.0 {
        order[idx] = order[idx - 1];
        idx -= 1;
    }
    order[idx] = entry;
}
