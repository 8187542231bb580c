//! The moves that the program of 2005 considered.

use crate::{
    BlokusPosition, Cell, Color, Placement,
    generator::Reach,
    original::{
        drawn::{Lie, STONES},
        frame::Frame,
    },
};

/// A move, and where its box was laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Placement,
    /// The upper left corner of the box, as the program saw it.
    pub(super) at: (i32, i32),
    /// The edge of the box.
    pub(super) edge: i32,
}

/// The candidates in the program's order: so many pieces that fit, the largest first, with every corner square on every
/// anchor. What meets two anchors is listed twice.
pub(super) fn candidates<const WORDS: usize>(
    pos: &BlokusPosition<WORDS>,
    color: Color,
    frame: Frame,
    most_pieces: usize,
) -> Vec<Candidate> {
    let grid = pos.rules().grid();
    let reach = pos.reach(color);
    let anchors: Vec<Cell> = frame.cells().filter(|&cell| reach.anchors.contains(grid.index(cell))).collect();
    let mut candidates = Vec::new();
    let mut tried_pieces = 0;
    for stone in STONES.iter().rev().filter(|stone| 0 < pos.left(color).count(stone.piece)) {
        let before = candidates.len();
        for &anchor in &anchors {
            let (x, y) = frame.seen(anchor);
            for lie in &stone.lies {
                let corners = lie.squares.iter().filter(|square| square.is_corner);
                let boxes = corners.map(|corner| (x - corner.x, y - corner.y));
                candidates.extend(boxes.filter_map(|at| fitting(pos, &reach, frame, lie, at)));
            }
        }
        tried_pieces += usize::from(before < candidates.len());
        if tried_pieces == most_pieces {
            break;
        }
    }
    candidates
}

/// The candidate with its box at a place, if all its squares lie on open cells.
fn fitting<const WORDS: usize>(
    pos: &BlokusPosition<WORDS>,
    reach: &Reach<WORDS>,
    frame: Frame,
    lie: &Lie,
    at: (i32, i32),
) -> Option<Candidate> {
    let grid = pos.rules().grid();
    let open_cell = |x, y| {
        let cell = frame.cell((at.0 + x, at.1 + y))?;
        reach.open.contains(grid.index(cell)).then_some(cell)
    };
    let mut cells = [Cell::default(); crate::MAX_SQUARES];
    for (square, cell) in lie.squares.iter().zip(&mut cells) {
        *cell = open_cell(square.x, square.y)?;
    }
    let mv = Placement::of_cells(grid, &cells[..lie.squares.len()])?;
    Some(Candidate { mv, at, edge: lie.edge })
}
