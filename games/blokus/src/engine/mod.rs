//! The players of our own.
//!
//! [`BestFirst`] follows promising lines by an evaluation. The other modules are a tree search with playouts: a board
//! of its own that is quick to copy and to play on (`board`), all placements at once (`walk`), and what is built on
//! them.

mod bench;
mod best_first;
mod board;
mod endgame;
mod features;
mod instructions;
mod lessons;
mod player;
mod playout;
mod prior_weights;
mod priors;
mod replies;
mod search;
mod selfplay;
mod setting;
mod tree;
mod tuning;
mod walk;

pub use bench::{Benchmark, benchmark};
pub use best_first::BestFirst;
pub use lessons::{FittedPriors, Lesson, LessonError};
pub use player::MonteCarlo;
pub use prior_weights::{PriorWeights, PriorWeightsError};
pub use selfplay::{SelfPlay, TrainingGame, TrainingGameError};
pub use tuning::{Tuning, TuningError};
