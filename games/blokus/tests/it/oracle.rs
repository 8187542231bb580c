//! The rules once more, slowly: cells in plain lists, one rule after the other, nothing shared with the crate.

use blokus::{Bits, Blokus, BlokusPosition, Color, LARGE, MEDIUM, Piece, SMALL};
use framework::{Game, Position, testkit};

use crate::data::{game, rows};

/// A cell as row and column, both from 0 at the lower left.
type Square = (i32, i32);

/// The pieces as people draw them.
const DRAWN: [(&str, &[&str]); 21] = [
    ("1", &["#"]),
    ("2", &["##"]),
    ("I3", &["###"]),
    ("V3", &["##", "# "]),
    ("I4", &["####"]),
    ("L4", &["###", "#  "]),
    ("T4", &["###", " # "]),
    ("Z4", &["## ", " ##"]),
    ("O", &["##", "##"]),
    ("F", &[" ##", "## ", " # "]),
    ("I5", &["#####"]),
    ("L5", &["####", "#   "]),
    ("N", &["###  ", "  ## "]),
    ("P", &["###", "## "]),
    ("T5", &["###", " # ", " # "]),
    ("U", &["###", "# #"]),
    ("V5", &["###", "#  ", "#  "]),
    ("W", &["## ", " ##", "  #"]),
    ("X", &[" # ", "###", " # "]),
    ("Y", &["####", " #  "]),
    ("Z5", &["## ", " # ", " ##"]),
];

/// All ways in which a drawn piece can lie, each moved into the corner and sorted.
fn turned_and_flipped(drawing: &[&str]) -> Vec<Vec<Square>> {
    let mut squares = Vec::new();
    for (row, line) in (0..).zip(drawing) {
        let columns = (0..).zip(line.chars()).filter(|entry| entry.1 == '#');
        squares.extend(columns.map(|(column, _)| (row, column)));
    }
    let mut ways: Vec<Vec<Square>> = Vec::new();
    for flip in [false, true] {
        for _ in 0..4 {
            squares.iter_mut().for_each(|square| *square = (square.1, -square.0));
            let mut way = squares.clone();
            if flip {
                way.iter_mut().for_each(|square| square.0 = -square.0);
            }
            let lowest = way.iter().map(|square| square.0).min().expect("a piece has squares");
            let leftmost = way.iter().map(|square| square.1).min().expect("a piece has squares");
            way.iter_mut().for_each(|square| *square = (square.0 - lowest, square.1 - leftmost));
            way.sort_unstable();
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
    }
    ways
}

/// A game that is followed move by move.
struct Oracle {
    height: i32,
    width: i32,
    starts: Vec<Square>,
    bonus: bool,
    /// The color on each cell, from 1; 0 for nobody.
    board: Vec<Vec<usize>>,
    /// For each color, how many of each piece are left.
    left: Vec<Vec<u8>>,
    /// The piece that each color laid last.
    last: Vec<Option<usize>>,
    to_move: Option<usize>,
    /// The moves of the color to move, each as its cells, sorted.
    moves: Vec<Vec<Square>>,
    ways: Vec<Vec<Vec<Square>>>,
}

impl Oracle {
    fn new<const WORDS: usize>(game: &Blokus<WORDS>) -> Self {
        let rules = game.rules();
        let (height, width) = (i32::from(rules.grid().height()), i32::from(rules.grid().width()));
        let set =
            |(name, _): &(&str, _)| rules.set().count(Piece::from_name(name).expect("the piece exists"));
        let n_colors = rules.colors().count();
        let mut oracle = Self {
            height,
            width,
            starts: rules
                .colors()
                .map(|color| rules.start(color))
                .map(|cell| (cell.row.into(), cell.column.into()))
                .collect(),
            bonus: !game.options().contains("junior") && !game.options().contains("basic"),
            board: vec![vec![0; width as usize]; height as usize],
            left: vec![DRAWN.iter().map(set).collect(); n_colors],
            last: vec![None; n_colors],
            to_move: None,
            moves: Vec::new(),
            ways: DRAWN.iter().map(|(_, drawing)| turned_and_flipped(drawing)).collect(),
        };
        oracle.pass_to(0);
        oracle
    }

    fn on_board(&self, (row, column): Square) -> bool {
        (0..self.height).contains(&row) && (0..self.width).contains(&column)
    }

    fn belongs_to(&self, square: Square, color: usize) -> bool {
        self.on_board(square) && self.board[square.0 as usize][square.1 as usize] == color + 1
    }

    fn is_free(&self, square: Square) -> bool {
        self.on_board(square) && self.board[square.0 as usize][square.1 as usize] == 0
    }

    fn shares_an_edge(&self, (row, column): Square, color: usize) -> bool {
        let beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
        beside.iter().any(|&square| self.belongs_to(square, color))
    }

    fn touches_a_corner(&self, (row, column): Square, color: usize) -> bool {
        let across =
            [(row - 1, column - 1), (row - 1, column + 1), (row + 1, column - 1), (row + 1, column + 1)];
        across.iter().any(|&square| self.belongs_to(square, color))
    }

    /// Tells whether a piece that lies in some way may be laid with its corner at a place.
    fn is_legal(&self, way: &[Square], (row, column): Square, color: usize) -> bool {
        let mut squares = way.iter().map(|square| (square.0 + row, square.1 + column));
        if !squares.clone().all(|square| self.is_free(square)) {
            return false;
        }
        if self.last[color].is_none() {
            return squares.any(|square| square == self.starts[color]);
        }
        !squares.clone().any(|square| self.shares_an_edge(square, color))
            && squares.any(|square| self.touches_a_corner(square, color))
    }

    /// All moves of a color, each as its cells, sorted.
    fn moves_of(&self, color: usize) -> Vec<Vec<Square>> {
        let mut moves = Vec::new();
        for (ways, _) in self.ways.iter().zip(&self.left[color]).filter(|entry| *entry.1 != 0) {
            for way in ways {
                for (row, column) in self.places().filter(|&place| self.is_legal(way, place, color)) {
                    moves.push(way.iter().map(|square| (square.0 + row, square.1 + column)).collect());
                }
            }
        }
        moves.sort_unstable();
        moves
    }

    fn places(&self) -> impl Iterator<Item = Square> {
        let width = self.width;
        (0..self.height).flat_map(move |row| (0..width).map(move |column| (row, column)))
    }

    /// Lays a piece for the color to move and finds who is next.
    fn play(&mut self, squares: &[Square]) {
        let color = self.to_move.expect("the game goes on");
        let lowest = squares.iter().map(|square| square.0).min().expect("a move has squares");
        let leftmost = squares.iter().map(|square| square.1).min().expect("a move has squares");
        let mut way: Vec<_> = squares.iter().map(|square| (square.0 - lowest, square.1 - leftmost)).collect();
        way.sort_unstable();
        let piece = self.ways.iter().position(|ways| ways.contains(&way)).expect("a move lays a piece");
        self.left[color][piece] -= 1;
        self.last[color] = Some(piece);
        for &(row, column) in squares {
            self.board[row as usize][column as usize] = color + 1;
        }
        self.pass_to(color + 1);
    }

    /// Makes it the turn of a color, or of the next one that has a move.
    fn pass_to(&mut self, color: usize) {
        let n_colors = self.left.len();
        self.to_move = None;
        for color in (color..color + n_colors).map(|color| color % n_colors) {
            self.moves = self.moves_of(color);
            if !self.moves.is_empty() {
                self.to_move = Some(color);
                return;
            }
        }
    }

    fn points(&self, color: usize) -> u32 {
        let squares = self.board.iter().flatten().filter(|&&cell| cell == color + 1).count() as u32;
        let all_laid = self.left[color].iter().all(|&left| left == 0);
        match self.last[color] {
            Some(last) if all_laid && self.bonus => squares + if last == 0 { 20 } else { 15 },
            _ => squares,
        }
    }

    /// The squares that are covered in a position but not yet here.
    fn newly_covered<const WORDS: usize>(&self, pos: &BlokusPosition<WORDS>) -> Vec<Square> {
        let square = |cell: blokus::Cell| (i32::from(cell.row), i32::from(cell.column));
        let grid = pos.rules().grid();
        let covered = grid.cells().filter(|&cell| pos.color_at(cell).is_some()).map(square);
        covered.filter(|&square| self.is_free(square)).collect()
    }

    fn agrees_with<const WORDS: usize>(&self, pos: &BlokusPosition<WORDS>) {
        assert_eq!(pos.to_move().map(Color::index), self.to_move, "whose turn it is: {pos:?}");
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let grid = pos.rules().grid();
        let squares =
            |mv: &blokus::Placement| mv.cells(grid).map(|cell| (cell.row.into(), cell.column.into()));
        let mut found: Vec<Vec<Square>> = moves.iter().map(|mv| squares(mv).collect()).collect();
        found.sort_unstable();
        assert_eq!(found, self.moves, "the moves: {pos:?}");
        for color in pos.rules().colors() {
            assert_eq!(pos.points(color), self.points(color.index()), "points of {color}: {pos:?}");
            self.agrees_about_cells(pos, color);
        }
    }

    /// Placing marks edge neighbors as forbidden and corner neighbors as anchors.
    fn agrees_about_cells<const WORDS: usize>(&self, pos: &BlokusPosition<WORDS>, color: Color) {
        let grid = pos.rules().grid();
        let listed = |set: Bits<WORDS>| set.iter().map(|index| grid.cell(index)).collect::<Vec<_>>();
        let square = |cell: &blokus::Cell| (i32::from(cell.row), i32::from(cell.column));
        let forbidden = |cell: &blokus::Cell| self.shares_an_edge(square(cell), color.index());
        let anchor = |cell: &blokus::Cell| match self.last[color.index()] {
            None => square(cell) == self.starts[color.index()],
            Some(_) => !forbidden(cell) && self.touches_a_corner(square(cell), color.index()),
        };
        let free = || grid.cells().filter(|cell| self.is_free(square(cell)));
        assert_eq!(
            listed(pos.forbidden(color)),
            free().filter(forbidden).collect::<Vec<_>>(),
            "{color}: {pos:?}"
        );
        assert_eq!(listed(pos.anchors(color)), free().filter(anchor).collect::<Vec<_>>(), "{color}: {pos:?}");
    }
}

/// Follows random games of a variant and compares in every position; gives the number of positions.
fn compare<const WORDS: usize>(game: &Blokus<WORDS>, seed: u64, count: usize) -> usize {
    let mut oracle = Oracle::new(game);
    let mut n_compared = 0;
    testkit::random_positions(&game.start(), seed, count, |pos| {
        if *pos == game.start() {
            oracle = Oracle::new(game);
        } else {
            let squares = oracle.newly_covered(pos);
            oracle.play(&squares);
        }
        oracle.agrees_with(pos);
        n_compared += 1;
    });
    n_compared
}

/// Compares at least `count` positions: most on the boards of the table of custom games with up to 50 cells, the
/// rest in the usual games.
pub(crate) fn compare_many(seed: u64, count: usize) -> usize {
    let usual = (count / 100).min(2_000);
    let mut n_compared = compare(&game::<MEDIUM>("classic").expect("it fits"), seed, usual);
    n_compared += compare(&game::<SMALL>("duo").expect("it fits"), seed, 2 * usual);
    n_compared += compare(&game::<SMALL>("junior").expect("it fits"), seed, 2 * usual);
    n_compared += compare(&game::<MEDIUM>("two-colors").expect("it fits"), seed, usual);
    let is_small = |game: &Blokus<SMALL>| {
        let grid = game.rules().grid();
        grid.width() * grid.height() <= 50
    };
    let table = include_str!("../data/positions_custom.tsv");
    let games: Vec<_> = rows(table).filter_map(|row| game::<SMALL>(row[1])).filter(is_small).collect();
    assert!(20 <= games.len(), "the table has many small boards");
    for (game, seed) in games.iter().zip(seed..) {
        n_compared += compare(game, seed, count / games.len());
    }
    n_compared + compare(&game::<LARGE>("custom 23x30 pieces=all*2").expect("it fits"), seed, usual / 10)
}
