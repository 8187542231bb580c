//! The styles that a figure of the 2005 documentation names besides the usual one.

use framework::{OptionsError, OptionsReader};

use super::Criteria;

/// A way to play. The figure names them without a definition, so they are built here from what the program counts; its
/// style for tests is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Style {
    /// As the program played.
    #[default]
    Allround,
    /// Only its own moves and squares count.
    Offensive,
    /// The moves of others count four times.
    Defensive,
    /// The usual ratings with the most noise.
    CleverRandom,
    /// Any candidate.
    Random,
    /// The candidate that looks worst.
    Suicide,
}

impl Style {
    /// The style of a name.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn read(name: &str) -> Result<Self, OptionsError> {
        match name {
            "allround" => Ok(Self::Allround),
            "offensive" => Ok(Self::Offensive),
            "defensive" => Ok(Self::Defensive),
            "clever-random" => Ok(Self::CleverRandom),
            "random" => Ok(Self::Random),
            "suicide" => Ok(Self::Suicide),
            other => Err(OptionsReader::unknown(
                &format!("style={other}"),
                "style=allround, offensive, defensive, clever-random, random, suicide",
            )),
        }
    }

    /// What it values where the program usually values this.
    pub(super) const fn criteria(self, usual: Criteria) -> Criteria {
        match self {
            Self::Allround | Self::CleverRandom | Self::Random => usual,
            Self::Offensive => Criteria { their_moves: 0.0, their_anchors: 0.0, ..usual },
            Self::Defensive => {
                let (moves, anchors) = (4.0 * usual.their_moves, 4.0 * usual.their_anchors);
                Criteria { their_moves: moves, their_anchors: anchors, ..usual }
            }
            Self::Suicide => Criteria {
                own_moves: -usual.own_moves,
                their_moves: -usual.their_moves,
                their_anchors: -usual.their_anchors,
                square_left: -usual.square_left,
                step: -usual.step,
            },
        }
    }
}
