//! Matches in `.mat` files; see [`crate::notation::mat`].

use framework::formats::{ForeignGame, FormatError, Games, Likeness, Source, Written, rounds_of};

use super::BACKGAMMON;
use crate::notation::mat::{self, MatError};

/// How many lines may stand before the one with the length of the match.
const MAX_HEAD_LINES: usize = 40;

pub(super) fn looks_like(bytes: &[u8]) -> Likeness {
    let head = &bytes[..bytes.len().min(8192)];
    let head = Source::new(head);
    match head.text().lines().take(MAX_HEAD_LINES).any(mat::tells_length) {
        true => Likeness::Certain,
        false => Likeness::No,
    }
}

pub(super) fn read<'s>(source: &'s Source<'_>) -> Games<'s> {
    let read = mat::read(source.text()).map(ForeignGame::new).map_err(|error| located(&error));
    Box::new(std::iter::once(read))
}

fn located(error: &MatError) -> FormatError {
    let remedy = "correct the line, or export the match again";
    match error {
        MatError::Line { line, found } => {
            let problem = format!("\"{found}\" is neither a roll with its play nor a word about the cube");
            FormatError::new(problem, remedy).at_line(*line)
        }
        MatError::Move { line, problem } => FormatError::new(problem, remedy).at_line(*line),
        other => FormatError::new(other.to_string(), "choose a match from the usual start, up to 64 points"),
    }
}

/// Matches one after the other; programs read the first.
pub(super) fn write(games: &[ForeignGame]) -> Result<Written, FormatError> {
    rounds_of(games, BACKGAMMON)?;
    let [game] = games else {
        let problem = format!("a .mat file holds one match, and these are {}", games.len());
        return Err(FormatError::new(problem, "write them one by one, or choose sgf"));
    };
    let text = mat::write(&game.record).map_err(|error| located(&error).in_game(1))?;
    Ok(Written::text(text, games))
}
