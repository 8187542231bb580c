//! Games in the syntax of the Smart Game Format, which has no number for Connect Four:
//! `(;FF[4]GM[Connect Four]SZ[7:6]PB[Ann]PW[Ben];B[d1];W[d2])`.
//!
//! Black is who begins. A move is a cell, a column by its letter or by its number; the row is not needed. `RU` tells how
//! many in a row win, 4 if it is missing, and `AB` and `AW` set up discs.

use std::sync::Arc;

use framework::{
    AnyGame, End, NotationError, Seat,
    formats::{
        EarlyEnd, ForeignGame, FormatError, Games, Likeness, Note, RoundOf, Source, TextTranscriber, Written,
        record_of_any, rounds_of,
        sgf::{self, Node, Property, Tree},
    },
};

use super::{CONNECT4, opened};
use crate::{ENTRY, Size};

const GAMES: [&str; 4] = ["connect four", "connect4", "connect 4", "four in a row"];
/// Properties that are made anew when a game is written.
const ABOUT_FILE: [&str; 9] = ["FF", "GM", "CA", "AP", "SZ", "RU", "RE", "PB", "PW"];
const COLORS: [&str; 2] = ["B", "W"];
const SETUP: [&str; 2] = ["AB", "AW"];
const REMEDY: &str = "correct the line, or export the game again";
/// Columns with a letter.
const N_LETTERS: u8 = 26;

pub(super) fn looks_like(bytes: &[u8]) -> Likeness {
    match sgf::game_of(bytes) {
        Some(game) if GAMES.contains(&game.trim().to_ascii_lowercase().as_str()) => Likeness::Certain,
        _ => Likeness::No,
    }
}

pub(super) fn read<'s>(source: &'s Source<'_>) -> Games<'s> {
    Box::new(sgf::trees(source.text()).map(|tree| one(source.options(), &tree?)))
}

fn one(options: &str, tree: &Tree) -> Result<ForeignGame, FormatError> {
    let (size, game) = board(options, tree)?;
    let mut round = TextTranscriber::new(&game);
    let mut notes = Vec::new();
    for node in &tree.nodes {
        let line = node.0.first().map_or(1, |property| property.line);
        if node.0.iter().any(|property| SETUP.contains(&property.key.as_str())) {
            if round.ply() != 0 || round.pos().text() != game.start().text() {
                let problem = "discs are set up after the beginning";
                return Err(FormatError::new(problem, "set them up in the first node").at_line(line));
            }
            let pos = set_up(size, &game, node).map_err(|error| error.at_line(line))?;
            round = TextTranscriber::at(pos);
        }
        for property in &node.0 {
            let key = property.key.as_str();
            if let Some(color) = COLORS.iter().position(|color| *color == key) {
                play(&mut round, size, color, property).map_err(|error| error.at_line(property.line))?;
            }
        }
        let is_note = |property: &&Property| {
            let key = property.key.as_str();
            !key.is_empty() && !COLORS.contains(&key) && !SETUP.contains(&key) && !ABOUT_FILE.contains(&key)
        };
        notes.extend(node.0.iter().filter(is_note).map(|property| Note {
            round: 0,
            ply: round.ply(),
            key: property.key.clone(),
            values: property.values.clone(),
        }));
    }
    let names = ["PB", "PW"].map(|key| tree.root(key).unwrap_or_default());
    let ending = tree.root("RE").map_or(EarlyEnd::Open, ending);
    let record = record_of_any(&*game, &names, round.finish(&ending));
    Ok(ForeignGame { record, notes, n_variations: tree.n_variations })
}

/// The board that a tree tells, or else the options.
fn board(options: &str, tree: &Tree) -> Result<(Size, Arc<dyn AnyGame>), FormatError> {
    let Some(said) = tree.root("SZ") else { return opened(options) };
    let in_a_row = tree.root("RU").and_then(|rules| rules.split_whitespace().next()?.parse::<u8>().ok());
    let (columns, rows) = said.split_once([':', 'x']).unwrap_or((said, said));
    let side = |text: &str| text.trim().parse::<u8>().ok();
    let Some((columns, rows)) = side(columns).zip(side(rows)) else {
        return Err(
            NotationError::new(said, "this is no size", "write columns and rows as in SZ[7:6]").into()
        );
    };
    opened(&format!("{columns}x{rows}x{}", in_a_row.unwrap_or(4)))
}

/// The column of a cell such as `d1`, or of a column alone.
fn column(size: Size, text: &str) -> Option<u8> {
    let text = text.trim().to_ascii_lowercase();
    let number = match text.as_bytes() {
        [letter @ b'a'..=b'z', row @ ..] if row.iter().all(u8::is_ascii_digit) => letter - b'a' + 1,
        digits if digits.iter().all(u8::is_ascii_digit) => text.parse().ok()?,
        _ => return None,
    };
    (1..=size.columns()).contains(&number).then_some(number)
}

/// The row of a cell, from 0.
fn row(size: Size, text: &str) -> Option<u8> {
    let digits = text.trim().trim_start_matches(|symbol: char| symbol.is_ascii_alphabetic());
    digits.parse::<u8>().ok().filter(|row| (1..=size.rows()).contains(row)).map(|row| row - 1)
}

fn no_cell(text: &str) -> FormatError {
    NotationError::new(text, "this is no cell of the board", "write a column and a row, such as d1").into()
}

fn play(
    round: &mut TextTranscriber,
    size: Size,
    color: usize,
    property: &Property,
) -> Result<(), FormatError> {
    let text = property.values.first().map_or("", String::as_str);
    let column = column(size, text).ok_or_else(|| no_cell(text))?;
    let refused = |problem: String| NotationError::new(text, problem, REMEDY).into();
    if round.pos().to_move().is_some_and(|mover| mover != color) {
        return Err(refused("it is the turn of the other side".to_owned()));
    }
    round.play(&column.to_string()).map_err(|error| refused(error.to_string()))
}

/// The position with the discs that a node sets up, as a picture.
fn set_up(
    size: Size,
    game: &Arc<dyn AnyGame>,
    node: &Node,
) -> Result<Box<dyn framework::AnyPosition>, FormatError> {
    let (n_columns, n_rows) = (usize::from(size.columns()), usize::from(size.rows()));
    let mut rows = vec![vec!['-'; n_columns]; n_rows];
    for property in &node.0 {
        let Some(color) = SETUP.iter().position(|key| *key == property.key) else { continue };
        for value in &property.values {
            let (Some(column), Some(row)) = (column(size, value), row(size, value)) else {
                return Err(no_cell(value));
            };
            rows[n_rows - 1 - usize::from(row)][usize::from(column) - 1] = ['X', 'O'][color];
        }
    }
    let picture: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    Ok(game.parse_position(&picture.join("/"))?)
}

fn ending(result: &str) -> EarlyEnd {
    let loser = match result.trim().get(..2) {
        Some("B+") => Seat::SECOND,
        Some("W+") => Seat::FIRST,
        _ if matches!(result.trim(), "0" | "Draw") => return EarlyEnd::DrawAgreed,
        _ => return EarlyEnd::Open,
    };
    match result.trim().get(2..3) {
        Some("T") => EarlyEnd::TimeOver(loser),
        _ => EarlyEnd::Resigned(loser, None),
    }
}

pub(super) fn write(games: &[ForeignGame]) -> Result<Written, FormatError> {
    let mut text = String::new();
    for round in rounds_of(games, CONNECT4)? {
        text += &tree(&round)?.to_string();
    }
    Ok(Written { n_notes_left_out: 0, ..Written::text(text, games) })
}

fn tree(round: &RoundOf<'_>) -> Result<Tree, FormatError> {
    let (size, _) = opened(&round.game.record.options).map_err(|error| error.in_game(round.number))?;
    let game = round.open(&ENTRY)?;
    let property = |note: &Note| Property { line: 0, key: note.key.clone(), values: note.values.clone() };
    let mut node = Node::default();
    node.push("FF", "4");
    node.push("GM", "Connect Four");
    node.push("CA", "UTF-8");
    node.push("AP", "Brettwerk");
    node.push("SZ", format!("{}:{}", size.columns(), size.rows()));
    node.push("RU", size.k().to_string());
    node.push("PB", round.name(Seat::FIRST));
    node.push("PW", round.name(Seat::SECOND));
    node.0.extend(result(round));
    let start = round.start_text(&*game)?;
    if round.round().start.is_some() {
        node.0.extend(discs(size, &start.text()));
    }
    node.0.extend(round.notes(0).map(property));
    let mut nodes = vec![node];
    // How many discs lie in each column.
    let mut heights: Vec<usize> = vec![0; size.columns().into()];
    for line in start.text().split('/') {
        line.chars()
            .enumerate()
            .filter(|(_, disc)| *disc != '-')
            .for_each(|(column, _)| heights[column] += 1);
    }
    let mut ply = 0;
    round.play_text(&*game, |pos, text| {
        ply += 1;
        let number: usize = text.parse().unwrap_or(1);
        heights[number - 1] += 1;
        let mut node = Node::default();
        node.push(COLORS[pos.to_move().unwrap_or(0) % 2], cell(size, number as u8, heights[number - 1]));
        node.0.extend(round.notes(ply).map(property));
        nodes.push(node);
    })?;
    Ok(Tree { nodes, n_variations: 0 })
}

/// A cell by its column and its row, both from 1; on very wide boards the column alone.
fn cell(size: Size, column: u8, row: usize) -> String {
    match size.columns() <= N_LETTERS {
        true => format!("{}{row}", char::from(b'a' + column - 1)),
        false => column.to_string(),
    }
}

/// The properties that set up the discs of a picture.
fn discs(size: Size, picture: &str) -> Vec<Property> {
    let n_rows = usize::from(size.rows());
    let of = |disc: char| -> Vec<String> {
        let rows = picture.split('/').enumerate();
        let cells = rows.flat_map(|(idx, line)| {
            let here = line.chars().enumerate().filter(move |(_, found)| *found == disc);
            here.map(move |(column, _)| (column, n_rows - idx))
        });
        cells.map(|(column, row)| format!("{}{row}", char::from(b'a' + column as u8))).collect()
    };
    let sides = [("AB", of('X')), ("AW", of('O'))].into_iter();
    sides
        .filter(|(_, cells)| !cells.is_empty())
        .map(|(key, values)| Property { line: 0, key: key.to_owned(), values })
        .collect()
}

fn result(round: &RoundOf<'_>) -> Option<Property> {
    let (end, points) = round.round().result.as_ref()?;
    let winner = Seat::all(2).find(|&seat| 0 < points[seat]);
    let value = match (winner, end) {
        (None, _) => "0".to_owned(),
        (Some(winner), end) => {
            let how = match end {
                End::Resigned { .. } => "R",
                End::TimeOver { .. } => "T",
                End::Over | End::DrawAgreed => "",
            };
            format!("{}+{how}", COLORS[winner.index()])
        }
    };
    Some(Property { line: 0, key: "RE".to_owned(), values: vec![value] })
}
