//! The Smart Game Format as GNU Backgammon writes it: a tree for each game of a match.
//!
//! Black is our first player, as GNU Backgammon's player 1 is our first seat in its ids. A point is a letter: `a` is
//! white's 1 and black's 24, `y` the bar, `z` the place for checkers borne off. A node is a roll with its play, `B[31hefe]`,
//! or a word about the cube, `W[double]`. The property `MI` tells the length of the match, which game this is and the
//! score, `RU` the rules, `RE` the result. A position is set up by `AE`, `AB`, `AW`, `CO`, `CV`, `PL` and `DI`.

mod reader;
mod writer;

use framework::{
    Seat,
    formats::{Likeness, sgf},
};

pub(super) use self::{reader::read, writer::write};
use crate::position::{BAR, OFF};

/// The number of the game in the property `GM`.
const GAME: &str = "6";
/// Properties of the first node that are made anew when a game is written.
const ABOUT_FILE: [&str; 9] = ["FF", "GM", "CA", "AP", "MI", "RU", "RE", "PB", "PW"];
/// Properties that set up a position.
const SETUP: [&str; 7] = ["AE", "AB", "AW", "CO", "CP", "CV", "PL"];
const DICE: &str = "DI";

/// Words about the rules.
const CRAWFORD: &str = "Crawford";
const CRAWFORD_GAME: &str = "CrawfordGame";
const JACOBY: &str = "Jacoby";
const NO_CUBE: &str = "NoCube";
const NACKGAMMON: &str = "Nackgammon";
const HYPERGAMMON: &str = "Hypergammon3";

/// Words about the cube.
const DOUBLE: &str = "double";
const TAKE: &str = "take";
const DROP: &str = "drop";

pub(super) fn looks_like(bytes: &[u8]) -> Likeness {
    match sgf::game_of(bytes) {
        Some(game) if game.trim() == GAME => Likeness::Certain,
        _ => Likeness::No,
    }
}

/// The letter of a place of a color, whose places are 1 to 24, [`BAR`] and [`OFF`].
fn letter(is_black: bool, place: u8) -> char {
    match place {
        BAR => 'y',
        OFF => 'z',
        point if is_black => char::from(b'a' + 24 - point),
        point => char::from(b'a' + point - 1),
    }
}

/// The place of a letter.
fn place(is_black: bool, letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'x' if is_black => Some(24 - (letter - b'a')),
        b'a'..=b'x' => Some(letter - b'a' + 1),
        b'y' => Some(BAR),
        b'z' => Some(OFF),
        _ => None,
    }
}

/// The seat of a color in what is read.
const fn seat(is_black: bool) -> Seat {
    if is_black { Seat::FIRST } else { Seat::SECOND }
}
