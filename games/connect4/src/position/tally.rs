//! Counting paths with their wins.

use framework::Position;

use super::{Board, Stage};
use crate::Bits;

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
        self.descend(depth, &mut tally);
        tally
    }

    fn descend(&self, depth: u32, tally: &mut Tally) {
        if depth == 0 {
            tally.paths += 1;
            tally.wins += u64::from(self.stage == Stage::Won);
        } else if self.stage == Stage::Open {
            for column in self.columns() {
                if self.has_room(column) {
                    self.after(column).descend(depth - 1, tally);
                }
            }
        } else {
            tally.ended += 1;
        }
    }
}
