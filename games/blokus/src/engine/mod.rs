//! The players of our own.
//!
//! [`BestFirst`] follows promising lines by an evaluation. The other modules are a tree search with playouts. It has two
//! boards of its own: one by rows for simulations (`row_board`), which finds moves by the cells around an anchor
//! (`covering`), and one by sets of cells (`board`) for priors and the endgame, which finds all placements of an
//! orientation at once (`walk`).

mod bench;
mod best_first;
mod board;
mod covering;
mod endgame;
mod features;
mod hands;
mod instructions;
mod lessons;
mod player;
mod playout;
mod prior_weights;
mod priors;
mod replies;
mod row_board;
mod rows;
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
