//! The rules that can forbid a move.

use framework::{Reason, Text};

use crate::Square;

/// Why a move cannot be played now, in the order in which the rules are checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// Neither seat can move any more.
    GameOver,
    /// The seat to move has a square to play on, so it must not pass.
    MustMove {
        /// The first such square.
        example: Square,
    },
    /// The board has no such square.
    OffBoard {
        /// The letter of its column.
        column: char,
        /// The number of its row.
        row: u8,
        /// The number of squares along each side of the board.
        side: u8,
    },
    /// The seat to move has no square to play on.
    MustPass,
    /// In Reversi: the seat to move has used up its discs.
    NoDiscsLeft,
    /// There is a disc on the square already.
    Occupied(Square),
    /// In Reversi: the square does not lie in the middle, where the first four discs go.
    OutsideMiddle(Square),
    /// The disc would enclose none of the other's.
    FlipsNothing(Square),
}

impl Reason for WhyNot {
    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::MustMove { .. } => "must-move",
            Self::OffBoard { .. } => "off-board",
            Self::MustPass => "must-pass",
            Self::NoDiscsLeft => "no-discs-left",
            Self::Occupied(_) => "occupied",
            Self::OutsideMiddle(_) => "outside-middle",
            Self::FlipsNothing(_) => "flips-nothing",
        }
    }

    fn sentence(&self) -> Text {
        match self {
            Self::GameOver => Text::fixed("the game is over", "die Partie ist zu Ende"),
            Self::MustMove { example } => Text::new(
                format!("who can move must not pass, and {example} is a move"),
                format!("wer ziehen kann, darf nicht passen, und {example} ist ein Zug"),
            ),
            Self::OffBoard { column, row, side } => Text::new(
                format!("there is no square {column}{row} on a board of {side}x{side}"),
                format!("ein Feld {column}{row} gibt es auf einem Brett von {side}x{side} nicht"),
            ),
            Self::MustPass => Text::fixed(
                "no square is open to you; the only move is to pass",
                "dir steht kein Feld offen; der einzige Zug ist, zu passen",
            ),
            Self::NoDiscsLeft => Text::fixed(
                "your discs are used up; the only move is to pass",
                "deine Steine sind aufgebraucht; der einzige Zug ist, zu passen",
            ),
            Self::OutsideMiddle(square) => Text::new(
                format!(
                    "the first four discs go to the four squares in the middle, and {square} is not one of them"
                ),
                format!(
                    "die ersten vier Steine kommen auf die vier Felder in der Mitte, und {square} gehört nicht dazu"
                ),
            ),
            Self::Occupied(square) => Text::new(
                format!("there is a disc on {square} already"),
                format!("auf {square} liegt schon ein Stein"),
            ),
            Self::FlipsNothing(square) => Text::new(
                format!("a disc on {square} would flip nothing, and every move must flip a disc"),
                format!("ein Stein auf {square} würde nichts drehen, und jeder Zug muss einen Stein drehen"),
            ),
        }
    }
}
