//! Exact answers: what a position is worth with perfect play, and its moves.

use std::sync::Arc;

use super::{
    bitboard::{Bitboard, square_at},
    dispatch::Instructions,
    patterns::Weights,
    portable::{flips, mobility},
    prob_cut::{CutModel, Margins},
    search::Member,
    selective,
    table::Table,
    team::{Question, Team},
};
use crate::Move;

/// The largest score, which is that of a wipe-out.
const MAX_SCORE: i32 = 64;

/// Solves positions of the usual board, and remembers what it has met.
///
/// ```
/// use framework::Game;
/// use othello::{Othello, engine::{Bitboard, Solver}};
///
/// let game = Othello::standard();
/// let pos = game.parse_position(
///     "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
/// )?;
/// let board = Bitboard::of(&pos).expect("eight by eight squares");
/// let solution = Solver::new(1 << 20).solve(board, &|_| false).expect("it is not stopped");
/// assert_eq!((solution.score, solution.best.to_string()), (18, "g8".to_owned()));
/// # Ok::<(), framework::NotationError>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    table: Table,
    instructions: Instructions,
    /// One for each thread.
    members: Vec<Member>,
    weights: Option<Arc<Weights>>,
    margins: Vec<Margins>,
}

/// What a solver has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// By how many discs the player to move wins, with the empty squares counted for the winner; a loss is negative.
    pub score: i32,
    /// A move that keeps the score.
    pub best: Move,
    /// How many positions were visited.
    pub nodes: u64,
}

/// Every move of a position with its exact score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The moves, the best first, and what each is worth to the player who makes it.
    pub moves: Vec<(Move, i32)>,
    /// How many positions were visited.
    pub nodes: u64,
}

/// Decides whether to stop a search, by the number of positions visited so far. Asked about every 0.2 ms.
pub type StopCheck<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// A move of the position that is to be solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    pub(super) next: Bitboard,
}

impl Solver {
    /// A solver with a table of about so many bytes, on one thread.
    ///
    /// Up to about 24 empty squares, 16 MB are as good as more.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self {
            table: Table::new(table_bytes),
            instructions: Instructions::best(),
            members: vec![Member::new()],
            weights: Some(Weights::shipped()),
            margins: Margins::of_all_certainties(&CutModel::FITTED),
        }
    }

    /// The same solver with so many threads for each position. The scores do not depend on their number, but the
    /// numbers of positions visited do.
    #[must_use]
    pub fn with_threads(mut self, n_threads: usize) -> Self {
        self.set_threads(n_threads);
        self
    }

    /// The same solver with other instructions. Neither scores nor numbers of positions depend on them.
    #[must_use]
    pub fn with_instructions(self, instructions: Instructions) -> Self {
        Self { instructions, ..self }
    }

    /// The same solver with other weights by which it orders moves far from the end of the game, or none. The scores do
    /// not depend on them, but the numbers of positions visited do.
    #[must_use]
    pub fn with_weights(self, weights: Option<Arc<Weights>>) -> Self {
        Self { weights, ..self }
    }

    /// Searches with so many threads from now on.
    pub fn set_threads(&mut self, n_threads: usize) {
        self.members.resize_with(n_threads.max(1), Member::new);
    }

    /// The memory of its table, in bytes.
    #[must_use]
    pub const fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Forgets all positions that it has met.
    pub fn forget(&mut self) {
        self.table.clear();
        self.members.iter_mut().for_each(|member| member.leaves.clear());
    }

    /// The exact score of a position and a best move; `None` if the search was stopped or the game is over.
    pub fn solve(&mut self, board: Bitboard, stop: StopCheck<'_>) -> Option<Solution> {
        self.solve_between(board, -MAX_SCORE, MAX_SCORE, stop)
    }

    /// Whether a position is won, drawn or lost: a score of 1, 0 or −1 and a move that keeps it, which takes less time
    /// than the exact score.
    pub fn outcome(&mut self, board: Bitboard, stop: StopCheck<'_>) -> Option<Solution> {
        let solution = self.solve_between(board, -2, 2, stop)?;
        Some(Solution { score: solution.score.signum(), ..solution })
    }

    /// The exact score of every move; `None` if the search was stopped or the game is over.
    pub fn analyze(&mut self, board: Bitboard, stop: StopCheck<'_>) -> Option<Analysis> {
        let best = self.solve(board, stop)?;
        let mut nodes = best.nodes;
        let mut moves = vec![(best.best, best.score)];
        for root in root_moves(board).into_iter().filter(|root| root.mv != best.best) {
            // No other move is better than the best one.
            let nodes_before = nodes;
            let stop = |nodes| stop(nodes_before + nodes);
            let (score, _, more) = self.narrow_down(&[root], -MAX_SCORE, best.score, &stop)?;
            nodes += more;
            moves.push((root.mv, score));
        }
        moves.sort_by_key(|&(_, score)| -score);
        Some(Analysis { moves, nodes })
    }

    /// What perfect players do from here to the end of the game; `None` if it was stopped.
    ///
    /// After a position was solved most of it is known.
    pub fn line(&mut self, board: Bitboard, stop: StopCheck<'_>) -> Option<Vec<Move>> {
        let (mut board, mut line) = (board, Vec::new());
        loop {
            let moves = root_moves(board);
            if moves.is_empty() {
                return Some(line);
            }
            let best = self.solve(board, stop)?.best;
            line.push(best);
            board = moves.iter().find(|root| root.mv == best)?.next;
        }
    }

    /// The exact score if it lies between two bounds, and otherwise the bound that it does not reach.
    fn solve_between(
        &mut self,
        board: Bitboard,
        low: i32,
        high: i32,
        stop: StopCheck<'_>,
    ) -> Option<Solution> {
        let moves = root_moves(board);
        let first = moves.first()?.mv;
        self.table.begin_search();
        let (score, best, nodes) = self.narrow_down(&moves, low, high, stop)?;
        Some(Solution { score, best: best.unwrap_or(first), nodes })
    }

    /// What the best of some moves is worth between two bounds, the move, and the number of positions visited.
    fn narrow_down(
        &mut self,
        moves: &[RootMove],
        low: i32,
        high: i32,
        stop: StopCheck<'_>,
    ) -> Option<(i32, Option<Move>, u64)> {
        let mut team = Team::new(
            &mut self.members,
            self.instructions,
            &self.table,
            self.weights.as_deref(),
            moves,
            stop,
        );
        let n_empties =
            moves.first().map_or(0, |root| root.next.n_empties() + u32::from(root.mv != Move::Pass));
        let guess = match self.weights.as_deref() {
            Some(weights) => {
                selective::guess(&mut team, weights, &self.margins, n_empties, low, high).ok()?
            }
            None => 0,
        };
        let (low, best) = team.narrow_down(Question::Exact, low, high, guess).ok()?;
        Some((low, best, team.nodes()))
    }
}

/// The moves of a position, a pass included; none if the game is over.
pub(super) fn root_moves(board: Bitboard) -> Vec<RootMove> {
    let mut squares = mobility(board.own, board.opp);
    let mut moves = Vec::new();
    while squares != 0 {
        let square = squares.trailing_zeros() as usize;
        squares &= squares - 1;
        let next = board.after(1 << square, flips(board.own, board.opp, square));
        moves.push(RootMove { mv: Move::Place(square_at(square)), next });
    }
    // What leaves the opponent few moves is often good, so that the first guess is soon answered.
    moves.sort_by_key(|root| mobility(root.next.own, root.next.opp).count_ones());
    let passed = board.passed();
    if moves.is_empty() && mobility(passed.own, passed.opp) != 0 {
        moves.push(RootMove { mv: Move::Pass, next: passed });
    }
    moves
}
