//! Connect Four on a board of any size, with any number in a row.
//!
//! ```
//! use connect4::{Connect4, WhyNot};
//! use framework::{Game, MoveError, Position};
//!
//! let game = Connect4::default();
//! let mut pos = game.parse_position("454545")?;
//! pos.play(game.parse_move(&pos, "4").expect("column 4 is open"));
//! assert_eq!(game.result(&pos).expect("four in a row").to_string(), "yellow wins");
//! assert_eq!(game.parse_move(&pos, "1"), Err(MoveError::Illegal(WhyNot::GameOver)));
//! # Ok::<(), framework::NotationError>(())
//! ```
//!
//! A [`Board`] keeps its discs in [`Bits`]: one machine word for the usual board and all that fit, two words or
//! a word for each column for larger ones. [`ENTRY`] chooses once, when a game is opened.
//!
//! Who plays is here as well: an [`Evaluation`] that makes the framework's searches strong, levels made from it,
//! and the [`opponents`] of earlier years. How to search is the framework's business, except for the [`Solver`], which
//! knows what a position is worth with perfect play.

mod bits;
mod column;
pub mod course;
mod engine;
mod evaluation;
mod fields;
mod formats;
mod game;
mod level;
mod lines;
mod notation;
pub mod opponents;
pub mod original;
mod position;
mod scene;
mod size;
#[cfg(test)]
mod test_boards;
mod themes;
mod why_not;

pub use bits::{Bits, Direction, Lanes, Quad};
pub use column::Column;
pub use engine::{
    Analysis, Benchmark, Book, BookError, Score, SharedSolver, SoFar, Solution, Solver, TooLarge, benchmark,
    book_key, opening, openings,
};
pub use evaluation::Evaluation;
pub use game::{Connect4, ENTRY};
pub use position::{Board, SetUpError, Tally};
pub use size::Size;
pub use why_not::WhyNot;
