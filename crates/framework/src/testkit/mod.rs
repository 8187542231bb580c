//! The laws that every game must keep, as functions for its tests.
//!
//! ```
//! use framework::{Game, testkit};
//! let game = nim::Nim(vec![3, 4, 5]);
//! testkit::check_game(&game, 1, 20);
//! testkit::check_perft(&game.start(), &[(1, 12), (2, 113)]);
//! testkit::check_readers(&game, 1, 200);
//! ```

mod explanations;
mod formats;
mod laws;
mod players;
mod playthrough;
mod readers;
mod walk;

pub use explanations::{check_explanations, check_terms, evaluation};
pub use formats::{check_file, check_format, check_written};
pub use laws::{check_game, check_perft, check_position};
pub use players::{
    check_alpha_beta, check_player_fields, duel, nodes_by_root_order, play, player, random_decisions,
    random_opening, search,
};
pub use playthrough::playthrough;
pub use readers::{check_position_reader, check_readers, fuzz_inputs, mutated};
pub use walk::{random_game, random_positions};
