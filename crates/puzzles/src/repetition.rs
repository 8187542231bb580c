//! When a mistake comes back as an exercise: after a day, a week and a month, and then never again.

/// A day in milliseconds.
const DAY_MS: u64 = 24 * 3_600 * 1_000;

/// After how long a mistake comes back, stage by stage.
const WAITS_MS: [u64; 3] = [DAY_MS, 7 * DAY_MS, 30 * DAY_MS];

/// How well a mistake is mended: how often in a row it was solved when it came back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Stage(u8);

impl Stage {
    /// A mistake that was just made.
    pub const NEW: Self = Self(0);

    /// The stage of a number that was kept; what lies beyond the last is mended.
    #[must_use]
    pub fn from_number(number: u8) -> Self {
        Self(number.min(WAITS_MS.len() as u8))
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Tells whether the mistake was mended for good.
    #[must_use]
    pub const fn is_mended(self) -> bool {
        WAITS_MS.len() <= self.0 as usize
    }

    /// When it comes back if it was last seen at a time, in milliseconds; `None` if it was mended for good.
    #[must_use]
    pub fn due(self, seen: u64) -> Option<u64> {
        WAITS_MS.get(usize::from(self.0)).map(|wait| seen.saturating_add(*wait))
    }

    /// The stage after it was tried again: who fails begins anew.
    #[must_use]
    pub fn after(self, is_solved: bool) -> Self {
        if is_solved { Self::from_number(self.0 + 1) } else { Self::NEW }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_comes_back_after_a_day_a_week_and_a_month() {
        let mut stage = Stage::NEW;
        let waits: Vec<_> = std::iter::from_fn(|| {
            let due = stage.due(0);
            stage = stage.after(true);
            due
        })
        .collect();
        assert_eq!(waits, [DAY_MS, 7 * DAY_MS, 30 * DAY_MS]);
        assert!(stage.is_mended());
    }

    #[test]
    fn who_fails_begins_anew() {
        let stage = Stage::NEW.after(true).after(true);
        assert_eq!(stage.after(false), Stage::NEW);
        assert_eq!(Stage::from_number(200).number(), 3);
    }
}
