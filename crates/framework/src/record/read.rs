//! Reading a record, strictly: every line in its place, nothing else.

use std::{iter::Peekable, str::FromStr};

use super::{
    Annotation, Annotations, DiceProof, DiceSecret, Digest, Leaver, ProvenRoll, Record, RecordError,
    RecordedMove, Revealed, RoundRecord, Variation, annotations::MAX_VARIATION_DEPTH,
};
use crate::{End, FlagRule, MAX_SEATS, Millis, PerSeat, Seat, notation::shortened};

/// The first line of a record of what was played.
const VERSION_1: &str = "brettwerk record 1";

/// The first line of a record with annotations.
const VERSION_2: &str = "brettwerk record 2";

/// The largest record that is read; a match of ten thousand rounds is smaller.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// The longest id of a table.
const MAX_TABLE_CHARS: usize = 40;

/// The longest name of a player.
const MAX_NAME_CHARS: usize = 100;

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        if MAX_BYTES < text.len() {
            return Err(RecordError::TooLong { bytes: text.len() });
        }
        Lines::new(text).record()
    }
}

/// The lines that are still to be read.
struct Lines<'a> {
    rest: Peekable<std::iter::Zip<std::ops::RangeFrom<usize>, std::str::SplitTerminator<'a, char>>>,
    /// The number of the line that was read last.
    line: usize,
    /// Whether the last line of the text is complete.
    ends_with_line_feed: bool,
    /// Whether the version of the text knows annotations.
    can_annotate: bool,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            rest: (1..).zip(text.split_terminator('\n')).peekable(),
            line: 0,
            ends_with_line_feed: text.ends_with('\n'),
            can_annotate: false,
        }
    }

    fn record(mut self) -> Result<Record, RecordError> {
        self.can_annotate = self.peek() == Some(VERSION_2);
        self.exactly(if self.can_annotate { VERSION_2 } else { VERSION_1 })?;
        let (game, options) = self.game()?;
        let players = self.players()?;
        let length = self.parsed("length ")?;
        let clock = self.parsed("clock ")?;
        let flag = self.flag()?;
        let mut rounds = Vec::new();
        let mut dice = None;
        loop {
            self.exactly("")?;
            if self.peek() == Some("end") {
                self.exactly("end")?;
                break;
            }
            if dice.is_none() && self.peek().is_some_and(|line| line.starts_with("dice ")) {
                dice = Some(self.dice(players.len())?);
                continue;
            }
            if dice.is_some() {
                self.exactly("end")?;
            }
            rounds.push(self.round(rounds.len() + 1, players.len())?);
        }
        match self.rest.next() {
            None if self.ends_with_line_feed => {
                let record = Record { game, options, players, length, clock, flag, rounds, dice };
                if self.can_annotate && !record.is_annotated() {
                    let expected = format!("\"{VERSION_1}\", since nothing in this record needs version 2");
                    return Err(wrong(1, VERSION_2, &expected));
                }
                Ok(record)
            }
            None => Err(self.cut_short("a line feed")),
            Some((line, found)) => Err(wrong(line, found, "nothing after the end")),
        }
    }

    fn game(&mut self) -> Result<(String, String), RecordError> {
        let expected = "game, its id and its options, as in \"game othello 8x8\"";
        let line = self.after("game ", expected)?;
        let (id, options) = line.split_once(' ').ok_or_else(|| wrong(self.line, line, expected))?;
        let canonical = options.split_whitespace().collect::<Vec<_>>().join(" ");
        if id.is_empty() || options.is_empty() || options != canonical {
            return Err(wrong(self.line, line, expected));
        }
        Ok((id.to_owned(), options.to_owned()))
    }

    fn players(&mut self) -> Result<Vec<String>, RecordError> {
        let mut players = Vec::new();
        while self.peek().is_some_and(|line| line.starts_with("player ")) {
            let expected =
                format!("player {} and a name of at most {MAX_NAME_CHARS} characters", players.len() + 1);
            let name = self.after(&format!("player {} ", players.len() + 1), &expected)?;
            let fits = !name.is_empty()
                && name.trim() == name
                && name.chars().count() <= MAX_NAME_CHARS
                && !name.contains(char::is_control);
            if !fits || players.len() == MAX_SEATS {
                return Err(wrong(self.line, name, &expected));
            }
            players.push(name.to_owned());
        }
        if players.is_empty() {
            let found = self.next("player 1 and a name")?;
            return Err(wrong(self.line, found, "player 1 and a name"));
        }
        Ok(players)
    }

    /// A value after a key, in its canonical form.
    fn parsed<T: FromStr<Err: ToString> + ToString>(&mut self, key: &str) -> Result<T, RecordError> {
        let value = self.after(key, &format!("\"{key}\" and its value"))?;
        match value.parse::<T>() {
            Ok(parsed) if parsed.to_string() == value => Ok(parsed),
            Ok(parsed) => Err(wrong(self.line, value, &format!("the canonical form {}", parsed.to_string()))),
            Err(error) => Err(wrong(self.line, value, &format!("a {}: {}", key.trim(), error.to_string()))),
        }
    }

    /// The rule about players whose time is over, written only if it is not the usual one.
    fn flag(&mut self) -> Result<FlagRule, RecordError> {
        if !self.peek().is_some_and(|line| line.starts_with("flag ")) {
            return Ok(FlagRule::default());
        }
        match self.parsed("flag ")? {
            flag if flag == FlagRule::default() => {
                Err(wrong(self.line, "flag round", "no such line, since that is the usual rule"))
            }
            flag => Ok(flag),
        }
    }

    fn round(&mut self, number: usize, players: usize) -> Result<RoundRecord, RecordError> {
        let expected = format!("end, or round {number} players and their {players} numbers, seat by seat");
        let seated = self.after(&format!("round {number} players "), &expected)?;
        let players = seating(seated, players).ok_or_else(|| wrong(self.line, seated, &expected))?;
        let start = match self.peek() {
            Some(line) if line.starts_with("start ") => {
                let text = self.after("start ", "a position")?;
                if text.is_empty() || text.contains(char::is_control) {
                    return Err(wrong(self.line, text, "a position"));
                }
                Some(text.to_owned())
            }
            _ => None,
        };
        let Variation { moves, annotations } = self.line_of_moves(0)?;
        let mut leavers: Vec<Leaver> = Vec::new();
        while let Some(line) = self.peek()
            && line.starts_with("left ")
        {
            self.next("who left")?;
            let expected = "left, a seat's number, after, and how many plies had been played, each seat once";
            let fits = |next: &Leaver| {
                next.seat.index() < players.seats()
                    && next.ply as usize <= moves.len()
                    && leavers.last().is_none_or(|last| last.ply <= next.ply)
                    && leavers.iter().all(|other| other.seat != next.seat)
            };
            let next = leaver(line).filter(fits).ok_or_else(|| wrong(self.line, line, expected))?;
            leavers.push(next);
        }
        let expected = "result open, or how the round ended and the points of each seat";
        let line = self.after("result ", expected)?;
        let result = match line {
            "open" => None,
            _ => Some(result(line, players.seats()).ok_or_else(|| wrong(self.line, line, expected))?),
        };
        let hash = self.after("hash ", "hash and sixteen hexadecimal digits")?;
        let hash = u64::from_str_radix(hash, 16)
            .ok()
            .filter(|value| format!("{value:016x}") == hash)
            .ok_or_else(|| wrong(self.line, hash, "sixteen hexadecimal digits"))?;
        Ok(RoundRecord { players, start, moves, leavers, result, hash, annotations })
    }

    /// The moves of a round, or of a variation that lies so deep within others, with what is said about them.
    fn line_of_moves(&mut self, depth: usize) -> Result<Variation, RecordError> {
        let mut moves: Vec<RecordedMove> = Vec::new();
        let mut annotations = Annotations::default();
        loop {
            // What is said where a variation begins belongs to the line from which it branches off.
            if !moves.is_empty() || depth == 0 {
                let annotation = self.annotation(moves.len(), depth)?;
                annotations.set(moves.len() as u32, annotation);
            }
            let ends = |line: &str| match depth {
                0 => line.starts_with("result ") || line.starts_with("left "),
                _ => !moves.is_empty() && line == ")",
            };
            if self.peek().is_none_or(ends) {
                break;
            }
            let line = self.next("a move")?;
            let expected = if self.can_annotate {
                "a seat's number (or * for the dice), its move and perhaps @ and milliseconds; or an annotation: \
                 mark, comments after #, variations in ( and ), in this order"
            } else {
                "a seat's number (or * for the dice), its move and perhaps @ and milliseconds"
            };
            let next = recorded_move(line).ok_or_else(|| wrong(self.line, line, expected))?;
            let here = annotations.at(moves.len()).map_or(&[][..], |annotation| &annotation.variations);
            if here.iter().any(|variation| is_same(&variation.moves[0], &next)) {
                return Err(wrong(self.line, line, "a move with which no variation before it begins"));
            }
            moves.push(next);
        }
        let unfinished = annotations.at(moves.len()).is_some_and(|last| !last.variations.is_empty());
        if 0 < depth && unfinished {
            let expected = "a move: where a variation ends, nothing branches off";
            let found = self.next(expected)?;
            return Err(wrong(self.line, found, expected));
        }
        Ok(Variation { moves, annotations })
    }

    /// What is said about a position, if anything.
    fn annotation(&mut self, ply: usize, depth: usize) -> Result<Annotation, RecordError> {
        let mut annotation = Annotation::default();
        if !self.can_annotate {
            return Ok(annotation);
        }
        if 0 < ply && self.peek().is_some_and(|line| line.starts_with("mark ")) {
            annotation.mark = Some(self.parsed("mark ")?);
        }
        annotation.comment = self.comment()?;
        while self.peek() == Some("(") {
            self.exactly("(")?;
            let expected = "the end of the record, or a variation that lies less deep within others";
            if depth == MAX_VARIATION_DEPTH {
                return Err(wrong(self.line, "(", expected));
            }
            let begins_at = self.line + 1;
            let variation = self.line_of_moves(depth + 1)?;
            self.exactly(")")?;
            let first = &variation.moves[0];
            if annotation.variations.iter().any(|other| is_same(&other.moves[0], first)) {
                return Err(wrong(begins_at, &first.text, "a move with which no variation before it begins"));
            }
            annotation.variations.push(variation);
        }
        Ok(annotation)
    }

    /// The lines of a comment; its first and its last are not empty.
    fn comment(&mut self) -> Result<String, RecordError> {
        let mut lines: Vec<&str> = Vec::new();
        while let Some(line) = self.peek()
            && line.starts_with('#')
        {
            let expected = "# and a line of a comment, without spaces at its end";
            self.next(expected)?;
            let text =
                if line == "#" { Some("") } else { line.strip_prefix("# ").filter(|text| !text.is_empty()) };
            let fits = |text: &&str| text.trim() == *text && !text.contains(char::is_control);
            let text = text.filter(fits).ok_or_else(|| wrong(self.line, line, expected))?;
            let is_edge = lines.is_empty() || !self.peek().is_some_and(|next| next.starts_with('#'));
            if text.is_empty() && is_edge {
                return Err(wrong(
                    self.line,
                    line,
                    "a comment that neither begins nor ends with an empty line",
                ));
            }
            lines.push(text);
        }
        Ok(lines.join("\n"))
    }

    /// What proves the dice, between the last round and the end.
    fn dice(&mut self, players: usize) -> Result<DiceProof, RecordError> {
        let expected = "dice 1 and the id of a table";
        let table = self.after("dice 1 ", expected)?;
        let is_plain = table.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !is_plain || !(1..=MAX_TABLE_CHARS).contains(&table.len()) {
            return Err(wrong(self.line, table, expected));
        }
        let commitment: Digest = self.parsed("commitment ")?;
        let mut rolls: Vec<ProvenRoll> = Vec::new();
        while let Some(line) = self.peek()
            && line.starts_with("roll ")
        {
            self.next("a roll")?;
            let expected =
                "roll, its round and number in order, how it fell, and what each player gave to it";
            let follows = |next: &ProvenRoll| rolls.last().is_none_or(|last| last.roll < next.roll);
            let next = ProvenRoll::read(line, players).filter(follows);
            rolls.push(next.ok_or_else(|| wrong(self.line, line, expected))?);
        }
        let revealed = if self.peek() == Some("secret open") {
            self.exactly("secret open")?;
            None
        } else {
            let secret: DiceSecret = self.parsed("secret ")?;
            Some(Revealed { secret, seal: self.parsed("seal ")? })
        };
        Ok(DiceProof { table: table.to_owned(), commitment, revealed, rolls })
    }

    fn peek(&mut self) -> Option<&'a str> {
        self.rest.peek().map(|&(_, line)| line)
    }

    fn next(&mut self, expected: &str) -> Result<&'a str, RecordError> {
        match self.rest.next() {
            Some((line, text)) => {
                self.line = line;
                Ok(text)
            }
            None => Err(self.cut_short(expected)),
        }
    }

    fn exactly(&mut self, text: &str) -> Result<(), RecordError> {
        let shown = if text.is_empty() { "an empty line".to_owned() } else { format!("\"{text}\"") };
        match self.next(&shown)? {
            line if line == text => Ok(()),
            line => Err(wrong(self.line, line, &shown)),
        }
    }

    fn after(&mut self, key: &str, expected: &str) -> Result<&'a str, RecordError> {
        let line = self.next(expected)?;
        line.strip_prefix(key).ok_or_else(|| wrong(self.line, line, expected))
    }

    fn cut_short(&self, expected: &str) -> RecordError {
        RecordError::CutShort { line: self.line, expected: expected.to_owned() }
    }
}

fn wrong(line: usize, found: &str, expected: &str) -> RecordError {
    RecordError::Line { line, found: shortened(found), expected: expected.to_owned() }
}

/// Reads a number only in the form in which it is written.
pub(super) fn number<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse::<T>().ok().filter(|value| value.to_string() == text)
}

/// Reads which player sits at each seat; every player sits at one.
fn seating(text: &str, players: usize) -> Option<PerSeat<u8>> {
    let numbers: Vec<u8> = text.split(' ').map(number).collect::<Option<_>>()?;
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    let complete = sorted.iter().copied().eq(1..=players as u8);
    complete.then(|| PerSeat::from_fn(players, |seat| numbers[seat.index()] - 1))
}

fn seat(text: &str) -> Option<Seat> {
    number(text).and_then(Seat::from_number)
}

fn recorded_move(line: &str) -> Option<RecordedMove> {
    let (by, rest) = line.split_once(' ')?;
    let by = if by == "*" { None } else { Some(seat(by)?) };
    let (text, spent) = match rest.split_once(" @") {
        Some((text, spent)) => (text, Some(Millis(number(spent)?))),
        None => (rest, None),
    };
    let fits =
        !text.is_empty() && text.trim() == text && !text.contains('@') && !text.contains(char::is_control);
    fits.then(|| RecordedMove { by, text: text.to_owned(), spent })
}

/// Tells whether two moves of one position are the same.
fn is_same(one: &RecordedMove, other: &RecordedMove) -> bool {
    one.by == other.by && one.text == other.text
}

fn leaver(line: &str) -> Option<Leaver> {
    let (leaving, ply) = line.strip_prefix("left ")?.split_once(" after ")?;
    Some(Leaver { seat: seat(leaving)?, ply: number(ply)? })
}

fn result(line: &str, seats: usize) -> Option<(End, PerSeat<u32>)> {
    let words: Vec<&str> = line.split(' ').collect();
    let (end, points) = words.split_at(words.len().checked_sub(seats)?);
    let end = match *end {
        ["over"] => End::Over,
        ["draw-agreed"] => End::DrawAgreed,
        ["time-over", loser] => End::TimeOver { seat: seat(loser)? },
        ["resigned", loser, level] if !level.is_empty() && !level.contains(char::is_control) => {
            End::Resigned { seat: seat(loser)?, level: level.to_owned() }
        }
        _ => return None,
    };
    let points: Vec<u32> = points.iter().map(|won| number(won)).collect::<Option<_>>()?;
    Some((end, PerSeat::from_fn(seats, |seat| points[seat.index()])))
}
