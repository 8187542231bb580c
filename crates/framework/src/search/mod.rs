//! Players for any game: what answers "which move?" from the rules and an evaluation alone.
//!
//! | search | for | what it is |
//! | --- | --- | --- |
//! | [`RandomMover`] | any game | any move, each equally likely |
//! | [`Greedy`] | any game | the move after which the evaluation is best |
//! | [`Minimax`] | two seats, no chance | the plain look-ahead of a textbook, kept as a reference |
//! | [`AlphaBeta`] | two seats, no chance | the same values by far fewer positions |
//! | [`Expectimax`] | two seats, dice | the mean over the dice, with Star1 and Star2 cuts |
//! | [`MaxN`], [`Paranoid`] | any number of seats | each for itself, or all against one |
//! | [`Mcts`] | any number of seats, dice | the most promising lines tried most often |
//!
//! What such searches are made of is there for searches of a game's own as well: [`Budget`] counts positions and looks at the
//! clock, [`TranspositionTable`] keeps what was found, and [`backed_up`] and [`handed_down`] prefer a win today to one
//! tomorrow.
//!
//! All of them are [`Engine`]s: they are given a [`SearchRequest`], a position with [`Limits`] and a [`Control`], report
//! [`Progress`], have a legal move at hand from the first moment, and return what they [`Found`]. No engine reads a clock or draws a random
//! number by itself: at a fixed depth or number of nodes and one thread a search is the same on every machine.

mod aging;
mod alpha_beta;
mod budget;
mod control;
mod deepening;
mod engine;
mod entry;
mod evaluator;
mod expectimax;
mod found;
mod greedy;
mod level;
mod limits;
mod max_n;
mod mcts;
mod minimax;
mod random_mover;
mod request;
mod table;
mod tunable;

pub use aging::{backed_up, handed_down};
pub use alpha_beta::{AlphaBeta, AlphaBetaFeatures};
pub use budget::Budget;
pub use control::{Control, Stop};
pub use engine::Engine;
pub use entry::{EngineEntry, MakeEngine, TakeParameters};
pub use evaluator::{Evaluator, WIN, final_value};
pub use expectimax::{ChanceCuts, Expectimax};
pub use found::{Found, Progress, RootMove};
pub use greedy::Greedy;
pub use level::{Handicapped, LEVELS, leveled, noise_of};
pub use limits::Limits;
pub use max_n::{MaxN, Paranoid};
pub use mcts::{Leaf, Mcts, MctsFeatures};
pub use minimax::Minimax;
pub use random_mover::RandomMover;
pub use request::SearchRequest;
pub use table::{Bound, TableEntry, TranspositionTable};
pub use tunable::{Parameter, Tunable, TunablePlayer};
