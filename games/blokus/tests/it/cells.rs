//! What cells are to the colors.

use std::collections::BTreeSet;

use blokus::{Blokus, Cell, CellState, Color, Grid, Orientation, Piece, Placement};
use framework::{Game, Position};

/// Draws what the cells around e10 are to color 1: `#` taken, `x` forbidden, `o` anchor, `.` free.
fn drawn(moves: &str) -> Vec<String> {
    let pos = Blokus::duo().parse_position(moves).expect("legal");
    let letter = |column, row| match pos.state(Cell::new(column, row), Color::FIRST) {
        CellState::Taken(color) => char::from(b'0' + color.number() as u8),
        CellState::Forbidden => 'x',
        CellState::Anchor => 'o',
        CellState::Free => '.',
    };
    (6..13).rev().map(|row| (1..9).map(|column| letter(column, row)).collect()).collect()
}

#[test]
fn in_the_beginning_the_start_cell_is_the_only_anchor() {
    let expected = ["........", "........", "........", "...o....", "........", "........", "........"];
    assert_eq!(drawn("-"), expected);
}

#[test]
fn placing_makes_edge_neighbors_forbidden_and_corner_neighbors_anchors() {
    let expected = ["........", "..oxxo..", ".ox11x..", ".x11xo..", ".oxxo...", "........", "........"];
    assert_eq!(drawn("1:d10,e10,e11,f11 2:j5"), expected);
}

#[test]
fn other_colors_only_take_cells() {
    let pos = Blokus::duo().parse_position("1:e10 2:j5").expect("legal");
    let second = Color::new(1);
    let beside_the_first = Cell::parse("e9").expect("a cell");
    assert_eq!(pos.state(beside_the_first, Color::FIRST), CellState::Forbidden);
    assert_eq!(pos.state(beside_the_first, second), CellState::Free);
    assert_eq!(pos.state(Cell::parse("e10").expect("a cell"), second), CellState::Taken(Color::FIRST));
}

#[test]
fn a_move_is_legal_exactly_if_all_cells_are_open_and_one_is_an_anchor() {
    let game = Blokus::duo();
    let pos = game.parse_position("1:d10,e10,e11,f11 2:j5 1:b9,c9 2:i6,i7").expect("legal");
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let grid = pos.rules().grid();
    let state = |cell| pos.state(cell, Color::FIRST);
    for lying in Orientation::all() {
        for cell in grid.cells() {
            let Some(mv) = Placement::new(grid, lying, cell) else { continue };
            let is_open = |cell| matches!(state(cell), CellState::Free | CellState::Anchor);
            let has_anchor = mv.cells(grid).any(|cell| state(cell) == CellState::Anchor);
            let has_piece = 0 < pos.left(Color::FIRST).count(mv.piece());
            let expected = has_piece && has_anchor && mv.cells(grid).all(is_open);
            assert_eq!(pos.is_legal(mv), expected, "{mv:?}");
            assert_eq!(moves.contains(&mv), expected, "{mv:?}");
        }
    }
}

#[test]
fn the_91_orientations_are_distinct_and_turning_keeps_the_piece() {
    let shapes: BTreeSet<Vec<_>> = Orientation::all().map(|lying| lying.steps().collect()).collect();
    assert_eq!(shapes.len(), 91);
    let moved_to_first = |mut steps: Vec<(i8, i8)>| -> Vec<(i8, i8)> {
        steps.sort_by_key(|&(right, up)| (up, right));
        let first = steps[0];
        steps.iter().map(|&(right, up)| (right - first.0, up - first.1)).collect()
    };
    for lying in Orientation::all() {
        let turned = moved_to_first(lying.steps().map(|(right, up)| (up, -right)).collect());
        let flipped = moved_to_first(lying.steps().map(|(right, up)| (-right, up)).collect());
        for other in [turned, flipped] {
            let found = lying.piece().orientations().any(|known| known.steps().eq(other.iter().copied()));
            assert!(found, "a turned or flipped {} is still one", lying.piece());
        }
    }
    assert_eq!(Piece::all().map(|piece| piece.orientations().count()).sum::<usize>(), 91);
}

#[test]
fn boards_are_three_to_thirty_cells_wide_and_high() {
    assert!(Grid::new(3, 30).is_some() && Grid::new(30, 3).is_some());
    assert!(Grid::new(2, 30).is_none() && Grid::new(30, 31).is_none());
}
