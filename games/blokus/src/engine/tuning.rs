//! How the search weighs what it knows.

use thiserror::Error;

/// How [`MonteCarlo`](crate::MonteCarlo) weighs what it knows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tuning {
    /// How much the likeliness of a move counts against its value.
    pub curiosity: f32,
    /// How many results the first guess of a move's value is worth.
    pub first_guess: f32,
    /// By how much the first guess lies below the value of the position.
    pub caution: f32,
    /// What the same move made directly after is worth, in results of its own.
    pub later: f32,
    /// How many results all later moves together may be worth.
    pub most_later: f32,
    /// How often a position was visited before its moves are looked at.
    pub open_after: u32,
}

/// Why a setting of the search cannot be changed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TuningError {
    /// There is no such setting.
    #[error("there is no setting \"{0}\"; choose {known}", known = NAMES.join(", "))]
    Unknown(String),
    /// It needs a number.
    #[error("the setting {name} needs a number that is not negative, not \"{value}\"")]
    Number {
        /// Which setting.
        name: String,
        /// What was given.
        value: String,
    },
}

const NAMES: [&str; 6] = ["curiosity", "first-guess", "caution", "later", "most-later", "open-after"];

impl Tuning {
    /// What is used.
    pub const USUAL: Self =
        Self { curiosity: 0.6, first_guess: 2.0, caution: 0.05, later: 0.4, most_later: 30.0, open_after: 2 };

    /// Changes one setting by its name.
    ///
    /// # Errors
    /// If there is no such setting, or the value is no number for it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TuningError> {
        let error = || TuningError::Number { name: name.to_owned(), value: value.to_owned() };
        let number: f32 = value.parse().map_err(|_| error())?;
        if !number.is_finite() || number < 0.0 {
            return Err(error());
        }
        match name {
            "curiosity" => self.curiosity = number,
            "first-guess" => self.first_guess = number,
            "caution" => self.caution = number,
            "later" => self.later = number,
            "most-later" => self.most_later = number,
            "open-after" => self.open_after = number as u32,
            _ => return Err(TuningError::Unknown(name.to_owned())),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_changed_by_name() {
        let mut tuning = Tuning::USUAL;
        for name in NAMES {
            let before = tuning;
            tuning.set(name, "7").expect("every name is known");
            assert_ne!(tuning, before, "{name}");
        }
        assert_eq!(
            tuning.set("later", "many").map_err(|error| error.to_string()).err().as_deref(),
            Some("the setting later needs a number that is not negative, not \"many\"")
        );
        assert!(matches!(tuning.set("luck", "1"), Err(TuningError::Unknown(_))));
        assert!(tuning.set("later", "-1").is_err() && tuning.set("later", "inf").is_err());
    }
}
