//! How long computer players think.

use framework::{Millis, Seat, search::Limits};

use super::Table;

/// How long a computer player thinks when neither a clock nor the table says less.
const UNHURRIED: Millis = Millis(3_000);

/// What a computer player loses on its way to the board.
const MARGIN: Millis = Millis(50);

impl Table {
    /// How long a computer player on a seat may think about its move, at a time of the table.
    #[must_use]
    pub fn time_to_think(&self, seat: Seat, at: Millis) -> Millis {
        let pace = self.row().settings.pace.unwrap_or(UNHURRIED).min(UNHURRIED);
        match self.time_left(seat, at) {
            Some(left) => Limits::share_under(self.agreed().clock, left, MARGIN).min(pace),
            None => pace,
        }
    }
}
