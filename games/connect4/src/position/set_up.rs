//! Boards that were set up by hand instead of played.

use framework::Seat;
use thiserror::Error;

use super::Board;
use crate::{Bits, Column, Size};

/// Why discs cannot lie like this in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SetUpError {
    /// A disc with nothing below it.
    #[error("the disc in column {column}, row {} from the bottom, floats over an empty cell", row + 1)]
    Floating {
        /// Its column.
        column: Column,
        /// Its row, from 0 at the bottom.
        row: u8,
    },
    /// The seats did not take turns.
    #[error("yellow has {yellow} discs and red {red}, but yellow begins and they take turns")]
    Counts {
        /// The first seat's discs.
        yellow: u16,
        /// The second seat's discs.
        red: u16,
    },
    /// Lines of both seats.
    #[error("both sides have a winning line, but the game ends with the first")]
    TwoWinners,
    /// A line of the seat that did not move last, or lines that no single disc completes.
    #[error("the winning line was complete before the last disc fell, but it ends the game")]
    PlayedOn,
}

impl<B: Bits> Board<B> {
    /// Sets up a board from its cells: `disc` tells whose disc lies in a column and a row, counted from 0 at
    /// the bottom. The size must fit into the bits.
    ///
    /// Who moves follows from the number of discs. Whether play can really lead to it is not searched; what
    /// can be seen at a glance is refused.
    ///
    /// # Errors
    /// If discs float, the seats have not taken turns, or somebody played on after a win.
    pub fn set_up(size: Size, disc: impl Fn(Column, u8) -> Option<Seat>) -> Result<Self, SetUpError> {
        let mut board = Self::empty(size);
        let (mut yellow_discs, mut n_yellow) = (B::NONE, 0);
        for column in board.columns() {
            for row in 0..size.rows() {
                let Some(seat) = disc(column, row) else { continue };
                if board.height(column) < row {
                    return Err(SetUpError::Floating { column, row });
                }
                let cell = B::cell(size, column, row);
                board.filled = board.filled | cell;
                board.ply += 1;
                if seat == Seat::FIRST {
                    yellow_discs = yellow_discs | cell;
                    n_yellow += 1;
                }
            }
        }
        let (yellow, red) = (n_yellow, board.ply - n_yellow);
        if yellow != red && yellow != red + 1 {
            return Err(SetUpError::Counts { yellow, red });
        }
        board.mover = if yellow == red { yellow_discs } else { board.filled ^ yellow_discs };
        board.with_end_checked()
    }

    /// Finds out whether the game is over, and refuses lines that cannot be the work of the last disc.
    fn with_end_checked(self) -> Result<Self, SetUpError> {
        let last_mover = self.opponent_discs();
        match (self.mover.has_line(self.size), last_mover.has_line(self.size)) {
            (true, true) => return Err(SetUpError::TwoWinners),
            (true, false) => return Err(SetUpError::PlayedOn),
            (false, true) if !self.tops(last_mover).any(|top| !(last_mover ^ top).has_line(self.size)) => {
                return Err(SetUpError::PlayedOn);
            }
            (false, _) => {}
        }
        Ok(Self { stage: Self::stage_of(last_mover, self.ply, self.size), ..self })
    }

    /// The discs of a set that lie on top of their columns.
    fn tops(&self, set: B) -> impl Iterator<Item = B> {
        self.columns().filter_map(move |column| {
            let top = B::cell(self.size, column, self.height(column).checked_sub(1)?);
            (set & top != B::NONE).then_some(top)
        })
    }
}
