//! What a position is worth with the cube, so many rolls ahead.

use super::{CubeState, Holder, Stakes, life::cube_life};
use crate::{
    engine::{Chances, Evaluation, bear_off::TwoSided},
    position::{Board, Dice, OFF},
};

/// Follows the dice with several states of the cube at once.
///
/// Before every roll the mover may double. So behind each state of the cube stands another one, the cube turned and taken,
/// and on the way back the better of both is kept. Only at the leaves the worth of the cube is estimated
/// ([`Stakes::with_cube`]), and where the bear-off table holds it is known.
pub struct CubeAhead<'a> {
    evaluation: &'a Evaluation,
    /// Tells whether to stop, given the number of boards judged so far.
    is_over: &'a dyn Fn(u64) -> bool,
    nodes: u64,
}

impl std::fmt::Debug for CubeAhead<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CubeAhead").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// The stakes as the mover sees them, and as the other side does.
#[derive(Clone, Copy)]
struct Sides<'a> {
    mover: &'a Stakes,
    other: &'a Stakes,
}

impl Sides<'_> {
    const fn turned(self) -> Self {
        Self { mover: self.other, other: self.mover }
    }
}

impl<'a> CubeAhead<'a> {
    /// Judges leaves by an evaluation, until it is told to stop.
    pub fn new(evaluation: &'a Evaluation, is_over: &'a dyn Fn(u64) -> bool) -> Self {
        Self { evaluation, is_over, nodes: 0 }
    }

    /// How many boards were judged.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What a board is worth to the side that is to roll and does not double now, for each state of the cube; `None` if it
    /// was told to stop.
    pub fn without_doubling(
        &mut self,
        board: Board,
        stakes: &Stakes,
        cubes: &[CubeState],
        plies: u32,
    ) -> Option<Vec<f32>> {
        let sides = Sides { mover: stakes, other: &stakes.turned() };
        self.rolled(board, None, sides, cubes, plies)
    }

    /// What a board is worth to the side that is to roll and may double before, for each state of the cube; `None` if it was
    /// told to stop.
    pub fn with_doubling(
        &mut self,
        board: Board,
        stakes: &Stakes,
        cubes: &[CubeState],
        plies: u32,
    ) -> Option<Vec<f32>> {
        let sides = Sides { mover: stakes, other: &stakes.turned() };
        self.decided(board, None, sides, cubes, plies)
    }

    fn decided(
        &mut self,
        board: Board,
        known: Option<Chances>,
        sides: Sides<'_>,
        cubes: &[CubeState],
        plies: u32,
    ) -> Option<Vec<f32>> {
        let stakes = sides.mover;
        let mut open = Vec::with_capacity(2 * cubes.len());
        for &cube in cubes {
            open.push(cube);
            if stakes.may_double(cube) {
                open.push(cube.doubled());
            }
        }
        let mut rolled = self.rolled(board, known, sides, &open, plies)?.into_iter();
        let mut next = || rolled.next().expect("one worth for each state of the cube");
        let best = |&cube: &CubeState| {
            let no_double = next();
            match stakes.may_double(cube) {
                false => no_double,
                true => no_double.max(stakes.doubled(cube, next())),
            }
        };
        Some(cubes.iter().map(best).collect())
    }

    fn rolled(
        &mut self,
        board: Board,
        known: Option<Chances>,
        sides: Sides<'_>,
        cubes: &[CubeState],
        plies: u32,
    ) -> Option<Vec<f32>> {
        let stakes = sides.mover;
        if let Some(exact) = exact(board, stakes, cubes) {
            return Some(exact);
        }
        if plies != 0 {
            return self.mean(board, sides, cubes, plies);
        }
        let chances = match known {
            Some(chances) => chances,
            None => self.judge(board)?,
        };
        let worth = |&cube: &CubeState| stakes.with_cube(cube, chances, cube_life(board, cube.holder));
        Some(cubes.iter().map(worth).collect())
    }

    /// The mean over the 21 rolls. For each the play is followed that is worth most without the cube.
    fn mean(&mut self, board: Board, sides: Sides<'_>, cubes: &[CubeState], plies: u32) -> Option<Vec<f32>> {
        let stakes = sides.mover;
        if self.nodes != 0 && (self.is_over)(self.nodes) {
            return None;
        }
        let worth = |chances| stakes.dead(cubes[0], chances);
        let (replies, n_boards) = self.evaluation.best_replies(board, &Dice::ALL, worth);
        self.nodes += n_boards;
        let turned: Vec<CubeState> = cubes.iter().map(|cube| cube.turned()).collect();
        let mut mean = vec![0.0; cubes.len()];
        for (dice, reply) in Dice::ALL.into_iter().zip(replies) {
            let share = dice.weight() as f32 / 36.0;
            if reply.is_over() {
                let factor = reply.after.turned().win_of_mover().factor();
                for (mean, &cube) in mean.iter_mut().zip(cubes) {
                    *mean += share * stakes.won(cube, factor);
                }
            } else {
                let known = Some(reply.chances.turned());
                let after = self.decided(reply.after, known, sides.turned(), &turned, plies - 1)?;
                for (mean, worth) in mean.iter_mut().zip(after) {
                    *mean -= share * worth;
                }
            }
        }
        Some(mean)
    }

    fn judge(&mut self, board: Board) -> Option<Chances> {
        if self.nodes != 0 && (self.is_over)(self.nodes) {
            return None;
        }
        self.nodes += 1;
        Some(self.evaluation.chances_of(&[board])[0])
    }
}

/// What a board is worth to who rolls now, where that is known: in money play, once both sides have few checkers at home and
/// nobody can lose a gammon.
fn exact(board: Board, stakes: &Stakes, cubes: &[CubeState]) -> Option<Vec<f32>> {
    if !stakes.is_money() || !stakes.has_cube() || board.mover.count(OFF) == 0 || board.other.count(OFF) == 0
    {
        return None;
    }
    let exact = TwoSided::covers(board).then(TwoSided::shared)?.without_doubling(board)?;
    let worth = |cube: &CubeState| {
        let of_holder = match cube.holder {
            Holder::Nobody => exact.centered,
            Holder::Mover => exact.held,
            Holder::Other => exact.held_by_other,
        };
        of_holder * stakes.won(*cube, 1)
    };
    Some(cubes.iter().map(worth).collect())
}
