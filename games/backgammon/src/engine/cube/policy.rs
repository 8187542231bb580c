//! Who decides about the cube.

use framework::{
    Seat,
    search::{Control, Found, Limits, RootMove},
};

use super::{CubeAhead, CubeDecision, CubeState, Holder, Stakes};
use crate::{
    engine::Evaluation,
    position::{Move, Phase, Table},
};

/// Decides when to double, take, pass and beaver by what that is worth, so many rolls ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CubePolicy {
    /// How many rolls it looks ahead, if limits do not say less.
    pub plies: u32,
}

impl CubePolicy {
    /// By the evaluation of the position as it is.
    pub const AT_SIGHT: Self = Self { plies: 0 };

    /// What to do before a roll or as an answer, with what every choice is worth in multiples of the cube; `None` where
    /// nothing is to be decided about the cube.
    #[must_use]
    pub fn decide(
        &self,
        table: &Table,
        evaluation: &Evaluation,
        limits: &Limits,
        control: Control<'_>,
    ) -> Option<Found<Move>> {
        if !matches!(table.phase(), Phase::BeforeRoll | Phase::Doubled | Phase::Beavered) {
            return None;
        }
        let is_over =
            |nodes: u64| limits.nodes.is_some_and(|limit| limit <= nodes) || control.is_over(limits.time);
        let mut ahead = CubeAhead::new(evaluation, &is_over);
        let last_ply = limits.depth.map_or(self.plies, |depth| depth.saturating_sub(1).min(self.plies));
        let mut found = None;
        for plies in 0..=last_ply {
            // The first board is judged in any case, so that an answer is at hand.
            let Some(choices) = choices(table, &mut ahead, plies) else { break };
            found = Some((choices, plies));
        }
        let (choices, plies) = found.expect("the first ply is never cut short");
        let (best, value) = choices[0];
        let root = |(mv, value)| RootMove::new(mv, value, true);
        Some(Found {
            best,
            value,
            depth: plies + 1,
            nodes: ahead.nodes(),
            line: vec![best],
            moves: choices.into_iter().map(root).collect(),
            complete: false,
        })
    }
}

/// What every choice is worth to who decides, the best first.
fn choices(table: &Table, ahead: &mut CubeAhead<'_>, plies: u32) -> Option<Vec<(Move, f32)>> {
    let mover = table.mover();
    let (stakes, cube, board) = (Stakes::at(table, mover), CubeState::at(table, mover), table.board());
    if table.phase() == Phase::Beavered {
        // The cube has been turned once; the beaver turns it again, and the other side holds it.
        let beavered = CubeState { level: cube.level + 1, holder: Holder::Other };
        let taken = ahead.without_doubling(board, &stakes, &[beavered], plies)?[0];
        let passed = stakes.lost(cube, 1);
        let in_cubes = |worth| stakes.in_cubes(cube, worth);
        return Some(ranked(vec![(Move::Take, in_cubes(taken)), (Move::Pass, in_cubes(passed))]));
    }
    let decision = CubeDecision::find(ahead, board, &stakes, cube, plies)?;
    let CubeDecision { no_double, take, pass, .. } = decision;
    if table.phase() == Phase::Doubled {
        let mut choices = vec![(Move::Take, -take), (Move::Pass, -pass)];
        if table.why_not_beaver().is_none() {
            // The worth of a double includes the beaver, if that is better; otherwise it would cost twice as much.
            let beaver = if take < 0.0 { -take } else { -2.0 * take };
            let plain = if take < 0.0 { -0.5 * take } else { -take };
            choices = vec![(Move::Beaver, beaver), (Move::Take, plain), (Move::Pass, -pass)];
        }
        return Some(ranked(choices));
    }
    let double = if stakes.may_double(cube) { take.min(pass) } else { f32::NEG_INFINITY };
    let doubled = (Move::Double, double);
    let rolled = (Move::Roll, no_double);
    // Who loses the match with this game anyway loses nothing by doubling.
    let is_free = wins_match(table, mover.other()) && no_double <= double;
    let is_double = stakes.may_double(cube) && (is_free || decision.is_double());
    Some(if is_double { vec![doubled, rolled] } else { vec![rolled, doubled] })
}

/// The choices, the best first; of equal ones the order stays.
fn ranked(mut choices: Vec<(Move, f32)>) -> Vec<(Move, f32)> {
    choices.sort_by(|left, right| right.1.total_cmp(&left.1));
    choices
}

/// Tells whether a seat wins the match by a single game at the present cube.
fn wins_match(table: &Table, seat: Seat) -> bool {
    let score = table.score();
    let missing = u32::from(score.length.saturating_sub(score.points[seat.index()]));
    !score.is_money() && missing <= table.cube().value()
}
