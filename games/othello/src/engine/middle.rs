//! The search of the middle game from its root: deeper and deeper, then more and more certain.

use std::{sync::Arc, thread};

use super::{
    bitboard::{Bitboard, square_at},
    dispatch::Instructions,
    patterns::{Features, Weights},
    portable::{flips, mobility},
    prob_cut::{CutModel, DEVIATIONS, Margins},
    search::{NODES_BETWEEN_STOP_CHECKS, Search, Stopped},
    solver::{RootMove, StopCheck, root_moves},
    table::{Draft, NO_MOVE, Table},
    team::Shared,
};
use crate::Move;

/// By how many discs a deeper search may differ from the one before without a second one.
const ASPIRATION_DISCS: i32 = 3;
/// The longest line of expected moves.
const MAX_LINE: usize = 20;

/// Below this depth other threads would only cost time.
const MIN_PARALLEL_DEPTH: u32 = 5;

/// What a search of the middle game is made with.
#[derive(Clone, Copy)]
pub(super) struct Middle<'a> {
    pub(super) weights: &'a Weights,
    /// How careful it is; at [`Draft::CERTAIN`] nothing is left out.
    pub(super) certainty: u8,
    margins: Option<&'a Margins>,
}

impl Middle<'_> {
    /// How far a probe must be from the window to be believed; `None` if nothing is left out.
    #[inline(always)]
    pub(super) fn margin(&self, n_empties: u32, depth: u32) -> Option<i32> {
        self.margins.map(|margins| margins.margin(n_empties, depth))
    }
}

/// Searches middle games of the usual board, and remembers what it has met.
#[derive(Debug)]
pub struct MiddleGame {
    weights: Arc<Weights>,
    table: Table,
    instructions: Instructions,
    margins: Vec<Margins>,
    n_threads: usize,
    nodes_between_stop_checks: u64,
}

/// How far to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thoroughness {
    /// How many squares to look ahead.
    pub depth: u32,
    /// How careful to be when lines are left out: from 0 up to [`Thoroughness::CERTAIN`], where none are.
    pub certainty: u8,
}

impl Thoroughness {
    /// No look ahead at all.
    const NONE: Self = Self { depth: 0, certainty: 0 };
    /// Leaves no line out.
    pub const CERTAIN: u8 = Draft::CERTAIN;
    /// How careful a search is until it reaches the end of the game.
    pub const USUAL: u8 = 1;
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// What the position is worth to the player to move, in discs.
    pub score: i32,
    /// The moves, the best first, with what each is worth: exactly if all were asked for, and otherwise only the first.
    pub moves: Vec<(Move, i32)>,
    /// How far it was searched.
    pub thoroughness: Thoroughness,
    /// How many positions were visited in all.
    pub nodes: u64,
    /// What both players are expected to play.
    pub line: Vec<Move>,
}

impl MiddleGame {
    /// A search with a table of about so many bytes.
    #[must_use]
    pub fn new(weights: Arc<Weights>, cuts: &CutModel, table_bytes: usize) -> Self {
        let margins = (0..DEVIATIONS.len() as u8).map(|certainty| Margins::new(cuts, certainty)).collect();
        Self {
            weights,
            table: Table::new(table_bytes),
            instructions: Instructions::best(),
            margins,
            n_threads: 1,
            nodes_between_stop_checks: NODES_BETWEEN_STOP_CHECKS,
        }
    }

    /// The same search with other instructions. Neither scores nor numbers of positions depend on them.
    #[must_use]
    pub fn with_instructions(self, instructions: Instructions) -> Self {
        Self { instructions, ..self }
    }

    /// Searches with so many threads from now on. What they find may depend on how fast each of them is.
    pub fn set_threads(&mut self, n_threads: usize) {
        self.n_threads = n_threads.max(1);
    }

    /// Asks whether to stop after about so many positions each from now on, and at least as often as usual.
    pub fn set_nodes_between_stop_checks(&mut self, nodes: u64) {
        self.nodes_between_stop_checks = nodes.clamp(1, NODES_BETWEEN_STOP_CHECKS);
    }

    /// The memory of its table, in bytes.
    #[must_use]
    pub const fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Forgets all positions that it has met.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// The score of a position after exactly so many plies; `None` if it was stopped or the game is over.
    pub fn score(&mut self, board: Bitboard, how: Thoroughness, stop: StopCheck<'_>) -> Option<i32> {
        self.table.begin_search();
        let shared = Shared::new(&self.table, Some(&self.weights), 1, stop);
        let mut search = Search::new(&shared, 0);
        let middle = self.middle(how.certainty);
        let features = Features::of(board);
        self.instructions.search_middle(&mut search, &middle, board, &features, how.depth, -64, 64).ok()
    }

    /// Searches deeper and deeper up to a depth, and there more and more carefully up to a certainty; `each` is told what every step has found. `None` if the game is over or the first step was stopped.
    ///
    /// With `all_moves` every move is valued as thoroughly as the best one.
    pub fn search(
        &mut self,
        board: Bitboard,
        most: Thoroughness,
        all_moves: bool,
        stop: StopCheck<'_>,
        each: &mut dyn FnMut(&Outlook),
    ) -> Option<Outlook> {
        let mut moves: Vec<_> = root_moves(board).into_iter().map(|root| (root, 0)).collect();
        if moves.is_empty() {
            return None;
        }
        self.table.begin_search();
        let mut shared = Shared::new(&self.table, Some(&self.weights), self.n_threads, stop);
        shared.nodes_between_stop_checks = self.nodes_between_stop_checks;
        let mut nodes = vec![0; self.n_threads];
        let mut outlook = None;
        for how in steps(board.n_empties(), most) {
            let step = Step {
                instructions: self.instructions,
                middle: self.middle(how.certainty),
                depth: how.depth,
                all_moves,
                is_first: outlook.is_none(),
            };
            let is_complete = step.run(&shared, &mut nodes, &mut moves);
            // The first step is short, and without it there is no answer; what a stopped one has found counts only if
            // it is another move than the one before.
            let Some(is_complete) = is_complete else { break };
            // A step that was stopped may have missed a better move, so that it proves no more than the one before.
            let before =
                outlook.as_ref().map_or(Thoroughness::NONE, |outlook: &Outlook| outlook.thoroughness);
            let thoroughness = if is_complete { how } else { before };
            let found = Outlook {
                score: moves[0].1,
                moves: moves.iter().map(|&(root, score)| (root.mv, score)).collect(),
                thoroughness,
                nodes: nodes.iter().sum(),
                line: self.line(moves[0].0, how.depth),
            };
            each(&found);
            outlook = Some(found);
            if !is_complete {
                break;
            }
        }
        if let Some(outlook) = &mut outlook {
            outlook.nodes = nodes.iter().sum();
        }
        outlook
    }

    fn middle(&self, certainty: u8) -> Middle<'_> {
        Middle { weights: &self.weights, certainty, margins: self.margins.get(usize::from(certainty)) }
    }

    /// Follows the best moves that the table knows.
    fn line(&self, first: RootMove, depth: u32) -> Vec<Move> {
        let mut line = vec![first.mv];
        let mut board = first.next;
        while line.len() < MAX_LINE.min(depth as usize) {
            let moves = mobility(board.own, board.opp);
            if moves == 0 {
                let passed = board.passed();
                if mobility(passed.own, passed.opp) == 0 {
                    break;
                }
                line.push(Move::Pass);
                board = passed;
                continue;
            }
            let Some(known) = self.table.probe(board.hash()) else { break };
            let square = known.moves[0];
            if square == NO_MOVE || moves >> square & 1 == 0 {
                break;
            }
            line.push(Move::Place(square_at(square.into())));
            board = board.after(1 << square, flips(board.own, board.opp, square.into()));
        }
        line
    }
}

/// The steps of a search: first deeper, then more careful.
fn steps(n_empties: u32, most: Thoroughness) -> impl Iterator<Item = Thoroughness> {
    let last_depth = most.depth.min(n_empties).max(1);
    let usual = most.certainty.min(Thoroughness::USUAL);
    let deeper = (1..=last_depth).map(move |depth| Thoroughness { depth, certainty: usual });
    // Each step takes longer than all before it together, so that not every one is worth it.
    let is_worth_it =
        move |certainty: u8| certainty == most.certainty || last_depth == n_empties && certainty % 2 == 1;
    let more_careful = (usual + 1..=most.certainty).filter(move |&certainty| is_worth_it(certainty));
    deeper.chain(more_careful.map(move |certainty| Thoroughness { depth: last_depth, certainty }))
}

/// One step of a search: all moves to one depth.
struct Step<'a> {
    instructions: Instructions,
    middle: Middle<'a>,
    depth: u32,
    all_moves: bool,
    is_first: bool,
}

impl Step<'_> {
    /// Values the moves, the best one or all, and puts the best one first. Returns whether all were looked at; if it was
    /// stopped and has found no better move than before, nothing has changed and it returns `None`.
    fn run(&self, shared: &Shared<'_>, nodes: &mut [u64], moves: &mut [(RootMove, i32)]) -> Option<bool> {
        shared.begin();
        let (first, others) = nodes.split_first_mut()?;
        let mut leader = Search::new(shared, *first);
        if others.is_empty() || self.depth < MIN_PARALLEL_DEPTH {
            let answer = self.value_moves(&mut leader, moves);
            *first = leader.nodes;
            return answer;
        }
        // The others search the same moves in another order; what they find is in the table when the leader comes there.
        thread::scope(|scope| {
            for (idx, nodes) in others.iter_mut().enumerate() {
                let mut moves = moves.to_vec();
                let n_moves = moves.len();
                moves[1..].rotate_left(idx % n_moves.max(2).saturating_sub(1));
                scope.spawn(move || {
                    let mut search = Search::new(shared, *nodes);
                    let deeper = Self { depth: self.depth + idx as u32 % 2, middle: self.middle, ..*self };
                    let _ = deeper.value_moves(&mut search, &mut moves);
                    *nodes = search.nodes;
                });
            }
            let answer = self.value_moves(&mut leader, moves);
            shared.end();
            *first = leader.nodes;
            answer
        })
    }

    fn value_moves(&self, search: &mut Search<'_>, moves: &mut [(RootMove, i32)]) -> Option<bool> {
        if self.all_moves {
            let mut scores = Vec::with_capacity(moves.len());
            for &(root, before) in moves.iter() {
                scores.push(self.near(search, root, before).ok()?);
            }
            moves.iter_mut().zip(scores).for_each(|((_, score), new)| *score = new);
            moves.sort_by_key(|&(_, score)| -score);
            return Some(true);
        }
        let mut best = self.near(search, moves[0].0, moves[0].1).ok()?;
        moves[0].1 = best;
        let (mut best_idx, mut is_complete) = (0, true);
        for (move_idx, (root, before)) in moves.iter_mut().enumerate().skip(1) {
            let Ok(score) = self.better(search, *root, best) else {
                is_complete = false;
                break;
            };
            *before = score;
            if best < score {
                (best, best_idx) = (score, move_idx);
            }
        }
        if !is_complete && best_idx == 0 && !self.is_first {
            return None;
        }
        moves[..=best_idx].rotate_right(1);
        // Nothing is better than the best; what a move before it was worth is no bound any more.
        for (_, score) in moves.iter_mut() {
            *score = best.min(*score);
        }
        Some(is_complete)
    }

    /// The score of a move if it is more than `best`, and otherwise a bound.
    fn better(&self, search: &mut Search<'_>, root: RootMove, best: i32) -> Result<i32, Stopped> {
        let score = -self.between(search, root, -best - 1, -best)?;
        if best < score { Ok(-self.between(search, root, -64, -best)?) } else { Ok(score) }
    }

    /// The score of a move: first near what it was before.
    fn near(&self, search: &mut Search<'_>, root: RootMove, before: i32) -> Result<i32, Stopped> {
        if !self.is_first {
            let (low, high) = (before - ASPIRATION_DISCS, before + ASPIRATION_DISCS);
            let score = -self.between(search, root, -high, -low)?;
            if low < score && score < high {
                return Ok(score);
            }
        }
        Ok(-self.between(search, root, -64, 64)?)
    }

    fn between(
        &self,
        search: &mut Search<'_>,
        root: RootMove,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        // A pass costs no depth.
        let depth = if root.mv == Move::Pass { self.depth } else { self.depth - 1 };
        let features = Features::of(root.next);
        self.instructions.search_middle(search, &self.middle, root.next, &features, depth, alpha, beta)
    }
}
