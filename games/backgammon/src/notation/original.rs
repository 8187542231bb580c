//! The boards and turns of the 2006 program and its servers.
//!
//! A board is 28 numbers as its receiver sees them: own checkers off, points 1 to 24 (the other side's negative),
//! own checkers on the bar, then minus the other side's checkers off and on the bar. A turn is a list of single
//! steps `die from to;`, with 25 for the bar and 0 for off.

use framework::{MoveError, NotationError};

use crate::{
    WhyNot,
    position::{BAR, Board, Checkers, Dice, Leg, LegsError, MAX_CHECKERS, OFF, Play, Step},
};

/// What a side sends that cannot move.
pub const NO_TURN: &str = "NOTURN";
/// Where the other side's bar is in the numbering of the receiver.
const OTHERS_BAR: u8 = 27;
const BOARD_NUMBERS: usize = 28;
/// The longest turn or board that is read.
const MAX_CHARS: usize = 500;

/// Writes a board as its mover sees it; turn it first for the other side.
///
/// ```
/// use backgammon::{notation::original, Backgammon};
/// use framework::Game;
/// let board = Backgammon::default().start().board();
/// let text = "0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0 0 0";
/// assert_eq!(original::write_board(board), text);
/// assert_eq!(original::read_board(text), Ok(board));
/// ```
#[must_use]
pub fn write_board(board: Board) -> String {
    let mut numbers = [0_i16; BOARD_NUMBERS];
    for (place, number) in (OFF..=BAR).zip(&mut numbers) {
        *number = board.mover.count(place).into();
        if (1..BAR).contains(&place) {
            *number -= i16::from(board.others_on(place));
        }
    }
    numbers[26] = -i16::from(board.other.count(OFF));
    numbers[27] = -i16::from(board.other.count(BAR));
    numbers.map(|number| number.to_string()).join(" ")
}

/// Reads a board, with or without `BOARD:` before it.
///
/// # Errors
/// If there are not 28 numbers or not fifteen checkers on each side.
pub fn read_board(text: &str) -> Result<Board, NotationError> {
    let wrong = |problem: &str| {
        NotationError::new(text, problem, "send 28 numbers with fifteen checkers on each side")
    };
    if MAX_CHARS < text.len() {
        return Err(wrong("this is too long for a board"));
    }
    let said = text.strip_prefix("BOARD:").unwrap_or(text);
    let numbers: Result<Vec<i8>, _> = said.split_whitespace().map(str::parse).collect();
    let numbers = numbers.map_err(|_| wrong("there is something else than small numbers"))?;
    let numbers: [i8; BOARD_NUMBERS] = numbers.try_into().map_err(|_| wrong("there are not 28 numbers"))?;
    let (mut mover, mut other) = ([0_u8; 26], [0_u8; 26]);
    for (idx, number) in numbers.into_iter().enumerate() {
        let count = number.unsigned_abs();
        match idx {
            26 if number <= 0 => other[usize::from(OFF)] = count,
            27 if number <= 0 => other[usize::from(BAR)] = count,
            1..=24 if number < 0 => other[25 - idx] = count,
            0..=25 if 0 <= number => mover[idx] = count,
            _ => return Err(wrong("a number has the wrong sign")),
        }
    }
    let sides = Checkers::from_counts(&mover).zip(Checkers::from_counts(&other));
    let board = sides.map(|(mover, other)| Board { mover, other });
    let is_full = |board: &Board| board.mover.total() == MAX_CHECKERS && board.other.total() == MAX_CHECKERS;
    let board = board.filter(is_full).ok_or_else(|| wrong("a side does not have fifteen checkers"))?;
    board.contradiction().map_or(Ok(board), |problem| Err(wrong(problem)))
}

/// Writes a play as its mover sends it: from the bar first, then on the board, then off; always playable.
#[must_use]
pub fn write_turn(play: Play) -> String {
    if play.is_empty() {
        return NO_TURN.to_owned();
    }
    play_order(play).map(|step| format!("{} {} {};", step.die, step.from, step.to())).collect()
}

/// Writes a play as the other side is told of it: in its numbering, in which the mover goes upwards.
#[must_use]
pub fn write_report(play: Play) -> String {
    let entries = play_order(play).map(|step| {
        let from = if step.from == BAR { OTHERS_BAR } else { 25 - step.from };
        format!("{} {from} {}", step.die, from + step.die)
    });
    entries.collect::<Vec<_>>().join(";")
}

/// Reads the turn of the mover, with or without `TURN:` before it, in any order of the steps. As on the servers
/// only the die and the start count, and a die may be the sum of several.
///
/// # Errors
/// If the text is no turn, or the first rule that forbids it.
pub fn read_turn(board: Board, dice: Dice, text: &str) -> Result<Play, MoveError<WhyNot>> {
    let remedy = "send steps as die, from and to, such as 5 25 20;2 3 1; or NOTURN";
    let wrong = |problem: &str| NotationError::new(text, problem, remedy);
    if MAX_CHARS < text.len() {
        return Err(wrong("this is too long for a turn").into());
    }
    let said = text.strip_prefix("TURN:").unwrap_or(text).trim();
    let mut legs = Vec::new();
    let steps = if said == NO_TURN { "" } else { said };
    if steps.is_empty() && said != NO_TURN {
        return Err(wrong("there are no steps").into());
    }
    for step in steps.split(';').filter(|step| !step.trim().is_empty()) {
        let mut numbers = step.split_whitespace().map(str::parse::<u8>);
        let (Some(Ok(die)), Some(Ok(from))) = (numbers.next(), numbers.next()) else {
            return Err(wrong("a step lacks its die or its start").into());
        };
        if !(1..=24).contains(&die) || !(1..=BAR).contains(&from) {
            return Err(wrong("there is no such die or point").into());
        }
        let said_die = dice.numbers().contains(&die).then_some(die);
        legs.push(Leg { from, to: from.saturating_sub(die), die: said_die });
        if 4 < legs.len() {
            return Err(wrong("there are more than four steps").into());
        }
    }
    board.play_of_legs(dice, &legs).map_err(|error| match error {
        LegsError::Illegal(why_not) => MoveError::Illegal(why_not),
        LegsError::Ambiguous => wrong("a sum of dice may hit different checkers on the way").into(),
    })
}

/// The steps of a play in the classes of the program: bar, board, off. Within a class the hindmost checker comes
/// first, so the order can be played.
pub(crate) fn play_order(play: Play) -> impl Iterator<Item = Step> {
    let (off, on): (Vec<_>, Vec<_>) = play.steps().partition(|step| step.bears_off());
    on.into_iter().chain(off)
}
