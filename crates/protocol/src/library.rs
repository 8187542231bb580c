//! What can be asked over plain HTTP: the games, a drawing of any position, and a record played again.

use std::collections::BTreeMap;

use framework::{End, Millis, MoveMark, PerSeat, Scene, Seat, Text};
use serde::{Deserialize, Serialize};

use crate::ToMove;

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
    /// The fields by which options of one's own are asked for, in the order in which they are written.
    pub fields: Vec<FieldGroupCard>,
    /// Its computer players, besides the levels.
    pub players: Vec<PlayerCard>,
    /// The evaluations that can explain a move term by term.
    pub evaluations: Vec<EvaluationCard>,
    /// The weakest level.
    pub min_level: u8,
    /// The strongest level.
    pub max_level: u8,
    /// The shortest time that a computer player can be given for a move, in milliseconds.
    pub least_time: Millis,
    /// The longest.
    pub most_time: Millis,
    /// How long computer players think that were given no time.
    pub usual_time: Millis,
}

/// An evaluation that can explain a move term by term.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EvaluationCard {
    /// The word by which it is chosen.
    pub name: String,
    /// What it is.
    pub about: Text,
}

/// Fields whose answers are written as one part of the line of options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FieldGroupCard {
    /// How the answers are written, with the names of fields in braces: `{columns}x{rows}x{k}`. The part is left out if
    /// one of its answers is empty.
    pub pattern: String,
    /// The field, and the answer to it, without which this part is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub only_if: Option<(String, String)>,
    /// What is asked.
    pub fields: Vec<FieldCard>,
}

/// A field to fill in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FieldCard {
    /// The word that stands for it in patterns.
    pub name: String,
    /// What people see beside it.
    pub label: Text,
    /// What can be answered.
    pub answers: AnswersCard,
}

/// What can be answered to a field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AnswersCard {
    /// A whole number.
    Number {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
        /// How far two neighboring answers lie apart, counted from the least.
        step: u32,
        /// The default.
        usual: u32,
    },
    /// One of a few words, each with what people see; the first is the default.
    Choice(Vec<(String, Text)>),
    /// Yes, or nothing, which is the default.
    Switch,
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
    /// The position in which it begins.
    pub start: String,
}

/// A computer player that is no level.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerCard {
    /// The word by which it is chosen.
    pub name: String,
    /// What it is.
    pub about: Text,
    /// Its options, each written as one word after the colon: `praktikum-2018:level=5`.
    #[serde(default)]
    pub fields: Vec<FieldGroupCard>,
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
    /// The rounds, as many as fit into an answer.
    pub rounds: Vec<ReplayRound>,
    /// The number, from 0, of the first round that did not fit: asking for the rest from there goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub next: Option<u32>,
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
    /// What was added afterwards, by the plies after which it stands.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<BTreeMap<u32, ReplayNote>>"))]
    pub notes: BTreeMap<u32, ReplayNote>,
}

/// What is said about a position of a record, and which moves could follow besides the one that does.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplayNote {
    /// How good the move was that led here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mark: Option<MoveMark>,
    /// A text of any number of lines; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub comment: String,
    /// Lines that begin here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<ReplayVariation>>"))]
    pub variations: Vec<ReplayVariation>,
}

/// Moves of a record that were not played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplayVariation {
    /// The moves.
    pub moves: Vec<ReplayMove>,
    /// The position after each of them.
    pub positions: Vec<String>,
    /// What is said about it, by the plies of the variation after which it stands.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<BTreeMap<u32, ReplayNote>>"))]
    pub notes: BTreeMap<u32, ReplayNote>,
}

/// A position that is drawn, with all that a board needs on which every seat may be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DrawnPosition {
    /// What to draw, seen from the seat that was named.
    pub scene: Scene,
    /// Everything that can happen next: moves, or rolls of the dice.
    pub moves: Vec<String>,
    /// The position in the game's notation.
    pub position: String,
    /// The key of the position, in hexadecimal digits.
    pub hash: String,
    /// Who is to move.
    pub to_move: ToMove,
    /// The move that was played first, in the game's notation, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub played: Option<ReplayMove>,
    /// How the round ended and the points of each seat, where the rules have ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub result: Option<(End, PerSeat<u32>)>,
    /// The result in words.
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
