//! The solver: what a position is worth with perfect play, and why that can be known quickly.

mod bench;
mod book;
mod memory;
mod node;
mod order;
mod pairing;
mod parallel;
mod player;
mod score;
mod search;
mod shape;
#[cfg(test)]
mod slow;
mod solver;
mod table;

pub use bench::{Benchmark, benchmark};
pub use book::{Book, BookError, book_key, opening, openings};
pub(crate) use player::{Mistakes, Solving};
pub use score::Score;
pub use solver::{Analysis, SharedSolver, SoFar, Solution, Solver, TooLarge};
