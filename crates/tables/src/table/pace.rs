//! How long computer players think.

use framework::{Millis, Seat, search::Limits};
use protocol::Sitter;

use super::{EngineChoice, Table};

/// How long a computer player thinks when neither a clock, nor the table, nor the one who chose it says otherwise.
pub const DEFAULT_MOVE_TIME: Millis = Millis(3_000);

/// What a computer player loses on its way to the board.
const ENGINE_TIME_MARGIN: Millis = Millis(50);

impl Table {
    /// How long a computer player on a seat may think about its move, at a time of the table.
    #[must_use]
    pub fn time_to_think(&self, seat: Seat, at: Millis) -> Millis {
        let own = match self.sitter_at(seat) {
            // A text that cannot be read was refused when the table was made.
            Some(Sitter::Engine(player)) => EngineChoice::new(player).ok().and_then(|player| player.time),
            _ => None,
        };
        let of_table = self.row().settings.pace.unwrap_or(DEFAULT_MOVE_TIME).min(DEFAULT_MOVE_TIME);
        let pace = own.unwrap_or(of_table);
        match self.time_left(seat, at) {
            Some(left) => Limits::share_under(self.agreed().clock, left, ENGINE_TIME_MARGIN).min(pace),
            None => pace,
        }
    }
}
