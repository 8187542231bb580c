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
//! GNU Backgammon's and eXtreme Gammon's position texts and the boards and turns of the 2006 program. Its players
//! are the 2006 program's, rebuilt in [`opponents`], and our own in [`engine`]:
//!
//! ```
//! use backgammon::Backgammon;
//! use framework::{Game, Position, search::{Engine, Limits, SearchRequest}};
//!
//! let game = Backgammon::default();
//! let opening = game.start();
//! let table = opening.after(game.parse_move(&opening, "31").expect("a roll"));
//! let found = game.level(9).search(SearchRequest::new(&table, Limits::NONE).expect("the roll is to be played"));
//! assert_eq!(game.write_move(&table, found.best), "8/5 6/5");
//! ```

pub mod engine;
mod fields;
mod formats;
mod game;
pub mod notation;
pub mod opponents;
pub mod original;
mod players;
mod position;
mod scene;
mod themes;
mod why_not;

pub use game::{Backgammon, ENTRY, Variant};
pub use position::{
    Agreement, BAR, Board, Checkers, Cube, Dice, HOME, Leg, LegsError, MAX_CHECKERS, MatchScore, Move, OFF,
    OpeningRoll, Outcome, Phase, Play, Step, Table, Win,
};
pub use why_not::WhyNot;
