//! GNU Backgammon's ids: the checkers in 14 characters, everything else in 12.
//!
//! Our first seat is GNU Backgammon's player 1 (the lower one on its board), our second its player 0.

mod bits;

use framework::{NotationError, Seat};

use self::bits::{BitReader, BitWriter, decoded, encoded};
use crate::position::{BAR, Board, Checkers, Cube, Dice, MatchScore, Phase, Table};

/// The characters of a position id.
const POSITION_CHARS: usize = 14;
/// The characters of a match id.
const MATCH_CHARS: usize = 12;

/// Writes the checkers as a position id, for the side that is to move.
///
/// For each side, the other one first, and each of its points 1 to 24 and its bar, the id has one set bit per
/// checker and one clear bit.
#[must_use]
pub fn write_board(board: Board) -> String {
    let mut bits = BitWriter::<10>::default();
    for side in [board.other, board.mover] {
        for place in 1..=BAR {
            let count = side.count(place);
            bits.push(count.into(), (1 << count) - 1);
            bits.push(1, 0);
        }
    }
    encoded(bits.bytes())
}

/// Reads a position id with `total` checkers on each side; those that are nowhere else have been borne off.
///
/// # Errors
/// If the text is no position id, or there are too many checkers or two sides on one point.
pub fn read_board(text: &str, total: u8) -> Result<Board, NotationError> {
    let wrong =
        |problem: &str| NotationError::new(text, problem, "copy all 14 characters of the position id");
    let bytes: [u8; 10] = decoded(text).ok_or_else(|| wrong("this is no position id"))?;
    let mut bits = BitReader::of(&bytes);
    let mut sides = [Checkers::default(); 2];
    for side in &mut sides {
        let mut counts = [0_u8; 26];
        for count in &mut counts[1..] {
            while bits.take(1) == Some(1) {
                *count += 1;
            }
        }
        let on_board: u8 = counts.iter().sum();
        counts[0] = total.checked_sub(on_board).ok_or_else(|| wrong("a side has too many checkers"))?;
        *side = Checkers::from_counts(&counts).ok_or_else(|| wrong("a side has too many checkers"))?;
    }
    if bits.rest() != 0 {
        return Err(wrong("a side has too many checkers"));
    }
    let board = Board { mover: sides[1], other: sides[0] };
    match board.contradiction() {
        Some(problem) => Err(wrong(problem)),
        None => Ok(board),
    }
}

/// Writes the cube, the score, the dice and whose turn it is as a match id.
///
/// An opening roll and a mover who has decided not to double look like a mover who has yet to roll.
#[must_use]
pub fn write_match(table: &Table) -> String {
    let score = table.score();
    let mover = player(table.mover());
    let (state, decides, dice) = match table.phase() {
        Phase::Opening | Phase::BeforeRoll | Phase::Rolling | Phase::Beavered => (PLAYING, mover, (0, 0)),
        Phase::Playing(dice) => (PLAYING, mover, (dice.high(), dice.low())),
        Phase::Doubled => (PLAYING, 1 - mover, (0, 0)),
        Phase::BorneOff => (OVER, mover, (0, 0)),
        Phase::Passed(by) => (DROPPED, player(by), (0, 0)),
    };
    let is_doubled = matches!(table.phase(), Phase::Doubled | Phase::Beavered);
    let mut bits = BitWriter::<9>::default();
    bits.push(4, table.cube().level().into());
    bits.push(2, table.cube().owner().map_or(CENTERED, player));
    bits.push(1, mover);
    bits.push(1, score.crawford.into());
    bits.push(3, state);
    bits.push(1, decides);
    bits.push(1, is_doubled.into());
    bits.push(2, 0);
    bits.push(3, dice.0.into());
    bits.push(3, dice.1.into());
    bits.push(15, score.length.into());
    bits.push(15, score.points[Seat::SECOND.index()].into());
    bits.push(15, score.points[Seat::FIRST.index()].into());
    bits.push(1, (!table.agreement().jacoby).into());
    encoded(bits.bytes())
}

/// Reads a position id, or a position id and a match id with a colon between, into a table with the rules of
/// `template`. A position id alone means that the first seat is to roll.
///
/// # Errors
/// If an id cannot be read or what they say together cannot happen.
pub fn read(text: &str, template: &Table) -> Result<Table, NotationError> {
    let total = template.side(Seat::FIRST).total();
    let Some((position, match_id)) = text.split_once(':') else {
        return Ok(template.with_board(Seat::FIRST, read_board(text, total)?));
    };
    let board = read_board(position, total)?;
    let wrong =
        |problem: &str| NotationError::new(match_id, problem, "copy all 12 characters of the match id");
    let bytes: [u8; 9] = decoded(match_id).ok_or_else(|| wrong("this is no match id"))?;
    let said = MatchId::of(&bytes).ok_or_else(|| wrong("this is no match id"))?;
    let cube = said.cube().ok_or_else(|| wrong("the cube cannot be like this"))?;
    let mover = seat(said.mover);
    let table = template.with_stakes(cube, said.score()).with_board(mover, board);
    let phase = match (said.state, said.is_doubled, said.dice) {
        _ if table.phase() == Phase::BorneOff => return Ok(table),
        (NOTHING | PLAYING, false, (0, 0)) => return Ok(table),
        (NOTHING | PLAYING, false, (one, other)) => {
            Phase::Playing(Dice::new(one, other).ok_or_else(|| wrong("the dice have no such faces"))?)
        }
        (PLAYING, true, (0, 0)) if said.decides == said.mover => Phase::Beavered,
        (PLAYING, true, (0, 0)) => Phase::Doubled,
        (DROPPED, false, _) => Phase::Passed(seat(said.decides)),
        _ => return Err(wrong("the game cannot be in this state")),
    };
    table.with_phase(phase).ok_or_else(|| wrong("nobody may double here"))
}

/// The length of a text that can only be ids: without and with a match id.
pub(crate) const LENGTHS: [usize; 2] = [POSITION_CHARS, POSITION_CHARS + 1 + MATCH_CHARS];

const NOTHING: u32 = 0;
const PLAYING: u32 = 1;
const OVER: u32 = 2;
const DROPPED: u32 = 4;
const CENTERED: u32 = 3;

/// The fields of a match id.
struct MatchId {
    cube_level: u32,
    cube_owner: u32,
    mover: u32,
    crawford: bool,
    state: u32,
    decides: u32,
    is_doubled: bool,
    dice: (u8, u8),
    length: u32,
    points: [u32; 2],
}

impl MatchId {
    /// Offers to resign are left out: they are no part of a position. Whether the Jacoby rule holds is up to the
    /// rules of the game.
    fn of(bytes: &[u8; 9]) -> Option<Self> {
        let mut bits = BitReader::of(bytes);
        let cube_level = bits.take(4)?;
        let cube_owner = bits.take(2)?;
        let mover = bits.take(1)?;
        let crawford = bits.take(1)? == 1;
        let state = bits.take(3)?;
        let decides = bits.take(1)?;
        let is_doubled = bits.take(1)? == 1;
        let _resignation = bits.take(2)?;
        let dice = (bits.take(3)? as u8, bits.take(3)? as u8);
        let length = bits.take(15)?;
        let points = [bits.take(15)?, bits.take(15)?];
        Some(Self {
            cube_level,
            cube_owner,
            mover,
            crawford,
            state,
            decides,
            is_doubled,
            dice,
            length,
            points,
        })
    }

    fn cube(&self) -> Option<Cube> {
        let owner = match self.cube_owner {
            CENTERED => None,
            2 => return None,
            number => Some(seat(number)),
        };
        Cube::new(self.cube_level as u8, owner)
    }

    fn score(&self) -> MatchScore {
        let [second, first] = self.points.map(|points| points as u16);
        let length = self.length as u16;
        MatchScore { length, points: [first, second], crawford: self.crawford && length != 0 }
    }
}

/// GNU Backgammon's number of a seat.
const fn player(seat: Seat) -> u32 {
    1 - seat.index() as u32
}

fn seat(player: u32) -> Seat {
    if player == 1 { Seat::FIRST } else { Seat::SECOND }
}
