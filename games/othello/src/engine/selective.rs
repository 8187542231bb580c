//! Searches that leave lines out, before the exact one: they find which moves are probably best, at the root and, by the
//! table, below it, and what the score probably is.

use super::{
    patterns::Weights,
    prob_cut::Margins,
    search::Stopped,
    step::{Middle, Step},
    team::{Question, Team},
};

/// With fewer empty squares the exact search is over sooner than anything before it.
const MIN_EMPTIES: u32 = 17;
/// How many plies before the end of the game the searches to a depth end; the next one goes to the end.
const PLIES_LEFT_OUT: u32 = 12;
/// By how many plies each is deeper than the one before.
const DEPTH_STEP: usize = 2;
/// How careful they are. More careful ones cost more than they save: in numbers 40 to 44 of the end-game suite one more
/// pass makes 62 million nodes 68, and a third one 95.
const CERTAINTY: u8 = 1;

/// Searches the moves of a team selectively, orders them, and returns what the best one is probably worth if that lies
/// between two bounds.
pub(super) fn guess(
    team: &mut Team<'_>,
    weights: &Weights,
    margins: &[Margins],
    n_empties: u32,
    low: i32,
    high: i32,
) -> Result<i32, Stopped> {
    if n_empties < MIN_EMPTIES {
        return Ok(0);
    }
    let middle = Middle::new(weights, margins, CERTAINTY);
    let mut score = 0;
    for depth in (DEPTH_STEP as u32..=n_empties - PLIES_LEFT_OUT).step_by(DEPTH_STEP) {
        let is_first = depth == DEPTH_STEP as u32;
        let step = Step { instructions: team.instructions(), middle, depth, all_moves: false, is_first };
        score = team.run(&step, score)?;
    }
    let (score, _) = team.narrow_down(Question::Selective(middle), low, high, score)?;
    Ok(score)
}
