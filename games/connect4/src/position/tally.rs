//! Counting paths with their wins.

use super::{Board, Stage};
use crate::{Bits, Column, Size};

/// The number of move paths of a given length, with the wins among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Paths of exactly that many plies.
    pub paths: u64,
    /// Those among them whose last disc completes a line.
    pub wins: u64,
    /// Games that were over before.
    pub ended: u64,
}

impl<B: Bits> Board<B> {
    /// Counts the paths of `depth` plies; every position is really made and looked at, those of the last ply
    /// included.
    ///
    /// ```
    /// use connect4::{Board, Size, Tally};
    /// let tally = Board::<u64>::empty(Size::USUAL).tally(7);
    /// assert_eq!(tally, Tally { paths: 823_536, wins: 13_032, ended: 0 });
    /// ```
    #[must_use]
    pub fn tally(&self, depth: u32) -> Tally {
        let mut tally = Tally::default();
        match self.size {
            Size::USUAL => self.descend::<true>(depth, &mut tally),
            _ => self.descend::<false>(depth, &mut tally),
        }
        tally
    }

    /// With `USUAL`, the compiler knows the size of the board.
    fn descend<const USUAL: bool>(&self, depth: u32, tally: &mut Tally) {
        let size = if USUAL { Size::USUAL } else { self.size };
        if depth == 0 {
            return self.arrive(tally);
        }
        if self.stage != Stage::Open {
            tally.ended += 1;
            return;
        }
        for column in (0..size.columns()).map(Column::new) {
            if !self.filled.has_room(size, column) {
                continue;
            }
            let next = self.with_disc(size, column);
            // Most boards are leaves, and these go without a call.
            match depth {
                1 => next.arrive(tally),
                _ => next.descend::<USUAL>(depth - 1, tally),
            }
        }
    }

    #[inline]
    fn arrive(&self, tally: &mut Tally) {
        tally.paths += 1;
        tally.wins += u64::from(self.stage == Stage::Won);
    }
}
