//! Whole games as one line of squares: `f5d6c3d3c4`.
//!
//! Passes are not written, for they are forced; a reader puts them back.

use framework::{Game, MoveError, NotationError};

use super::{NamedMove, PASSES, ReadsMoves};
use crate::{Move, Othello, SquareSet};

impl<S: SquareSet> Othello<S> {
    /// Reads a game from its start as a list of legal moves.
    ///
    /// Capital letters, spaces and commas between the moves, and move numbers such as `1.` are read as well. A
    /// pass may be written or left out; the list has it in any case, unless nothing comes after it.
    ///
    /// ```
    /// use othello::Othello;
    /// let game = Othello::standard();
    /// let moves = game.parse_transcript("1. F5 d6 2. C3").expect("three moves");
    /// assert_eq!(game.write_transcript(&moves), "f5d6c3");
    /// ```
    ///
    /// # Errors
    /// If a part of the text is no move, or at the first move that is illegal.
    pub fn parse_transcript(&self, text: &str) -> Result<Vec<Move>, NotationError> {
        let mut moves = Vec::new();
        replay(&mut self.start(), text, |mv| moves.push(mv))?;
        Ok(moves)
    }

    /// Writes a game as one line of squares, without the passes.
    #[must_use]
    pub fn write_transcript(&self, moves: &[Move]) -> String {
        moves.iter().filter(|mv| **mv != Move::Pass).map(Move::to_string).collect()
    }
}

/// The position after a whole transcript that begins at another one.
pub(crate) fn last_position<P: ReadsMoves>(start: P, text: &str) -> Result<P, NotationError> {
    let mut pos = start;
    replay(&mut pos, text, |_| {})?;
    Ok(pos)
}

/// Plays the moves of a text on a board and hands each of them out, the passes that it leaves out included.
pub(crate) fn replay<P: ReadsMoves>(
    pos: &mut P,
    text: &str,
    mut visit: impl FnMut(Move),
) -> Result<(), NotationError> {
    let mut play = |pos: &mut P, mv| {
        pos.play(mv);
        visit(mv);
    };
    let mut rest = text;
    while let Some((word, after)) = split_word(rest) {
        rest = after;
        let named = NamedMove::read(&word.to_ascii_lowercase()).ok_or_else(|| {
            NotationError::new(word, "this is no move", "write squares one after the other, as f5d6c3")
        })?;
        if pos.is_blocked() && !matches!(named, NamedMove::Pass) {
            play(pos, Move::Pass);
        }
        let mv = pos.check(&named).map_err(|reason| {
            let problem = MoveError::Illegal(reason).to_string();
            NotationError::new(
                &text[text.len() - after.len() - word.len()..],
                problem,
                "correct it or end before it",
            )
        })?;
        play(pos, mv);
    }
    Ok(())
}

/// Splits off the next move, without the gap and the move number before it; `None` at the end.
fn split_word(text: &str) -> Option<(&str, &str)> {
    let text = without_number(text.trim_start_matches(is_gap)).trim_start_matches(is_gap);
    let first = text.chars().next()?;
    let is_pass = |pass: &&&str| text.get(..pass.len()).is_some_and(|head| head.eq_ignore_ascii_case(pass));
    let len = PASSES.iter().find(is_pass).map_or_else(
        || first.len_utf8() + text[first.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count(),
        |pass| pass.len(),
    );
    Some(text.split_at(len))
}

/// Tells whether a character may stand between moves.
fn is_gap(symbol: char) -> bool {
    symbol.is_whitespace() || matches!(symbol, ',' | ';')
}

/// Leaves out a number with its dots, such as `12.` or `12...`.
fn without_number(text: &str) -> &str {
    let after_digits = text.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
    if after_digits.len() < text.len() && after_digits.starts_with('.') {
        after_digits.trim_start_matches('.')
    } else {
        text
    }
}
