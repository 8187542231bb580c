//! Othello: enclose the other's discs to flip them; who has more at the end wins.
//!
//! ```
//! use framework::{Game, Position, Seat, render};
//! use othello::{BLACK, Othello};
//!
//! let game = Othello::standard();
//! let mut board = game.start();
//! for text in ["f5", "d6", "C3"] {
//!     let mv = game.parse_move(&board, text).expect("the usual opening");
//!     board.play(mv);
//! }
//! assert_eq!(board, game.parse_position("f5d6c3").expect("the same as a transcript"));
//! assert_eq!(board.discs(BLACK), 5);
//! assert!(render::svg(&game.scene(&board, Seat::FIRST)).starts_with("<svg"));
//! ```
//!
//! Boards have 4, 6, 8, 10, 12, 14 or 16 squares a side. Up to 8×8 the discs of a color are one `u64`, above that
//! a [`WideSet`]; [`ENTRY`] opens the right one for the options given.
//!
//! [`Reversi`] is the older game with an empty board at the start; its positions are [`ReversiBoard`]s.
//!
//! The crate knows the rules, the notations and the drawing, and who plays: an [`Evaluation`] that makes the
//! framework's searches strong, levels made from it, and the [`opponents`] of earlier years.

pub mod engine;
mod evaluation;
mod formats;
mod game;
mod level;
mod notation;
mod openings;
pub mod opponents;
mod position;
mod reversi;
mod scene;
mod square;
mod square_set;
mod study;
mod themes;
mod why_not;

pub use evaluation::Evaluation;
pub use game::{ENTRY, Othello};
pub use level::weighted_player;
pub use notation::Ggf;
pub use openings::{opening, opening_of};
pub use position::{BLACK, Board, Move, WHITE};
pub use reversi::{Reversi, ReversiBoard};
pub use square::Square;
pub use square_set::{SquareSet, Squares, WideSet};
pub use why_not::WhyNot;
