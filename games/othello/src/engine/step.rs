//! One step of a search: all moves of the root to one depth, with one certainty.

use std::thread;

use super::{
    dispatch::Instructions,
    patterns::{Features, Weights},
    prob_cut::Margins,
    search::{Member, Search, Stopped},
    solver::RootMove,
    team::Shared,
};
use crate::Move;

/// By how many discs a deeper search may differ from the one before without a second one.
const ASPIRATION_DISCS: i32 = 3;

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

impl<'a> Middle<'a> {
    /// With the margins of all certainties but the last.
    pub(super) fn new(weights: &'a Weights, margins: &'a [Margins], certainty: u8) -> Self {
        Self { weights, certainty, margins: margins.get(usize::from(certainty)) }
    }

    /// How far a probe must be from the window to be believed; `None` if nothing is left out.
    #[inline(always)]
    pub(super) fn margin(&self, n_empties: u32, depth: u32) -> Option<i32> {
        self.margins.map(|margins| margins.margin(n_empties, depth))
    }
}

/// One step of a search: all moves to one depth.
pub(super) struct Step<'a> {
    pub(super) instructions: Instructions,
    pub(super) middle: Middle<'a>,
    pub(super) depth: u32,
    pub(super) all_moves: bool,
    pub(super) is_first: bool,
}

impl Step<'_> {
    /// Values the moves, the best one or all, and puts the best one first. Returns whether all were looked at; if it was
    /// stopped and has found no better move than before, nothing has changed and it returns `None`.
    pub(super) fn run(
        &self,
        shared: &Shared<'_>,
        members: &mut [Member],
        moves: &mut [(RootMove, i32)],
    ) -> Option<bool> {
        shared.begin();
        let (first, others) = members.split_first_mut()?;
        let mut leader = Search::new(shared, first);
        if others.is_empty() || self.depth < MIN_PARALLEL_DEPTH {
            return self.value_moves(&mut leader, moves);
        }
        // All search the same moves and avoid each other below them; what the others find is in the table when the leader
        // comes there.
        thread::scope(|scope| {
            for member in others {
                let mut moves = moves.to_vec();
                scope.spawn(move || {
                    let mut search = Search::new(shared, member);
                    let _ = self.value_moves(&mut search, &mut moves);
                });
            }
            let answer = self.value_moves(&mut leader, moves);
            shared.end();
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
