//! Looking ahead over the dice with whole batches of boards.

use framework::{
    Position, Valuation,
    search::{Control, Engine, Evaluator as _, Found, Limits, RootMove, SearchRequest},
};

use super::{Chances, Evaluation, Worth, player::decided};
use crate::position::{Board, Dice, Move, Phase, Table};

/// How many plays of the root are looked at with one more ply, and by how much they may be worse than the best so far.
/// A play that is further behind has next to no chance to become the best. A few are looked at in any case, so that hints
/// compare values of the same depth.
const FILTERS: [Filter; 3] = [
    Filter { least: 3, most: 8, within: 0.16 },
    Filter { least: 2, most: 5, within: 0.08 },
    Filter { least: 1, most: 3, within: 0.04 },
];

#[derive(Clone, Copy)]
struct Filter {
    least: usize,
    most: usize,
    within: f32,
}

/// Finds plays by the evaluation alone (0-ply) or by the mean over the next rolls (1-ply and more).
///
/// The framework's expectimax asks for one position at a time. A big network judges eight boards in nearly the time of
/// one, so this search hands over all plays of all 21 rolls at once. For every roll it follows only the reply that the
/// network likes best; for another engine it was measured that searching the others as well changes one play in a hundred.
#[derive(Clone, Debug)]
pub struct PlySearch {
    /// What judges boards.
    pub evaluation: Evaluation,
    /// How many rolls it looks ahead, if limits do not say less.
    pub plies: u32,
}

impl Engine<Table> for PlySearch {
    fn search(&mut self, mut request: SearchRequest<'_, Table>) -> Found<Move> {
        let (table, limits) = (request.pos(), request.limits());
        debug_assert!(matches!(table.phase(), Phase::Playing(_)), "a seat is to play");
        let mut run = Run::new(&self.evaluation, request.limits(), request.control());
        let worth = Worth::at(table, request.mover());
        let mut found = unsearched(table);
        let last_ply = limits.depth.map_or(self.plies, |depth| depth.saturating_sub(1).min(self.plies));
        for plies in 0..=last_ply {
            let n_deeper = match plies.checked_sub(1) {
                None => found.moves.len(),
                Some(idx) => FILTERS[(idx as usize).min(FILTERS.len() - 1)].count(&found.moves),
            };
            // With one candidate left there is nothing to choose, but its value still wants to be known.
            let is_complete = run.deepen(table, worth, plies, &mut found.moves[..n_deeper]);
            found.nodes = run.nodes;
            if !is_complete && 0 < plies {
                break;
            }
            if is_complete {
                found.depth = plies + 1;
            }
            found.moves[..n_deeper].sort_by(|left, right| right.value.total_cmp(&left.value));
            let first = found.moves[0];
            if first.value.is_finite() {
                (found.best, found.value, found.line) = (first.mv, first.value, vec![first.mv]);
            }
            request.report(&found);
            if !is_complete {
                break;
            }
        }
        found
    }

    fn appraise(&self, table: &Table, _: &Found<Move>, root: &RootMove<Move>) -> Option<Valuation> {
        root.value.is_finite().then(|| self.evaluation.appraise(table, root.value, false))
    }

    fn look_at(&mut self, request: SearchRequest<'_, Table>, mv: Move) -> Option<RootMove<Move>> {
        let (table, mover, limits) = (request.pos(), request.mover(), request.limits());
        let mut run = Run::new(&self.evaluation, request.limits(), request.control());
        let last_ply = limits.depth.map_or(self.plies, |depth| depth.saturating_sub(1).min(self.plies));
        let mut root = [RootMove { mv, value: f32::NEG_INFINITY, exact: false }];
        for plies in 0..=last_ply {
            if !run.deepen(table, Worth::at(table, mover), plies, &mut root) {
                break;
            }
        }
        Some(root[0])
    }
}

fn unsearched(table: &Table) -> Found<Move> {
    let mut moves = Vec::new();
    table.legal_moves(&mut moves);
    let found = decided(table, moves[0], f32::NEG_INFINITY);
    Found { value: 0.0, nodes: 0, ..found }
}

impl Filter {
    /// How many of the moves, the best first, are looked at again.
    fn count(self, moves: &[RootMove<Move>]) -> usize {
        let worst = moves[0].value - self.within;
        let n_near = moves.iter().take(self.most).take_while(|root| worst <= root.value).count();
        n_near.max(self.least).min(moves.len())
    }
}

/// A search under way.
struct Run<'a> {
    evaluation: &'a Evaluation,
    limits: Limits,
    control: Control<'a>,
    nodes: u64,
}

impl<'a> Run<'a> {
    const fn new(evaluation: &'a Evaluation, limits: Limits, control: Control<'a>) -> Self {
        Self { evaluation, limits, control, nodes: 0 }
    }

    /// Values moves so many plies ahead. If the search has to end before, the moves keep what was known, except that the
    /// first ply values as many as it may; tells whether all were valued.
    fn deepen(&mut self, table: &Table, worth: Worth, plies: u32, moves: &mut [RootMove<Move>]) -> bool {
        let mut boards = Vec::new();
        let mut values = vec![None; moves.len()];
        for (idx, root) in moves.iter().enumerate() {
            let after = table.after(root.mv);
            match after.phase() {
                Phase::BorneOff => values[idx] = Some(Chances::won(after.board()).equity(worth)),
                _ => boards.push((idx, after.board())),
            }
        }
        if plies == 0 {
            let n_affordable = self.limits.nodes.map_or(boards.len(), |limit| limit.max(1) as usize);
            boards.truncate(n_affordable);
        }
        for batch in boards.chunks(if plies == 0 { 64 } else { 1 }) {
            let asked: Vec<Board> = batch.iter().map(|&(_, board)| board).collect();
            let Some(chances) = self.ahead(&asked, worth.turned(), plies) else {
                break;
            };
            for (&(idx, _), chances) in batch.iter().zip(chances) {
                values[idx] = Some(chances.turned().equity(worth));
            }
        }
        let is_complete = values.iter().all(Option::is_some);
        if is_complete || plies == 0 {
            for (root, value) in moves.iter_mut().zip(values) {
                if let Some(value) = value {
                    (root.value, root.exact) = (value, true);
                }
            }
        }
        is_complete
    }

    /// The chances of the side that is to roll, so many rolls ahead; `None` if the search is over.
    fn ahead(&mut self, boards: &[Board], worth: Worth, plies: u32) -> Option<Vec<Chances>> {
        if plies == 0 {
            if self.nodes != 0 && self.is_over() {
                return None;
            }
            self.nodes += boards.len() as u64;
            return Some(self.evaluation.chances_of(boards));
        }
        boards.iter().map(|&board| self.mean(board, worth, plies)).collect()
    }

    /// The mean over the 21 rolls, with the best play for each.
    fn mean(&mut self, board: Board, worth: Worth, plies: u32) -> Option<Chances> {
        let mut after = Vec::new();
        let mut ends = [0; Dice::ALL.len()];
        for (dice, end) in Dice::ALL.into_iter().zip(&mut ends) {
            let n_before = after.len();
            board.for_each_play(dice, |_, board| after.push(board));
            if after.len() == n_before {
                after.push(board);
            }
            *end = after.len();
        }
        let turned: Vec<Board> = after.iter().map(|board| board.turned()).collect();
        let mut chances = self.ahead(&turned, worth.turned(), 0)?;
        for (chances, board) in chances.iter_mut().zip(&after) {
            *chances = if board.mover.is_all_off() { Chances::won(*board) } else { chances.turned() };
        }
        let mut first = 0;
        let mut best = [0; Dice::ALL.len()];
        for (best, end) in best.iter_mut().zip(ends) {
            let by_equity = |&left: &usize, &right: &usize| {
                chances[left].equity(worth).total_cmp(&chances[right].equity(worth))
            };
            *best =
                (first..end).rev().max_by(by_equity).expect("every roll has a play, if only the empty one");
            first = end;
        }
        let open: Vec<usize> = best.into_iter().filter(|&idx| !after[idx].mover.is_all_off()).collect();
        if 1 < plies {
            let boards: Vec<Board> = open.iter().map(|&idx| turned[idx]).collect();
            for (&idx, deeper) in open.iter().zip(self.ahead(&boards, worth.turned(), plies - 1)?) {
                chances[idx] = deeper.turned();
            }
        }
        let mut mean = [0.0; 5];
        for (dice, idx) in Dice::ALL.into_iter().zip(best) {
            let share = dice.weight() as f32 / 36.0;
            for (mean, chance) in mean.iter_mut().zip(chances[idx].to_array()) {
                *mean += share * chance;
            }
        }
        Some(Chances::from_array(mean))
    }

    fn is_over(&self) -> bool {
        self.limits.nodes.is_some_and(|limit| limit <= self.nodes) || self.control.is_over(self.limits.time)
    }
}
