//! The database of tournament games that the French federation keeps: `.wtb` with the games of a year, `.jou` with the
//! names of players and `.trn` with those of tournaments.
//!
//! All numbers are little-endian. Each file begins with 16 bytes: the date of its making (century, year, month, day), the
//! number of games (4 bytes), the number of names (2), the year of the games (2), the size of the board (0 means 8),
//! whether the file holds exercises, and how many squares are empty where the theoretical scores are known. A game has 68
//! bytes: tournament, black and white (2 each, numbers from 0), black's score, black's theoretical score, and 60 moves as
//! 10 × row + column, without passes, 0 behind the last one. Names have 20 and 26 bytes, in Latin-1, with a 0 at the end.

use std::collections::HashMap;

use framework::{
    End,
    formats::{
        EarlyEnd, ForeignGame, FormatError, Games, Likeness, Note, RoundOf, Source, Transcriber, Written,
        record_of, rounds_of,
    },
};

use super::OTHELLO;
use crate::{BLACK, Move, Othello, Square, WHITE};

/// How names of the files with players and tournaments end.
pub(super) const PLAYERS: &str = "jou";
pub(super) const TOURNAMENTS: &str = "trn";

const HEADER_BYTES: usize = 16;
const GAME_BYTES: usize = 68;
const PLAYER_BYTES: usize = 20;
const TOURNAMENT_BYTES: usize = 26;
/// Where the moves of a game begin.
const MOVES: usize = 8;

/// Keys of notes: the tournament, and the year in which it was played.
const EVENT: &str = "EV";
const DATE: &str = "DT";

const REMEDY: &str = "take the file from an archive of WTHOR, or leave this game out";

/// What the beginning of a file says.
struct Header {
    n_games: usize,
    year: u16,
    board: u8,
    is_exercises: bool,
}

impl Header {
    fn read(bytes: &[u8]) -> Option<Self> {
        let header: &[u8; HEADER_BYTES] = bytes.first_chunk()?;
        Some(Self {
            n_games: u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize,
            year: u16::from_le_bytes([header[10], header[11]]),
            board: header[12],
            is_exercises: header[13] != 0,
        })
    }

    /// Whether games of the usual size follow.
    const fn is_usual(&self) -> bool {
        matches!(self.board, 0 | 8) && !self.is_exercises
    }
}

pub(super) fn looks_like(bytes: &[u8]) -> Likeness {
    let Some(header) = Header::read(bytes) else { return Likeness::No };
    let has_date = matches!(bytes[..4], [19..=21, 0..=99, 0..=12, 0..=31]);
    let fits =
        header.n_games.checked_mul(GAME_BYTES).is_some_and(|n_bytes| n_bytes == bytes.len() - HEADER_BYTES);
    match (has_date && header.is_usual(), fits) {
        (true, true) => Likeness::Certain,
        (true, false) => Likeness::Possible,
        (false, _) => Likeness::No,
    }
}

pub(super) fn read<'s>(source: &'s Source<'_>) -> Games<'s> {
    let bytes = source.bytes();
    let failed = |error: FormatError| -> Games<'s> { Box::new(std::iter::once(Err(error))) };
    let Some(header) = Header::read(bytes) else {
        return failed(FormatError::new("the file is shorter than its header of 16 bytes", REMEDY));
    };
    if !header.is_usual() {
        let problem = match header.is_exercises {
            true => "the file holds exercises and no games".to_owned(),
            false => format!("the board has {0}x{0} squares", header.board),
        };
        return failed(FormatError::new(problem, "choose a file with games on 8x8 squares").at_byte(12));
    }
    let names = Names {
        players: source.companion(PLAYERS).map(names_in::<PLAYER_BYTES>),
        tournaments: source.companion(TOURNAMENTS).map(names_in::<TOURNAMENT_BYTES>),
        year: header.year,
    };
    let (games, rest) = bytes[HEADER_BYTES..].as_chunks::<GAME_BYTES>();
    let n_games = games.len();
    let whole = (n_games != header.n_games || !rest.is_empty()).then(|| {
        let problem = format!("the header counts {} games, but {n_games} follow", header.n_games);
        let and_rest = if rest.is_empty() { String::new() } else { format!(" and {} bytes", rest.len()) };
        Err(FormatError::new(problem + &and_rest, "get the file again; it may be cut off").at_byte(4))
    });
    let game = Othello::standard();
    let read = games.iter().enumerate().map(move |(idx, bytes)| one(&game, bytes, idx, &names));
    Box::new(read.chain(whole))
}

/// Who played where, as far as it is known.
struct Names {
    players: Option<Vec<String>>,
    tournaments: Option<Vec<String>>,
    year: u16,
}

/// The names of a file with records of this many bytes.
fn names_in<const BYTES: usize>(bytes: &[u8]) -> Vec<String> {
    let records = bytes.get(HEADER_BYTES..).unwrap_or_default().as_chunks::<BYTES>().0;
    let name = |record: &[u8; BYTES]| {
        record.iter().take_while(|&&byte| byte != 0).copied().map(char::from).collect()
    };
    records.iter().map(name).collect()
}

fn one(
    game: &Othello,
    bytes: &[u8; GAME_BYTES],
    idx: usize,
    names: &Names,
) -> Result<ForeignGame, FormatError> {
    let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let named = |known: &Option<Vec<String>>, number: u16, what: &str| {
        let name = known.as_ref().and_then(|known| known.get(usize::from(number)));
        name.map_or_else(|| format!("{what} {number}"), |name| name.trim().to_owned())
    };
    let mut round = Transcriber::new(game);
    for (at, &byte) in bytes.iter().enumerate().skip(MOVES).take_while(|(_, byte)| **byte != 0) {
        let wrong = |problem: String| {
            let offset = HEADER_BYTES + idx * GAME_BYTES + at;
            FormatError::new(format!("game {}: {problem}", idx + 1), REMEDY).at_byte(offset)
        };
        let (row, column) = (byte / 10, byte % 10);
        let square = match (row, column) {
            (1..=8, 1..=8) => Square::new(column - 1, row - 1),
            _ => None,
        };
        let square = square.ok_or_else(|| wrong(format!("the number {byte} is no square")))?;
        if round.pos().must_pass() {
            round.play(Move::Pass);
        }
        if !framework::Position::is_legal(round.pos(), Move::Place(square)) {
            return Err(wrong(format!("move {}, {square}, is not possible", at - MOVES + 1)));
        }
        round.play(Move::Place(square));
    }
    // The score of a game that was not played to its end tells who gave up.
    let ending = match bytes[6] {
        0..32 => EarlyEnd::Resigned(BLACK, None),
        32 => EarlyEnd::DrawAgreed,
        33.. => EarlyEnd::Resigned(WHITE, None),
    };
    let players = [number(2), number(4)].map(|number| named(&names.players, number, "Player"));
    let record = record_of(game, &players.each_ref().map(String::as_str), round.finish(&ending));
    let mut notes = Vec::new();
    match named(&names.tournaments, number(0), "Tournament") {
        event if event.is_empty() => {}
        event => notes.push(Note::about(EVENT, event)),
    }
    if names.year != 0 {
        notes.push(Note::about(DATE, names.year.to_string()));
    }
    Ok(ForeignGame { notes, ..ForeignGame::new(record) })
}

pub(super) fn write(games: &[ForeignGame]) -> Result<Written, FormatError> {
    let mut players = NameList::<PLAYER_BYTES>::default();
    let mut tournaments = NameList::<TOURNAMENT_BYTES>::default();
    let mut bytes = Vec::new();
    let mut year = None;
    let (mut n_games, mut n_kept) = (0_u32, 0);
    for round in rounds_of(games, OTHELLO)? {
        let about = |key| round.notes(0).find(|note| note.key == key).and_then(|note| note.values.first());
        n_kept += usize::from(about(EVENT).is_some());
        if let Some(date) = about(DATE) {
            year = year.or_else(|| year_in(date));
            n_kept += usize::from(year.is_some() && year == year_in(date));
        }
        let event = tournaments.number(about(EVENT).map_or("", String::as_str), &round)?;
        bytes.extend(event.to_le_bytes());
        for seat in [BLACK, WHITE] {
            bytes.extend(players.number(round.name(seat), &round)?.to_le_bytes());
        }
        bytes.extend(moves_and_score(&round)?);
        n_games += 1;
    }
    let year = year.unwrap_or(0);
    let n_notes = games.iter().map(|game| game.notes.len()).sum::<usize>();
    Ok(Written {
        bytes: [header(n_games, 0, year).as_slice(), &bytes].concat(),
        companions: vec![(PLAYERS, players.bytes(year)), (TOURNAMENTS, tournaments.bytes(year))],
        n_notes_left_out: n_notes - n_kept.min(n_notes),
    })
}

/// The year in a date such as `2014-02-21` or `21 Feb 2014`.
fn year_in(date: &str) -> Option<u16> {
    let mut numbers = date.split(|symbol: char| !symbol.is_ascii_digit()).filter(|digits| digits.len() == 4);
    numbers.find_map(|digits| digits.parse().ok().filter(|&year| year != 0))
}

/// The date of the making is the year of the games, so that the same games give the same file.
fn header(n_games: u32, n_names: u16, year: u16) -> [u8; HEADER_BYTES] {
    let mut header = [0; HEADER_BYTES];
    let made = if (1900..2200).contains(&year) { year } else { 2000 };
    header[..4].copy_from_slice(&[(made / 100) as u8, (made % 100) as u8, 1, 1]);
    header[4..8].copy_from_slice(&n_games.to_le_bytes());
    header[8..10].copy_from_slice(&n_names.to_le_bytes());
    header[10..12].copy_from_slice(&year.to_le_bytes());
    header[12] = 8;
    header
}

/// Both scores and the moves of a round.
fn moves_and_score(round: &RoundOf<'_>) -> Result<[u8; GAME_BYTES - 6], FormatError> {
    let game: Othello = round.rules()?;
    if game != Othello::standard() || round.round().start.is_some() {
        return Err(
            round.unfit("a .wtb file holds games on 8x8 squares from the usual start, this is another one")
        );
    }
    let mut bytes = [0; GAME_BYTES - 6];
    let mut n_moves = 0;
    let last = round.play(&game, |_, mv| {
        if let Move::Place(square) = mv {
            bytes[2 + n_moves] = 10 * (square.row() + 1) + square.column() + 1;
            n_moves += 1;
        }
    })?;
    let score = match &round.round().result {
        Some((End::Over, _)) => last.final_count().map_or(32, |count| count[BLACK]) as u8,
        Some((End::DrawAgreed, _)) => 32,
        // The discs of a game that somebody gave up say nothing about who won it.
        Some((End::Resigned { seat, .. } | End::TimeOver { seat }, _)) if *seat == BLACK => 0,
        Some((End::Resigned { .. } | End::TimeOver { .. }, _)) => 64,
        None => return Err(round.unfit("the game is not over, and a .wtb file holds a score for every game")),
    };
    bytes[..2].fill(score);
    Ok(bytes)
}

/// Names that are being collected, each with its number.
#[derive(Default)]
struct NameList<const BYTES: usize> {
    names: Vec<[u8; BYTES]>,
    numbers: HashMap<[u8; BYTES], u16>,
}

impl<const BYTES: usize> NameList<BYTES> {
    fn number(&mut self, name: &str, round: &RoundOf<'_>) -> Result<u16, FormatError> {
        let record = Self::record(name);
        if let Some(&number) = self.numbers.get(&record) {
            return Ok(number);
        }
        let number =
            u16::try_from(self.names.len()).map_err(|_| round.unfit("there are more than 65536 names"))?;
        self.names.push(record);
        self.numbers.insert(record, number);
        Ok(number)
    }

    /// The name in Latin-1, cut where there is no more room, with a 0 at the end at least.
    fn record(name: &str) -> [u8; BYTES] {
        let is_gap = |letter: char| letter.is_whitespace() || letter.is_control();
        let letter = |letter: char| if is_gap(letter) { b' ' } else { u8::try_from(letter).unwrap_or(b'?') };
        let letters: Vec<u8> = name.chars().map(letter).collect();
        let letters = letters.trim_ascii();
        let letters = letters[..letters.len().min(BYTES - 1)].trim_ascii_end();
        let mut record = [0; BYTES];
        record[..letters.len()].copy_from_slice(letters);
        record
    }

    fn bytes(&self, year: u16) -> Vec<u8> {
        let n_names = u16::try_from(self.names.len()).unwrap_or(u16::MAX);
        [header(0, n_names, year).as_slice(), self.names.as_flattened()].concat()
    }
}
