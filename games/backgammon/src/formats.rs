//! The formats of other programs in which matches and positions are read and written.

mod gnu_id;
mod mat;
mod sgf;
mod snowie;
mod xgid;

use framework::{
    Game as _, Text,
    formats::{
        EarlyEnd, ForeignGame, Format, FormatError, Holds, RoundOf, Transcriber, Written, record_of,
        rounds_of,
    },
};

use crate::{
    Backgammon, Table,
    game::MAX_MATCH,
    position::{Agreement, MatchScore},
};

/// The id of the game.
const BACKGAMMON: &str = "backgammon";

/// All of them; `.mat` is the usual one.
pub(crate) static FORMATS: [Format; 5] = [
    Format {
        id: "mat",
        name: Text::fixed("backgammon matches", "Backgammon-Wettkämpfe"),
        holds: Holds::Games,
        extensions: &["mat"],
        companions: &[],
        looks_like: mat::looks_like,
        read: mat::read,
        write: Some(mat::write),
    },
    Format {
        id: "sgf",
        name: Text::fixed("Smart Game Format of GNU Backgammon", "Smart Game Format von GNU Backgammon"),
        holds: Holds::Games,
        extensions: &["sgf"],
        companions: &[],
        looks_like: sgf::looks_like,
        read: sgf::read,
        write: Some(sgf::write),
    },
    Format {
        id: "gnu-id",
        name: Text::fixed(
            "position and match IDs of GNU Backgammon",
            "Stellungs- und Match-IDs von GNU Backgammon",
        ),
        holds: Holds::Positions,
        extensions: &["gnuid", "txt"],
        companions: &[],
        looks_like: gnu_id::looks_like,
        read: gnu_id::read,
        write: Some(gnu_id::write),
    },
    Format {
        id: "xgid",
        name: Text::fixed("XGIDs of eXtreme Gammon", "XGIDs von eXtreme Gammon"),
        holds: Holds::Positions,
        extensions: &["xgid", "txt"],
        companions: &[],
        looks_like: xgid::looks_like,
        read: xgid::read,
        write: Some(xgid::write),
    },
    Format {
        id: "snowie",
        name: Text::fixed("positions of Snowie", "Stellungen von Snowie"),
        holds: Holds::Positions,
        extensions: &["txt"],
        companions: &[],
        looks_like: snowie::looks_like,
        read: snowie::read,
        write: Some(snowie::write),
    },
];

/// The rule set in which a score can stand.
fn rules(options: &str, score: MatchScore, agreement: Option<Agreement>) -> Result<Backgammon, FormatError> {
    let game = options.parse().and_then(|options| Backgammon::from_options(&options));
    let game =
        game.map_err(|error| FormatError::new(error.to_string(), "write options such as nackgammon"))?;
    if MAX_MATCH < score.length.into() {
        let problem = format!("a match to {} points is longer than {MAX_MATCH}", score.length);
        return Err(FormatError::new(problem, "choose a shorter match"));
    }
    Ok(Backgammon { match_length: score.length, agreement: agreement.unwrap_or(game.agreement), ..game })
}

/// A record that holds nothing but a position.
fn position(game: &Backgammon, table: Table, names: &[&str]) -> ForeignGame {
    ForeignGame::new(record_of(game, names, Transcriber::at(game, table).finish(&EarlyEnd::Open)))
}

/// Writes the last position of each round, a line each.
fn write_positions(
    games: &[ForeignGame],
    write: impl Fn(&RoundOf<'_>, &Table) -> Result<String, FormatError>,
) -> Result<Written, FormatError> {
    let mut text = String::new();
    for round in rounds_of(games, BACKGAMMON)? {
        let game: Backgammon = round.rules()?;
        let last = round.play(&game, |_, _| {})?;
        text += &write(&round, &last)?;
        text.push('\n');
    }
    Ok(Written::text(text, games))
}

/// The word for giving up at a level, by what it costs in multiples of the cube.
const fn level(factor: u32) -> &'static str {
    match factor {
        0 | 1 => "single",
        2 => "gammon",
        _ => "backgammon",
    }
}
