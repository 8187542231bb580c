#![forbid(unsafe_code)]
//! Backgammon: the board, the dice, the doubling cube, and matches.
//!
//! ```
//! use backgammon::Backgammon;
//! use framework::{Game, Position};
//!
//! let game = Backgammon::default();
//! let mut table = game.start();
//! for text in ["31", "8/5 6/5", "roll", "64", "24/14"] {
//!     let mv = game.parse_move(&table, text).expect("a legal move");
//!     table.play(mv);
//! }
//! assert_eq!(game.write_position(&table), "4HPwBSCwZ/ABMA:cAkAAAAAAAAE");
//! let error = game.parse_move(&table, "take").expect_err("nobody has doubled");
//! assert_eq!(error.to_string(), "illegal move: there is no double to answer");
//! ```
//!
//! The crate has the rules of standard backgammon, nackgammon and hypergammon, for money and in matches, with
//! GNU Backgammon's and eXtreme Gammon's position texts and the boards and turns of the 2006 programme. It has no
//! player of its own.

mod game;
pub mod notation;
mod position;
mod scene;
mod why_not;

pub use game::{Backgammon, ENTRY, Variant};
pub use position::{
    Agreement, BAR, Board, Checkers, Cube, Dice, HOME, Leg, LegsError, MAX_CHECKERS, MatchScore, Move, OFF,
    OpeningRoll, Outcome, Phase, Play, Step, Table, Win,
};
pub use why_not::WhyNot;
