//! What a search has found about a decision, as much of it as a report needs.

use serde::{Deserialize, Serialize};

use crate::{AnyFound, Valuation};

/// How many moves of the line after the best move are kept.
const MAX_LINE_MOVES: usize = 8;

/// What a search has found about a decision, as much of it as a report needs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The best move.
    pub best: String,
    /// What follows it; it is the first.
    pub line: Vec<String>,
    /// What the position is worth to the mover; `None` if the player names no unit or knows nothing.
    pub worth: Option<Valuation>,
    /// What the move that was played is worth; `None` where that is not known.
    pub got: Option<Valuation>,
    /// What the best of the other moves is worth, where that is known.
    pub next_best: Option<Valuation>,
}

impl Finding {
    /// What was found about a decision in which `played` was played.
    #[must_use]
    pub fn new(found: AnyFound, played: &str) -> Self {
        let worth = found.worth.or_else(|| of_move(&found, &found.best));
        let got = if played == found.best { worth } else { of_move(&found, played) };
        let others = found.moves.iter().filter(|known| known.text != found.best);
        let next_best = others.filter_map(|known| known.worth).next();
        let mut line = found.line;
        line.truncate(MAX_LINE_MOVES);
        Self { best: found.best, line, worth, got, next_best }
    }
}

fn of_move(found: &AnyFound, text: &str) -> Option<Valuation> {
    found.moves.iter().find(|known| known.text == text)?.worth
}
