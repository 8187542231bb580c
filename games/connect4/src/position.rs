//! The board with its discs, and the rules of dropping one more.

mod set_up;
mod tally;

use std::hash::{Hash, Hasher};

use framework::{Deterministic, PerSeat, Perft, Position, Seat, Turn, TwoSeatZeroSum};

pub use set_up::SetUpError;
pub use tally::Tally;

use crate::{Bits, Column, Direction, Size};

/// A board with the discs on it.
///
/// ```
/// use connect4::{Board, Column, Size};
/// use framework::{Position, Seat};
///
/// let board = Board::<u64>::empty(Size::USUAL).after(Column::new(3));
/// assert_eq!(board.disc(Column::new(3), 0), Some(Seat::FIRST));
/// assert_eq!((board.ply(), board.has_won(Seat::FIRST)), (1, false));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board<B: Bits = u64> {
    // Discs lie on each other without gaps, the mover's are among the filled cells, and `ply` counts them all;
    // `stage` follows from the rest and is kept because everybody asks for it.
    mover: B,
    filled: B,
    ply: u16,
    size: Size,
    stage: Stage,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Open,
    /// Who dropped the last disc has a line.
    Won,
    /// There is neither a line nor an empty cell.
    Drawn,
}

impl<B: Bits> Board<B> {
    /// A board without discs. The size must fit into the bits.
    #[must_use]
    pub fn empty(size: Size) -> Self {
        debug_assert!(B::fits(size), "{size} fits into the bits");
        Self { mover: B::NONE, filled: B::NONE, ply: 0, size, stage: Stage::Open }
    }

    /// The size of the board, and how many in a row win on it.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The number of discs on the board.
    #[must_use]
    pub const fn ply(&self) -> u16 {
        self.ply
    }

    /// The seat that drops the next disc, or would if the game were not over.
    #[must_use]
    pub const fn mover(&self) -> Seat {
        if self.ply.is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND }
    }

    /// The discs of the seat to move.
    #[must_use]
    pub const fn mover_discs(&self) -> B {
        self.mover
    }

    /// The discs of the seat that moved last.
    #[must_use]
    #[inline]
    pub fn opponent_discs(&self) -> B {
        self.filled ^ self.mover
    }

    /// The discs of both seats.
    #[must_use]
    pub const fn filled(&self) -> B {
        self.filled
    }

    /// The discs of a seat.
    #[must_use]
    pub fn discs(&self, seat: Seat) -> B {
        if seat == self.mover() { self.mover } else { self.opponent_discs() }
    }

    /// Whose disc lies in a cell of the board, rows counted from 0 at the bottom.
    #[must_use]
    pub fn disc(&self, column: Column, row: u8) -> Option<Seat> {
        let holds = |discs: B| discs.in_column(self.size, column) >> row & 1 == 1;
        holds(self.filled).then(|| if holds(self.discs(Seat::FIRST)) { Seat::FIRST } else { Seat::SECOND })
    }

    /// The number of discs in a column.
    #[must_use]
    pub fn height(&self, column: Column) -> u8 {
        // A column has at most 32 cells.
        self.filled.in_column(self.size, column).count_ones() as u8
    }

    /// The columns of the board from left to right, full or not.
    pub fn columns(&self) -> impl DoubleEndedIterator<Item = Column> + ExactSizeIterator + use<B> {
        (0..self.size.columns()).map(Column::new)
    }

    /// Tells whether a column of the board takes another disc.
    #[must_use]
    #[inline]
    pub fn has_room(&self, column: Column) -> bool {
        self.filled.has_room(self.size, column)
    }

    /// Tells whether a seat has completed a line.
    #[must_use]
    pub fn has_won(&self, seat: Seat) -> bool {
        self.stage == Stage::Won && seat != self.mover()
    }

    /// The cells of all lines that won the game, as columns and rows from the bottom; empty without a winner.
    ///
    /// ```
    /// # use connect4::{Column, Connect4};
    /// # use framework::Game;
    /// let pos = Connect4::default().parse_position("4545454")?;
    /// assert_eq!(pos.winning_cells(), [0, 1, 2, 3].map(|row| (Column::new(3), row)));
    /// # Ok::<(), framework::NotationError>(())
    /// ```
    #[must_use]
    pub fn winning_cells(&self) -> Vec<(Column, u8)> {
        if self.stage != Stage::Won {
            return Vec::new();
        }
        let winner = self.opponent_discs();
        let mut cells = Vec::new();
        for direction in Direction::ALL {
            let (right, up) = direction.step();
            for (column, row) in self.members(winner.line_starts(self.size, direction)) {
                cells.extend((0..self.size.k()).map(|steps| {
                    let step = |from: u8, by: i8| from.wrapping_add_signed(steps as i8 * by);
                    (Column::new(step(column.index(), right)), step(row, up))
                }));
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The board as a mirror shows it, left and right exchanged; it is worth the same to both seats.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let [mover, filled] = [self.mover, self.filled].map(|discs| discs.mirrored(self.size));
        Self { mover, filled, ..*self }
    }

    /// The cells of a set.
    fn members(&self, set: B) -> impl Iterator<Item = (Column, u8)> {
        let rows = 0..self.size.rows();
        self.columns().flat_map(move |column| {
            let cells = set.in_column(self.size, column);
            rows.clone().filter(move |row| cells >> row & 1 == 1).map(move |row| (column, row))
        })
    }

    /// The board after one more disc. `size` is the board's own, for callers that know it when they are compiled.
    #[inline(always)]
    fn with_disc(&self, size: Size, column: Column) -> Self {
        let mover = self.opponent_discs();
        let filled = self.filled.with_next(size, column);
        let ply = self.ply + 1;
        Self { mover, filled, ply, size, stage: Self::stage_of(filled ^ mover, ply, size) }
    }

    /// How the game stands when the discs lie like this.
    #[inline(always)]
    fn stage_of(last_mover: B, ply: u16, size: Size) -> Stage {
        if last_mover.has_line(size) {
            Stage::Won
        } else if ply == size.cells() {
            Stage::Drawn
        } else {
            Stage::Open
        }
    }
}

impl<B: Bits> Position for Board<B> {
    type Move = Column;

    #[inline]
    fn turn(&self) -> Turn {
        match self.stage {
            Stage::Open => Turn::Seat(self.mover()),
            Stage::Won | Stage::Drawn => Turn::Over,
        }
    }

    #[inline]
    fn legal_moves(&self, out: &mut Vec<Column>) {
        if self.stage == Stage::Open {
            out.extend(self.columns().filter(|&column| self.has_room(column)));
        }
    }

    #[inline]
    fn play(&mut self, mv: Column) {
        debug_assert!(self.is_legal(mv), "column {mv} can be played in {self:?}");
        *self = self.with_disc(self.size, mv);
    }

    fn payoffs(&self) -> PerSeat<f32> {
        match self.stage {
            Stage::Won => PerSeat::won_by(self.mover().other()),
            Stage::Open | Stage::Drawn => PerSeat::nothing(2),
        }
    }

    fn is_legal(&self, mv: Column) -> bool {
        self.stage == Stage::Open && mv.index() < self.size.columns() && self.has_room(mv)
    }

    /// Makes every position of the last ply as well: nothing is counted in bulk.
    fn perft(&self, depth: u32) -> Perft {
        let tally = self.tally(depth);
        Perft { paths: tally.paths, ended: tally.ended }
    }
}

impl<B: Bits> Deterministic for Board<B> {}
impl<B: Bits> TwoSeatZeroSum for Board<B> {}

/// Only the discs: tables hold boards of one size, and everything else follows.
impl<B: Bits> Hash for Board<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.mover.hash(state);
        self.filled.hash(state);
    }
}
