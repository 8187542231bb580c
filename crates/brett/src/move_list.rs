//! Lists of moves as people type them.

use anyhow::bail;
use framework::{AnyGame, AnyPosition, Language, MoveError};

/// Plays a list of moves from the start of a game.
///
/// With `;` or line feeds in it, the text is split there and nowhere else. Otherwise it may be a single move,
/// moves between spaces, or the record that the game itself reads as a position, whichever works first.
///
/// # Errors
/// If none of this works: the number of the first bad move, and what is wrong with it.
pub(crate) fn play(
    game: &dyn AnyGame,
    text: &str,
    language: Language,
) -> anyhow::Result<Box<dyn AnyPosition>> {
    if text.contains([';', '\n']) {
        return play_each(game, text.split([';', '\n']), language);
    }
    let as_one_move = match play_each(game, [text].into_iter(), language) {
        Ok(pos) => return Ok(pos),
        Err(error) => error,
    };
    let as_words = match play_each(game, text.split_whitespace(), language) {
        Ok(pos) => return Ok(pos),
        Err(error) => error,
    };
    let as_record = match game.parse_position(text.trim()) {
        Ok(pos) => return Ok(pos),
        Err(error) => error,
    };
    if text.split_whitespace().nth(1).is_some() {
        bail!("{as_words:#}; if moves contain spaces, separate them by ';'");
    }
    bail!("read as a move: {as_one_move:#}; read as a record: {as_record}");
}

/// What is wrong with a move, in a language as far as the game speaks it.
pub(crate) fn explained(error: &MoveError, language: Language) -> String {
    match (error, language) {
        (MoveError::Illegal(reason), Language::German) => {
            format!("unzulässiger Zug: {}", reason.in_language(language))
        }
        _ => error.to_string(),
    }
}

/// Plays texts as moves and passes over empty ones.
fn play_each<'t>(
    game: &dyn AnyGame,
    moves: impl Iterator<Item = &'t str>,
    language: Language,
) -> anyhow::Result<Box<dyn AnyPosition>> {
    let mut pos = game.start();
    let moves = moves.map(str::trim).filter(|mv| !mv.is_empty());
    for (mv, number) in moves.zip(1..) {
        if let Err(error) = pos.play(mv) {
            let problem = explained(&error, language);
            match error {
                MoveError::Unreadable(_) => bail!("move {number}: {problem}"),
                MoveError::Illegal(_) => bail!("move {number}, {}: {problem}", abridged(mv)),
            }
        }
    }
    Ok(pos)
}

/// The beginning of a text, for an error message.
fn abridged(text: &str) -> String {
    const SHOWN_CHARS: usize = 40;
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", text[..end].escape_debug()),
        None => text.escape_debug().to_string(),
    }
}
