//! The board as the program of 2005 saw it.

use crate::{Cell, Color, Grid, Rules};

/// A way to look at a board so that its colors begin where the program expects them: the first at the lower
/// left, the others clockwise, or opposite if there are two.
///
/// The program is not symmetric: the order of its candidates and a slip in its rating depend on directions. Our
/// boards are turned or mirrored against its own, so it is shown each board from the side it knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    grid: Grid,
    flips_columns: bool,
    flips_rows: bool,
    swaps: bool,
}

impl Frame {
    /// The first way to look in which the start cells are nearest to the corners of their colors.
    pub(crate) fn of(rules: &Rules) -> Self {
        let ways = (0..8).map(|way| Self {
            grid: rules.grid(),
            flips_columns: way & 2 != 0,
            flips_rows: way & 1 != 0,
            swaps: way & 4 != 0,
        });
        let distance = |frame: &Self| {
            let from_corner = |color: Color| {
                let (x, y) = frame.seen(rules.start(color));
                let corner = frame.corner(rules, color);
                (corner.0 - x).abs() + (corner.1 - y).abs()
            };
            rules.colors().map(from_corner).sum::<i32>()
        };
        ways.min_by_key(distance).expect("there are eight ways")
    }

    /// The board as it lies, nothing turned or mirrored.
    pub(crate) const fn plain(grid: Grid) -> Self {
        Self { grid, flips_columns: false, flips_rows: false, swaps: false }
    }

    /// Where a cell is seen: steps to the right and down from the upper left.
    pub(crate) fn seen(self, cell: Cell) -> (i32, i32) {
        let (right, bottom) = (i32::from(self.grid.width()) - 1, i32::from(self.grid.height()) - 1);
        let (column, row) = (i32::from(cell.column), i32::from(cell.row));
        let x = if self.flips_columns { right - column } else { column };
        let y = if self.flips_rows { row } else { bottom - row };
        if self.swaps { (y, x) } else { (x, y) }
    }

    /// The cell that is seen somewhere; `None` if that is not on the board.
    pub(crate) fn cell(self, (x, y): (i32, i32)) -> Option<Cell> {
        let (x, y) = if self.swaps { (y, x) } else { (x, y) };
        let (right, bottom) = (i32::from(self.grid.width()) - 1, i32::from(self.grid.height()) - 1);
        let column = if self.flips_columns { right - x } else { x };
        let row = if self.flips_rows { y } else { bottom - y };
        let cell = Cell::new(u16::try_from(column).ok()?, u16::try_from(row).ok()?);
        self.grid.contains(cell).then_some(cell)
    }

    /// All cells as they are seen, column by column from the left, each from the top.
    pub(crate) fn cells(self) -> impl Iterator<Item = Cell> {
        let (width, height) = self.size();
        (0..width).flat_map(move |x| (0..height).filter_map(move |y| self.cell((x, y))))
    }

    /// The corner of the board that belongs to a color.
    pub(crate) fn corner(self, rules: &Rules, color: Color) -> (i32, i32) {
        let (width, height) = self.size();
        let (right, bottom) = (width - 1, height - 1);
        let clockwise = [(0, bottom), (0, 0), (right, 0), (right, bottom)];
        let is_one_of_two = rules.colors().len() == 2;
        clockwise[if is_one_of_two { 2 * color.index() } else { color.index() }]
    }

    /// How wide and high the board is seen.
    pub(crate) fn size(self) -> (i32, i32) {
        let (width, height) = (i32::from(self.grid.width()), i32::from(self.grid.height()));
        if self.swaps { (height, width) } else { (width, height) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(options: &str) -> Vec<(i32, i32)> {
        let rules: Rules = options.parse().expect("a game");
        let frame = Frame::of(&rules);
        rules.colors().map(|color| frame.seen(rules.start(color))).collect()
    }

    #[test]
    fn the_usual_boards_are_seen_as_the_program_knew_them() {
        assert_eq!(starts("classic"), [(0, 19), (0, 0), (19, 0), (19, 19)]);
        assert_eq!(starts("duo"), [(4, 9), (9, 4)]);
        assert_eq!(starts("two-colors"), [(0, 19), (19, 0)]);
        assert_eq!(starts("custom 9x4 starts=a4,i4,i1"), [(0, 8), (0, 0), (3, 0)]);
    }

    #[test]
    fn every_cell_is_seen_in_one_place() {
        for options in ["classic", "duo", "custom 9x4 starts=a4,i4,i1", "custom 5x7 colors=2"] {
            let rules: Rules = options.parse().expect("a game");
            let frame = Frame::of(&rules);
            assert!(rules.grid().cells().all(|cell| frame.cell(frame.seen(cell)) == Some(cell)));
            let mut listed: Vec<_> = frame.cells().collect();
            listed.sort_unstable();
            assert_eq!(listed, rules.grid().cells().collect::<Vec<_>>());
        }
    }
}
