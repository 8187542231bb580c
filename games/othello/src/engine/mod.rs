//! The exact solver of the usual board, and the search of its middle game.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod bench;
mod bitboard;
mod book;
mod dispatch;
mod geometry;
mod labels;
mod leaves;
mod middle;
mod pattern_player;
pub mod patterns;
mod player;
pub(crate) mod portable;
mod prob_cut;
mod search;
mod selective;
mod solver;
mod stability;
mod step;
mod table;
mod team;

pub use bench::{BENCHMARK_TABLE_BYTES, Benchmark, benchmark, benchmark_of};
pub use bitboard::Bitboard;
pub use book::{BOOK_ENTRY_BYTES, Book, BookError};
pub use dispatch::Instructions;
pub use labels::{LABEL_BYTES, LABEL_UNITS_PER_DISC, Label};
pub use middle::{MiddleGame, Outlook, Thoroughness};
pub(crate) use pattern_player::PatternPlayer;
pub(crate) use player::Solving;
pub use prob_cut::{CutModel, DEVIATIONS, probe_depth};
pub use solver::{Analysis, Solution, Solver, StopCheck};
