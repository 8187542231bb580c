//! How fast computer players play among themselves, and who decides that.

use std::time::Duration;

use framework::{Happening, Millis, Text};
use limits::tables::{MAX_ENGINE_MOVE_INTERVAL, MIN_ENGINE_MOVE_INTERVAL};
use protocol::{Chair, Code, EnginePace, NewTable, PaceMode, Person, Phase, Problem, Sitter, TableHappening};

use super::{Now, Table};

impl Table {
    /// Tells whether a computer player sits on every chair.
    #[must_use]
    pub fn has_only_engines(&self) -> bool {
        let is_engine = |chair: &Chair| matches!(chair.sitter, Some(Sitter::Engine(_)));
        self.chairs.iter().all(is_engine)
    }

    /// Tells whether computer players among themselves wait until the host lets them go on.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.engine_pace.mode == PaceMode::Paused
    }

    /// The time between two moves; nothing where a person plays too, or a single move is wanted at once.
    pub(crate) fn move_interval(&self) -> Option<Duration> {
        let is_paced = self.is_among_engines() && self.engine_pace.mode != PaceMode::Step;
        // Older tables may have been made with other limits.
        is_paced.then(|| Duration::from_millis(self.engine_pace.interval.0).max(MIN_ENGINE_MOVE_INTERVAL))
    }

    /// Sets how fast computer players play among themselves.
    ///
    /// # Errors
    /// If a person plays here, another person is the host, the match is over, or nobody could follow or stand the
    /// pace.
    pub(super) fn set_pace(&mut self, who: &Person, pace: EnginePace, now: Now) -> Result<(), Problem> {
        if self.row.host.id != who.id {
            return Err(Problem::told(
                Code::NotAllowed,
                Text::fixed(
                    "only the host of the table sets how fast the computer players play",
                    "nur wer den Tisch eröffnet hat, bestimmt, wie schnell die Computerspieler spielen",
                ),
            ));
        }
        if !self.has_only_engines() {
            return Err(Problem::told(
                Code::NotAllowed,
                Text::fixed(
                    "the pace can be set only where computer players play among themselves",
                    "das Tempo lässt sich nur bestimmen, wo Computerspieler unter sich spielen",
                ),
            ));
        }
        if matches!(self.phase, Phase::Over | Phase::Closed) {
            return Err(Problem::told(
                Code::Phase,
                Text::fixed("the match is over", "die Partie ist zu Ende"),
            ));
        }
        check_interval(pace.interval)?;
        self.check_talk()?;
        if self.engine_pace != pace {
            self.happen(TableHappening::PaceSet(pace), now);
        }
        Ok(())
    }

    /// Ends a single step with its move.
    pub(super) fn end_step(&mut self, what: &Happening) {
        if self.engine_pace.mode == PaceMode::Step && matches!(what, Happening::Moved { .. }) {
            self.engine_pace.mode = PaceMode::Paused;
        }
    }
}

/// The pace with which a match begins.
pub(super) fn initial_pace(settings: &NewTable) -> EnginePace {
    let interval = settings.move_interval.unwrap_or(millis(MIN_ENGINE_MOVE_INTERVAL));
    EnginePace { interval, mode: PaceMode::Running }
}

/// Checks a time between two moves.
///
/// # Errors
/// If it is too short or too long.
pub(super) fn check_interval(interval: Millis) -> Result<(), Problem> {
    let (min, max) = (millis(MIN_ENGINE_MOVE_INTERVAL), millis(MAX_ENGINE_MOVE_INTERVAL));
    match (min..=max).contains(&interval) {
        true => Ok(()),
        false => Err(Problem::told(
            Code::Settings,
            Text::new(
                format!("the time between two moves is from {} to {} milliseconds", min.0, max.0),
                format!("die Zeit zwischen zwei Zügen ist {} bis {} Millisekunden", min.0, max.0),
            ),
        )),
    }
}

fn millis(duration: Duration) -> Millis {
    Millis(duration.as_millis() as u64)
}
