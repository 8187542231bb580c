//! Plays as people write them.
//!
//! The way of one checker is a chain of points, `24/18/14`. Equal ways are written once with their number,
//! `13/7(2)`. `bar` and `off` are written out, and `*` follows the point where a checker is hit. The hindmost
//! checker comes first. A side that cannot move writes [`NO_MOVE`].
//!
//! The reader also takes single steps in any order (`18/14 24/18`), shortened ways (`24/14`), `25` for the bar
//! and `0` for off, missing `*`, and the roll before it all (`64: 24/14`).

use std::fmt::Write;

use framework::NotationError;

use crate::position::{BAR, Board, Dice, Leg, OFF, Play};

/// What a side writes that cannot move.
pub const NO_MOVE: &str = "cannot-move";

/// How plays are written, for error messages.
pub(crate) const REMEDY: &str =
    "write the way of each checker as 8/5(2), bar/21, 13/7/5 or 6/off, or cannot-move";

/// The most checkers that one play moves.
const MAX_WAYS: usize = 4;

/// Writes a legal play.
///
/// ```
/// use backgammon::{notation::play, Board, Dice};
/// let board = backgammon::notation::gnu_id::read_board("jM+SAyCM5+ADIA", 15)?;
/// let dice = Dice::new(6, 4).expect("two faces");
/// let legs = play::read("24/14", dice)?;
/// let found = board.play_of_legs(dice, &legs).expect("a legal play");
/// assert_eq!(play::write(board, found), "24/18/14*");
/// # Ok::<(), framework::NotationError>(())
/// ```
#[must_use]
pub fn write(board: Board, play: Play) -> String {
    if play.is_empty() {
        return NO_MOVE.to_owned();
    }
    let mut hit_already = 0_u32;
    let mut out = String::new();
    for (way, count) in ways(play) {
        if !out.is_empty() {
            out.push(' ');
        }
        for (idx, &place) in way.iter().enumerate() {
            match place {
                BAR => out.push_str("bar"),
                OFF => out.push_str("/off"),
                _ if idx == 0 => push(&mut out, format_args!("{place}")),
                _ => push(&mut out, format_args!("/{place}")),
            }
            let is_landing = idx != 0 && place != OFF;
            if is_landing && board.others_on(place) == 1 && hit_already & 1 << place == 0 {
                hit_already |= 1 << place;
                out.push('*');
            }
        }
        if count != 1 {
            push(&mut out, format_args!("({count})"));
        }
    }
    out
}

/// Writes a whole turn: the roll, then the play.
///
/// ```
/// # use backgammon::{notation, Backgammon, Dice};
/// # use framework::Game;
/// let board = Backgammon::default().start().board();
/// let dice = Dice::new(3, 1).expect("two faces");
/// let legs = notation::play::read("8/5 6/5", dice)?;
/// let play = board.play_of_legs(dice, &legs).expect("a legal play");
/// assert_eq!(notation::play::write_turn(board, dice, play), "31: 8/5 6/5");
/// # Ok::<(), framework::NotationError>(())
/// ```
#[must_use]
pub fn write_turn(board: Board, dice: Dice, play: Play) -> String {
    format!("{dice}: {}", write(board, play))
}

/// Reads what a text says about the checkers; nothing if it says that none can be moved.
///
/// # Errors
/// If the text does not follow the notation, or names another roll than the one that fell.
pub fn read(text: &str, dice: Dice) -> Result<Vec<Leg>, NotationError> {
    let said = text.trim().to_ascii_lowercase();
    let said = match said.split_once(':') {
        Some((roll, rest)) => {
            let roll = super::decision::read_faces(roll)
                .and_then(|(one, other)| Dice::new(one, other))
                .ok_or_else(|| NotationError::new(text, "there is no roll before the colon", REMEDY))?;
            if roll != dice {
                let problem = format!("the roll is {dice}, not {roll}");
                return Err(NotationError::new(text, problem, "play the roll that fell"));
            }
            rest.trim().to_owned()
        }
        None => said,
    };
    if is_no_move(&said) {
        return Ok(Vec::new());
    }
    let mut legs = Vec::new();
    for way in said.split([' ', '\t', ',', ';']).filter(|way| !way.is_empty()) {
        read_way(way, &mut legs).map_err(|problem| NotationError::new(text, problem, REMEDY))?;
        if MAX_WAYS < legs.len() {
            return Err(NotationError::new(text, "more than four steps are named", "name at most four"));
        }
    }
    if legs.is_empty() {
        return Err(NotationError::new(text, "no checker is named", REMEDY));
    }
    Ok(legs)
}

/// Tells whether a text says that no checker can be moved.
pub(crate) fn is_no_move(text: &str) -> bool {
    matches!(text, NO_MOVE | "cannot move" | "no move" | "no-move" | "no play" | "()" | "(no play)")
}

/// The ways of the checkers of a play, each a chain of places, equal ones counted.
fn ways(play: Play) -> Vec<(Vec<u8>, usize)> {
    let mut chains: Vec<Vec<u8>> = Vec::new();
    for step in play.steps() {
        match chains.iter_mut().find(|chain| chain.last() == Some(&step.from)) {
            Some(chain) => chain.push(step.to()),
            None => chains.push(vec![step.from, step.to()]),
        }
    }
    // Hindmost first, the longer way before the shorter one from the same place.
    chains.sort_by(|one, other| other[0].cmp(&one[0]).then(other.len().cmp(&one.len())).then(one.cmp(other)));
    let mut ways: Vec<(Vec<u8>, usize)> = Vec::new();
    for chain in chains {
        match ways.last_mut() {
            Some((way, count)) if *way == chain => *count += 1,
            _ => ways.push((chain, 1)),
        }
    }
    ways
}

fn read_way(text: &str, legs: &mut Vec<Leg>) -> Result<(), String> {
    let (way, count) = match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        Some((way, count)) => (
            way,
            count
                .parse()
                .ok()
                .filter(|count| (1..=4).contains(count))
                .ok_or("the number in brackets is not 1 to 4")?,
        ),
        None => (text, 1),
    };
    let places: Vec<u8> = way.split('/').map(read_place).collect::<Result<_, _>>()?;
    if places.len() < 2 || MAX_WAYS + 1 < places.len() {
        return Err(format!("{way:.20} is no way from one point to another"));
    }
    for _ in 0..count {
        legs.extend(places.windows(2).map(|leg| Leg::new(leg[0], leg[1])));
    }
    Ok(())
}

fn read_place(text: &str) -> Result<u8, String> {
    match text.strip_suffix('*').unwrap_or(text) {
        "bar" | "b" => Ok(BAR),
        "off" | "o" => Ok(OFF),
        number => {
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            let place = number.parse().ok().filter(|&place| is_number && place <= BAR);
            place.ok_or_else(|| format!("{number:.20} is no point"))
        }
    }
}

fn push(out: &mut String, what: std::fmt::Arguments<'_>) {
    out.write_fmt(what).expect("a string takes everything");
}
