//! Counting move paths: the sharpest test of a move generator.

use std::ops::{Add, AddAssign};

use serde::Serialize;

use crate::{Position, Turn};

/// The number of move paths of a given length, in both customs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Perft {
    /// Paths of exactly that many plies.
    pub paths: u64,
    /// Games that were over before.
    pub ended: u64,
}

impl Perft {
    /// Leaves of the tree when a finished game counts once at any depth.
    #[must_use]
    pub const fn leaves(self) -> u64 {
        self.paths.saturating_add(self.ended)
    }
}

impl Add for Perft {
    type Output = Self;

    /// Counts beyond 64 bits stay at the largest number.
    fn add(self, other: Self) -> Self {
        Self { paths: self.paths.saturating_add(other.paths), ended: self.ended.saturating_add(other.ended) }
    }
}

impl AddAssign for Perft {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Perft {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

/// Counts by playing every move to the last ply, with the generator of the game and nothing else.
pub(crate) fn count<P: Position>(pos: &P, depth: u32) -> Perft {
    descend(pos, depth, &mut Vec::new())
}

fn descend<P: Position>(pos: &P, depth: u32, stack: &mut Vec<P::Move>) -> Perft {
    if depth == 0 {
        return Perft { paths: 1, ended: 0 };
    }
    if pos.turn() == Turn::Over {
        return Perft { paths: 0, ended: 1 };
    }
    let first = stack.len();
    pos.legal_moves(stack);
    let mut sum = Perft::default();
    for move_idx in first..stack.len() {
        sum += descend(&pos.after(stack[move_idx]), depth - 1, stack);
    }
    stack.truncate(first);
    sum
}
