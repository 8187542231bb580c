//! The solver as a player.

use std::fmt;

use framework::{
    Millis, Position, Valuation,
    search::{Control, Engine, Evaluator, Found, Limits, RootMove, SearchRequest},
};

use super::{Analysis, Bitboard, Book, Solver};
use crate::{Board, Evaluation, Move, SquareSet, evaluation::finished};

/// About how many positions must be visited to solve a position with 14 empty squares.
const NODES_AT_14_EMPTY: f64 = 100_000.0;
/// How much more each further empty square takes.
const GROWTH_PER_EMPTY: f64 = 2.2;
/// How much more it takes to know every move.
const ALL_MOVES_FACTOR: f64 = 4.0;
/// How many positions a thread surely visits in a millisecond.
const NODES_PER_MILLISECOND: u64 = 6_000;
/// A search of so many positions is over before anything else is worth trying.
const SMALL_SEARCH_NODES: f64 = 2_000_000.0;
/// How far the other player looks ahead before a long search for the solution, so that there is an answer if it is
/// stopped.
const DEPTH_BEFORE_SOLVING: u32 = 8;
/// Without limits, positions with more empty squares are left to the other player, who tells what it finds on its
/// way.
const MAX_EMPTIES: u32 = 30;

/// How far the searches looked ahead from which the book was made.
const BOOK_DEPTH: u32 = 16;

/// A player who solves what can be solved within its limits, and asks another one otherwise.
///
/// A depth counts empty squares here: who may look as many plies ahead as there are empty squares may follow every line
/// to its end, passes included.
pub(crate) struct Solving<S: SquareSet> {
    solver: Solver,
    evaluation: Evaluation<S>,
    otherwise: Box<dyn Engine<Board<S>>>,
    /// Whether the exact worth of every move is wanted, not only the best.
    all_moves: bool,
    /// Knows the beginning of the game.
    book: Option<&'static Book>,
}

impl<S: SquareSet> Solving<S> {
    /// A player with a table of so many bytes for solutions, who asks `otherwise` where there are too many empty
    /// squares or they are not those of an 8×8 board.
    pub(crate) fn new(
        side: u8,
        table_bytes: usize,
        all_moves: bool,
        otherwise: Box<dyn Engine<Board<S>>>,
    ) -> Self {
        // Boards of other sizes need no table.
        let solver = Solver::new(if side == 8 { table_bytes } else { 0 });
        Self { solver, evaluation: Evaluation::new(side), otherwise, all_moves, book: None }
    }

    /// The same player with a book.
    pub(crate) fn with_book(self, book: &'static Book) -> Self {
        Self { book: Some(book), ..self }
    }

    /// What the book says, unless a search is asked for by its depth or its positions.
    fn by_book(&self, pos: &Board<S>, limits: &Limits) -> Option<Found<Move>> {
        let book = self.book.filter(|_| limits.depth.is_none() && limits.nodes.is_none())?;
        let board = Bitboard::of(pos)?;
        let (best, value) = book.best(board)?;
        let root = |(mv, value)| RootMove::new(mv, value as f32, true);
        let mut found = Found {
            best,
            value: value as f32,
            depth: BOOK_DEPTH,
            nodes: 0,
            line: vec![best],
            moves: book.moves(board).into_iter().map(root).collect(),
            complete: false,
        };
        add_other_moves(pos, &mut found);
        Some(found)
    }

    /// How many positions may be visited for a solution, if it can be expected within the limits.
    fn budget(&self, n_empties: u32, limits: &Limits) -> Option<u64> {
        if limits.depth.is_some_and(|depth| depth < n_empties) {
            return None;
        }
        let in_time = limits.time.map(|Millis(millis)| {
            millis.saturating_mul(NODES_PER_MILLISECOND * limits.threads.max(1) as u64)
        });
        let Some(budget) = limits.nodes.into_iter().chain(in_time).min() else {
            return (n_empties <= MAX_EMPTIES).then_some(u64::MAX);
        };
        (self.expected_nodes(n_empties) <= budget as f64).then_some(budget)
    }

    /// About how many positions must be visited.
    fn expected_nodes(&self, n_empties: u32) -> f64 {
        let exponent = n_empties.cast_signed() - 14;
        let one_move = NODES_AT_14_EMPTY * GROWTH_PER_EMPTY.powi(exponent);
        if self.all_moves { ALL_MOVES_FACTOR * one_move } else { one_move }
    }

    /// Solves a position, if that is possible within the limits.
    fn solved(
        &mut self,
        board: Bitboard,
        limits: &Limits,
        control: Control<'_>,
        nodes_before: u64,
    ) -> Option<Found<Move>> {
        let stop = |nodes: u64| {
            limits.nodes.is_some_and(|limit| limit <= nodes_before + nodes) || control.is_over(limits.time)
        };
        self.solver.set_threads(limits.threads);
        let analysis = if self.all_moves {
            self.solver.analyze(board, &stop)?
        } else {
            let solution = self.solver.solve(board, &stop)?;
            Analysis { moves: vec![(solution.best, solution.score)], nodes: solution.nodes }
        };
        let &(best, score) = analysis.moves.first()?;
        let root = |&(mv, score)| RootMove::new(mv, finished(score), true);
        Some(Found {
            best,
            value: finished(score),
            depth: board.n_empties(),
            nodes: nodes_before + analysis.nodes,
            line: vec![best],
            moves: analysis.moves.iter().map(root).collect(),
            complete: true,
        })
    }
}

impl<S: SquareSet> Engine<Board<S>> for Solving<S> {
    fn search(&mut self, mut request: SearchRequest<'_, Board<S>>) -> Found<Move> {
        let (pos, limits) = (request.pos(), request.limits());
        if let Some(found) = self.by_book(pos, &limits) {
            request.report(&found);
            return found;
        }
        let board = Bitboard::of(pos);
        let Some((board, budget)) =
            board.and_then(|board| Some((board, self.budget(board.n_empties(), &limits)?)))
        else {
            return self.otherwise.search(request);
        };
        // A long search may be stopped, so that there must be an answer before.
        let expected = self.expected_nodes(board.n_empties());
        let mut first = None;
        if SMALL_SEARCH_NODES.min(budget as f64 / 4.0) < expected {
            let shorter = Limits {
                depth: Some(limits.depth.unwrap_or(u32::MAX).min(DEPTH_BEFORE_SOLVING)),
                nodes: limits.nodes.map(|nodes| nodes / 8),
                time: limits.time.map(|Millis(millis)| Millis(millis / 8)),
                ..limits
            };
            first = Some(self.otherwise.search(request.reborrow().with_limits(shorter)));
        }
        let nodes_before = first.as_ref().map_or(0, |found| found.nodes);
        if let Some(mut found) = self.solved(board, &limits, request.control(), nodes_before) {
            add_other_moves(pos, &mut found);
            request.report(&found);
            return found;
        }
        first.unwrap_or_else(|| self.otherwise.search(request))
    }

    fn appraise(&self, pos: &Board<S>, found: &Found<Move>, root: &RootMove<Move>) -> Option<Valuation> {
        match found.complete && root.value.is_finite() {
            true => Some(self.evaluation.appraise(pos, root.value, true)),
            false => self.otherwise.appraise(pos, found, root),
        }
    }

    fn look_at(&mut self, request: SearchRequest<'_, Board<S>>, mv: Move) -> Option<RootMove<Move>> {
        let (limits, control) = (request.limits(), request.control());
        let board = Bitboard::of(&request.pos().after(mv));
        let solved = board.filter(|board| self.budget(board.n_empties() + 1, &limits).is_some());
        if let Some(found) = solved.and_then(|board| self.solved(board, &limits, control, 0)) {
            return Some(RootMove::new(mv, -found.value, true));
        }
        self.otherwise.look_at(request, mv)
    }

    fn forget(&mut self) {
        self.solver.forget();
        self.otherwise.forget();
    }

    fn remembers(&self) -> bool {
        true
    }

    fn memory(&self, limits: &Limits) -> usize {
        self.solver.table_bytes() + self.otherwise.memory(limits)
    }
}

/// Adds the moves whose worth was not asked for: none is better than the best.
fn add_other_moves<S: SquareSet>(pos: &Board<S>, found: &mut Found<Move>) {
    let mut legal = Vec::new();
    pos.legal_moves(&mut legal);
    legal.retain(|mv| found.moves.iter().all(|root| root.mv != *mv));
    let at_most = found.value;
    found.moves.extend(legal.into_iter().map(|mv| RootMove::new(mv, at_most, false)));
}

impl<S: SquareSet> fmt::Debug for Solving<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { solver, all_moves, .. } = self;
        f.debug_struct("Solving")
            .field("solver", solver)
            .field("all_moves", all_moves)
            .finish_non_exhaustive()
    }
}
