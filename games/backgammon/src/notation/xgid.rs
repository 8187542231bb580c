//! eXtreme Gammon's ids: `XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:1:0:7:10`.
//!
//! The fields are the places from the view of the lower player (upper bar, points 1 to 24, lower bar; capitals are
//! the lower player's checkers, `A` one, `B` two), the cube's level, its owner (1 lower, −1 upper, 0 nobody), whose
//! turn it is (1 or −1), the dice (`00` before the roll, `D` doubled, `B` beavered), the points of the lower and
//! the upper player, in a match 1 in the Crawford game and else 1 for Jacoby plus 2 for beavers, the length of the
//! match, and the highest level of the cube. Our first seat is the lower player.

use framework::{NotationError, Seat};

use crate::position::{BAR, Board, Checkers, Cube, Dice, MatchScore, Phase, Table};

const PREFIX: &str = "XGID=";
const PLACES: usize = 26;
const REMEDY: &str = "copy the whole id, such as XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
/// The most points that a match id, and so our own text, can hold.
const MAX_POINTS: u16 = 0x7fff;

/// Writes a position. What the id has no room for looks like a mover who has yet to roll.
#[must_use]
pub fn write(table: &Table) -> String {
    let board = table.board_of(Seat::FIRST);
    let places: String = (0..=BAR).map(|place| letter(board, place)).collect();
    let score = table.score();
    let side = |seat: Seat| if seat == Seat::FIRST { 1 } else { -1 };
    let dice = match table.phase() {
        Phase::Playing(dice) => dice.to_string(),
        Phase::Doubled => "D".to_owned(),
        Phase::Beavered => "B".to_owned(),
        _ => "00".to_owned(),
    };
    let rules = if score.is_money() {
        u8::from(table.agreement().jacoby) + 2 * u8::from(table.agreement().beavers)
    } else {
        score.crawford.into()
    };
    format!(
        "{PREFIX}{places}:{}:{}:{}:{dice}:{}:{}:{rules}:{}:{}",
        table.cube().level(),
        table.cube().owner().map_or(0, side),
        side(table.mover()),
        score.points[0],
        score.points[1],
        score.length,
        Cube::MAX_LEVEL,
    )
}

/// Reads a position into a table with the rules of `template`, which also say whether Jacoby and beavers hold.
///
/// # Errors
/// If the text is no such id or describes something that cannot happen.
pub fn read(text: &str, template: &Table) -> Result<Table, NotationError> {
    let wrong = |problem: &str| NotationError::new(text, problem, REMEDY);
    let fields: Vec<&str> = text.strip_prefix(PREFIX).unwrap_or(text).split(':').collect();
    let [places, level, owner, turn, dice, lower, upper, rules, length, ..] = fields[..] else {
        return Err(wrong("there are too few fields"));
    };
    let board = read_places(places, template.side(Seat::FIRST).total()).map_err(wrong)?;
    let mover = match turn {
        "1" => Seat::FIRST,
        "-1" => Seat::SECOND,
        _ => return Err(wrong("the turn is neither 1 nor -1")),
    };
    let owner = match owner {
        "0" => None,
        "1" => Some(Seat::FIRST),
        "-1" => Some(Seat::SECOND),
        _ => return Err(wrong("the owner of the cube is neither 1, -1 nor 0")),
    };
    let number = |field: &str| field.parse().ok().filter(|&number| number <= MAX_POINTS);
    let level = number(level).and_then(|level| u8::try_from(level).ok());
    // Some write an owner for a cube that nobody has turned.
    let owner = owner.filter(|_| level != Some(0));
    let cube =
        level.and_then(|level| Cube::new(level, owner)).ok_or_else(|| wrong("there is no such cube"))?;
    let points = number(lower).zip(number(upper)).ok_or_else(|| wrong("the points are no numbers"))?;
    let length = number(length).ok_or_else(|| wrong("the length of the match is no number"))?;
    let score = MatchScore { length, points: [points.0, points.1], crawford: length != 0 && rules == "1" };
    let seen_by_mover = if mover == Seat::FIRST { board } else { board.turned() };
    let table = template.with_stakes(cube, score).with_board(mover, seen_by_mover);
    if table.phase() == Phase::BorneOff {
        return Ok(table);
    }
    let phase = match dice {
        "00" => return Ok(table),
        "D" => Phase::Doubled,
        "B" => Phase::Beavered,
        _ => {
            let dice = super::decision::read_faces(dice).and_then(|(one, other)| Dice::new(one, other));
            Phase::Playing(dice.ok_or_else(|| wrong("the dice are neither two faces nor 00, D or B"))?)
        }
    };
    table.with_phase(phase).ok_or_else(|| wrong("nobody may double here"))
}

fn letter(board: Board, place: u8) -> char {
    let others = board.other.count(BAR - place);
    let mine = board.mover.count(place);
    match (place, mine, others) {
        (0, _, 1..) => char::from(b'a' + others - 1),
        (1.., 1.., _) => char::from(b'A' + mine - 1),
        (1..BAR, 0, 1..) => char::from(b'a' + others - 1),
        _ => '-',
    }
}

fn read_places(text: &str, total: u8) -> Result<Board, &'static str> {
    if text.len() != PLACES {
        return Err("the first field does not have 26 places");
    }
    let (mut mine, mut others) = ([0_u8; PLACES], [0_u8; PLACES]);
    for (place, letter) in text.bytes().enumerate() {
        match letter {
            b'-' => {}
            b'A'..=b'O' if place != 0 => mine[place] = letter - b'A' + 1,
            b'a'..=b'o' if place != PLACES - 1 => others[PLACES - 1 - place] = letter - b'a' + 1,
            _ => return Err("a place holds something else than checkers"),
        }
    }
    let side = |mut counts: [u8; PLACES]| {
        let on_board = counts.iter().map(|&count| u16::from(count)).sum::<u16>();
        let off = u16::from(total).checked_sub(on_board)?;
        counts[0] = off as u8;
        Checkers::from_counts(&counts)
    };
    let board = side(mine).zip(side(others)).map(|(mover, other)| Board { mover, other });
    let board = board.ok_or("a side has too many checkers")?;
    board.contradiction().map_or(Ok(board), Err)
}
