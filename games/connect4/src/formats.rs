//! The formats of other programs in which games are read and written.

mod digits;
mod sgf;

use std::sync::Arc;

use framework::{
    AnyGame, Text,
    formats::{Format, FormatError, Holds, Source},
};

use crate::{ENTRY, Size};

/// The id of the game.
const CONNECT4: &str = "connect4";

/// All of them; columns are the usual one.
pub(crate) static FORMATS: [Format; 2] = [
    Format {
        id: "columns",
        name: Text::fixed(
            "Connect Four columns, a game a line",
            "Vier-gewinnt-Spalten, eine Partie je Zeile",
        ),
        holds: Holds::Games,
        extensions: &["txt", "c4"],
        companions: &[],
        looks_like: digits::looks_like,
        read: digits::read,
        write: Some(digits::write),
    },
    Format {
        id: "sgf",
        name: Text::fixed("Smart Game Format for Connect Four", "Smart Game Format für Vier gewinnt"),
        holds: Holds::Games,
        extensions: &["sgf"],
        companions: &[],
        looks_like: sgf::looks_like,
        read: sgf::read,
        write: Some(sgf::write),
    },
];

/// A board of any size.
fn opened(options: &str) -> Result<(Size, Arc<dyn AnyGame>), FormatError> {
    let wrong =
        |error: framework::OptionsError| FormatError::new(error.to_string(), "write a size such as 7x6x4");
    let size = options.parse().and_then(|options| Size::from_options(&options)).map_err(wrong)?;
    Ok((size, ENTRY.open_text(options).map_err(wrong)?))
}

/// The board that holds where a format does not tell it.
fn opened_of(source: &Source<'_>) -> Result<(Size, Arc<dyn AnyGame>), FormatError> {
    opened(source.options())
}
