//! Why a piece may not be laid.

use framework::{Reason, Text};

use crate::{BlokusPosition, Cell, Color, Orientation, Piece, Placement, silhouette::Silhouette};

/// The rules that can forbid a move, in the order in which they are checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// No color can move any more.
    GameOver,
    /// The move names a color that is not to move.
    WrongColor {
        /// The color it names.
        named: Color,
        /// The color to move.
        to_move: Color,
    },
    /// The cells do not form one of the 21 pieces.
    NotAPiece,
    /// The color has no such piece left, or never had one.
    UsedUp {
        /// The color to move.
        color: Color,
        /// The piece.
        piece: Piece,
    },
    /// A cell is not on the board.
    OffBoard {
        /// The first such cell.
        cell: Cell,
    },
    /// A piece lies on a cell.
    Occupied {
        /// The first such cell.
        cell: Cell,
    },
    /// The color's first piece does not cover its start cell.
    MissesStart {
        /// The start cell.
        start: Cell,
    },
    /// A cell shares an edge with the color's own pieces.
    TouchesOwnEdge {
        /// The first such cell.
        cell: Cell,
    },
    /// No corner touches a corner of the color's own pieces.
    TouchesNoOwnCorner,
}

impl Reason for WhyNot {
    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::WrongColor { .. } => "wrong-color",
            Self::NotAPiece => "not-a-piece",
            Self::UsedUp { .. } => "used-up",
            Self::OffBoard { .. } => "off-board",
            Self::Occupied { .. } => "occupied",
            Self::MissesStart { .. } => "misses-start",
            Self::TouchesOwnEdge { .. } => "touches-own-edge",
            Self::TouchesNoOwnCorner => "touches-no-own-corner",
        }
    }

    fn sentence(&self) -> Text {
        match self {
            Self::GameOver => Text::fixed("the game is over", "das Spiel ist zu Ende"),
            Self::WrongColor { named, to_move } => Text::new(
                format!("it is the turn of color {to_move}, not of color {named}"),
                format!("Farbe {to_move} ist am Zug, nicht Farbe {named}"),
            ),
            Self::NotAPiece => Text::fixed(
                "these cells do not form one of the 21 pieces",
                "diese Felder bilden keinen der 21 Steine",
            ),
            Self::UsedUp { color, piece } => Text::new(
                format!("color {color} has no piece {piece} left"),
                format!("Farbe {color} hat keinen Stein {piece} mehr"),
            ),
            Self::OffBoard { cell } => {
                Text::new(format!("{cell} is not on the board"), format!("{cell} liegt nicht auf dem Brett"))
            }
            Self::Occupied { cell } => {
                Text::new(format!("{cell} is already taken"), format!("{cell} ist schon belegt"))
            }
            Self::MissesStart { start } => Text::new(
                format!("the first piece must cover the start cell {start}"),
                format!("der erste Stein muss das Startfeld {start} bedecken"),
            ),
            Self::TouchesOwnEdge { cell } => Text::new(
                format!("at {cell} the piece shares an edge with its own color"),
                format!("auf {cell} läge der Stein Kante an Kante mit der eigenen Farbe"),
            ),
            Self::TouchesNoOwnCorner => Text::fixed(
                "the piece must touch a corner of its own color",
                "der Stein muss eine Ecke der eigenen Farbe berühren",
            ),
        }
    }
}

impl<const WORDS: usize> BlokusPosition<WORDS> {
    /// The move of the color to move that covers a set of cells.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn check(&self, cells: &[Cell]) -> Result<Placement, WhyNot> {
        let color = self.to_move().ok_or(WhyNot::GameOver)?;
        let orientation = Silhouette::of_cells(cells).and_then(Orientation::of).ok_or(WhyNot::NotAPiece)?;
        let piece = orientation.piece();
        if self.left(color).count(piece) == 0 {
            return Err(WhyNot::UsedUp { color, piece });
        }
        let grid = self.rules().grid();
        let first_that =
            |wrong: &dyn Fn(Cell) -> bool| cells.iter().copied().filter(|&cell| wrong(cell)).min();
        if let Some(cell) = first_that(&|cell| !grid.contains(cell)) {
            return Err(WhyNot::OffBoard { cell });
        }
        if let Some(cell) = first_that(&|cell| !self.free().contains(grid.index(cell))) {
            return Err(WhyNot::Occupied { cell });
        }
        let start = self.rules().start(color);
        if self.stones(color).is_empty() && !cells.contains(&start) {
            return Err(WhyNot::MissesStart { start });
        }
        let reach = self.reach(color);
        if let Some(cell) = first_that(&|cell| !reach.open.contains(grid.index(cell))) {
            return Err(WhyNot::TouchesOwnEdge { cell });
        }
        if !cells.iter().any(|&cell| reach.anchors.contains(grid.index(cell))) {
            return Err(WhyNot::TouchesNoOwnCorner);
        }
        let first = cells.iter().min().ok_or(WhyNot::NotAPiece)?;
        Placement::new(grid, orientation, *first).ok_or(WhyNot::NotAPiece)
    }
}
