//! Positions as Snowie exports them, a line each, 40 fields with semicolons between them.
//!
//! The fields: the length of the match, Jacoby, 0, 1 in money play and 0 in a match, who is on roll (0 or 1), two names,
//! the Crawford game, two scores, the value of the cube, its owner (1 on roll, 0 centered, −1 the other one), the checkers
//! on the bar of who is on roll, the points 1 to 24 from that side (its own checkers positive), the other bar, and two
//! dice, 0 before the roll. Our first seat is the first player.

use framework::{
    Seat,
    formats::{ForeignGame, FormatError, Games, Likeness, Source, Written},
};

use super::{position, rules, write_positions};
use crate::{
    Table,
    position::{Agreement, BAR, Board, Checkers, Cube, Dice, MatchScore, Phase},
};

const N_FIELDS: usize = 40;
/// Where things stand, from 0.
const NAMES: usize = 5;
const CRAWFORD: usize = 7;
const CUBE: usize = 10;
const BAR_OF_MOVER: usize = 12;
const BAR_OF_OTHER: usize = 37;
const DICE: usize = 38;

const REMEDY: &str = "copy the whole line, 40 fields with semicolons between them";

pub(super) fn looks_like(bytes: &[u8]) -> Likeness {
    let source = Source::new(&bytes[..bytes.len().min(1024)]);
    let is_position = source.lines().next().is_some_and(|(_, line)| {
        let fields = fields(line);
        let is_number = |field: &str| field.trim().parse::<i32>().is_ok();
        fields.len() == N_FIELDS && fields[BAR_OF_MOVER..].iter().all(|field| is_number(field))
    });
    if is_position { Likeness::Certain } else { Likeness::No }
}

fn fields(line: &str) -> Vec<&str> {
    let line = line.trim();
    line.strip_suffix(';').unwrap_or(line).split(';').take(N_FIELDS + 1).collect()
}

pub(super) fn read<'s>(source: &'s Source<'_>) -> Games<'s> {
    Box::new(
        source.lines().map(|(number, line)| {
            one(source.options(), &fields(line)).map_err(|error| error.at_line(number))
        }),
    )
}

fn one(options: &str, fields: &[&str]) -> Result<ForeignGame, FormatError> {
    if fields.len() != N_FIELDS {
        return Err(FormatError::new(format!("there are {} fields", fields.len()), REMEDY));
    }
    let number = |idx: usize| {
        let wrong = || FormatError::new(format!("field {} is \"{:.20}\"", idx + 1, fields[idx]), REMEDY);
        let number = fields[idx].trim().parse::<i16>().ok();
        number.filter(|number| (-1..i16::MAX).contains(number) || idx >= BAR_OF_MOVER).ok_or_else(wrong)
    };
    let points = |idx: usize| number(idx).map(|points| points.max(0).unsigned_abs());
    let length = points(0)?;
    let score = MatchScore {
        length,
        points: [points(CRAWFORD + 1)?, points(CRAWFORD + 2)?],
        crawford: length != 0 && number(CRAWFORD)? == 1,
    };
    let money = rules(options, MatchScore::MONEY, None)?;
    let agreement = score.is_money().then_some(Agreement { jacoby: number(1)? == 1, ..money.agreement });
    let game = rules(options, score, agreement)?;
    let start = framework::Game::start(&game);
    let mover = if number(4)? == 1 { Seat::SECOND } else { Seat::FIRST };
    let value = points(CUBE)?;
    let owner = match number(CUBE + 1)? {
        1 => Some(mover),
        -1 => Some(mover.other()),
        _ => None,
    };
    let owner = owner.filter(|_| 1 < value);
    let cube = (value.is_power_of_two()).then(|| Cube::new(value.ilog2() as u8, owner)).flatten();
    let cube = cube.ok_or_else(|| FormatError::new(format!("there is no cube of {value}"), REMEDY))?;
    let (mut mine, mut others) = ([0_u8; 26], [0_u8; 26]);
    for place in 1..=24 {
        let count = number(BAR_OF_MOVER + place)?;
        let side = if 0 < count { &mut mine[place] } else { &mut others[25 - place] };
        *side = u8::try_from(count.unsigned_abs()).unwrap_or(u8::MAX);
    }
    let on_bar = |idx: usize| number(idx).map(|count| u8::try_from(count.unsigned_abs()).unwrap_or(u8::MAX));
    (mine[usize::from(BAR)], others[usize::from(BAR)]) = (on_bar(BAR_OF_MOVER)?, on_bar(BAR_OF_OTHER)?);
    let total = start.side(Seat::FIRST).total();
    let side = |mut counts: [u8; 26]| {
        let on_board: u32 = counts.iter().map(|&count| u32::from(count)).sum();
        counts[0] = u32::from(total).checked_sub(on_board)? as u8;
        Checkers::from_counts(&counts)
    };
    let board = side(mine).zip(side(others)).map(|(mover, other)| Board { mover, other });
    let board = board.ok_or_else(|| FormatError::new("a side has too many checkers", REMEDY))?;
    if let Some(problem) = board.contradiction() {
        return Err(FormatError::new(problem, REMEDY));
    }
    let table = start.with_stakes(cube, score).with_board(mover, board);
    let dice = match (number(DICE)?, number(DICE + 1)?) {
        (0, 0) => None,
        (one, other) => {
            let dice = u8::try_from(one).ok().zip(u8::try_from(other).ok());
            let dice = dice.and_then(|(one, other)| Dice::new(one, other));
            Some(dice.ok_or_else(|| FormatError::new(format!("{one} and {other} are no dice"), REMEDY))?)
        }
    };
    let table = match dice {
        Some(dice) if table.phase() != Phase::BorneOff => {
            table.with_phase(Phase::Playing(dice)).unwrap_or(table)
        }
        _ => table,
    };
    Ok(position(&game, table, &[fields[NAMES], fields[NAMES + 1]]))
}

pub(super) fn write(games: &[ForeignGame]) -> Result<Written, FormatError> {
    write_positions(games, |round, table| {
        let name = |seat: Seat| round.name(seat).replace(';', ",");
        line(table, &name(Seat::FIRST), &name(Seat::SECOND)).ok_or_else(|| {
            round.unfit("the format has no place for a double that waits for its answer, or a game that is over by one")
        })
    })
}

fn line(table: &Table, first: &str, second: &str) -> Option<String> {
    let dice = match table.phase() {
        Phase::Doubled | Phase::Beavered | Phase::Passed(_) => return None,
        Phase::Playing(dice) => (dice.high(), dice.low()),
        Phase::Opening | Phase::BeforeRoll | Phase::Rolling | Phase::BorneOff => (0, 0),
    };
    let (score, mover, board) = (table.score(), table.mover(), table.board());
    let owner = table.cube().owner().map_or(0, |owner| if owner == mover { 1 } else { -1 });
    let points =
        (1..=24).map(|point| i16::from(board.mover.count(point)) - i16::from(board.others_on(point)));
    let points: Vec<String> = points.map(|count| count.to_string()).collect();
    Some(format!(
        "{};{};0;{};{};{first};{second};{};{};{};{};{owner};{};{};{};{};{};",
        score.length,
        u8::from(score.is_money() && table.agreement().jacoby),
        u8::from(score.is_money()),
        mover.index(),
        u8::from(score.crawford),
        score.points[0],
        score.points[1],
        table.cube().value(),
        board.mover.count(BAR),
        points.join(";"),
        board.other.count(BAR),
        dice.0,
        dice.1,
    ))
}
