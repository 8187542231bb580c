//! The board as the solver sees it: numbers that are constants on the usual board.

use std::fmt::Debug;

use crate::{Direction, Size, bits::run_starts, lines};

/// The shape of a board whose cells, with one spare cell on top of every column, fit into 64 bits.
///
/// The bits lie as in [`Board<u64>`](crate::Board). Everything that depends on the size is asked here, so that the
/// search is compiled once with the numbers of the usual board in it and once for all others.
pub(crate) trait Shape: Copy + Debug + Send + Sync + 'static {
    /// Columns, rows, and how many in a row win.
    fn size(self) -> Size;

    /// The lowest cell of every column.
    fn bottom(self) -> u64;

    /// All cells.
    fn board(self) -> u64;

    /// Every second row, counted down from the highest one, which belongs to them.
    fn paired_rows(self) -> u64;

    /// The number of cells.
    #[inline(always)]
    fn cells(self) -> i32 {
        i32::from(self.size().cells())
    }

    /// How many bits lie between a cell and its neighbor in the next column.
    #[inline(always)]
    fn pitch(self) -> u32 {
        u32::from(self.size().rows()) + 1
    }

    /// The cells into which a disc can be dropped.
    #[inline(always)]
    fn playable(self, filled: u64) -> u64 {
        (filled + self.bottom()) & self.board()
    }

    /// All cells of the column in which a cell lies.
    #[inline(always)]
    fn column_of(self, cell: u64) -> u64 {
        let column = cell.trailing_zeros() / self.pitch();
        (u64::MAX >> (64 - u32::from(self.size().rows()))) << (column * self.pitch())
    }

    /// The row of a cell, counted from 0 at the bottom.
    #[inline(always)]
    fn row_of(self, cell: u64) -> u32 {
        cell.trailing_zeros() % self.pitch()
    }

    /// In every column the cells below the lowest one of the set; all of them where the set has none.
    #[inline(always)]
    fn below(self, set: u64) -> u64 {
        let spare = self.bottom() << self.size().rows();
        let stops = set | spare;
        (stops - self.bottom()) & !stops
    }

    /// The empty or filled cells which would complete a line of the discs.
    #[inline(always)]
    fn threats(self, discs: u64) -> u64 {
        let size = self.size();
        if size.k() != 4 || size.columns() < 4 || size.rows() < 4 {
            return lines::threats(discs, self.board() & !discs, size, size.k());
        }
        let mut threats = (discs << 1) & (discs << 2) & (discs << 3);
        for step in [self.pitch(), self.pitch() - 1, self.pitch() + 1] {
            let two_before = (discs << step) & (discs << (2 * step));
            let two_after = (discs >> step) & (discs >> (2 * step));
            threats |= two_before & ((discs << (3 * step)) | (discs >> step));
            threats |= two_after & ((discs << step) | (discs >> (3 * step)));
        }
        threats
    }

    /// Where upright lines begin in the set.
    #[inline(always)]
    fn upright_lines(self, set: u64) -> u64 {
        run_starts(set, self.size(), Direction::Upright, self.size().k())
    }

    /// Where lines begin in the set that lead through several columns, by direction.
    #[inline(always)]
    fn lines_across(self, set: u64) -> [u64; 3] {
        // Three calls, since the compiler does not see through `map`.
        let starts = |direction| run_starts(set, self.size(), direction, self.size().k());
        [starts(Direction::Level), starts(Direction::Rising), starts(Direction::Falling)]
    }

    /// Tells whether there is a line in the set.
    #[inline(always)]
    fn has_line(self, set: u64) -> bool {
        let [level, rising, falling] = self.lines_across(set);
        self.upright_lines(set) | level | rising | falling != 0
    }

    /// A number that no other position of this shape has: the discs of one seat, and a bit on top of each column.
    #[inline(always)]
    fn key(self, own: u64, other: u64) -> u64 {
        own | ((own | other) + self.bottom())
    }

    /// The key of the position in a mirror.
    #[inline(always)]
    fn mirrored(self, key: u64) -> u64 {
        let (n_columns, pitch) = (u32::from(self.size().columns()), self.pitch());
        let column = u64::MAX >> (64 - pitch);
        (0..n_columns).fold(0, |mirrored, at| {
            mirrored | ((key >> (at * pitch)) & column) << ((n_columns - 1 - at) * pitch)
        })
    }
}

/// The usual board of seven columns and six rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usual;

impl Usual {
    const BOTTOM: u64 = bottom(Size::USUAL);
}

impl Shape for Usual {
    #[inline(always)]
    fn size(self) -> Size {
        Size::USUAL
    }

    #[inline(always)]
    fn bottom(self) -> u64 {
        Self::BOTTOM
    }

    #[inline(always)]
    fn board(self) -> u64 {
        const { Usual::BOTTOM * 0b11_1111 }
    }

    #[inline(always)]
    fn paired_rows(self) -> u64 {
        const { Usual::BOTTOM * 0b10_1010 }
    }
}

/// Any board that fits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyShape {
    size: Size,
    bottom: u64,
    board: u64,
    paired_rows: u64,
}

impl AnyShape {
    /// The shape of a size that fits into 64 bits.
    pub(crate) const fn new(size: Size) -> Self {
        let bottom = bottom(size);
        let column = u64::MAX >> (64 - size.rows() as u32);
        let every_second = if size.rows().is_multiple_of(2) { 0xAAAA_AAAA } else { 0x5555_5555 };
        Self { size, bottom, board: bottom * column, paired_rows: bottom * (column & every_second) }
    }
}

impl Shape for AnyShape {
    #[inline(always)]
    fn size(self) -> Size {
        self.size
    }

    #[inline(always)]
    fn bottom(self) -> u64 {
        self.bottom
    }

    #[inline(always)]
    fn board(self) -> u64 {
        self.board
    }

    #[inline(always)]
    fn paired_rows(self) -> u64 {
        self.paired_rows
    }
}

/// The lowest cell of every column.
const fn bottom(size: Size) -> u64 {
    let mut bottom = 0;
    let mut column = 0;
    while column < size.columns() as u32 {
        bottom |= 1 << (column * (size.rows() as u32 + 1));
        column += 1;
    }
    bottom
}

#[cfg(test)]
mod tests {
    use framework::{Position, Rng, random_move};

    use super::*;
    use crate::{Bits, Board, Connect4};

    /// Compares what a shape says about the positions of random games with what boards say about themselves.
    fn check_games<S: Shape>(shape: S) {
        let size = shape.size();
        for game_idx in 0..50 {
            let mut rng = Rng::stream(3, "shape", game_idx);
            let mut pos = Board::<u64>::empty(size);
            while let Some(mv) = random_move(&pos, &mut rng) {
                let empty = shape.board() & !pos.filled();
                let threats = lines::threats(pos.mover_discs(), empty, size, size.k());
                assert_eq!(shape.threats(pos.mover_discs()) & empty, threats, "{pos:?}");
                assert_eq!(shape.has_line(pos.filled()), pos.filled().has_line(size), "{pos:?}");
                let open = pos.columns().filter(|&column| pos.has_room(column));
                let playable = open
                    .fold(0, |cells, column| cells | <u64 as Bits>::cell(size, column, pos.height(column)));
                assert_eq!(shape.playable(pos.filled()), playable, "{pos:?}");
                let key = |pos: &Board| shape.key(pos.mover_discs(), pos.opponent_discs());
                assert_eq!(shape.mirrored(key(&pos)), key(&pos.mirrored()), "{pos:?}");
                pos.play(mv);
            }
        }
    }

    #[test]
    fn shapes_say_what_boards_say() {
        check_games(Usual);
        for (columns, rows, k) in
            [(7, 6, 4), (8, 7, 4), (4, 4, 4), (5, 4, 3), (9, 6, 5), (3, 9, 4), (32, 1, 3), (1, 8, 5)]
        {
            check_games(AnyShape::new(Size::new(columns, rows, k).unwrap()));
        }
    }

    #[test]
    fn the_usual_shape_is_the_shape_of_the_usual_size() {
        let any = AnyShape::new(Connect4::default().size());
        assert_eq!(
            (any.bottom(), any.board(), any.paired_rows()),
            (Usual.bottom(), Usual.board(), Usual.paired_rows())
        );
    }

    #[test]
    fn below_is_what_lies_under_the_lowest_cell_of_each_column() {
        let set = 0b10_1000 | 0b1 << 7;
        let first_two = Usual.below(set) & 0x3FFF;
        assert_eq!(first_two, 0b111);
        assert_eq!(Usual.below(0), Usual.board());
    }
}
