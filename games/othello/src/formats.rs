//! The formats of other programs in which games and positions are read and written.

mod ggf;
mod obf;
mod transcript;
mod wthor;

use framework::{
    NotationError, Text,
    formats::{Format, FormatError, Holds, RoundOf},
};

use crate::game::{Chosen, read_options};

/// The id of the game.
const OTHELLO: &str = "othello";

/// All of them; transcripts are the usual one.
pub(crate) static FORMATS: [Format; 4] = [
    Format {
        id: "transcript",
        name: Text::fixed("Othello transcripts, a game a line", "Othello-Mitschriften, eine Partie je Zeile"),
        holds: Holds::Games,
        extensions: &["txt"],
        companions: &[],
        looks_like: transcript::looks_like,
        read: transcript::read,
        write: Some(transcript::write),
    },
    Format {
        id: "ggf",
        name: Text::fixed("Generic Game Format (GGF)", "Generic Game Format (GGF)"),
        holds: Holds::Games,
        extensions: &["ggf", "ggs"],
        companions: &[],
        looks_like: ggf::looks_like,
        read: ggf::read,
        write: Some(ggf::write),
    },
    Format {
        id: "wthor",
        name: Text::fixed("WTHOR database", "WTHOR-Datenbank"),
        holds: Holds::Games,
        extensions: &["wtb"],
        companions: &[wthor::PLAYERS, wthor::TOURNAMENTS],
        looks_like: wthor::looks_like,
        read: wthor::read,
        write: Some(wthor::write),
    },
    Format {
        id: "obf",
        name: Text::fixed("Othello positions (OBF)", "Othello-Stellungen (OBF)"),
        holds: Holds::Positions,
        extensions: &["obf"],
        companions: &[],
        looks_like: obf::looks_like,
        read: obf::read,
        write: Some(obf::write),
    },
];

/// The options that hold where a format does not tell them.
fn chosen(options: &str) -> Result<Chosen, FormatError> {
    let chosen = options.parse().and_then(|options| read_options(&options));
    chosen.map_err(|error| FormatError::new(error.to_string(), "write options such as 8x8"))
}

/// The size of the board of a record of Othello, not Reversi.
fn side_of(round: &RoundOf<'_>) -> Result<u8, FormatError> {
    match chosen(&round.game.record.options) {
        Ok(Chosen { side, is_reversi: false }) => Ok(side),
        Ok(Chosen { is_reversi: true, .. }) => {
            Err(round.unfit("the format holds Othello, this game is Reversi"))
        }
        Err(error) => Err(error.in_game(round.number)),
    }
}

/// The same error in a line, from 1.
fn at_line(error: NotationError, line: usize) -> FormatError {
    FormatError::from(error).at_line(line)
}
