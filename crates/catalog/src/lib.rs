//! The one list of games.
//!
//! Whoever adds a game adds its line here, and the command line, the records and everything else know it.
//!
//! ```
//! for entry in catalog::GAMES {
//!     assert!(catalog::find(catalog::GAMES, entry.info.id).is_some());
//! }
//! ```

#![forbid(unsafe_code)]

use framework::GameEntry;

/// All games of the house, in the order in which people see them.
pub const GAMES: &[GameEntry] = &[connect4::ENTRY, othello::ENTRY, backgammon::ENTRY, blokus::ENTRY];

/// Finds a game by its word, whatever the case of its letters.
#[must_use]
pub fn find<'a>(games: &'a [GameEntry], id: &str) -> Option<&'a GameEntry> {
    games.iter().find(|entry| entry.info.id.eq_ignore_ascii_case(id))
}
