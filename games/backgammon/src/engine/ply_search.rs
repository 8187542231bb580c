//! Looking ahead over the dice with whole batches of boards.

use std::cmp::Ordering::Equal;

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

/// Which plays of the root the big network is asked about once the fast one has seen all. It errs more than the big one,
/// so that more of them may turn out to be the best.
const AT_SIGHT: Filter = Filter { least: 5, most: 12, within: 0.2 };

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
/// Where the evaluation has a fast network, that one says which plays are worth a question ([`Evaluation::with_fast`]).
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
                Some(idx) => {
                    FILTERS[(idx as usize).min(FILTERS.len() - 1)].count(&found.moves, |root| root.value)
                }
            };
            // With one candidate left there is nothing to choose, but its value still wants to be known.
            let looked_at = &mut found.moves[..n_deeper];
            let is_complete = match plies {
                0 => run.value_at_sight(table, worth, looked_at),
                _ => run.deepen(table, worth, plies, looked_at),
            };
            found.nodes = run.nodes;
            if !is_complete && 0 < plies {
                break;
            }
            if is_complete {
                found.depth = plies + 1;
            }
            // What was judged stands before what was only seen, of which none has a higher value.
            let order = |root: &RootMove<Move>| (root.value, root.exact);
            found.moves[..n_deeper]
                .sort_by(|left, right| order(right).partial_cmp(&order(left)).unwrap_or(Equal));
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
        let equity = || root.value.is_finite().then(|| self.evaluation.appraise(table, root.value, false));
        root.worth.or_else(equity)
    }

    fn look_at(&mut self, request: SearchRequest<'_, Table>, mv: Move) -> Option<RootMove<Move>> {
        let (table, mover, limits) = (request.pos(), request.mover(), request.limits());
        let mut run = Run::new(&self.evaluation, request.limits(), request.control());
        let last_ply = limits.depth.map_or(self.plies, |depth| depth.saturating_sub(1).min(self.plies));
        let (worth, mut root) = (Worth::at(table, mover), [RootMove::unknown(mv)]);
        for plies in 0..=last_ply {
            let is_complete = match plies {
                0 => run.value_at_sight(table, worth, &mut root),
                _ => run.deepen(table, worth, plies, &mut root),
            };
            if !is_complete {
                break;
            }
        }
        Some(root[0])
    }
}

/// The board after a play of the root, as the other side sees it.
fn board_after(table: &Table, mv: Move) -> Board {
    match table.after(mv) {
        over if over.phase() == Phase::BorneOff => over.board().turned(),
        after => after.board(),
    }
}

/// Notes the chances after a move. Who wants to know what is behind its value need not search again.
fn judged(root: &mut RootMove<Move>, chances: Chances, worth: Worth) {
    let points = chances.equity(worth);
    (root.value, root.exact) = (points, true);
    root.worth = Some(Valuation::Equity { points, chances: Some(chances.into()) });
}

fn unsearched(table: &Table) -> Found<Move> {
    let mut moves = Vec::new();
    table.legal_moves(&mut moves);
    let found = decided(table, moves[0], f32::NEG_INFINITY);
    Found { value: 0.0, nodes: 0, ..found }
}

impl Filter {
    /// How many of the moves, the best first, are looked at again.
    fn count<T>(self, moves: &[T], value: impl Fn(&T) -> f32) -> usize {
        let Some(best) = moves.first() else { return 0 };
        let worst = value(best) - self.within;
        let n_near = moves.iter().take(self.most).take_while(|&root| worst <= value(root)).count();
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

    /// Values moves without looking ahead: all of them, or where there is a fast network those that look best to it. The
    /// others keep its word, so far as it does not put them before one that was judged. If the search has to end before,
    /// as many are valued as it may; tells whether all were.
    fn value_at_sight(&mut self, table: &Table, worth: Worth, moves: &mut [RootMove<Move>]) -> bool {
        let after: Vec<Board> = moves.iter().map(|root| board_after(table, root.mv)).collect();
        let first_look = self.evaluation.first_look(table.board().turned(), &after);
        let mut asked: Vec<usize> = Vec::with_capacity(moves.len());
        for (idx, board) in after.iter().enumerate() {
            if board.other.is_all_off() {
                judged(&mut moves[idx], Chances::won(board.turned()), worth);
            } else {
                asked.push(idx);
            }
        }
        if let Some(seen) = &first_look {
            let value = |idx: usize| seen[idx].turned().equity(worth);
            asked.sort_by(|&left, &right| value(right).total_cmp(&value(left)));
            asked.truncate(AT_SIGHT.count(&asked, |&idx| value(idx)));
            asked.sort_unstable();
        }
        let n_asked = asked.len();
        asked.truncate(self.limits.nodes.map_or(n_asked, |limit| limit.max(1) as usize));
        let mut is_complete = asked.len() == n_asked;
        for batch in asked.chunks(64) {
            if self.nodes != 0 && self.is_over() {
                is_complete = false;
                break;
            }
            self.nodes += batch.len() as u64;
            let boards: Vec<Board> = batch.iter().map(|&idx| after[idx]).collect();
            for (&idx, chances) in batch.iter().zip(self.evaluation.chances_of(&boards)) {
                judged(&mut moves[idx], chances.turned(), worth);
            }
        }
        if let Some(seen) = first_look.filter(|_| is_complete) {
            let least =
                moves.iter().filter(|root| root.exact).map(|root| root.value).fold(f32::INFINITY, f32::min);
            for (root, seen) in moves.iter_mut().zip(seen).filter(|(root, _)| !root.exact) {
                root.value = seen.turned().equity(worth).min(least);
            }
        }
        is_complete
    }

    /// Values moves so many plies ahead, at least one. If the search has to end before, the moves keep what was known;
    /// tells whether all were valued.
    fn deepen(&mut self, table: &Table, worth: Worth, plies: u32, moves: &mut [RootMove<Move>]) -> bool {
        let mut all_chances = Vec::with_capacity(moves.len());
        for root in &*moves {
            let after = board_after(table, root.mv);
            let chances = match after.other.is_all_off() {
                true => Some(Chances::won(after.turned())),
                false => self.mean(after, worth.turned(), plies).map(Chances::turned),
            };
            let Some(chances) = chances else { return false };
            all_chances.push(chances);
        }
        for (root, chances) in moves.iter_mut().zip(all_chances) {
            judged(root, chances, worth);
        }
        true
    }

    /// The mean over the 21 rolls, with the best play for each.
    fn mean(&mut self, board: Board, worth: Worth, plies: u32) -> Option<Chances> {
        if self.nodes != 0 && self.is_over() {
            return None;
        }
        let (mut replies, n_boards) =
            self.evaluation.best_replies(board, &Dice::ALL, |chances| chances.equity(worth));
        self.nodes += n_boards;
        if 1 < plies {
            for reply in replies.iter_mut().filter(|reply| !reply.is_over()) {
                reply.chances = self.mean(reply.after, worth.turned(), plies - 1)?.turned();
            }
        }
        let mut mean = [0.0; 5];
        for (dice, reply) in Dice::ALL.into_iter().zip(replies) {
            let share = dice.weight() as f32 / 36.0;
            for (mean, chance) in mean.iter_mut().zip(reply.chances.to_array()) {
                *mean += share * chance;
            }
        }
        Some(Chances::from_array(mean))
    }

    fn is_over(&self) -> bool {
        self.limits.nodes.is_some_and(|limit| limit <= self.nodes) || self.control.is_over(self.limits.time)
    }
}
