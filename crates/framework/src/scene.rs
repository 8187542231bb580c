//! A small drawing language: what lies where, without saying how it looks on a screen.
//!
//! A scene is a grid of cells with things on them. One renderer each turns it into SVG, into characters and
//! into a web page, so a new game is visible everywhere at once.

use serde::{Deserialize, Serialize};

use crate::Text;

/// A cell of the grid, column and row from 0 at the top left. Labels may lie one cell outside the grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Place {
    /// The column, from 0 at the left.
    pub column: i16,
    /// The row, from 0 at the top.
    pub row: i16,
}

impl Place {
    /// The place in a column and a row.
    #[must_use]
    pub const fn new(column: i16, row: i16) -> Self {
        Self { column, row }
    }
}

/// The color of a thing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "colors speak for themselves")]
pub enum Tint {
    Black,
    White,
    Red,
    Yellow,
    Blue,
    Green,
    Orange,
    Purple,
}

/// What a cell looks like when nothing is on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// Green cloth with a line around it.
    Felt,
    /// A round hole in a blue wall.
    Hole,
    /// A part of a backgammon point that starts at the top, with its tone.
    PointDown {
        /// Whether it is one of the dark points.
        dark: bool,
    },
    /// A part of a backgammon point that starts at the bottom, with its tone.
    PointUp {
        /// Whether it is one of the dark points.
        dark: bool,
    },
    /// The wall between two halves.
    Bar,
    /// Where things lie that have left the board.
    Tray,
    /// A cell on which a color must begin.
    Start(Tint),
}

/// A cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Cell {
    /// Where it is.
    pub place: Place,
    /// What it looks like when nothing is on it.
    pub ground: Ground,
}

/// The form of a thing on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A round disc or checker.
    Disc,
    /// A square that fills its cell; squares of one group grow together.
    Square,
    /// The doubling cube.
    Cube,
}

/// What is special about a thing on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// It was put here by the last move.
    Last,
    /// It is part of what wins.
    Winning,
}

/// A thing on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Token {
    /// Where it lies.
    pub place: Place,
    /// Its color.
    pub tint: Tint,
    /// Its form.
    pub shape: Shape,
    /// A letter that tells it from others where there are no colors.
    pub letter: char,
    /// What is written on it, such as the height of a stack; often empty.
    pub caption: String,
    /// What is special about it.
    pub mark: Mark,
    /// Tokens of the same group are parts of one piece.
    pub group: Option<u16>,
}

impl Token {
    /// A thing with nothing written on it and nothing special about it.
    #[must_use]
    pub const fn new(place: Place, shape: Shape, tint: Tint, letter: char) -> Self {
        Self { place, tint, shape, letter, caption: String::new(), mark: Mark::None, group: None }
    }

    /// The same thing with a mark.
    #[must_use]
    pub fn marked(self, mark: Mark) -> Self {
        Self { mark, ..self }
    }
}

/// A short text on the board or beside it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Label {
    /// Where it stands; column or row −1 and one beyond the last are the margins.
    pub place: Place,
    /// What it says.
    pub text: String,
}

/// A die that shows a face.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Die {
    /// Where it lies.
    pub place: Place,
    /// The face, 1 to 6.
    pub face: u8,
    /// Whose it is, by color.
    pub tint: Tint,
}

/// A cell that one can touch to begin a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HotSpot {
    /// Where to touch.
    pub place: Place,
    /// How the texts of the moves begin that start here.
    pub prefix: String,
}

impl HotSpot {
    /// Tells whether a move begins here: its text is the prefix, or goes on after it with no letter or digit,
    /// so that `a1` does not begin `a10`.
    #[must_use]
    pub fn begins(&self, move_text: &str) -> bool {
        move_text
            .strip_prefix(self.prefix.as_str())
            .is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
    }
}

/// A drawing of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Scene {
    /// The width of the grid in cells.
    pub columns: i16,
    /// The height of the grid in cells.
    pub rows: i16,
    /// The cells of the board.
    pub cells: Vec<Cell>,
    /// What lies on them.
    pub tokens: Vec<Token>,
    /// What is written on the board and around it.
    pub labels: Vec<Label>,
    /// The dice.
    pub dice: Vec<Die>,
    /// Where moves begin.
    pub hot_spots: Vec<HotSpot>,
    /// What is said beside the board: whose turn it is, counts, points.
    pub status: Vec<Text>,
}

impl Scene {
    /// An empty grid whose cells all look the same.
    #[must_use]
    pub fn grid(columns: i16, rows: i16, ground: Ground) -> Self {
        let cell = |row, column| Cell { place: Place::new(column, row), ground };
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| cell(row, column))).collect();
        Self { columns, rows, cells, ..Self::default() }
    }

    /// Writes a text at a place.
    pub fn label(&mut self, place: Place, text: impl Into<String>) {
        self.labels.push(Label { place, text: text.into() });
    }

    /// Lets moves that begin with `prefix` start at a place.
    pub fn hot_spot(&mut self, place: Place, prefix: impl Into<String>) {
        self.hot_spots.push(HotSpot { place, prefix: prefix.into() });
    }
}
