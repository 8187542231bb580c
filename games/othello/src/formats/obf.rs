//! Positions a line each: 64 squares row by row, the side to move, and after a semicolon what is known about them, such
//! as the values of moves.

use framework::formats::{
    EarlyEnd, ForeignGame, FormatError, Games, Likeness, Note, RoundOf, Source, Transcriber, Written,
    record_of, rounds_of,
};

use super::{OTHELLO, at_line, chosen, side_of};
use crate::{Othello, SquareSet, WideSet, game::Chosen, notation::parse_picture};

/// The key of what stands behind the position.
const BEHIND: &str = "OBF";

pub(super) fn looks_like(bytes: &[u8]) -> Likeness {
    let head = &bytes[..bytes.len().min(1000)];
    let source = Source::new(head);
    let Some((_, line)) = source.lines().next() else { return Likeness::No };
    let (board, _) = split(line);
    let mut n_squares = 0;
    for symbol in board.chars().filter(|symbol| !symbol.is_whitespace()) {
        if !matches!(symbol, 'X' | 'x' | '*' | 'O' | 'o' | '-' | '.') {
            return Likeness::No;
        }
        n_squares += 1;
    }
    // The squares of a board and the side to move.
    let is_board = (2..=8).any(|half: usize| 4 * half * half + 1 == n_squares);
    if is_board { Likeness::Likely } else { Likeness::No }
}

/// The position, and what stands behind it.
fn split(line: &str) -> (&str, &str) {
    let at = line.find([';', '%']).unwrap_or(line.len());
    let (board, rest) = line.split_at(at);
    (board, rest.strip_prefix(';').unwrap_or(rest).trim())
}

pub(super) fn read<'s>(source: &'s Source<'_>) -> Games<'s> {
    let side = match chosen(source.options()) {
        Ok(Chosen { side, is_reversi: false }) => side,
        Ok(Chosen { is_reversi: true, .. }) => {
            let error = FormatError::new("these are positions of Othello", "leave out the option reversi");
            return Box::new(std::iter::once(Err(error)));
        }
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    Box::new(source.lines().map(move |(number, line)| match side <= u64::MAX_SIDE {
        true => one::<u64>(line, side, number),
        false => one::<WideSet>(line, side, number),
    }))
}

fn one<S: SquareSet>(line: &str, side: u8, number: usize) -> Result<ForeignGame, FormatError> {
    let (board, behind) = split(line);
    let game = Othello::<S>::new(side)
        .map_err(|error| FormatError::new(error.to_string(), "choose another size"))?;
    let board = parse_picture(side, board).map_err(|error| at_line(error, number))?;
    let record = record_of(&game, &[], Transcriber::at(&game, board).finish(&EarlyEnd::Open));
    let notes = if behind.is_empty() { Vec::new() } else { vec![Note::about(BEHIND, behind)] };
    Ok(ForeignGame { notes, ..ForeignGame::new(record) })
}

pub(super) fn write(games: &[ForeignGame]) -> Result<Written, FormatError> {
    let (mut text, mut n_kept) = (String::new(), 0);
    for round in rounds_of(games, OTHELLO)? {
        let position = match side_of(&round)? <= u64::MAX_SIDE {
            true => last::<u64>(&round)?,
            false => last::<WideSet>(&round)?,
        };
        let behind = round.notes(0).find(|note| note.key == BEHIND).and_then(|note| note.values.first());
        // What is known about a position says nothing about another one to which moves have led.
        let behind = behind.filter(|_| round.round().moves.is_empty());
        n_kept += usize::from(behind.is_some());
        text += &match behind {
            Some(behind) => format!("{position}; {behind}\n"),
            None => format!("{position};\n"),
        };
    }
    let written = Written::text(text, games);
    Ok(Written { n_notes_left_out: written.n_notes_left_out - n_kept, ..written })
}

fn last<S: SquareSet>(round: &RoundOf<'_>) -> Result<String, FormatError> {
    let game: Othello<S> = round.rules()?;
    Ok(round.play(&game, |_, _| {})?.to_string())
}
