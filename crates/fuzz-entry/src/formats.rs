//! Files in the formats of other programs.

use framework::{formats, formats::Source, testkit};

/// Reads a file in each format of each game.
///
/// # Panics
/// If a game that was read cannot be replayed, or does not survive being written and read again.
pub fn formats(bytes: &[u8]) {
    let _ = formats::recognize(catalog::GAMES, bytes, None);
    for &entry in catalog::GAMES {
        for format in entry.formats {
            testkit::check_file(entry, format, &Source::new(bytes));
        }
    }
}
