//! What can be asked over plain HTTP: the games, a drawing of any position, and a record played again.

use framework::{End, Millis, PerSeat, Seat, Text};
use serde::{Deserialize, Serialize};

/// A game that can be chosen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameCard {
    /// The word by which it is chosen.
    pub id: String,
    /// What people call it.
    pub name: Text,
    /// What it is about.
    pub summary: Text,
    /// Whether dice decide as well.
    pub has_chance: bool,
    /// Whether a round can end without a winner.
    pub has_draws: bool,
    /// The ways to play it, the usual one first.
    pub variants: Vec<VariantCard>,
    /// Its computer players, besides the levels.
    pub players: Vec<PlayerCard>,
    /// The weakest level.
    pub min_level: u8,
    /// The strongest level.
    pub max_level: u8,
}

/// A way to play a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VariantCard {
    /// The line of options that chooses it.
    pub options: String,
    /// What people call it.
    pub name: Text,
    /// What people call each seat, in order.
    pub seats: Vec<Text>,
}

/// A computer player that is no level.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerCard {
    /// The word by which it is chosen.
    pub name: String,
    /// What it is.
    pub about: Text,
    /// The numbers by which it values a position, each of which can be chosen.
    pub weights: Vec<WeightCard>,
}

/// A number by which a computer player values a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WeightCard {
    /// The word by which it is chosen, as in `welfenlab-2006:w1=2.5`.
    pub name: String,
    /// What it weighs.
    pub about: Text,
    /// What it usually is.
    pub usual: f64,
    /// The least that it may be.
    pub least: f64,
    /// The most that it may be.
    pub most: f64,
    /// Whether it is a whole number.
    pub is_whole: bool,
}

/// A match, played again from its record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Replay {
    /// The id of the game.
    pub game: String,
    /// Its options in canonical form.
    pub options: String,
    /// Who played, in the order of the chairs.
    pub players: Vec<String>,
    /// What people call each seat, in order.
    pub seats: Vec<Text>,
    /// The rounds.
    pub rounds: Vec<ReplayRound>,
}

/// A round, played again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplayRound {
    /// Which player, from 0, sits at each seat.
    pub players: PerSeat<u8>,
    /// What was played.
    pub moves: Vec<ReplayMove>,
    /// The position before each move, and the last one.
    pub positions: Vec<String>,
    /// How it ended, and the points of each seat; nothing if it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub result: Option<(End, PerSeat<u32>)>,
    /// The result in words, where the rules ended the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub verdict: Option<Text>,
}

/// A move, or a roll of the dice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplayMove {
    /// Who played; nobody if it was the dice.
    pub by: Option<Seat>,
    /// What, in the game's notation.
    pub text: String,
    /// How long it took, if that is known.
    pub spent: Option<Millis>,
}
