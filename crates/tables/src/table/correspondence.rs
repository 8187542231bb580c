//! Correspondence games: days for every move, and players who are seldom connected at the same time.
//!
//! They are ordinary matches with a time for each move that is at least a day. What differs is which time counts: a
//! server that is updated every night must not give each player the days of a move anew, so that here the time counts
//! as well during which no server ran.

use framework::{ClockRule, Millis};
use limits::tables::{
    CORRESPONDENCE_TIME_AFTER_START, MAX_CORRESPONDENCE_WAIT, MIN_CORRESPONDENCE_MOVE_TIME,
};
use protocol::Phase;

use super::{Agreed, Table};

const TIME_AFTER_START: Millis = Millis(CORRESPONDENCE_TIME_AFTER_START.as_millis() as u64);

impl Agreed {
    /// Tells whether players have days for every move.
    #[must_use]
    pub const fn is_correspondence(&self) -> bool {
        match self.clock {
            ClockRule::PerMove { limit } => MIN_CORRESPONDENCE_MOVE_TIME.as_millis() as u64 <= limit.0,
            ClockRule::None | ClockRule::PerGame { .. } | ClockRule::Delay { .. } => false,
        }
    }
}

impl Table {
    /// What the clock of the table shows when it is loaded for the first time since the server was started.
    ///
    /// Usually it goes on from the last event. In a correspondence game the time since then counts as well, except that
    /// the player to move has some hours left: nobody loses because the server was away when the time was over.
    #[must_use]
    pub fn clock_after_start(&self, unix_ms: u64) -> Millis {
        let shown = self.at();
        let Some(deadline) = self.next_deadline().filter(|_| self.agreed().is_correspondence()) else {
            return shown;
        };
        let passed = Millis(unix_ms.saturating_sub(self.last_event_ms()));
        (shown + passed).min((deadline - TIME_AFTER_START).max(shown))
    }

    /// Tells whether the table still waits for players, though nobody of it is connected. A tournament closes its
    /// tables itself.
    #[must_use]
    pub fn waits_for_days(&self, unix_ms: u64) -> bool {
        let quiet = unix_ms.saturating_sub(self.last_event_ms());
        let is_patient = self.agreed().is_correspondence() || self.row().settings.tournament.is_some();
        self.phase() == Phase::Waiting && is_patient && quiet < MAX_CORRESPONDENCE_WAIT.as_millis() as u64
    }
}
