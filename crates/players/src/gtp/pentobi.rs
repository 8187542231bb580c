//! Pentobi's names for the variants of Blokus.

use framework::AnyGame;

/// The game that has these variants.
const GAME: &str = "blokus";

/// Pentobi's names of the variants, and our options for them.
const VARIANTS: [(&str, &str); 5] = [
    ("Blokus", "classic"),
    ("Blokus Two-Player", "classic players=2"),
    ("Blokus Three-Player", "classic players=3"),
    ("Blokus Duo", "duo"),
    ("Blokus Junior", "junior"),
];

/// What Pentobi calls a game with its options, if it knows it.
pub fn pentobi_name(game: &dyn AnyGame) -> Option<&'static str> {
    let options = game.options();
    let is_known = game.info().id == GAME;
    VARIANTS.iter().find(|variant| is_known && variant.1 == options).map(|variant| variant.0)
}

/// The options of a variant of a game that Pentobi knows by this name.
pub(super) fn pentobi_options(game: &str, name: &str) -> Option<&'static str> {
    let is_it = |variant: &&(&str, &str)| game == GAME && variant.0.eq_ignore_ascii_case(name);
    VARIANTS.iter().find(is_it).map(|variant| variant.1)
}
