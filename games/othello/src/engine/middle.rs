//! The search of the middle game from its root: deeper and deeper, then more and more certain.

use std::{mem, sync::Arc};

use super::{
    bitboard::{Bitboard, square_at},
    dispatch::Instructions,
    patterns::{Features, Weights},
    portable::{flips, mobility},
    prob_cut::{CONFIDENCE_PERCENT, CutModel, Margins},
    search::{Member, NODES_BETWEEN_STOP_CHECKS, Search},
    solver::{RootMove, StopCheck, root_moves},
    step::{Middle, Step},
    table::{Draft, NO_MOVE, Table},
    team::Shared,
};
use crate::Move;

/// The longest line of expected moves.
const MAX_LINE: usize = 20;

/// Searches middle games of the usual board, and remembers what it has met.
#[derive(Debug)]
pub struct MiddleGame {
    weights: Arc<Weights>,
    table: Table,
    instructions: Instructions,
    margins: Vec<Margins>,
    /// One for each thread.
    members: Vec<Member>,
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

    /// How often what made it leave a line out is right, in percent: 100 if it leaves none out.
    #[must_use]
    pub fn confidence_percent(self) -> u8 {
        CONFIDENCE_PERCENT.get(usize::from(self.certainty)).copied().unwrap_or(100)
    }
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
        Self {
            weights,
            table: Table::new(table_bytes),
            instructions: Instructions::best(),
            margins: Margins::of_all_certainties(cuts),
            members: vec![Member::new()],
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
        self.members.resize_with(n_threads.max(1), Member::new);
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
        self.members.iter_mut().for_each(|member| member.leaves.clear());
    }

    /// The score of a position after exactly so many plies; `None` if it was stopped or the game is over.
    pub fn score(&mut self, board: Bitboard, how: Thoroughness, stop: StopCheck<'_>) -> Option<i32> {
        self.table.begin_search();
        let shared = Shared::new(&self.table, Some(&self.weights), 1, stop);
        let middle = Middle::new(&self.weights, &self.margins, how.certainty);
        let features = Features::of(board);
        let mut search = Search::new(&shared, self.members.first_mut()?);
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
        let mut shared = Shared::new(&self.table, Some(&self.weights), self.members.len(), stop);
        shared.nodes_between_stop_checks = self.nodes_between_stop_checks;
        let mut members = mem::take(&mut self.members);
        members.iter_mut().for_each(|member| member.nodes = 0);
        let mut outlook = None;
        for how in steps(board.n_empties(), most) {
            let step = Step {
                instructions: self.instructions,
                middle: self.middle(how.certainty),
                depth: how.depth,
                all_moves,
                is_first: outlook.is_none(),
            };
            let is_complete = step.run(&shared, &mut members, &mut moves);
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
                nodes: count(&members),
                line: self.line(moves[0].0, how.depth),
            };
            each(&found);
            outlook = Some(found);
            if !is_complete {
                break;
            }
        }
        if let Some(outlook) = &mut outlook {
            outlook.nodes = count(&members);
        }
        self.members = members;
        outlook
    }

    fn middle(&self, certainty: u8) -> Middle<'_> {
        Middle::new(&self.weights, &self.margins, certainty)
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

/// How many positions all threads have visited.
fn count(members: &[Member]) -> u64 {
    members.iter().map(|member| member.nodes).sum()
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
