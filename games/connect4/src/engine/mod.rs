//! The solver: what a position is worth with perfect play, and why that can be known quickly.

mod memory;
mod node;
mod order;
mod pairing;
mod score;
mod search;
mod shape;
mod solver;
mod table;

pub use score::Score;
pub use solver::{Solution, Solver};
