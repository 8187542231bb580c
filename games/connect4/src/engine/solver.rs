//! Exact answers: what a position is worth, and every move in it.

use std::sync::{
    Arc,
    atomic::{AtomicI32, Ordering},
};

use framework::{Position, Turn};
use thiserror::Error;

use super::{
    book::Book,
    node::win_at,
    parallel::{Busy, Reins, Team},
    score::Score,
    search::Stopped,
    shape::{AnyShape, Shape, Usual},
    table::{Shared, Table},
};
use crate::{Bits, Board, Column, Size};

/// Solves positions of one size of board.
///
/// ```
/// use connect4::{Connect4, Score, Size, Solver};
/// use framework::Game;
///
/// let mut solver = Solver::new(Size::USUAL, 1 << 20).expect("the usual board fits");
/// let pos = Connect4::default().parse_position("353476331514")?;
/// let solution = solver.solve(&pos, &|_| false).expect("nobody stops it");
/// assert_eq!(solution.score, Score::new(3));
/// # Ok::<(), framework::NotationError>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    size: Size,
    table: Table,
    n_threads: usize,
    has_book: bool,
    so_far: Arc<SoFar>,
}

/// Between which scores the answer of the last search lies, as far as it knows; for others to look at while it runs.
#[derive(Debug, Default)]
pub struct SoFar {
    low: AtomicI32,
    high: AtomicI32,
}

impl SoFar {
    /// The lowest and the highest score that are still possible.
    #[must_use]
    pub fn bounds(&self) -> (Score, Score) {
        let score = |bound: &AtomicI32| Score::new(bound.load(Ordering::Relaxed) as i16);
        (score(&self.low), score(&self.high))
    }

    fn note(&self, low: i32, high: i32) {
        self.low.store(low, Ordering::Relaxed);
        self.high.store(high, Ordering::Relaxed);
    }
}

/// A board that no solver of ours knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{0} is too large to be solved; choose a board whose columns times rows plus one is at most 64")]
pub struct TooLarge(pub Size);

/// What a solver has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// What the position is worth to the seat to move.
    pub score: Score,
    /// How many positions were visited.
    pub nodes: u64,
}

/// Every move of a position with its exact worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// What the position is worth to the seat to move.
    pub score: Score,
    /// The open columns from left to right, and what a disc in each is worth to the seat that drops it.
    pub columns: Vec<(Column, Score)>,
    /// How many positions were visited.
    pub nodes: u64,
}

impl Analysis {
    /// The best moves, those nearest to the middle first.
    #[must_use]
    pub fn best_columns(&self, size: Size) -> Vec<Column> {
        let is_best = |&&(_, score): &&(Column, Score)| score == self.score;
        let mut best: Vec<Column> = self.columns.iter().filter(is_best).map(|&(column, _)| column).collect();
        best.sort_by_key(|&column| distance_from_middle(size, column));
        best
    }
}

/// How far a column lies from the middle, in halves of a column.
fn distance_from_middle(size: Size, column: Column) -> u16 {
    (2 * u16::from(column.index()) + 1).abs_diff(size.columns().into())
}

impl Solver {
    /// A solver with a table of about so many bytes, on one thread and with the book where there is one.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn new(size: Size, table_bytes: usize) -> Result<Self, TooLarge> {
        if !u64::fits(size) {
            return Err(TooLarge(size));
        }
        let key_bits = u32::from(size.columns()) * (u32::from(size.rows()) + 1);
        let (table, so_far) = (Table::new(key_bits, table_bytes), Arc::default());
        Ok(Self { size, table, n_threads: 1, has_book: true, so_far })
    }

    /// The same solver without the book of openings.
    #[must_use]
    pub fn without_book(self) -> Self {
        Self { has_book: false, ..self }
    }

    /// The same solver with so many threads for each position. The scores do not depend on their number, but the
    /// numbers of positions visited do.
    #[must_use]
    pub fn with_threads(self, n_threads: usize) -> Self {
        Self { n_threads: n_threads.max(1), ..self }
    }

    /// The size of the boards that it solves.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The memory of its table, in bytes.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// What a search knows while it runs, for another thread.
    #[must_use]
    pub fn so_far(&self) -> Arc<SoFar> {
        Arc::clone(&self.so_far)
    }

    /// Forgets all positions that it has met.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// What a position is worth; `None` if the search was stopped.
    ///
    /// `stop` is asked now and then, with the number of positions visited so far.
    pub fn solve(&mut self, pos: &Board, stop: &(dyn Fn(u64) -> bool + Sync)) -> Option<Solution> {
        self.share().solve(pos, stop)
    }

    /// Whether a position is won, drawn or lost: a score of 1, 0 or −1, which takes less time than the exact one.
    pub fn outcome(&mut self, pos: &Board, stop: &(dyn Fn(u64) -> bool + Sync)) -> Option<Solution> {
        self.share().outcome(pos, stop)
    }

    /// What every move of a position is worth; `None` if the search was stopped or the game is over.
    pub fn analyze(&mut self, pos: &Board, stop: &(dyn Fn(u64) -> bool + Sync)) -> Option<Analysis> {
        self.share().analyze(pos, stop)
    }

    /// The moves that perfect players make from a position to the end of the game; `None` if the search was stopped.
    pub fn line(&mut self, pos: &Board, stop: &(dyn Fn(u64) -> bool + Sync)) -> Option<Vec<Column>> {
        self.share().line(pos, stop)
    }

    /// The solver for several threads, each with a position of its own.
    pub fn share(&mut self) -> SharedSolver<'_> {
        let book = if self.has_book { Book::embedded(self.size) } else { None };
        let (table, so_far) = (self.table.share(), &*self.so_far);
        SharedSolver { size: self.size, table, n_threads: self.n_threads, book, so_far }
    }
}

/// A solver that several threads use at the same time: what one learns helps the others.
#[derive(Clone, Copy, Debug)]
pub struct SharedSolver<'a> {
    size: Size,
    table: Shared<'a>,
    n_threads: usize,
    book: Option<&'a Book>,
    so_far: &'a SoFar,
}

/// The scores between which the answer is looked for.
#[derive(Clone, Copy, Debug)]
struct Window {
    low: i32,
    high: i32,
    /// Where to ask first.
    guess: i32,
}

impl Window {
    const STRONG: Self = Self { low: i32::MIN, high: i32::MAX, guess: 0 };
    const WEAK: Self = Self { low: -1, high: 1, guess: 0 };

    /// All scores from a floor upward. The floor is most often the score, so that the first question is the last.
    fn from_floor(floor: Score) -> Self {
        let low = i32::from(floor.number());
        Self { low, guess: low + 1, ..Self::STRONG }
    }
}

impl SharedSolver<'_> {
    /// As [`Solver::solve`].
    pub fn solve(&self, pos: &Board, stop: &(dyn Fn(u64) -> bool + Sync)) -> Option<Solution> {
        self.search(pos, Window::STRONG, stop)
    }

    /// As [`Solver::outcome`].
    pub fn outcome(&self, pos: &Board, stop: &(dyn Fn(u64) -> bool + Sync)) -> Option<Solution> {
        let solution = self.search(pos, Window::WEAK, stop)?;
        Some(Solution { score: Score::new(solution.score.number().signum()), ..solution })
    }

    /// As [`Solver::analyze`].
    pub fn analyze(&self, pos: &Board, stop: &(dyn Fn(u64) -> bool + Sync)) -> Option<Analysis> {
        // The middle first, since what is learned there helps most.
        let moves = self.middle_first(pos);
        let mut nodes = 0;
        let mut columns = Vec::with_capacity(moves.len());
        let mut guess = 0;
        for column in moves {
            let next = pos.after(column);
            let nodes_before = nodes;
            let window = match self.book.and_then(|book| book.floor(&next)) {
                Some(floor) => Window::from_floor(floor),
                None => Window { guess, ..Window::STRONG },
            };
            let solution = self.search(&next, window, &|more| stop(nodes_before + more))?;
            nodes += solution.nodes;
            guess = solution.score.number().into();
            columns.push((column, -solution.score));
        }
        columns.sort_unstable_by_key(|&(column, _)| column);
        let score = columns.iter().map(|&(_, score)| score).max()?;
        Some(Analysis { score, columns, nodes })
    }

    /// As [`Solver::line`].
    pub fn line(&self, pos: &Board, stop: &(dyn Fn(u64) -> bool + Sync)) -> Option<Vec<Column>> {
        let mut line = Vec::new();
        let mut along = *pos;
        let mut score = self.solve(pos, stop)?.score;
        while along.turn() != Turn::Over {
            let best = self.best_column(&along, score, stop)?;
            line.push(best);
            along.play(best);
            score = -score;
        }
        Some(line)
    }

    /// The move nearest to the middle that keeps the score of a position. What the others are worth need not be
    /// known, so that this takes far less time than an analysis.
    fn best_column(&self, pos: &Board, score: Score, stop: &(dyn Fn(u64) -> bool + Sync)) -> Option<Column> {
        // After the best move the other seat has the same score with the opposite sign, and more after all others.
        let kept = -score;
        let low = i32::from(kept.number());
        let window = Window { low, high: low + 1, guess: low + 1 };
        let columns = self.middle_first(pos);
        let (last, others) = columns.split_last()?;
        for &column in others {
            if self.search(&pos.after(column), window, stop)?.score <= kept {
                return Some(column);
            }
        }
        Some(*last)
    }

    /// The open columns, those nearest to the middle first.
    fn middle_first(&self, pos: &Board) -> Vec<Column> {
        let mut columns = Vec::new();
        pos.legal_moves(&mut columns);
        columns.sort_by_key(|&column| distance_from_middle(self.size, column));
        columns
    }

    fn search(&self, pos: &Board, window: Window, stop: &(dyn Fn(u64) -> bool + Sync)) -> Option<Solution> {
        debug_assert_eq!(pos.size(), self.size, "a solver is made for one size");
        if pos.turn() == Turn::Over {
            let score = if pos.has_won(pos.mover().other()) {
                -Score::of_win_at(self.size, pos.ply())
            } else {
                Score::DRAW
            };
            return Some(Solution { score, nodes: 0 });
        }
        if let Some(score) = self.book.and_then(|book| book.score(pos)) {
            return Some(Solution { score, nodes: 0 });
        }
        match self.size {
            Size::USUAL => self.search_shape(Usual, pos, window, stop),
            size => self.search_shape(AnyShape::new(size), pos, window, stop),
        }
    }

    /// Asks whether the score is at least this and that until nothing is left between the bounds: first where the
    /// answer is guessed, then just beyond what each answer says.
    fn search_shape<S: Shape>(
        &self,
        shape: S,
        pos: &Board,
        window: Window,
        stop: &(dyn Fn(u64) -> bool + Sync),
    ) -> Option<Solution> {
        let (own, other, stones) = (pos.mover_discs(), pos.opponent_discs(), i32::from(pos.ply()));
        if shape.threats(own) & shape.playable(own | other) != 0 {
            return Some(Solution { score: Score::of_win_at(self.size, pos.ply() + 1), nodes: 0 });
        }
        let mut low = (-win_at(shape, stones + 2)).max(window.low);
        let mut high = win_at(shape, stones + 3).min(window.high);
        let (reins, busy) = (Reins::new(self.n_threads, stop), Busy::new());
        let mut team = Team::new(shape, self.table, &reins, &busy);
        let mut next = window.guess;
        while low < high {
            self.so_far.note(low, high);
            let beta = next.clamp(low + 1, high);
            let value = match team.test(own, other, stones, beta) {
                Ok(value) => value,
                Err(Stopped) => return None,
            };
            if beta <= value {
                low = value.min(high);
            } else {
                high = value.max(low);
            }
            next = value;
        }
        Some(Solution { score: Score::new(low as i16), nodes: team.nodes() })
    }
}
