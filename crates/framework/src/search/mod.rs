//! Players for any game: what answers "which move?" from the rules and an evaluation alone.
//!
//! | search | for | what it is |
//! | --- | --- | --- |
//! | [`RandomMover`] | any game | any move, each equally likely |
//! | [`Greedy`] | any game | the move after which the evaluation is best |
//! | [`Minimax`] | two seats, no chance | the plain look-ahead of a textbook, kept as a reference |
//! | [`AlphaBeta`] | two seats, no chance | the same values by far fewer positions |
//!
//! All of them are [`Engine`]s: they are given [`Limits`] and a [`Control`], report [`Progress`], have a legal
//! move at hand from the first moment, and return what they [`Found`]. No engine reads a clock or draws a random
//! number by itself: at a fixed depth or number of nodes and one thread a search is the same on every machine.

mod aging;
mod alpha_beta;
mod budget;
mod control;
mod engine;
mod evaluator;
mod found;
mod greedy;
mod limits;
mod minimax;
mod random_mover;
mod table;

pub use alpha_beta::{AlphaBeta, AlphaBetaFeatures};
pub use control::{Control, Stop};
pub use engine::Engine;
pub use evaluator::{Evaluator, WIN, final_value};
pub use found::{Found, Progress, RootMove};
pub use greedy::Greedy;
pub use limits::Limits;
pub use minimax::Minimax;
pub use random_mover::RandomMover;
