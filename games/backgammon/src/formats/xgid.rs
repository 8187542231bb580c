//! eXtreme Gammon's ids, a position a line, whatever stands before them.

use framework::formats::{ForeignGame, FormatError, Games, Likeness, Source, Written};

use super::{position, rules, write_positions};
use crate::{
    notation::xgid,
    position::{Agreement, MatchScore},
};

const PREFIX: &str = "XGID=";
/// Fields of an id, from 0: the rules, and the length of the match.
const RULES: usize = 7;
const LENGTH: usize = 8;

pub(super) fn looks_like(bytes: &[u8]) -> Likeness {
    let source = Source::new(&bytes[..bytes.len().min(8192)]);
    if source.text().contains(PREFIX) { Likeness::Certain } else { Likeness::No }
}

pub(super) fn read<'s>(source: &'s Source<'_>) -> Games<'s> {
    // Programs put a picture of the board and an analysis around an id.
    let ids = source.lines().filter_map(|(number, line)| {
        let id = line[line.find(PREFIX)?..].split_whitespace().next()?;
        Some((number, id))
    });
    let mut ids = ids.peekable();
    if ids.peek().is_none() {
        let error = FormatError::new("there is no id in this text", "copy a line that begins with XGID=");
        return Box::new(std::iter::once(Err(error)));
    }
    Box::new(ids.map(|(number, id)| one(source.options(), id).map_err(|error| error.at_line(number))))
}

fn one(options: &str, id: &str) -> Result<ForeignGame, FormatError> {
    let field = |idx: usize| id.split(':').nth(idx).and_then(|field| field.parse::<u16>().ok()).unwrap_or(0);
    let money = rules(options, MatchScore::MONEY, None)?;
    let score = MatchScore { length: field(LENGTH), ..MatchScore::MONEY };
    // In money play the id tells the rules.
    let said = field(RULES);
    let agreement = score.is_money().then_some(Agreement {
        jacoby: said & 1 != 0,
        beavers: said & 2 != 0,
        ..money.agreement
    });
    let game = rules(options, score, agreement)?;
    let table = xgid::read(id, &framework::Game::start(&game))?;
    Ok(position(&game, table, &[]))
}

pub(super) fn write(games: &[ForeignGame]) -> Result<Written, FormatError> {
    write_positions(games, |_, table| Ok(xgid::write(table)))
}
