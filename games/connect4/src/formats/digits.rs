//! The columns of a game as digits, `4453`, a game a line. Beyond nine columns there are spaces between them.

use std::{ops::RangeInclusive, sync::Arc};

use framework::{
    AnyGame,
    formats::{
        EarlyEnd, ForeignGame, FormatError, Games, Likeness, Source, TextTranscriber, Written, record_of_any,
        rounds_of,
    },
};

use super::{CONNECT4, opened, opened_of};
use crate::{Size, size::MAX_SIDE};

/// With more columns a digit is not enough.
const DIGIT_COLUMNS: u8 = 9;
const REMEDY: &str = "correct it or end before it";

pub(super) fn looks_like(bytes: &[u8]) -> Likeness {
    let source = Source::new(&bytes[..bytes.len().min(4096)]);
    let Some((_, line)) = source.lines().next() else { return Likeness::No };
    if !line.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b' ' | b',' | b'\t')) {
        return Likeness::No;
    }
    let words: Vec<&str> = line.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
    let is_column = |word: &&str| {
        !word.starts_with('0') && word.parse().is_ok_and(|column: u8| (1..=MAX_SIDE).contains(&column))
    };
    let digits = words.concat();
    let all_in = |columns: RangeInclusive<u8>| digits.bytes().all(|digit| columns.contains(&(digit - b'0')));
    match digits.len() {
        0 => Likeness::No,
        2.. if all_in(1..=7) => Likeness::Likely,
        _ if all_in(1..=DIGIT_COLUMNS) || words.iter().all(is_column) => Likeness::Possible,
        _ => Likeness::No,
    }
}

pub(super) fn read<'s>(source: &'s Source<'_>) -> Games<'s> {
    match opened_of(source) {
        Ok((size, game)) => Box::new(
            source
                .lines()
                .map(move |(number, line)| one(size, &game, line).map_err(|error| error.at_line(number))),
        ),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

fn one(size: Size, game: &Arc<dyn AnyGame>, line: &str) -> Result<ForeignGame, FormatError> {
    let mut round = TextTranscriber::new(game);
    let is_gap = |symbol: char| symbol.is_whitespace() || symbol == ',';
    for word in line.split(is_gap).filter(|word| !word.is_empty()) {
        let mut rest = word;
        while !rest.is_empty() {
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let (column, after) =
                rest.split_at(if DIGIT_COLUMNS < size.columns() { rest.len() } else { first });
            round.play(column).map_err(|error| {
                FormatError::new(format!("move {}, \"{column:.12}\": {error}", round.ply() + 1), REMEDY)
            })?;
            rest = after;
        }
    }
    Ok(ForeignGame::new(record_of_any(&**game, &[], round.finish(&EarlyEnd::Open))))
}

pub(super) fn write(games: &[ForeignGame]) -> Result<Written, FormatError> {
    let mut text = String::new();
    for round in rounds_of(games, CONNECT4)? {
        let (size, _) = opened(&round.game.record.options).map_err(|error| error.in_game(round.number))?;
        if round.round().start.is_some() || round.round().moves.is_empty() {
            return Err(round
                .unfit("a line of columns begins with the empty board and has a move, this game does not"));
        }
        let columns: Vec<&str> = round.round().moves.iter().map(|mv| mv.text.as_str()).collect();
        text += &columns.join(if DIGIT_COLUMNS < size.columns() { " " } else { "" });
        text.push('\n');
    }
    Ok(Written::text(text, games))
}
