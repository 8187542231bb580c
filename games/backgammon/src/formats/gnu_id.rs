//! GNU Backgammon's ids, a position a line: `4HPwATDgc/ABMA:cAkAAAAAAAAA`, or as the program shows them, with the words
//! "Position ID" and "Match ID" before them.

use framework::{
    NotationError,
    formats::{ForeignGame, FormatError, Games, Likeness, Source, Written},
};

use super::{position, rules, write_positions};
use crate::{
    Table,
    notation::{gnu_id, position as notation},
    position::MatchScore,
};

const POSITION: &str = "position id";
const MATCH: &str = "match id";

pub(super) fn looks_like(bytes: &[u8]) -> Likeness {
    let source = Source::new(&bytes[..bytes.len().min(4096)]);
    let Some((_, id)) = ids(&source).next() else { return Likeness::No };
    let is_id =
        |id: &str| id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b':'));
    match gnu_id::LENGTHS.contains(&id.len()) && is_id(&id) {
        true if id.contains(':') => Likeness::Certain,
        true => Likeness::Likely,
        false => Likeness::No,
    }
}

pub(super) fn read<'s>(source: &'s Source<'_>) -> Games<'s> {
    Box::new(ids(source).map(|(line, id)| one(source.options(), &id).map_err(|error| error.at_line(line))))
}

fn one(options: &str, id: &str) -> Result<ForeignGame, FormatError> {
    // The words behind our own positions are no part of the ids.
    let plain = id.split_whitespace().next().unwrap_or_default();
    if !gnu_id::LENGTHS.contains(&plain.len()) {
        let remedy = "copy the 14 characters of the position id, a colon, and the 12 of the match id";
        return Err(NotationError::new(id, "this is no id of GNU Backgammon", remedy).into());
    }
    // The length of the match is a part of the rules, and known only once the id has been read.
    let money = rules(options, MatchScore::MONEY, None)?;
    let table = notation::read(id, &framework::Game::start(&money))?;
    let game = rules(options, table.score(), None)?;
    let table = notation::read(id, &framework::Game::start(&game))?;
    Ok(position(&game, table, &[]))
}

/// The ids of a text with the lines in which they begin: a line each, or behind the words for them.
fn ids<'s>(source: &'s Source<'_>) -> impl Iterator<Item = (usize, String)> + 's {
    let mut lines = source.lines().peekable();
    std::iter::from_fn(move || {
        loop {
            let (number, line) = lines.next()?;
            let Some(id) = behind(line, POSITION) else {
                // What a program shows between and around the ids of a position is a picture of the board.
                match behind(line, MATCH).is_some() || is_picture(line) {
                    true => continue,
                    false => return Some((number, line.to_owned())),
                }
            };
            let match_id = behind(line, MATCH).or_else(|| {
                let (_, next) = lines.peek()?;
                let id = behind(next, MATCH)?;
                lines.next();
                Some(id)
            });
            return Some((
                number,
                match_id.map_or_else(|| id.to_owned(), |match_id| format!("{id}:{match_id}")),
            ));
        }
    })
}

/// The word behind a label and a colon, whatever the case of the label.
fn behind<'l>(line: &'l str, label: &str) -> Option<&'l str> {
    let at = line.to_ascii_lowercase().find(label)?;
    line[at + label.len()..].trim_start().strip_prefix(':')?.split_whitespace().next()
}

/// Tells whether a line belongs to the picture of a board that stands around ids.
fn is_picture(line: &str) -> bool {
    line.contains(['|', '+']) && line.contains(' ') || line.starts_with("GNU Backgammon")
}

pub(super) fn write(games: &[ForeignGame]) -> Result<Written, FormatError> {
    // Our own text may have a word behind the ids, which no other program reads.
    let ids =
        |table: &Table| format!("{}:{}", gnu_id::write_board(table.board()), gnu_id::write_match(table));
    write_positions(games, |_, table| Ok(ids(table)))
}
