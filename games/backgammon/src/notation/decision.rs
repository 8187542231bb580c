//! Everything that can happen, as text: `31`, `roll`, `double`, `take`, `pass`, `beaver`, and plays.

use framework::{MoveError, NotationError};

use super::play;
use crate::{
    WhyNot,
    position::{Dice, LegsError, Move, OpeningRoll, Phase, Table},
};

/// What to write, for error messages.
const REMEDY: &str = "write a roll such as 31, a play such as 8/5 6/5, or roll, double, take, pass, beaver";

/// Writes a legal move.
#[must_use]
pub fn write(table: &Table, mv: Move) -> String {
    match mv {
        Move::Opening(roll) => roll.to_string(),
        Move::Dice(dice) => dice.to_string(),
        Move::Roll => "roll".to_owned(),
        Move::Double => "double".to_owned(),
        Move::Take => "take".to_owned(),
        Move::Pass => "pass".to_owned(),
        Move::Beaver => "beaver".to_owned(),
        Move::Play(play) => play::write(table.board(), play),
    }
}

/// Reads a move and checks it.
///
/// # Errors
/// If the text does not follow the notation, or the first rule that forbids the move.
pub fn read(table: &Table, text: &str) -> Result<Move, MoveError<WhyNot>> {
    let phase = table.phase();
    let said = said(text)?;
    if matches!(phase, Phase::BorneOff | Phase::Passed(_)) {
        return Err(MoveError::Illegal(WhyNot::GameOver));
    }
    let checked = match said {
        Said::Word(Move::Take) => answer(phase, Move::Take),
        Said::Word(Move::Pass) => answer(phase, Move::Pass),
        Said::Word(Move::Beaver) => table.why_not_beaver().map_or(Ok(Move::Beaver), Err),
        Said::Word(mv) => roll_or_double(table, mv),
        Said::Faces(one, other) => roll(phase, one, other),
        Said::Play => match phase {
            Phase::Playing(dice) => {
                let legs = play::read(text, dice)?;
                match table.board().play_of_legs(dice, &legs) {
                    Ok(play) => Ok(Move::Play(play)),
                    Err(LegsError::Illegal(why_not)) => Err(why_not),
                    Err(LegsError::Ambiguous) => {
                        let problem = "it may hit different checkers on the way";
                        return Err(NotationError::new(text, problem, "write every point on the way").into());
                    }
                }
            }
            Phase::BeforeRoll => Err(WhyNot::RollOrDouble),
            Phase::Doubled | Phase::Beavered => Err(WhyNot::AnswerFirst),
            _ => Err(WhyNot::DiceFirst),
        },
    };
    checked.map_err(MoveError::Illegal)
}

/// Reads two dice: `31`, `3 1`, `3-1` or `3,1`.
pub(crate) fn read_faces(text: &str) -> Option<(u8, u8)> {
    let mut faces = text.trim().bytes().filter(|byte| !matches!(byte, b' ' | b'-' | b','));
    let (one, other) = (faces.next()?, faces.next()?);
    let is_face = |face: u8| (b'1'..=b'6').contains(&face);
    (faces.next().is_none() && is_face(one) && is_face(other)).then(|| (one - b'0', other - b'0'))
}

/// What kind of move a text names.
enum Said {
    Word(Move),
    Faces(u8, u8),
    Play,
}

fn said(text: &str) -> Result<Said, NotationError> {
    let lower = text.trim().to_ascii_lowercase();
    let word = match lower.as_str() {
        "roll" => Some(Move::Roll),
        "double" | "redouble" => Some(Move::Double),
        "take" | "accept" => Some(Move::Take),
        "pass" | "drop" => Some(Move::Pass),
        "beaver" => Some(Move::Beaver),
        _ => None,
    };
    if let Some(mv) = word {
        return Ok(Said::Word(mv));
    }
    if let Some((one, other)) = read_faces(&lower) {
        return Ok(Said::Faces(one, other));
    }
    if lower.contains('/') || lower.contains(':') || play::is_no_move(&lower) {
        return Ok(Said::Play);
    }
    Err(NotationError::new(text, "this is no move", REMEDY))
}

fn answer(phase: Phase, mv: Move) -> Result<Move, WhyNot> {
    match phase {
        Phase::Doubled | Phase::Beavered => Ok(mv),
        _ => Err(WhyNot::NoDoubleOffered),
    }
}

fn roll_or_double(table: &Table, mv: Move) -> Result<Move, WhyNot> {
    match table.phase() {
        Phase::BeforeRoll => Ok(mv),
        Phase::Doubled | Phase::Beavered => Err(WhyNot::AnswerFirst),
        Phase::Playing(_) => Err(WhyNot::AlreadyRolled),
        Phase::Rolling if mv == Move::Double => Err(table.why_not_double().unwrap_or(WhyNot::DiceFirst)),
        _ => Err(WhyNot::DiceFirst),
    }
}

fn roll(phase: Phase, one: u8, other: u8) -> Result<Move, WhyNot> {
    match phase {
        Phase::Opening => OpeningRoll::new(one, other).map(Move::Opening).ok_or(WhyNot::RollAgain),
        Phase::Rolling => Ok(Move::Dice(Dice::new(one, other).expect("two faces were read"))),
        Phase::BeforeRoll => Err(WhyNot::RollOrDouble),
        Phase::Doubled | Phase::Beavered => Err(WhyNot::AnswerFirst),
        _ => Err(WhyNot::AlreadyRolled),
    }
}
