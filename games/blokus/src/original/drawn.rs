//! The pieces as the program of 2005 drew and counted them.

use std::sync::LazyLock;

use crate::{Cell, Orientation, Piece, silhouette::Silhouette};

/// All pieces in the program's order, the single square first.
pub(crate) static STONES: LazyLock<Vec<Stone>> = LazyLock::new(|| DRAWN.iter().map(Stone::of).collect());

/// A drawing in its square box, rows from the top: `#` a corner square, `o` another one. Then in how many
/// quarter turns it is tried, and whether flipped as well.
type Drawn = (&'static str, u8, bool);

const DRAWN: [Drawn; 21] = [
    ("#", 1, false),
    (".#/.#", 2, false),
    ("#./##", 4, false),
    (".#./.o./.#.", 2, false),
    ("##/##", 1, false),
    (".#./.o./##.", 4, true),
    (".#./.o#/.#.", 4, false),
    (".../##./.##", 2, true),
    ("..#./..o./..o./..#.", 2, false),
    (".#./#o./##.", 4, true),
    ("##./.o./##.", 4, false),
    (".#./.o./#o#", 4, false),
    ("#../o../#o#", 4, false),
    ("##./.##/..#", 4, false),
    ("#../#o#/..#", 2, true),
    ("#../#o#/.#.", 4, true),
    (".#./#o#/.#.", 1, false),
    ("..#./..o./..o./.##.", 4, true),
    ("..#./..o./.##./.#..", 4, true),
    (".#../.o#./.o../.#..", 4, true),
    ("..#../..o../..o../..o../..#..", 2, false),
];

/// A piece with the ways to lay it, in the order in which they are tried.
#[derive(Debug)]
pub(crate) struct Stone {
    pub(crate) piece: Piece,
    turns: u8,
    /// The first is as drawn.
    pub(crate) lies: Vec<Lie>,
}

/// A piece turned and flipped in its box.
#[derive(Debug)]
pub(crate) struct Lie {
    /// The edge of the box.
    pub(crate) edge: i32,
    /// The squares, column by column from the left, each from the top.
    pub(crate) squares: Vec<Square>,
}

/// A square of a piece, seen from the upper left corner of its box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Square {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) is_corner: bool,
}

impl Stone {
    fn of(&(drawing, turns, flips): &Drawn) -> Self {
        let rows: Vec<&str> = drawing.split('/').collect();
        let edge = rows.len() as i32;
        let row_squares = |(y, row): (usize, &&'static str)| {
            let square = move |(x, drawn)| Square { x: x as i32, y: y as i32, is_corner: drawn == '#' };
            row.chars().enumerate().filter(|drawn| drawn.1 != '.').map(square).collect::<Vec<_>>()
        };
        let drawn: Vec<Square> = rows.iter().enumerate().flat_map(row_squares).collect();
        let mirrors = if flips { &[false, true][..] } else { &[false] };
        let lies = mirrors
            .iter()
            .flat_map(|&is_flipped| (0..turns).map(move |turns| (is_flipped, turns)))
            .map(|(is_flipped, turns)| Lie::new(edge, &drawn, is_flipped, turns))
            .collect();
        let cells: Vec<_> = drawn.iter().map(|square| Cell::new(square.x as u16, square.y as u16)).collect();
        let orientation = Silhouette::of_cells(&cells).and_then(Orientation::of);
        Self { piece: orientation.expect("the drawings show the 21 pieces").piece(), turns, lies }
    }

    /// In how many quarter turns it looks different.
    pub(crate) const fn turns(&self) -> u8 {
        self.turns
    }

    /// The stone turned and flipped in its box in any way, also in one that looks like another.
    pub(crate) fn lie(&self, is_flipped: bool, turns: u8) -> Lie {
        let drawn = &self.lies[0];
        Lie::new(drawn.edge, &drawn.squares, is_flipped, turns)
    }
}

impl Lie {
    /// Turns the drawing upside down if it is flipped, and then clockwise.
    fn new(edge: i32, drawn: &[Square], is_flipped: bool, turns: u8) -> Self {
        let lay = |&square: &Square| {
            let flipped = if is_flipped { Square { y: edge - 1 - square.y, ..square } } else { square };
            (0..turns).fold(flipped, |Square { x, y, is_corner }, _| Square {
                x: edge - 1 - y,
                y: x,
                is_corner,
            })
        };
        let mut squares: Vec<_> = drawn.iter().map(lay).collect();
        squares.sort_unstable();
        Self { edge, squares }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{N_ORIENTATIONS, N_PIECES, generator::is_corner};

    #[test]
    fn the_drawings_show_every_piece_in_every_orientation_once() {
        let pieces: HashSet<_> = STONES.iter().map(|stone| stone.piece).collect();
        assert_eq!(pieces.len(), N_PIECES);
        let looks = STONES.iter().flat_map(|stone| &stone.lies).map(|lie| {
            let cells: Vec<_> = lie.squares.iter().map(|at| Cell::new(at.x as u16, at.y as u16)).collect();
            Silhouette::of_cells(&cells).and_then(Orientation::of).expect("a piece")
        });
        assert_eq!(looks.collect::<HashSet<_>>().len(), N_ORIENTATIONS);
        assert_eq!(STONES.iter().map(|stone| stone.lies.len()).sum::<usize>(), N_ORIENTATIONS);
    }

    #[test]
    fn the_drawn_corners_are_the_squares_that_stick_out() {
        for lie in STONES.iter().flat_map(|stone| &stone.lies) {
            let steps: Vec<_> = lie.squares.iter().map(|at| (at.x as i8, at.y as i8)).collect();
            for (square, &step) in lie.squares.iter().zip(&steps) {
                assert_eq!(square.is_corner, is_corner(&steps, step), "{lie:?}");
            }
        }
    }
}
