//! Losses as people say them.

use super::{Grade, Loss, LossUnit};
use crate::Text;

impl LossUnit {
    /// An amount with its unit, as in `1.4 discs`.
    #[must_use]
    pub fn in_words(self, amount: f32) -> Text {
        let number = self.number(amount);
        let Text { en, de } = self.name();
        Text::new(format!("{} {en}", number.en), format!("{} {de}", number.de))
    }

    /// An amount without its unit.
    #[must_use]
    pub fn number(self, amount: f32) -> Text {
        let (factor, digits) = match self {
            Self::Equity | Self::Result => (1.0, 3),
            Self::Discs | Self::Place | Self::Points => (1.0, 2),
            Self::Chance => (100.0, 1),
            Self::Share => (1.0, 1),
        };
        let en = format!("{:.digits$}", factor * amount).replace('-', "−");
        let de = en.replace('.', ",");
        Text::new(en, de)
    }

    /// What the unit is called.
    #[must_use]
    pub const fn name(self) -> Text {
        match self {
            Self::Result => Text::fixed("games", "Partien"),
            Self::Discs => Text::fixed("discs", "Steine"),
            Self::Equity => Text::fixed("equity", "Equity"),
            Self::Chance => Text::fixed("% to win", "% Gewinnchance"),
            Self::Place => Text::fixed("places", "Plätze"),
            Self::Points => Text::fixed("points", "Punkte"),
            Self::Share => Text::fixed("% of the bar", "% des Balkens"),
        }
    }
}

impl Loss {
    /// The loss as people say it: a result that was given away by name, anything else with its unit.
    #[must_use]
    pub fn in_words(&self) -> Text {
        match self.unit {
            LossUnit::Result if 0.75 < self.amount => {
                Text::fixed("a win given away", "einen Sieg verschenkt")
            }
            LossUnit::Result if 0.0 < self.amount => {
                Text::fixed("half a game given away", "eine halbe Partie verschenkt")
            }
            LossUnit::Result if 0 < self.delay => {
                Text::new(format!("{} plies", self.delay), format!("{} Halbzüge", self.delay))
            }
            unit => unit.in_words(self.amount),
        }
    }
}

impl Grade {
    /// What it is called.
    #[must_use]
    pub const fn name(self) -> Text {
        match self {
            Self::Inaccuracy => Text::fixed("inaccuracy", "Ungenauigkeit"),
            Self::Mistake => Text::fixed("mistake", "Fehler"),
            Self::Blunder => Text::fixed("blunder", "Patzer"),
        }
    }

    /// What several of them are called.
    #[must_use]
    pub const fn plural(self) -> Text {
        match self {
            Self::Inaccuracy => Text::fixed("inaccuracies", "Ungenauigkeiten"),
            Self::Mistake => Text::fixed("mistakes", "Fehler"),
            Self::Blunder => Text::fixed("blunders", "Patzer"),
        }
    }
}
