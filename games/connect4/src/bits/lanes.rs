//! A set of cells with a word for each column, for boards that fit into no integer.

use std::{
    array,
    hash::{Hash, Hasher},
    ops::{BitAnd, BitOr, BitXor},
};

use super::{Bits, Direction, sealed::Sealed};
use crate::{Column, Size, size::MAX_SIDE};

const N_LANES: usize = MAX_SIDE as usize;

/// A set of cells of a board of up to 32 columns and 32 rows: one word for each column, its lowest cell as the
/// lowest bit.
///
/// Columns do not touch each other here, so none of them needs an empty cell on top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Lanes([u32; N_LANES]);

impl Sealed for Lanes {}

impl Bits for Lanes {
    const NONE: Self = Self([0; N_LANES]);

    fn fits(_: Size) -> bool {
        true
    }

    #[inline]
    fn of_column(_: Size, column: Column, cells: u32) -> Self {
        let mut lanes = Self::NONE;
        lanes.0[usize::from(column.index())] = cells;
        lanes
    }

    #[inline]
    fn in_column(&self, _: Size, column: Column) -> u32 {
        self.0[usize::from(column.index())]
    }

    #[inline]
    fn with_next(mut self, _: Size, column: Column) -> Self {
        let lane = &mut self.0[usize::from(column.index())];
        *lane |= lane.wrapping_add(1);
        self
    }

    #[inline]
    fn seen_from(self, _: Size, direction: Direction, steps: u8) -> Self {
        let lane = |idx: usize| self.0.get(idx + usize::from(steps)).copied().unwrap_or(0);
        Self(match direction {
            Direction::Upright => self.0.map(|lane| lane >> steps),
            Direction::Level => array::from_fn(lane),
            Direction::Rising => array::from_fn(|idx| lane(idx) >> steps),
            Direction::Falling => array::from_fn(|idx| lane(idx) << steps),
        })
    }

    #[inline]
    fn reached_from(self, _: Size, direction: Direction, steps: u8) -> Self {
        let lane = |idx: usize| idx.checked_sub(usize::from(steps)).map_or(0, |idx| self.0[idx]);
        Self(match direction {
            Direction::Upright => self.0.map(|lane| lane << steps),
            Direction::Level => array::from_fn(lane),
            Direction::Rising => array::from_fn(|idx| lane(idx) << steps),
            Direction::Falling => array::from_fn(|idx| lane(idx) >> steps),
        })
    }

    fn count(self) -> u32 {
        self.0.iter().map(|lane| lane.count_ones()).sum()
    }
}

/// Two columns at a time and by value, so that the hash is the same on every machine.
impl Hash for Lanes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for pair in self.0.chunks_exact(2) {
            state.write_u64(u64::from(pair[0]) | u64::from(pair[1]) << 32);
        }
    }
}

impl BitAnd for Lanes {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(array::from_fn(|idx| self.0[idx] & other.0[idx]))
    }
}

impl BitOr for Lanes {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(array::from_fn(|idx| self.0[idx] | other.0[idx]))
    }
}

impl BitXor for Lanes {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(array::from_fn(|idx| self.0[idx] ^ other.0[idx]))
    }
}
