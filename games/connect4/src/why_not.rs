//! Why a disc cannot be dropped.

use framework::{Reason, Text};

use crate::Column;

/// A rule that forbids a move, in the order in which the rules are checked.
///
/// ```
/// use connect4::{Column, WhyNot};
/// use framework::Reason;
/// let full = WhyNot::ColumnFull { column: Column::new(3) };
/// assert_eq!(full.code(), "column-full");
/// assert_eq!(full.sentence().de, "Spalte 4 ist voll");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WhyNot {
    /// Somebody has won, or the board is full.
    GameOver,
    /// The board has no column of that number.
    NoSuchColumn {
        /// The number, counted from 1.
        number: u32,
        /// How many columns there are.
        columns: u8,
    },
    /// No cell of the column is empty.
    ColumnFull {
        /// The column.
        column: Column,
    },
}

impl Reason for WhyNot {
    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::NoSuchColumn { .. } => "no-such-column",
            Self::ColumnFull { .. } => "column-full",
        }
    }

    fn sentence(&self) -> Text {
        match self {
            Self::GameOver => Text::fixed("the game is over", "das Spiel ist zu Ende"),
            Self::NoSuchColumn { number, columns: 1 } => Text::new(
                format!("there is no column {number}; the only column is 1"),
                format!("es gibt keine Spalte {number}; die einzige Spalte ist 1"),
            ),
            Self::NoSuchColumn { number, columns } => Text::new(
                format!("there is no column {number}; the columns are 1 to {columns}"),
                format!("es gibt keine Spalte {number}; die Spalten sind 1 bis {columns}"),
            ),
            Self::ColumnFull { column } => {
                Text::new(format!("column {column} is full"), format!("Spalte {column} ist voll"))
            }
        }
    }
}
