//! Whole games as text: `1:e10,f10 2:j5 …`, and `-` when nothing has been played.

use framework::{MoveError, NotationError, Position, Reason};

use super::{parse_move, write_move};
use crate::{Blokus, BlokusPosition, Placement};

impl<const WORDS: usize> Blokus<WORDS> {
    /// Writes moves from the start, which must be legal, with their colors: `1:e10,f10 2:j5`, or `-` for none.
    /// Skipped turns are not written.
    #[must_use]
    pub fn write_record(&self, moves: &[Placement]) -> String {
        let mut pos = BlokusPosition::<WORDS>::start(self.rules());
        let mut written = Vec::with_capacity(moves.len());
        for &mv in moves {
            let Some(color) = pos.to_move() else { break };
            written.push(format!("{color}:{}", write_move(self.rules().grid(), mv)));
            pos.play(mv);
        }
        if written.is_empty() { "-".to_owned() } else { written.join(" ") }
    }

    /// Reads a list of moves from the start, as [`write_record`](Self::write_record) writes it.
    ///
    /// # Errors
    /// If a move cannot be read or played.
    pub fn parse_record(&self, text: &str) -> Result<Vec<Placement>, NotationError> {
        let mut moves = Vec::new();
        self.replay(text, |mv| moves.push(mv))?;
        Ok(moves)
    }

    /// The position after a list of moves.
    pub(super) fn replay(
        &self,
        text: &str,
        mut visit: impl FnMut(Placement),
    ) -> Result<BlokusPosition<WORDS>, NotationError> {
        let mut pos = BlokusPosition::start(self.rules());
        let text = text.trim();
        for (move_idx, word) in text.split_whitespace().enumerate().filter(|_| text != "-") {
            let refused = |problem: String| {
                NotationError::new(word, problem, "write COLOUR:CELLS for each move, such as 1:e10,f10")
            };
            let mv = parse_move(&pos, word).map_err(|error| match error {
                MoveError::Unreadable(error) => {
                    refused(format!("move {}: {}", move_idx + 1, error.problem()))
                }
                MoveError::Illegal(reason) => {
                    refused(format!("move {}: {}", move_idx + 1, reason.sentence()))
                }
            })?;
            visit(mv);
            pos.play(mv);
        }
        Ok(pos)
    }
}
