//! Matches in the form of `.mat` files, as most backgammon programs read and write them.
//!
//! ```text
//!  3 point match
//!
//!  Game 1
//!  Anna : 0                            Bert : 0
//!   1) 31: 8/5 6/5                      64: 24/14
//!   2)  Doubles => 2                     Drops
//!       Wins 1 point
//! ```
//!
//! The left column is the first player's. The form has no version and no strict rules: spaces and the widths of columns
//! differ from program to program, so the reader follows the words and whose turn it is.

use std::fmt::Write as _;

use framework::{
    ClockRule, FlagRule, Game as _, Length, PerSeat, Position as _, Record, RoundRecord, Seat,
    formats::{EarlyEnd, Transcriber, player_name},
};
use thiserror::Error;

use crate::{
    Backgammon,
    game::MAX_MATCH,
    notation::decision,
    position::{Agreement, Dice, Move, OpeningRoll, Phase, Play, Table},
};

/// Why a text is no match, or a match cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MatError {
    /// No line says how long the match is.
    #[error("there is no line such as \"7 point match\"; is this a .mat file?")]
    NoLength,
    /// The match is longer than ours.
    #[error("a match to {0} points is longer than {MAX_MATCH}, the longest that is read")]
    TooLong(u32),
    /// A line that means nothing.
    #[error("line {line}: \"{found}\" is neither a roll with its play nor a word about the cube")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// A move that cannot be played.
    #[error("line {line}: {problem}")]
    Move {
        /// The number of the line, from 1.
        line: usize,
        /// Why not.
        problem: String,
    },
    /// The record is one of another game, or of a variant that the form cannot hold.
    #[error("a .mat file holds backgammon from the usual start; this record is {0}")]
    Unfit(String),
}

/// Where the right column begins at the earliest: the left one has room for a short play.
const RIGHT_COLUMN: usize = 20;

/// Reads a match.
///
/// # Errors
/// If the text is no match or a move in it is illegal.
pub fn read(text: &str) -> Result<Record, MatError> {
    let length = text.lines().find_map(match_length).ok_or(MatError::NoLength)?;
    if MAX_MATCH < length {
        return Err(MatError::TooLong(length));
    }
    let usual = Backgammon::default();
    // Nothing but a beaver tells that beavers were agreed.
    let beavers = length == 0 && text.to_ascii_lowercase().contains("beavers =>");
    let agreement = Agreement { beavers, ..usual.agreement };
    let game = Backgammon { match_length: length as u16, agreement, ..usual };
    let mut record = Record {
        game: "backgammon".to_owned(),
        options: game.options(),
        players: vec!["Player 1".to_owned(), "Player 2".to_owned()],
        length: if length == 0 { Length::Endless } else { Length::Points(length) },
        clock: ClockRule::None,
        flag: FlagRule::default(),
        rounds: Vec::new(),
        dice: None,
    };
    let mut reader: Option<Reader> = None;
    for (line, text) in (1..).zip(text.lines()) {
        let trimmed = text.trim();
        if trimmed.starts_with(';') || trimmed.is_empty() || match_length(text).is_some() {
            continue;
        }
        if trimmed.strip_prefix("Game ").is_some_and(|rest| rest.trim().parse::<u32>().is_ok()) {
            if let Some(reader) = reader.take() {
                record.rounds.push(reader.finish());
            }
            let standing = record.standing_before(record.rounds.len(), &players());
            reader = Some(Reader { round: Transcriber::in_round(&game, &standing), won: None });
        } else if let Some(reader) = &mut reader {
            match names(trimmed) {
                Some(names) if reader.round.ply() == 0 => record.players = names,
                _ => reader.read_line(line, text)?,
            }
        }
    }
    record.rounds.extend(reader.map(Reader::finish));
    Ok(record)
}

/// The first player sits at the first seat in all games: the columns never change.
fn players() -> PerSeat<u8> {
    PerSeat::from_fn(2, |seat| seat.index() as u8)
}

/// Tells whether a line tells how long the match is.
pub(crate) fn tells_length(line: &str) -> bool {
    match_length(line).is_some()
}

fn match_length(line: &str) -> Option<u32> {
    let (number, rest) = line.trim().split_once(' ')?;
    rest.trim_start().to_ascii_lowercase().starts_with("point match").then(|| number.parse().ok())?
}

/// The names of a line such as `Anna : 0     Bert : 2`.
fn names(line: &str) -> Option<Vec<String>> {
    let (first, rest) = line.split_once(" : ")?;
    let (score, rest) = rest.split_once(char::is_whitespace)?;
    let (second, last) = rest.rsplit_once(" : ")?;
    score.parse::<u32>().ok()?;
    last.trim().parse::<u32>().ok()?;
    Some(vec![player_name(first, Seat::FIRST), player_name(second, Seat::SECOND)])
}

/// A game that is being read.
struct Reader {
    round: Transcriber<Backgammon>,
    /// Who won how many points, as the text says.
    won: Option<(Seat, u32)>,
}

impl Reader {
    fn table(&self) -> &Table {
        self.round.pos()
    }

    /// The game. If it was not played to its end, the other side has given up.
    fn finish(self) -> RoundRecord {
        let cube = self.table().cube().value();
        let ending = self.won.map_or(EarlyEnd::Open, |(winner, points)| {
            let level = match points / cube {
                0 | 1 => "single",
                2 => "gammon",
                _ => "backgammon",
            };
            EarlyEnd::Resigned(winner.other(), Some(level))
        });
        self.round.finish(&ending)
    }

    fn read_line(&mut self, line: usize, text: &str) -> Result<(), MatError> {
        // A number with a parenthesis stands before both columns.
        let (offset, body) = match text.split_once(')') {
            Some((number, rest)) if number.trim().parse::<u32>().is_ok() => (text.len() - rest.len(), rest),
            _ => (0, text),
        };
        let mut words = body.split_whitespace().peekable();
        let column = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize - offset;
        while let Some(word) = words.next() {
            let is_right = RIGHT_COLUMN <= column(word);
            match word.to_ascii_lowercase().as_str() {
                "doubles" | "redoubles" | "beavers" => {
                    while words.next_if(|next| *next == "=>" || next.parse::<u32>().is_ok()).is_some() {}
                    let mv = if word.eq_ignore_ascii_case("beavers") { Move::Beaver } else { Move::Double };
                    self.play(line, mv)?;
                }
                "takes" | "accepts" => self.play(line, Move::Take)?,
                "drops" | "passes" | "rejects" => self.play(line, Move::Pass)?,
                "wins" => {
                    let points = words.next().and_then(|word| word.parse().ok());
                    let winner = if is_right { Seat::SECOND } else { Seat::FIRST };
                    self.won = Some((winner, points.unwrap_or(1)));
                    return Ok(());
                }
                // The comment of a player who has nothing to move, after the roll, is read with the roll.
                _ => match dice_of(word) {
                    Some(faces) => {
                        let mut play: Vec<&str> = Vec::new();
                        while let Some(next) = words.next_if(|next| is_part_of_play(next)) {
                            play.push(next);
                        }
                        self.rolled(line, faces, is_right, &play.join(" "))?;
                    }
                    None => return Err(MatError::Line { line, found: word.chars().take(40).collect() }),
                },
            }
        }
        Ok(())
    }

    fn rolled(
        &mut self,
        line: usize,
        (one, other): (u8, u8),
        is_right: bool,
        play: &str,
    ) -> Result<(), MatError> {
        if self.table().phase() == Phase::BeforeRoll {
            self.play(line, Move::Roll)?;
        }
        let (high, low) = (one.max(other), one.min(other));
        let roll = match self.table().phase() {
            // Who begins threw the higher die.
            Phase::Opening if is_right => OpeningRoll::new(low, high).map(Move::Opening),
            Phase::Opening => OpeningRoll::new(high, low).map(Move::Opening),
            _ => Dice::new(one, other).map(Move::Dice),
        };
        let problem = || MatError::Move { line, problem: format!("{one}{other} is no roll here") };
        self.play(line, roll.ok_or_else(problem)?)?;
        if play.is_empty() {
            // Who cannot move says so or says nothing; a player who has given up has not played.
            let cannot_move = Move::Play(Play::NONE);
            return if self.table().is_legal(cannot_move) { self.play(line, cannot_move) } else { Ok(()) };
        }
        let text = if play.to_ascii_lowercase().starts_with("cannot") { "cannot-move" } else { play };
        let mv = decision::read(self.table(), text)
            .map_err(|error| MatError::Move { line, problem: error.to_string() })?;
        self.play(line, mv)
    }

    fn play(&mut self, line: usize, mv: Move) -> Result<(), MatError> {
        if !self.table().is_legal(mv) {
            let text = decision::write(self.table(), mv);
            return Err(MatError::Move { line, problem: format!("{text} is not possible here") });
        }
        self.round.play(mv);
        Ok(())
    }
}

/// The faces of a word such as `31:`.
fn dice_of(word: &str) -> Option<(u8, u8)> {
    decision::read_faces(word.strip_suffix(':')?)
}

fn is_part_of_play(word: &str) -> bool {
    word.contains('/') || matches!(word.to_ascii_lowercase().as_str(), "cannot" | "can't" | "move")
}

/// Writes a match.
///
/// # Errors
/// If the record is not one of backgammon from the usual start, or cannot be replayed.
pub fn write(record: &Record) -> Result<String, MatError> {
    let options = record.options.parse().map_err(|_| MatError::Unfit(record.options.clone()))?;
    let game = Backgammon::from_options(&options).map_err(|_| MatError::Unfit(record.options.clone()))?;
    let is_usual = record.game == "backgammon" && game.variant == crate::Variant::Standard;
    if !is_usual || record.rounds.iter().any(|round| round.start.is_some()) {
        return Err(MatError::Unfit(format!("{} {}", record.game, record.options)));
    }
    let mut out = format!(" {} point match\n", game.match_length);
    let mut points = [0_u32; 2];
    for (idx, round) in record.rounds.iter().enumerate() {
        // Columns belong to players, seats change.
        let seat_of =
            |player: u8| Seat::all(2).find(|&seat| round.players[seat] == player).unwrap_or(Seat::FIRST);
        let column = |seat: Seat| usize::from(seat != seat_of(0));
        write!(out, "\n Game {}\n", idx + 1).expect("a string takes everything");
        writeln!(out, " {}", line_of_names(&record.players, points)).expect("a string takes everything");
        let mut table = game.start_round(&record.standing_before(idx, &round.players));
        let mut columns: Vec<(usize, String)> = Vec::new();
        for mv in &round.moves {
            let unfit = || MatError::Unfit(format!("not legal in round {}: {}", idx + 1, mv.text));
            let played = decision::read(&table, &mv.text).map_err(|_| unfit())?;
            let mover = column(table.mover());
            match played {
                Move::Opening(roll) => {
                    columns.push((column(roll.beginner()), format!("{}:", roll.dice())));
                }
                Move::Dice(dice) => columns.push((mover, format!("{dice}:"))),
                Move::Play(Play::NONE) => {}
                Move::Play(_) => {
                    if let Some((_, text)) = columns.last_mut() {
                        write!(text, " {}", mv.text.replace("bar", "25").replace("off", "0"))
                            .expect("a string takes everything");
                    }
                }
                Move::Double => columns.push((mover, format!(" Doubles => {}", 2 * table.cube().value()))),
                Move::Take | Move::Pass | Move::Beaver => {
                    let by = if table.phase() == Phase::Beavered { mover } else { 1 - mover };
                    let word = match played {
                        Move::Take => " Takes".to_owned(),
                        Move::Pass => " Drops".to_owned(),
                        _ => format!(" Beavers => {}", 4 * table.cube().value()),
                    };
                    columns.push((by, word));
                }
                Move::Roll => {}
            }
            table.play(played);
        }
        let won = round.result.as_ref().and_then(|(_, points)| {
            Seat::all(2).find(|&seat| 0 < points[seat]).map(|seat| (column(seat), points[seat]))
        });
        if let Some((winner, n_points)) = won {
            points[winner] += n_points;
            let plural = if n_points == 1 { "" } else { "s" };
            columns.push((winner, format!(" Wins {n_points} point{plural}")));
        }
        write_columns(&mut out, &columns);
    }
    Ok(out)
}

/// The names with the score. One that would be read as something else is spelled with other characters.
fn line_of_names(players: &[String], points: [u32; 2]) -> String {
    let line_of = |names: [&str; 2]| {
        let [left, right] = [0, 1].map(|player| format!("{} : {}", names[player], points[player]));
        format!("{left:<36} {right}")
    };
    let known = [0, 1].map(|player| players.get(player).map_or("Player", String::as_str));
    let line = line_of(known);
    let is_read =
        names(&line).is_some_and(|names| names == known) && !line.starts_with(';') && !tells_length(&line);
    if is_read {
        return line;
    }
    let plain = |name: &str| -> String {
        name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect()
    };
    let plain = known.map(plain);
    line_of(plain.each_ref().map(String::as_str))
}

/// Writes what happened in two columns, a line for each pair.
fn write_columns(out: &mut String, columns: &[(usize, String)]) {
    let mut rest = columns.iter().peekable();
    for line in 1.. {
        let Some((column, text)) = rest.next() else { return };
        let (left, right) = match column {
            0 => (text.as_str(), rest.next_if(|next| next.0 == 1).map(|next| next.1.as_str())),
            _ => ("", Some(text.as_str())),
        };
        let right = right.unwrap_or_default();
        writeln!(out, "{}", format!("{line:>3}) {left:<31} {right}").trim_end())
            .expect("a string takes everything");
    }
}
