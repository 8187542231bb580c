//! The usual games.

use crate::Rules;

/// A usual game that has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// Four colors on 20×20, for two to four players.
    Classic,
    /// Two colors on 14×14.
    Duo,
    /// Two colors on 14×14 with easy pieces.
    Junior,
    /// Two colors on 20×20.
    TwoColors,
}

impl Preset {
    /// All usual games, the best known first.
    pub const ALL: [Self; 4] = [Self::Classic, Self::Duo, Self::Junior, Self::TwoColors];

    /// The word for it in options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Duo => "duo",
            Self::Junior => "junior",
            Self::TwoColors => "two-colors",
        }
    }

    /// The usual game with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase().replace("colours", "colors"); // an earlier spelling, still in records
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// Its rules, with a player for each color.
    #[must_use]
    pub fn rules(self) -> Rules {
        match self {
            Self::Classic => Rules::classic(),
            Self::Duo => Rules::duo(),
            Self::Junior => Rules::junior(),
            Self::TwoColors => Rules::two_colors(),
        }
    }

    /// The usual game that has these rules but perhaps other players or another way to count.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let alike = |preset: &Self| {
            let usual = preset.rules().with_scoring(rules.scoring()).with_players(rules.seats());
            usual.as_ref() == Some(rules)
        };
        Self::ALL.into_iter().find(alike)
    }
}
