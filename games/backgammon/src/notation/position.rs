//! Positions as text.
//!
//! Our own text is GNU Backgammon's `POSITIONID:MATCHID`, followed by ` opening` before the opening roll and by
//! ` roll` once the mover has decided to roll though it might have doubled. Read are also a position id alone (the
//! first seat is to roll) and eXtreme Gammon's ids.

use framework::NotationError;

use super::{gnu_id, xgid};
use crate::position::{Phase, Table};

const OPENING: &str = " opening";
const ROLL: &str = " roll";
/// The longest text that is read.
const MAX_CHARS: usize = 200;

/// Writes a position without loss.
#[must_use]
pub fn write(table: &Table) -> String {
    let more = match table.phase() {
        Phase::Opening => OPENING,
        Phase::Rolling if table.why_not_double().is_none() => ROLL,
        _ => "",
    };
    format!("{}:{}{more}", gnu_id::write_board(table.board()), gnu_id::write_match(table))
}

/// Reads a position into a table with the rules of `template`: what was agreed, and the number of checkers. The
/// length of the match, the score and the cube are taken from the text.
///
/// # Errors
/// If the text does not follow any of the notations or describes something that cannot happen.
pub fn read(text: &str, template: &Table) -> Result<Table, NotationError> {
    let said = text.trim();
    if MAX_CHARS < said.len() {
        return Err(NotationError::new(text, "this is too long for a position", "copy one position id"));
    }
    if said.starts_with("XGID=") || said.split(':').nth(2).is_some() {
        return xgid::read(said, template);
    }
    let read_with = |id: &str, phase: Phase| {
        let table = gnu_id::read(id, template)?;
        let problem = "this position is no longer before a roll";
        let is_before_roll = matches!(table.phase(), Phase::BeforeRoll | Phase::Rolling);
        let table = if is_before_roll { table.with_phase(phase) } else { None };
        table.ok_or_else(|| NotationError::new(text, problem, "leave out the word after the ids"))
    };
    if let Some(id) = said.strip_suffix(OPENING) {
        read_with(id, Phase::Opening)
    } else if let Some(id) = said.strip_suffix(ROLL) {
        read_with(id, Phase::Rolling)
    } else if gnu_id::LENGTHS.contains(&said.len()) {
        gnu_id::read(said, template)
    } else {
        let remedy = "write GNU Backgammon's position id, with or without its match id, or an XGID";
        Err(NotationError::new(text, "this is no position", remedy))
    }
}
