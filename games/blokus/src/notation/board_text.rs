//! Positions as text: `..1/.11/2.. 2 -`.
//!
//! Three words: the rows from the top, with a digit for the color of each covered cell; the color to move, or
//! `-` when the game is over; the colors that have laid all their pieces with the single square last, or `-`.
//! Which pieces lie there, and so which are left, follows: pieces of one color never share an edge.

use std::fmt::Write;

use framework::NotationError;

use crate::{Bits, Blokus, BlokusPosition, Cell, Color, Inventory, MAX_COLORS, Piece, Rules};

/// Writes a position.
pub(crate) fn write<const WORDS: usize>(pos: &BlokusPosition<WORDS>) -> String {
    let grid = pos.rules().grid();
    let mut text = String::new();
    for row in (0..grid.height()).rev() {
        for column in 0..grid.width() {
            write_color(&mut text, pos.color_at(Cell::new(column, row)), '.');
        }
        text.push(if row == 0 { ' ' } else { '/' });
    }
    write_color(&mut text, pos.to_move(), '-');
    text.push(' ');
    let singles: Vec<_> = pos.rules().colors().filter(|&color| pos.ended_with_single(color)).collect();
    singles.iter().for_each(|&color| write_color(&mut text, Some(color), '-'));
    if singles.is_empty() {
        text.push('-');
    }
    text
}

fn write_color(text: &mut String, color: Option<Color>, nobody: char) {
    match color {
        Some(color) => write!(text, "{color}").expect("a string takes everything"),
        None => text.push(nobody),
    }
}

/// Reads a position in our own form, or as the list of moves that lead to it.
pub(crate) fn parse<const WORDS: usize>(
    game: &Blokus<WORDS>,
    text: &str,
) -> Result<BlokusPosition<WORDS>, NotationError> {
    if text.trim() == "-" || text.contains(':') {
        return game.replay(text, |_| {});
    }
    let rules = game.rules();
    let words: Vec<_> = text.split_whitespace().take(4).collect();
    let [rows, to_move, singles] = *words.as_slice() else {
        return Err(wrong(
            text,
            "a position has three words",
            "write ROWS COLOUR SINGLES, or a list of moves",
        ));
    };
    let stones = parse_rows::<WORDS>(rules, rows)?;
    let mut left = [*rules.set(); MAX_COLORS];
    for color in rules.colors() {
        take_pieces(rules, color, stones[color.index()], &mut left[color.index()])?;
    }
    let singles = parse_singles(rules, singles, &left)?;
    parse_mover(BlokusPosition::assembled(rules, stones, left, singles), to_move)
}

fn wrong(text: &str, problem: impl Into<String>, remedy: &str) -> NotationError {
    NotationError::new(text, problem, remedy)
}

fn parse_rows<const WORDS: usize>(
    rules: &Rules,
    text: &str,
) -> Result<[Bits<WORDS>; MAX_COLORS], NotationError> {
    let (width, height) = (usize::from(rules.grid().width()), usize::from(rules.grid().height()));
    let remedy = "write the rows from the top with / between them, a digit or . for each cell";
    let rows: Vec<_> = text.split('/').take(height + 1).collect();
    if rows.len() != height {
        return Err(wrong(text, format!("the board has {height} rows"), remedy));
    }
    let mut stones = [Bits::EMPTY; MAX_COLORS];
    for (row, line) in (0..rules.grid().height()).rev().zip(rows) {
        if line.chars().take(width + 1).count() != width {
            return Err(wrong(line, format!("row {} has {width} cells", row + 1), remedy));
        }
        for (column, letter) in (0..rules.grid().width()).zip(line.chars()) {
            if letter != '.' {
                let color = parse_color(rules, letter).ok_or_else(|| {
                    wrong(line, format!("\"{}\" is no color", letter.escape_debug()), remedy)
                })?;
                stones[color.index()].insert(rules.grid().index(Cell::new(column, row)));
            }
        }
    }
    Ok(stones)
}

fn parse_color(rules: &Rules, letter: char) -> Option<Color> {
    let color = Color::from_number(letter.to_digit(10)? as usize)?;
    rules.colors().find(|&known| known == color)
}

/// Takes what lies on the board out of a color's set.
fn take_pieces<const WORDS: usize>(
    rules: &Rules,
    color: Color,
    stones: Bits<WORDS>,
    left: &mut Inventory,
) -> Result<(), NotationError> {
    let about = format!("color {color}");
    let remedy = "a board can only be filled by laying pieces";
    for cells in stones.connected(rules.grid()) {
        let piece = cells.piece(rules.grid()).ok_or_else(|| {
            let at = cells.iter().next().map(|index| rules.grid().cell(index)).unwrap_or_default();
            wrong(&about, format!("what lies at {at} is none of the 21 pieces"), remedy)
        })?;
        if !left.take(piece) {
            return Err(wrong(&about, format!("there are too many pieces {piece}"), remedy));
        }
    }
    let start = rules.start(color);
    if !stones.is_empty() && !stones.contains(rules.grid().index(start)) {
        return Err(wrong(&about, format!("the start cell {start} is not covered"), remedy));
    }
    if !stones.is_connected_by_corners(rules.grid()) {
        return Err(wrong(&about, "a piece touches no corner of the others", remedy));
    }
    Ok(())
}

fn parse_singles(rules: &Rules, text: &str, left: &[Inventory; MAX_COLORS]) -> Result<u8, NotationError> {
    let remedy = "write the colors that laid the single square last of all, or -";
    if text == "-" {
        return Ok(0);
    }
    let mut singles = 0;
    for letter in text.chars() {
        let color = parse_color(rules, letter).ok_or_else(|| wrong(text, "this is no color", remedy))?;
        if !left[color.index()].is_empty() || rules.set().count(Piece::SINGLE) == 0 {
            return Err(wrong(text, format!("color {color} has not ended with the single square"), remedy));
        }
        singles |= color.bit();
    }
    Ok(singles)
}

fn parse_mover<const WORDS: usize>(
    pos: BlokusPosition<WORDS>,
    text: &str,
) -> Result<BlokusPosition<WORDS>, NotationError> {
    let remedy = "write the number of a color that has a move, or - if none has one";
    let mut letters = text.chars();
    let to_move = match (letters.next(), letters.next()) {
        (Some('-'), None) => match pos.rules().colors().find(|&color| pos.has_move(color)) {
            Some(color) => return Err(wrong(text, format!("color {color} can still move"), remedy)),
            None => None,
        },
        (Some(letter), None) => {
            let color =
                parse_color(pos.rules(), letter).ok_or_else(|| wrong(text, "this is no color", remedy))?;
            if !pos.has_move(color) {
                return Err(wrong(text, format!("color {color} has no move"), remedy));
            }
            Some(color)
        }
        _ => return Err(wrong(text, "this is no color", remedy)),
    };
    Ok(pos.with_mover(to_move))
}
