//! What is special about Blokus: colours move and not seats, and Pentobi has its own names for the variants.

use blokus::{BlokusPosition, LARGE, MEDIUM, SMALL};
use framework::{AnyGame, AnyPosition, NotationError};

/// Pentobi's names of the variants, and our options for them.
const VARIANTS: [(&str, &str); 5] = [
    ("Blokus", "classic"),
    ("Blokus Two-Player", "classic players=2"),
    ("Blokus Three-Player", "classic players=3"),
    ("Blokus Duo", "duo"),
    ("Blokus Junior", "junior"),
];

/// What Pentobi calls a variant of Blokus, if it knows it.
pub(crate) fn pentobi_name(game: &dyn AnyGame) -> Option<&'static str> {
    let options = game.options();
    let is_blokus = game.info().id == "blokus";
    VARIANTS.iter().find(|variant| is_blokus && variant.1 == options).map(|variant| variant.0)
}

/// The options of a variant that Pentobi knows by this name.
pub(super) fn pentobi_options(name: &str) -> Option<&'static str> {
    VARIANTS.iter().find(|variant| variant.0.eq_ignore_ascii_case(name)).map(|variant| variant.1)
}

/// What a position of Blokus tells about its colours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct View {
    /// The colour to move, from 0.
    pub(super) to_move: Option<usize>,
    /// The points of each colour.
    pub(super) points: Vec<u32>,
}

impl View {
    /// The view of a position, if it is one of Blokus.
    pub(super) fn of(pos: &dyn AnyPosition) -> Option<Self> {
        let pos = pos.as_any();
        (pos.downcast_ref().map(view::<SMALL>))
            .or_else(|| pos.downcast_ref().map(view::<MEDIUM>))
            .or_else(|| pos.downcast_ref().map(view::<LARGE>))
    }
}

fn view<const WORDS: usize>(pos: &BlokusPosition<WORDS>) -> View {
    View {
        to_move: pos.to_move().map(blokus::Color::index),
        points: pos.rules().colors().map(|color| pos.points(color)).collect(),
    }
}

/// The same board with another colour to move, whatever the order of play says.
///
/// # Errors
/// If the colour has no move.
pub(super) fn with_turn_of(
    game: &dyn AnyGame,
    pos: &dyn AnyPosition,
    color: usize,
) -> Result<Box<dyn AnyPosition>, NotationError> {
    let text = pos.text();
    let number = (color + 1).to_string();
    let words = text.split(' ').enumerate().map(|(idx, word)| if idx == 1 { number.as_str() } else { word });
    game.parse_position(&words.collect::<Vec<_>>().join(" "))
}
