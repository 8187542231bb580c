//! The tree of a textbook look-ahead, for teaching.

use framework::{Seat, Text};
use serde::{Deserialize, Serialize};

/// The tree of a look-ahead from a position, with the value of every position in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SearchTree {
    /// The id of the game.
    pub game: String,
    /// Its options in canonical form.
    pub options: String,
    /// The seat to move at the root. All values are those for it: it looks for the greatest, the other seat for the
    /// least.
    pub maximizer: Seat,
    /// What people call that seat.
    pub maximizer_name: Text,
    /// The evaluation at the end of the look-ahead; without one an unfinished game counts 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub evaluation: Option<String>,
    /// How many plies it reaches.
    pub depth: u32,
    /// Whether moves that cannot change the value of the root were cut off.
    pub alpha_beta: bool,
    /// How many positions were looked at, the root included.
    pub n_positions: u32,
    /// How many moves were cut off.
    pub n_cut: u32,
    /// The moves that both sides choose, from the root on.
    pub best_line: Vec<String>,
    /// The value of a game that the maximizer has won; one that it has lost has the negative of it.
    pub win_value: f64,
    /// The position from which the tree grows.
    pub root: SearchNode,
}

/// A position in a tree.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SearchNode {
    /// The position in the game's notation.
    pub position: String,
    /// Who decides here.
    pub kind: SearchNodeKind,
    /// What the position is worth to the maximizer, as far as it had to be found out.
    pub value: f64,
    /// Whether that is its value or only a bound of it.
    pub bound: ValueBound,
    /// The bounds with which alpha-beta came here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub window: Option<SearchWindow>,
    /// The moves from here, in the order in which they were tried.
    pub branches: Vec<SearchBranch>,
}

/// Who decides at a position of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SearchNodeKind {
    /// The maximizer.
    Max,
    /// The other seat.
    Min,
    /// Nobody: the look-ahead ends, and the evaluation gives the value.
    Leaf,
    /// Nobody: the game is over, and its result is the value.
    Over,
}

/// What is known about a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ValueBound {
    /// It is the value.
    Exact,
    /// The value may be greater.
    AtLeast,
    /// The value may be less.
    AtMost,
}

/// What both sides are sure of elsewhere in the tree; nothing as long as they are sure of nothing.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SearchWindow {
    /// What the maximizer gets at least.
    pub alpha: Option<f64>,
    /// What the maximizer gets at most.
    pub beta: Option<f64>,
}

/// A move in a tree and where it leads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SearchBranch {
    /// The move in the game's notation.
    pub text: String,
    /// Whether it gives the position its value; of equal moves the first.
    pub is_best: bool,
    /// The position after it; nothing if it was cut off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub node: Option<SearchNode>,
}
