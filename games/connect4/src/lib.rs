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
//! There is no engine here: only what is allowed, how it is written and how it looks.
#![forbid(unsafe_code)]

mod bits;
mod column;
mod game;
mod notation;
mod position;
mod scene;
mod size;
mod why_not;

pub use bits::{Bits, Direction, Lanes};
pub use column::Column;
pub use game::{Connect4, ENTRY};
pub use position::{Board, SetUpError, Tally};
pub use size::Size;
pub use why_not::WhyNot;
