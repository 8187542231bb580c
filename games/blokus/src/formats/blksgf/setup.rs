//! Positions that are set up by pieces.

use framework::{
    AnyPosition, NotationError,
    formats::{
        FormatError, RoundOf,
        sgf::{Node, Property},
    },
};

use super::Variant;
use crate::Cell;

/// The property of the color to move.
pub(super) const TO_MOVE: &str = "PL";
/// The property of pieces that are removed.
const EMPTY: &str = "AE";

/// The color, from 1, of the pieces that a property sets up; 0 for those that are removed.
pub(super) fn color(variant: &Variant, key: &str) -> Option<usize> {
    if key == EMPTY {
        return Some(0);
    }
    let key = key.strip_prefix('A').filter(|key| key.len() == 1)?;
    variant.color(key).map(|color| color + 1)
}

/// The position that a node sets up.
pub(super) fn position(variant: &Variant, node: &Node) -> Result<Box<dyn AnyPosition>, FormatError> {
    let side = usize::from(variant.side);
    let mut rows = vec![vec!['.'; side]; side];
    for property in &node.0 {
        let Some(color) = color(variant, &property.key) else { continue };
        let letter = char::from_digit(color as u32, 10).filter(|_| color != 0).unwrap_or('.');
        for cell in property.values.iter().flat_map(|piece| piece.split(',')) {
            let Cell { row, column } = Cell::parse(cell.trim())?;
            let (row, column) = (usize::from(row), usize::from(column));
            if side <= row || side <= column {
                let problem = format!("the board has {side} columns and rows");
                return Err(NotationError::new(cell, problem, "choose cells on the board").into());
            }
            rows[side - 1 - row][column] = letter;
        }
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let rows = rows.join("/");
    let named = node.value(TO_MOVE).and_then(|key| variant.color(key.trim()));
    // Without a word about it, the first color that can move is next.
    let movers: Vec<String> = match named {
        Some(color) => vec![(color + 1).to_string()],
        None => (1..=variant.n_colors).map(|color| color.to_string()).chain(["-".to_owned()]).collect(),
    };
    let mut refused = None;
    for mover in movers {
        match variant.game.parse_position(&format!("{rows} {mover} -")) {
            Ok(pos) => return Ok(pos),
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    Err(refused.expect("there is a color at least").into())
}

/// The properties that set up the position in which a round begins.
pub(super) fn properties(round: &RoundOf<'_>, variant: &Variant) -> Result<Vec<Property>, FormatError> {
    let text = round.start_text(&*variant.game)?.text();
    let words: Vec<&str> = text.split(' ').collect();
    let [rows, mover, "-"] = words[..] else {
        return Err(round.unfit("the format has no place for who has laid the single square last"));
    };
    let mut cells: Vec<Vec<char>> = rows.split('/').map(|row| row.chars().collect()).collect();
    let mut properties = Vec::new();
    for color in 1..=variant.n_colors {
        let letter = char::from_digit(color as u32, 10).unwrap_or('.');
        let mut pieces = Vec::new();
        while let Some(piece) = take_piece(&mut cells, letter) {
            pieces.push(piece);
        }
        if !pieces.is_empty() {
            let key = format!("A{}", variant.key(color - 1));
            properties.push(Property { line: 0, key, values: pieces });
        }
    }
    if let Some(color) = mover.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) {
        let values = vec![variant.key(color).to_owned()];
        properties.push(Property { line: 0, key: TO_MOVE.to_owned(), values });
    }
    Ok(properties)
}

/// Takes the next piece of a color off the board: cells that share edges, as pieces of one color never do with each other.
fn take_piece(rows: &mut [Vec<char>], letter: char) -> Option<String> {
    let height = rows.len();
    let first =
        (0..height).rev().find_map(|row| Some((row, rows[row].iter().position(|&cell| cell == letter)?)))?;
    let (mut open, mut piece) = (vec![first], Vec::new());
    while let Some((row, column)) = open.pop() {
        if rows.get(row).and_then(|cells| cells.get(column)) != Some(&letter) {
            continue;
        }
        rows[row][column] = '.';
        piece.push(Cell::new(column as u16, (height - 1 - row) as u16));
        open.extend([(row + 1, column), (row, column + 1)]);
        open.extend(row.checked_sub(1).map(|row| (row, column)));
        open.extend(column.checked_sub(1).map(|column| (row, column)));
    }
    piece.sort_unstable();
    Some(piece.iter().map(Cell::to_string).collect::<Vec<_>>().join(","))
}
