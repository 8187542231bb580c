//! Blokus: lay your pieces corner to corner, never edge to edge.
//!
//! Classic for two to four players, Duo, Junior, two colors on the large board, and boards of any size from 3 to
//! 30 with any number of each of the 21 pieces.
//!
//! ```
//! use blokus::{Blokus, Color};
//! use framework::{Game, Position};
//!
//! let game = Blokus::duo();
//! let mut pos = game.start();
//! assert_eq!(pos.perft(2).paths, 414 * 414);
//! let cross = game.parse_move(&pos, "e9,d10,e10,f10,e11").expect("it covers the start cell e10");
//! pos.play(cross);
//! assert_eq!(pos.points(Color::FIRST), 5);
//! let error = game.parse_move(&pos, "e9").expect_err("the other color begins elsewhere");
//! assert_eq!(error.to_string(), "illegal move: e9 is already taken");
//! ```
//!
//! [`ENTRY`] lists the game in a catalog; [`Blokus`] is its rule set, [`BlokusPosition`] a moment of it and
//! [`Placement`] a move. Of the players, [`MonteCarlo`] and, with its
//! [`Evaluation`], [`BestFirst`] are our own, and [`Blokus2005`] is an opponent from history. The README has the rules and the notations.

mod bits;
mod cell;
mod color;
mod engine;
mod evaluation;
mod fields;
mod formats;
mod game;
mod generator;
mod laid;
mod notation;
mod opponents;
mod options;
mod orientation;
pub mod original;
mod paint;
mod piece;
mod placement;
mod players;
mod position;
mod preset;
mod rules;
mod scene;
mod score;
mod silhouette;
mod themes;
mod why_not;

pub use bits::{Bits, Indexes};
pub use cell::{Cell, Grid};
pub use color::{Color, MAX_COLORS};
pub use engine::{
    Benchmark, BestFirst, FittedPriors, Lesson, LessonError, MonteCarlo, PriorWeights, PriorWeightsError,
    SelfPlay, TrainingGame, TrainingGameError, Tuning, TuningError, benchmark,
};
pub use evaluation::Evaluation;
pub use game::{Blokus, LARGE, MEDIUM, SMALL};
pub use opponents::{Blokus2005, Criteria};
pub use orientation::{N_ORIENTATIONS, Orientation};
pub use piece::{Inventory, MAX_SQUARES, N_PIECES, Piece};
pub use placement::Placement;
pub use position::{BlokusPosition, CellState};
pub use preset::Preset;
pub use rules::{Rules, Scoring};
pub use why_not::WhyNot;

/// The line that lists Blokus in a catalog.
pub const ENTRY: framework::GameEntry =
    framework::GameEntry { info: &game::INFO, open: game::open, formats: &formats::FORMATS };
