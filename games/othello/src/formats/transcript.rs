//! Transcripts: `f5d6c3d3c4`, a game a line.
//!
//! A game that is written with numbers may go on over several lines, of which the later ones begin with a number from 2
//! on. Passes are left out when they are written and put back when they are read.

use std::collections::VecDeque;

use framework::{
    Game,
    formats::{
        EarlyEnd, ForeignGame, FormatError, Games, Likeness, Source, Transcriber, Written, record_of,
        rounds_of,
    },
};

use super::{OTHELLO, at_line, chosen};
use crate::{
    Move, Othello, Reversi, SquareSet as _, WideSet,
    game::Chosen,
    notation::{ReadsMoves, replay},
};

/// A transcript has two characters a move, and at least this many moves are looked at.
const N_SNIFFED: usize = 4;

/// A text is a transcript if its first line begins with squares of the first ranks of a board.
pub(super) fn looks_like(bytes: &[u8]) -> Likeness {
    let head = &bytes[..bytes.len().min(400)];
    let Ok(text) = std::str::from_utf8(head) else { return Likeness::No };
    let source = Source::new(text.as_bytes());
    let Some((_, line)) = source.lines().next() else { return Likeness::No };
    let line = line.to_ascii_lowercase();
    // Numbers, gaps and passes may stand between the squares.
    let is_gap = |symbol: char| symbol.is_whitespace() || matches!(symbol, '.' | ',' | ';' | '-');
    let words: String =
        line.split(is_gap).filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit())).collect();
    let squares: Vec<&[u8]> = words.as_bytes().chunks(2).collect();
    let is_square = |square: &&[u8]| matches!(square, [column, row] if (b'a'..=b'p').contains(column) && row.is_ascii_digit());
    match squares.iter().take_while(|square| is_square(square)).count() {
        0 => Likeness::No,
        n_squares if n_squares == squares.len() || N_SNIFFED <= n_squares => Likeness::Likely,
        _ => Likeness::Possible,
    }
}

pub(super) fn read<'s>(source: &'s Source<'_>) -> Games<'s> {
    match chosen(source.options()) {
        Ok(Chosen { side, is_reversi }) => match (is_reversi, side <= u64::MAX_SIDE) {
            (false, true) => all(Othello::<u64>::new(side), source),
            (false, false) => all(Othello::<WideSet>::new(side), source),
            (true, true) => all(Reversi::<u64>::new(side), source),
            (true, false) => all(Reversi::<WideSet>::new(side), source),
        },
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

fn all<'s, G>(game: Result<G, framework::OptionsError>, source: &'s Source<'_>) -> Games<'s>
where
    G: Game<Position: ReadsMoves>,
{
    let game = match game {
        Ok(game) => game,
        Err(error) => return Box::new(std::iter::once(Err(chosen_error(&error)))),
    };
    let mut lines = source.lines().peekable();
    Box::new(std::iter::from_fn(move || {
        let first = lines.next()?;
        let mut parts = VecDeque::from([first]);
        while let Some(next) = lines.next_if(|(_, line)| continues(line)) {
            parts.push_back(next);
        }
        Some(one(&game, parts))
    }))
}

fn chosen_error(error: &framework::OptionsError) -> FormatError {
    FormatError::new(error.to_string(), "write options such as 8x8")
}

/// Tells whether a line goes on with a game: it begins with a number from 2 on and a dot.
fn continues(line: &str) -> bool {
    let rest = line.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
    let number = &line[..line.len() - rest.len()];
    rest.starts_with('.') && !matches!(number, "" | "1")
}

fn one<G>(game: &G, lines: VecDeque<(usize, &str)>) -> Result<ForeignGame, FormatError>
where
    G: Game<Position: ReadsMoves>,
{
    let mut round = Transcriber::new(game);
    for (number, line) in lines {
        let mut pos = round.pos().clone();
        let mut moves = Vec::new();
        replay(&mut pos, line, |mv| moves.push(mv)).map_err(|error| at_line(error, number))?;
        moves.into_iter().for_each(|mv: Move| round.play(mv));
    }
    Ok(ForeignGame::new(record_of(game, &[], round.finish(&EarlyEnd::Open))))
}

pub(super) fn write(games: &[ForeignGame]) -> Result<Written, FormatError> {
    let mut text = String::new();
    for round in rounds_of(games, OTHELLO)? {
        if round.round().start.is_some() {
            return Err(round.unfit("a transcript begins with the usual position, this game does not"));
        }
        if round.round().moves.is_empty() {
            return Err(round.unfit("a game without moves is an empty line"));
        }
        let pass = Move::Pass.to_string();
        text.extend(round.round().moves.iter().map(|mv| mv.text.as_str()).filter(|&text| text != pass));
        text.push('\n');
    }
    Ok(Written::text(text, games))
}
