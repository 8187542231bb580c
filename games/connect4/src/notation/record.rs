//! A game as the columns played: `4453`, or `4 4 12 3` where there are more than nine columns.

use framework::{Game, MoveError, NotationError, Position, Reason};

use super::parse_move;
use crate::{Bits, Board, Column, Connect4};

/// With more columns a digit is not enough.
const DIGIT_COLUMNS: u8 = 9;

impl<B: Bits> Connect4<B> {
    /// Writes the columns of a game: as digits without gaps, and with spaces beyond nine columns.
    ///
    /// ```
    /// # use connect4::{Column, Connect4};
    /// assert_eq!(Connect4::default().write_record(&[3, 3, 6].map(Column::new)), "447");
    /// ```
    #[must_use]
    pub fn write_record(&self, columns: &[Column]) -> String {
        let gap = if self.needs_gaps() { " " } else { "" };
        columns.iter().map(Column::to_string).collect::<Vec<_>>().join(gap)
    }

    /// Reads a game from the empty board: its columns, and where they lead. Spaces and commas may stand between
    /// the columns; beyond nine columns they must.
    ///
    /// ```
    /// # use connect4::Connect4;
    /// let (columns, pos) = Connect4::default().parse_record("4, 4, 3")?;
    /// assert_eq!((columns.len(), pos.ply()), (3, 3));
    /// let error = Connect4::default().parse_record("44444441").unwrap_err();
    /// assert_eq!(error.problem(), "move 7, \"4\", is illegal: column 4 is full");
    /// # Ok::<(), framework::NotationError>(())
    /// ```
    ///
    /// # Errors
    /// If something is no column, or names the first move that is illegal and why.
    pub fn parse_record(&self, text: &str) -> Result<(Vec<Column>, Board<B>), NotationError> {
        let (mut columns, mut board) = (Vec::new(), self.start());
        let is_gap = |character: char| character == ',' || character.is_whitespace();
        for word in text.split(is_gap) {
            let mut rest = word;
            while !rest.is_empty() {
                let digit = rest.chars().next().map_or(0, char::len_utf8);
                let (move_text, next) = rest.split_at(if self.needs_gaps() { rest.len() } else { digit });
                let column = parse_move(&board, move_text)
                    .map_err(|error| self.bad_move(text, columns.len() + 1, move_text, &error))?;
                board.play(column);
                columns.push(column);
                rest = next;
            }
        }
        Ok((columns, board))
    }

    const fn needs_gaps(&self) -> bool {
        DIGIT_COLUMNS < self.size().columns()
    }

    fn bad_move<R: Reason>(
        &self,
        text: &str,
        number: usize,
        move_text: &str,
        error: &MoveError<R>,
    ) -> NotationError {
        // A long piece of nonsense is not repeated in full.
        let shown: String = move_text.chars().take(8).flat_map(char::escape_debug).collect();
        let problem = match error {
            MoveError::Unreadable(_) => format!("move {number}, \"{shown}\", is no column"),
            MoveError::Illegal(reason) => {
                format!("move {number}, \"{shown}\", is illegal: {}", reason.sentence())
            }
        };
        let columns = self.size().columns();
        let gaps = if self.needs_gaps() { " with spaces between them" } else { "" };
        NotationError::new(text, problem, format!("write the columns played, 1 to {columns}{gaps}"))
    }
}
