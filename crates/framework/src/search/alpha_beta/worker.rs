//! One thread of the search.

use super::{
    AlphaBetaFeatures,
    ordering::{Memory, Ranked, TABLE_RANK, bring_best_to_front},
};
use crate::{
    Deterministic, Seat, Turn, TwoSeatZeroSum,
    search::{
        Evaluator, Found, RootMove, SearchRequest,
        aging::{backed_up, handed_down},
        budget::Budget,
        table::{Bound, TableEntry, TranspositionTable},
    },
};

/// The deepest search without a limit; no game of ours has longer lines that matter.
const MAX_DEPTH: u32 = 200;

/// One thread of the search, with everything that it does not share.
pub(super) struct Worker<'a, P: Deterministic, E> {
    evaluator: &'a E,
    features: AlphaBetaFeatures,
    table: Option<&'a TranspositionTable>,
    mover: Seat,
    memory: Memory<P::Move>,
    /// The moves of all positions on the present line, one after the other.
    stack: Vec<Ranked<P::Move>>,
    generated: Vec<P::Move>,
}

/// The value of a position to a seat, and whether it holds however deep one looks.
#[derive(Clone, Copy)]
struct Value {
    value: f32,
    complete: bool,
}

/// The bounds between which a value matters, for the seat that asks.
#[derive(Clone, Copy)]
struct Window {
    alpha: f32,
    beta: f32,
}

impl Window {
    /// The same window one ply deeper.
    fn handed_down(self) -> Self {
        Self { alpha: handed_down(self.alpha), beta: handed_down(self.beta) }
    }

    /// The same window for the other seat.
    fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The narrowest window above `alpha`: it only tells whether a value is greater.
    fn test(alpha: f32) -> Self {
        Self { alpha, beta: alpha.next_up() }
    }
}

/// Where in the tree a position is.
#[derive(Clone, Copy)]
struct Level {
    /// Plies still to look ahead.
    depth: u32,
    /// Plies from the root.
    ply: usize,
    /// Plies that a restless position may still be searched beyond the horizon.
    quiescence: u32,
}

impl Level {
    const fn deeper(self) -> Self {
        Self { depth: self.depth - 1, ply: self.ply + 1, quiescence: self.quiescence }
    }
}

impl<'a, P: Deterministic + TwoSeatZeroSum, E: Evaluator<P>> Worker<'a, P, E> {
    /// Searches ply by ply from `first_depth`, or at once to the end if it is not to deepen.
    pub(super) fn search(mut self, mut request: SearchRequest<'_, P>, first_depth: u32) -> Found<P::Move> {
        let (pos, limits) = (request.pos(), request.limits());
        let mut found = Found::unsearched(pos);
        let mut budget = Budget::new(limits, request.control());
        let last_depth = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let known_depth = self.order_root(pos, &mut found);
        let first_depth = match self.features.deepening {
            true => known_depth.max(first_depth).min(last_depth),
            false => last_depth,
        };
        // There is nothing to think about, unless somebody wants to know the value.
        let is_forced = found.moves.len() == 1 && limits.time.is_some();
        for depth in first_depth..=last_depth {
            let before = self.features.exact_root.then(|| found.clone());
            let complete = self.iterate(pos, depth, &mut found, &mut budget);
            found.nodes = budget.nodes();
            match complete {
                // Whoever wants every value wants all of one depth, so that they can be compared.
                None => {
                    if let Some(before) = before.filter(|before| 0 < before.depth) {
                        found = Found { nodes: found.nodes, ..before };
                    }
                    break;
                }
                Some(complete) => {
                    (found.depth, found.complete) = (depth, complete);
                    request.report(&found);
                    if complete || is_forced {
                        break;
                    }
                }
            }
        }
        found
    }

    /// Puts what looks best before the search first: the move that the table remembers, and then by promise.
    /// Returns how deep the position was searched exactly before; shallower iterations would only find that again.
    fn order_root(&mut self, pos: &P, found: &mut Found<P::Move>) -> u32 {
        let stored = self.table.and_then(|table| table.find(pos.key()));
        self.generate(pos);
        let known_best = stored.and_then(|entry| self.generated.get(usize::from(entry.best)).copied());
        let known = stored.filter(|_| known_best.is_some());
        if self.features.promise {
            let promise = |root: RootMove<P::Move>| (self.evaluator.order_hint(pos, root.mv), root);
            let mut ranked: Vec<_> = found.moves.iter().copied().map(promise).collect();
            ranked.sort_by(|left, right| right.0.total_cmp(&left.0));
            found.moves = ranked.into_iter().map(|(_, root)| root).collect();
        }
        if let Some(best) = known_best {
            found.moves.sort_by_key(|root| root.mv != best);
        }
        found.best = found.moves[0].mv;
        found.line = vec![found.best];
        let Some(exact) = known.filter(|entry| entry.bound == Bound::Exact) else { return 0 };
        found.value = exact.value;
        found.moves[0].value = exact.value;
        exact.depth.into()
    }

    /// Searches all moves at the root to a depth; tells whether every line ended by the rules, or `None` if the
    /// search was over before.
    fn iterate(
        &mut self,
        pos: &P,
        depth: u32,
        found: &mut Found<P::Move>,
        budget: &mut Budget<'_>,
    ) -> Option<bool> {
        let level = Level { depth: depth - 1, ply: 1, quiescence: self.features.quiescence };
        let mut best = f32::NEG_INFINITY;
        let mut all_complete = true;
        for root in &mut found.moves {
            root.exact = false;
        }
        for idx in 0..found.moves.len() {
            let next = pos.after(found.moves[idx].mv);
            let mut reply = Vec::new();
            let is_first = best == f32::NEG_INFINITY;
            let mut exact = is_first || self.features.exact_root || !self.features.null_window;
            let floor = if self.features.exact_root { f32::NEG_INFINITY } else { best };
            let mut value = if exact {
                let window = Window { alpha: floor, beta: f32::INFINITY };
                self.value(&next, self.mover, window.handed_down(), level, budget, &mut reply)
            } else {
                self.value(&next, self.mover, Window::test(best).handed_down(), level, budget, &mut reply)
            };
            if !exact && value.is_some_and(|value| best < backed_up(value.value)) {
                exact = true;
                reply.clear();
                let window = Window { alpha: best, beta: f32::INFINITY };
                value = self.value(&next, self.mover, window.handed_down(), level, budget, &mut reply);
            }
            let Some(Value { value, complete }) = value else {
                self.stack.clear();
                keep_best(found, idx);
                return None;
            };
            let value = backed_up(value);
            all_complete &= complete;
            found.moves[idx].value = value;
            found.moves[idx].exact = exact && (self.features.exact_root || best < value);
            if best < value {
                best = value;
                found.best = found.moves[idx].mv;
                found.value = value;
                found.line = vec![found.best];
                found.line.append(&mut reply);
            }
        }
        // The next iteration begins with what looks best now.
        let best_mv = found.best;
        found.moves.sort_by(|left, right| {
            let is_best = |mv: P::Move| mv == best_mv;
            is_best(right.mv).cmp(&is_best(left.mv)).then(right.value.total_cmp(&left.value))
        });
        Some(all_complete)
    }

    /// What a position is worth to a seat, between the bounds of the window.
    fn value(
        &mut self,
        pos: &P,
        seat: Seat,
        window: Window,
        mut level: Level,
        budget: &mut Budget<'_>,
        line: &mut Vec<P::Move>,
    ) -> Option<Value> {
        budget.pay()?;
        let Turn::Seat(mover) = pos.turn() else {
            return Some(Value { value: self.evaluator.value(pos, seat), complete: true });
        };
        if level.depth == 0 {
            if level.quiescence == 0 || self.evaluator.is_quiet(pos) {
                return Some(Value { value: self.evaluator.value(pos, seat), complete: false });
            }
            level = Level { depth: 1, quiescence: level.quiescence - 1, ..level };
        }
        if mover == seat {
            self.best(pos, mover, window, level, budget, line)
        } else {
            let value = self.best(pos, mover, window.turned(), level, budget, line)?;
            Some(Value { value: -value.value, ..value })
        }
    }

    /// What a position is worth to the seat to move in it.
    fn best(
        &mut self,
        pos: &P,
        mover: Seat,
        window: Window,
        level: Level,
        budget: &mut Budget<'_>,
        line: &mut Vec<P::Move>,
    ) -> Option<Value> {
        let (key, stored) = match self.table {
            Some(table) => {
                let key = pos.key();
                (key, table.find(key))
            }
            None => (0, None),
        };
        if let Some(known) = stored.and_then(|entry| settled(entry, window, level)) {
            return Some(known);
        }
        let first = self.push_moves(pos, mover, stored.map(|entry| entry.best), level);
        let deeper = level.deeper();
        let mut alpha = window.alpha;
        let mut best = Value { value: f32::NEG_INFINITY, complete: true };
        let mut best_place = 0;
        let mut all_complete = true;
        for idx in first..self.stack.len() {
            bring_best_to_front(&mut self.stack[idx..]);
            let Ranked { mv, place, .. } = self.stack[idx];
            let next = pos.after(mv);
            let mut reply = Vec::new();
            let mut value = None;
            if self.features.null_window && idx != first && alpha.is_finite() {
                let test = Window::test(alpha).handed_down();
                let tested = self.value(&next, mover, test, deeper, budget, &mut reply)?;
                let found = backed_up(tested.value);
                value = (found <= alpha || window.beta <= found).then_some(tested);
            }
            let value = match value {
                Some(value) => value,
                None => {
                    reply.clear();
                    let inner = Window { alpha, beta: window.beta };
                    self.value(&next, mover, inner.handed_down(), deeper, budget, &mut reply)?
                }
            };
            let value = Value { value: backed_up(value.value), ..value };
            all_complete &= value.complete;
            if best.value < value.value {
                best = value;
                best_place = place;
                if alpha < value.value {
                    alpha = value.value;
                    line.clear();
                    line.push(mv);
                    line.append(&mut reply);
                }
            }
            if window.beta <= best.value {
                if self.features.killers_and_history {
                    self.memory.learn(mover, mv, level.ply, level.depth);
                }
                break;
            }
        }
        self.stack.truncate(first);
        // A line that refutes needs to be complete itself; to know the best, all must be.
        let complete = if window.beta <= best.value { best.complete } else { all_complete };
        if let Some(table) = self.table {
            let bound = if window.beta <= best.value {
                Bound::AtLeast
            } else if best.value <= window.alpha {
                Bound::AtMost
            } else {
                Bound::Exact
            };
            let depth = level.depth.min(u8::MAX.into()) as u8;
            table.store(key, TableEntry { value: best.value, bound, depth, complete, best: best_place });
        }
        Some(Value { value: best.value, complete })
    }

    /// The moves of a position that are worth a look, in [`generated`](Self::generated).
    fn generate(&mut self, pos: &P) {
        self.generated.clear();
        pos.legal_moves(&mut self.generated);
        if self.features.narrowing {
            self.evaluator.narrow(pos, &mut self.generated);
        }
    }

    /// Puts the moves of a position onto the stack with their ranks; returns where they begin.
    fn push_moves(&mut self, pos: &P, mover: Seat, known_best: Option<u16>, level: Level) -> usize {
        let first = self.stack.len();
        self.generate(pos);
        for (place, &mv) in (0_u16..).zip(&self.generated) {
            let mut rank = 0.0;
            if known_best == Some(place) {
                rank = TABLE_RANK;
            } else {
                if self.features.killers_and_history {
                    rank += self.memory.rank(mover, mv, level.ply);
                }
                if self.features.promise {
                    rank += self.evaluator.order_hint(pos, mv);
                }
            }
            self.stack.push(Ranked { mv, place, rank });
        }
        first
    }
}

impl<'a, P: Deterministic, E> Worker<'a, P, E> {
    pub(super) fn new(
        evaluator: &'a E,
        features: AlphaBetaFeatures,
        table: Option<&'a TranspositionTable>,
        mover: Seat,
    ) -> Self {
        let (memory, stack, generated) = (Memory::new(), Vec::new(), Vec::new());
        Self { evaluator, features, table, mover, memory, stack, generated }
    }
}

/// After an iteration that was cut short the best move so far comes first.
fn keep_best<M: PartialEq>(found: &mut Found<M>, searched: usize) {
    let at = found.moves.iter().position(|root| root.mv == found.best);
    if let (1.., Some(at)) = (searched, at) {
        found.moves[..=at].rotate_right(1);
    }
}

/// The value that a stored entry gives without a search, if it does: it must be about the same look-ahead, or
/// about a game that ends within it.
fn settled(entry: TableEntry, window: Window, level: Level) -> Option<Value> {
    let depth = u32::from(entry.depth);
    let is_about_it = depth == level.depth || entry.complete && depth <= level.depth;
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => window.beta <= entry.value,
        Bound::AtMost => entry.value <= window.alpha,
    };
    (is_about_it && settles).then_some(Value { value: entry.value, complete: entry.complete })
}
