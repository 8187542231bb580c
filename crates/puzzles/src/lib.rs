//! Exercises: positions in which one move is much better than all others, and a person can find it.
//!
//! A [`Maker`] finds them in games, a [`PuzzleSet`] is a file of them, and [`shipped`] are those that come with the program.
//! [`repetition`] says when a mistake comes back.
//!
//! ```
//! let set = puzzles::shipped("connect4").expect("Connect Four has puzzles");
//! let game = catalog::find(catalog::GAMES, "connect4").expect("it is a game");
//! let puzzle = &set.puzzles()[0];
//! assert!(puzzle.check(game).is_ok());
//! ```

#![forbid(unsafe_code)]

mod gap;
mod maker;
mod puzzle;
mod recipe;
pub mod repetition;
mod self_play;
mod set;
mod shipped;

pub use maker::{Maker, Refusal, Verdict};
pub use puzzle::{Attempt, Puzzle, PuzzleError, PuzzleId};
pub use recipe::{Judge, Recipe};
pub use self_play::self_play;
pub use set::{Header, PuzzleSet, SetError, SetLine};
pub use shipped::{daily, shipped};
