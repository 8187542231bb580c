//! Games in the Generic Game Format, one after the other, as servers keep them.

use framework::{
    End, Game, Seat,
    formats::{
        EarlyEnd, ForeignGame, FormatError, Games, Likeness, Note, RoundOf, Source, Transcriber, Written,
        record_of, rounds_of, sgf,
    },
};

use super::{OTHELLO, at_line, side_of};
use crate::{BLACK, Board, Ggf, Othello, SquareSet, WHITE, WideSet};

/// Keys of notes that the format has a place for.
const PLACE: &str = "PC";
const DATE: &str = "DT";

pub(super) fn looks_like(bytes: &[u8]) -> Likeness {
    match sgf::game_of(bytes) {
        Some(game) if game.eq_ignore_ascii_case(OTHELLO) => Likeness::Certain,
        _ => Likeness::No,
    }
}

pub(super) fn read<'s>(source: &'s Source<'_>) -> Games<'s> {
    let text = source.text();
    let (mut at, mut line, mut n_read) = (0, 1, 0);
    Box::new(std::iter::from_fn(move || {
        let Some(start) = text[at..].find("(;").map(|found| at + found) else {
            let problem = "there is no game in this text";
            n_read += 1;
            at = text.len();
            return (n_read == 1)
                .then(|| Err(FormatError::new(problem, "write games such as (;GM[Othello]…;)")));
        };
        line += n_lines(&text[at..start]);
        let end = end_of_game(text, start);
        let one = one(&text[start..end], line);
        line += n_lines(&text[start..end]);
        (at, n_read) = (end, n_read + 1);
        Some(one)
    }))
}

fn n_lines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

/// Where the game ends that begins at `start`: behind `;)` outside of brackets, or at the end of the text.
fn end_of_game(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut is_value) = (start + 2, false);
    while let Some(&byte) = bytes.get(at) {
        match (byte, is_value) {
            (b'\\', true) => at += 1,
            (b'[', false) => is_value = true,
            (b']', true) => is_value = false,
            (b';', false) if bytes.get(at + 1) == Some(&b')') => return at + 2,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

fn one(text: &str, line: usize) -> Result<ForeignGame, FormatError> {
    let side = side_in(text);
    match side <= u64::MAX_SIDE {
        true => typed::<u64>(text, side, line),
        false => typed::<WideSet>(text, side, line),
    }
}

/// The size of the board that a game names, 8 if it names none.
fn side_in(text: &str) -> u8 {
    let Some(Ok(tree)) = sgf::trees(text).next() else { return 8 };
    let number = |key: &str| {
        let value = tree.root(key)?.trim_start();
        value.split(|symbol: char| !symbol.is_ascii_digit()).next()?.parse().ok()
    };
    number("BO").or_else(|| number("TY")).unwrap_or(8)
}

fn typed<S: SquareSet>(text: &str, side: u8, line: usize) -> Result<ForeignGame, FormatError> {
    let game = Othello::<S>::new(side).map_err(|error| {
        FormatError::new(error.to_string(), "choose games on boards of 4x4 to 16x16").at_line(line)
    })?;
    let ggf = game.parse_ggf(text).map_err(|error| at_line(error, line))?;
    let mut round = match ggf.start == game.start() {
        true => Transcriber::new(&game),
        false => Transcriber::at(&game, ggf.start),
    };
    ggf.moves.iter().for_each(|&mv| round.play(mv));
    let round = round.finish(&ending(&ggf.result));
    let record = record_of(&game, &[&ggf.black, &ggf.white], round);
    let notes = [(PLACE, ggf.place), (DATE, ggf.date)].into_iter().filter(|(_, text)| !text.is_empty());
    Ok(ForeignGame {
        notes: notes.map(|(key, text)| Note::about(key, text)).collect(),
        ..ForeignGame::new(record)
    })
}

/// What the result of a game that was not played to its end says: `+4.000:r`, from black's view.
fn ending(result: &str) -> EarlyEnd {
    let (number, reason) = result.split_once(':').unwrap_or((result, ""));
    let Ok(black_won) = number.trim().parse::<f32>() else { return EarlyEnd::Open };
    let loser = if black_won < 0.0 { BLACK } else { WHITE };
    match reason.trim() {
        _ if black_won == 0.0 => EarlyEnd::DrawAgreed,
        "t" => EarlyEnd::TimeOver(loser),
        _ => EarlyEnd::Resigned(loser, None),
    }
}

pub(super) fn write(games: &[ForeignGame]) -> Result<Written, FormatError> {
    let (mut text, mut n_kept) = (String::new(), 0);
    for round in rounds_of(games, OTHELLO)? {
        let side = side_of(&round)?;
        text += &match side <= u64::MAX_SIDE {
            true => written::<u64>(&round)?,
            false => written::<WideSet>(&round)?,
        };
        text.push('\n');
        n_kept += round.notes(0).filter(|note| is_kept(note)).count();
    }
    let written = Written::text(text, games);
    Ok(Written { n_notes_left_out: written.n_notes_left_out - n_kept, ..written })
}

fn is_kept(note: &Note) -> bool {
    [PLACE, DATE].contains(&note.key.as_str())
}

fn written<S: SquareSet>(round: &RoundOf<'_>) -> Result<String, FormatError> {
    let game: Othello<S> = round.rules()?;
    let mut ggf = Ggf::new(round.start(&game)?);
    let last = round.play(&game, |_, mv| ggf.moves.push(mv))?;
    (ggf.black, ggf.white) = (round.name(BLACK).to_owned(), round.name(WHITE).to_owned());
    let about =
        |key| round.notes(0).find(|note| note.key == key).and_then(|note| note.values.first().cloned());
    ggf.place = about(PLACE).unwrap_or_default();
    ggf.date = about(DATE).unwrap_or_default();
    ggf.result = result(round, &last);
    Ok(ggf.to_string())
}

/// The result from black's view. Who gives up or runs out of time loses all squares.
fn result<S: SquareSet>(round: &RoundOf<'_>, last: &Board<S>) -> String {
    let all = f32::from(last.side()) * f32::from(last.side());
    let lost_by = |seat: Seat| if seat == BLACK { -all } else { all };
    match &round.round().result {
        None => "?".to_owned(),
        Some((End::Over, _)) => format!("{:+.3}", last.final_score(BLACK).unwrap_or(0) as f32),
        Some((End::DrawAgreed, _)) => "+0.000".to_owned(),
        Some((End::Resigned { seat, .. }, _)) => format!("{:+.3}:r", lost_by(*seat)),
        Some((End::TimeOver { seat }, _)) => format!("{:+.3}:t", lost_by(*seat)),
    }
}
