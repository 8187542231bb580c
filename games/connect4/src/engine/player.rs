//! The solver as a player.

use std::fmt;

use framework::{
    Millis, Position, Rng, Valuation,
    search::{Control, Engine, Found, Limits, RootMove, SearchRequest, WIN},
};

use super::{
    book::Book,
    score::Score,
    solver::{Analysis, Solver},
};
use crate::{Bits, Board, Column, Size};

/// What it takes to know every move of a position with 30 empty cells on seven columns: the mean over random
/// positions.
const NODES_AT_30_EMPTY: f64 = 141_000.0;
/// How much more each further empty cell takes on seven columns; from 12 to 8 discs it was twelve times as much.
const GROWTH: f64 = 1.9;
/// How many positions a thread surely visits in a millisecond.
const NODES_PER_MILLISECOND: u64 = 2_500;
/// What a player who errs gives away by turning a win into a draw, or a draw into a loss, besides the discs in hand.
const OUTCOME: i32 = 10;

/// A player who looks up or solves what can be solved in time, and asks another one otherwise.
///
/// Values are on the scale of the framework's searches: a win in `n` plies is [`WIN`] − `n`, a draw 0.
pub(crate) struct Solving<B: Bits> {
    solver: Option<Solver>,
    otherwise: Box<dyn Engine<Board<B>>>,
    mistakes: Option<Mistakes>,
    max_nodes: u64,
}

/// How a player errs who knows what every move is worth: for every `per_factor` that a move gives away, it is chosen
/// less often than the best by a factor of e.
///
/// A move gives away the difference in score, and ten more if a draw comes of a win or a loss of a draw.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Mistakes {
    pub(crate) per_factor: f64,
}

impl<B: Bits> Solving<B> {
    /// A player who makes no mistake where it can solve, with a table of so many bytes.
    pub(crate) fn new(size: Size, table_bytes: usize, otherwise: Box<dyn Engine<Board<B>>>) -> Self {
        let solver = Solver::new(size, table_bytes).ok();
        Self { solver, otherwise, mistakes: None, max_nodes: u64::MAX }
    }

    /// A player who errs, and solves only what takes at most so many positions.
    pub(crate) fn erring(self, mistakes: Mistakes, max_nodes: u64) -> Self {
        Self { mistakes: Some(mistakes), max_nodes, ..self }
    }

    /// What every move is worth, if that can be known within the limits, and how many positions it took.
    fn analyze(&mut self, pos: &Board<B>, limits: &Limits, control: Control<'_>) -> Result<Known, u64> {
        let Some(solver) = &mut self.solver else { return Err(0) };
        let n_empty = pos.size().cells() - pos.ply();
        let time = limits.time.unwrap_or(Millis(u64::MAX / NODES_PER_MILLISECOND / 64));
        let in_time = time.0.saturating_mul(NODES_PER_MILLISECOND * limits.threads as u64);
        let budget = limits.nodes.unwrap_or(u64::MAX).min(in_time).min(self.max_nodes);
        let is_in_book = Book::embedded(pos.size()).is_some_and(|book| pos.ply() < book.deepest_ply());
        let may_look = limits.depth.is_none_or(|depth| u32::from(n_empty) <= depth);
        // The other player may have to answer after all, and needs its half.
        let budget = budget / 2;
        if !may_look || !(is_in_book || expected_nodes(pos.size(), n_empty) <= budget as f64) {
            return Err(0);
        }
        let deadline = limits.time.map(|time| Millis(time.0 / 2));
        let stop = |nodes: u64| budget < nodes || control.is_over(deadline);
        let Ok(narrow) = Board::<u64>::set_up(pos.size(), |column, row| pos.disc(column, row)) else {
            return Err(0);
        };
        let Some(analysis) = solver.analyze(&narrow, &stop) else { return Err(budget) };
        let line = solver.line(&narrow, &stop);
        Ok(Known { analysis, line })
    }
}

/// Everything about a position.
struct Known {
    analysis: Analysis,
    /// Absent if there was no time for it.
    line: Option<Vec<Column>>,
}

impl<B: Bits> Engine<Board<B>> for Solving<B> {
    fn search(&mut self, mut request: SearchRequest<'_, Board<B>>) -> Found<Column> {
        let (pos, limits) = (request.pos(), request.limits());
        let known = match self.analyze(pos, &limits, request.control()) {
            Ok(known) => known,
            Err(nodes) => {
                let left = limits.nodes.map(|limit| limit.saturating_sub(nodes).max(1));
                return self.otherwise.search(request.with_limits(Limits { nodes: left, ..limits }));
            }
        };
        let mut rng = Rng::stream(limits.seed, "mistakes", pos.key());
        let found = known.found(pos.size(), pos.ply(), self.mistakes, &mut rng);
        request.report(&found);
        found
    }

    fn appraise(&self, pos: &Board<B>, found: &Found<Column>, root: &RootMove<Column>) -> Option<Valuation> {
        match found.complete {
            true => Some(Valuation::of_score(root.value, true)),
            false => self.otherwise.appraise(pos, found, root),
        }
    }

    fn forget(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.forget();
        }
        self.otherwise.forget();
    }

    fn remembers(&self) -> bool {
        self.solver.is_some() || self.otherwise.remembers()
    }

    fn memory(&self, limits: &Limits) -> usize {
        self.solver.as_ref().map_or(0, Solver::table_bytes) + self.otherwise.memory(limits)
    }
}

impl Known {
    /// The answer of a player.
    fn found(self, size: Size, ply: u16, mistakes: Option<Mistakes>, rng: &mut Rng) -> Found<Column> {
        let best_columns = self.analysis.best_columns(size);
        let best = mistakes.map_or(best_columns[0], |mistakes| mistakes.choose(&self.analysis, rng));
        let scored = &self.analysis.columns;
        let mut moves: Vec<RootMove<Column>> =
            scored.iter().map(|&(mv, score)| RootMove::new(mv, value(score, size, ply), true)).collect();
        moves.sort_by(|left, right| right.value.total_cmp(&left.value));
        let chosen = moves.iter().find(|root| root.mv == best).map_or(0.0, |root| root.value);
        let line = self.line.filter(|line| line.first() == Some(&best)).unwrap_or_else(|| vec![best]);
        let depth = u32::from(size.cells() - ply);
        Found { best, value: chosen, depth, nodes: self.analysis.nodes, line, moves, complete: true }
    }
}

impl Mistakes {
    /// A move, the less likely the more it gives away.
    fn choose(self, analysis: &Analysis, rng: &mut Rng) -> Column {
        let worth = |score: Score| i32::from(score.number()) + OUTCOME * i32::from(score.number().signum());
        let best = worth(analysis.score);
        let weight = |score: Score| (-f64::from(best - worth(score)) / self.per_factor).exp();
        let total: f64 = analysis.columns.iter().map(|&(_, score)| weight(score)).sum();
        let mut left = rng.unit() * total;
        let chosen = analysis.columns.iter().find(|&&(_, score)| {
            left -= weight(score);
            left < 0.0
        });
        // Rounding may leave a little at the end.
        chosen.or(analysis.columns.last()).expect("a game that goes on has a move").0
    }
}

/// A score on the scale of the framework's searches.
fn value(score: Score, size: Size, ply: u16) -> f32 {
    f32::from(score.number().signum()) * (WIN - f32::from(score.plies_to_end(size, ply)))
}

/// About how many positions must be visited to know every move of a position.
fn expected_nodes(size: Size, n_empty: u16) -> f64 {
    let growth = GROWTH * (f64::from(size.columns()) / 7.0).max(1.0);
    NODES_AT_30_EMPTY * growth.powi(i32::from(n_empty) - 30)
}

impl<B: Bits> fmt::Debug for Solving<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { solver, mistakes, max_nodes, .. } = self;
        f.debug_struct("Solving")
            .field("solver", solver)
            .field("mistakes", mistakes)
            .field("max_nodes", max_nodes)
            .finish_non_exhaustive()
    }
}
