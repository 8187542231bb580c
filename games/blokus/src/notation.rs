//! Moves as text: the cells of the piece, `e8,d9,e9,f9,e10`.

pub(crate) mod board_text;
pub(crate) mod record;

use framework::{MoveError, NotationError};

use crate::{BlokusPosition, Cell, Color, Grid, MAX_SQUARES, Placement, WhyNot};

/// Writes the cells of a move, row by row from the bottom, each row from the left.
pub(crate) fn write_move(grid: Grid, mv: Placement) -> String {
    mv.cells(grid).map(|cell| cell.to_string()).collect::<Vec<_>>().join(",")
}

/// Reads a move: cells in any order and case, spaces around commas, and perhaps the color and `:` before it.
pub(crate) fn parse_move<const WORDS: usize>(
    pos: &BlokusPosition<WORDS>,
    text: &str,
) -> Result<Placement, MoveError<WhyNot>> {
    let to_move = pos.to_move().ok_or(MoveError::Illegal(WhyNot::GameOver))?;
    let (named, cells) = match text.split_once(':') {
        Some((color, cells)) => (Some(parse_color(color)?), cells),
        None => (None, text),
    };
    let cells = parse_cells(cells)?;
    match named {
        Some(named) if named != to_move => Err(MoveError::Illegal(WhyNot::WrongColor { named, to_move })),
        _ => pos.check(&cells).map_err(MoveError::Illegal),
    }
}

fn parse_color(text: &str) -> Result<Color, NotationError> {
    let number = Some(text.trim()).filter(|text| text.len() == 1).and_then(|text| text.parse().ok());
    number.and_then(Color::from_number).ok_or_else(|| {
        NotationError::new(text, "this is no color", "write a number from 1 to 4 before the colon")
    })
}

fn parse_cells(text: &str) -> Result<Vec<Cell>, NotationError> {
    let cells: Vec<_> = text.split(',').map(|cell| Cell::parse(cell.trim())).collect::<Result<_, _>>()?;
    let repeated = |idx: usize| cells[..idx].contains(&cells[idx]);
    // More cells than any piece has are not a piece, whatever they are.
    match (0..cells.len().min(MAX_SQUARES + 1)).find(|&idx| repeated(idx)) {
        Some(idx) => {
            let problem = format!("the cell {} is named twice", cells[idx]);
            Err(NotationError::new(text, problem, "name each cell of the piece once"))
        }
        None => Ok(cells),
    }
}
