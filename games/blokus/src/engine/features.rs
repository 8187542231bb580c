//! What can be seen of a move at a glance, as a few counts of cells.
//!
//! Every cell belongs to a class, as the color to move sees it; a move is described by how many cells of each class
//! it covers, shuts off along its edges, and gains at its corners. A weight for each class makes the promise of a
//! move a sum over some twenty cells, whatever the size of the board.

use super::{board::Board, playout::is_opponent, setting::Setting};
use crate::{Bits, Cell, Color, Grid, N_ORIENTATIONS, N_PIECES, Orientation, Placement};

/// The classes of covered cells: what an opponent could do there, the later the more.
const SQUARES: usize = 6;
/// The classes of cells beside the piece.
const EDGES: usize = 5;
/// The classes of cells at its corners.
const CORNERS: usize = 7;
/// What is told besides: a partner's cell and anchor, an opponent's cell and anchor at the corner, and how far from
/// the middle of the board squares and gained corners lie.
const EXTRAS: usize = 6;

const EDGE_AT: usize = SQUARES;
const CORNER_AT: usize = EDGE_AT + EDGES;
const EXTRA_AT: usize = CORNER_AT + CORNERS;
const PIECE_AT: usize = EXTRA_AT + EXTRAS;

/// How many numbers describe a move.
pub(super) const N_FEATURES: usize = PIECE_AT + N_PIECES;

/// A weight for each feature.
pub(super) type Weights = [f32; N_FEATURES];

/// The largest number of a cell around a placement: one row beyond every board, shifted by [`MARGIN`].
const MAPPED: usize = 1024 + 2 * MARGIN;

/// How much larger the place of a cell in a map is than its number, so that cells below the board have one.
const MARGIN: usize = 32;

/// The cells of each orientation and around it, as differences of numbers on a board of some width.
#[derive(Clone, Debug)]
pub(super) struct Shapes {
    shapes: Vec<Shape>,
}

#[derive(Clone, Debug)]
struct Shape {
    squares: Vec<i16>,
    edges: Vec<i16>,
    corners: Vec<i16>,
}

impl Shapes {
    /// The shapes on a grid.
    pub(super) fn new(grid: Grid) -> Self {
        let offset = |&(right, up): &(i8, i8)| i16::from(up) * grid.stride() as i16 + i16::from(right);
        let shape = |orientation: Orientation| {
            let squares: Vec<(i8, i8)> = orientation.steps().collect();
            let around = |steps: &[(i8, i8)], taken: &[(i8, i8)]| {
                let mut cells: Vec<(i8, i8)> = squares
                    .iter()
                    .flat_map(|&(right, up)| steps.iter().map(move |&(dx, dy)| (right + dx, up + dy)))
                    .filter(|cell| !taken.contains(cell))
                    .collect();
                cells.sort_unstable();
                cells.dedup();
                cells
            };
            let edges = around(&[(1, 0), (-1, 0), (0, 1), (0, -1)], &squares);
            let inner: Vec<_> = squares.iter().chain(&edges).copied().collect();
            let corners = around(&[(1, 1), (1, -1), (-1, 1), (-1, -1)], &inner);
            let offsets = |cells: &[(i8, i8)]| cells.iter().map(offset).collect();
            Shape { squares: offsets(&squares), edges: offsets(&edges), corners: offsets(&corners) }
        };
        let shapes: Vec<_> = Orientation::all().map(shape).collect();
        debug_assert_eq!(shapes.len(), N_ORIENTATIONS);
        Self { shapes }
    }
}

/// The classes of all cells in the eyes of a color.
#[derive(Clone, Debug)]
pub(super) struct Sight<const W: usize> {
    /// What an opponent could do on each cell, from nothing to taking a fresh anchor.
    threats: [Bits<W>; SQUARES],
    edges: [Bits<W>; EDGES],
    corners: [Bits<W>; CORNERS],
    partner_open: Bits<W>,
    partner_anchors: Bits<W>,
}

impl<const W: usize> Sight<W> {
    /// Looks at a board with the eyes of a color.
    #[inline(always)]
    pub(super) fn new(board: &Board<W>, setting: &Setting<W>, color: Color) -> Self {
        let rules = &setting.rules;
        let stride = rules.grid().stride();
        let open = board.open(color);
        let own_anchors = board.anchors(color);
        let (mut free, mut theirs) = (Bits::EMPTY, Bits::EMPTY);
        let (mut anchors, mut near) = (Bits::EMPTY, Bits::EMPTY);
        let (mut fresh, mut near_fresh) = (Bits::EMPTY, Bits::EMPTY);
        let (mut partner_open, mut partner_anchors) = (Bits::EMPTY, Bits::EMPTY);
        for other in rules.colors() {
            free = free | board.open(other);
            if board.hands.is_stuck(other) {
                continue;
            }
            if is_opponent(rules, color, other) {
                let other_open = board.open(other);
                theirs = theirs | other_open;
                anchors = anchors | board.anchors(other);
                near = near | (board.anchors(other).edge_neighbors(stride) & other_open);
                fresh = fresh | board.fresh(other);
                near_fresh = near_fresh | (board.fresh(other).edge_neighbors(stride) & other_open);
            } else if other != color {
                partner_open = partner_open | board.open(other);
                partner_anchors = partner_anchors | board.anchors(other);
            }
        }
        let far = theirs & !near & !anchors;
        let threats =
            [!theirs, far, near & !anchors & !near_fresh, anchors & !fresh, near_fresh & !anchors, fresh];
        let gained = open & !own_anchors;
        let [left, right, below, above] = [open.up(1), open.down(1), open.up(stride), open.down(stride)];
        // How many of the four cells beside each cell are open, in binary.
        let (one, two) = (left ^ right, left & right);
        let (three, four) = (below ^ above, below & above);
        let ones = one ^ three;
        let carry = one & three;
        let twos = two ^ four ^ carry;
        let fours = (two & four) | (carry & (two | four));
        let corners = [
            !open,
            own_anchors,
            gained & !ones & !twos & !fours,
            gained & ones & !twos,
            gained & !ones & twos,
            gained & ones & twos,
            gained & fours,
        ];
        let board_cells = setting.cells;
        let edges = [!board_cells, board_cells & !free, free & !open, gained, own_anchors];
        Self { threats, edges, corners, partner_open, partner_anchors }
    }

    /// The feature of every cell in each of the three roles, for a listing of what a move is made of.
    fn classes(&self) -> impl Iterator<Item = (usize, Bits<W>)> {
        let squares = self.threats.into_iter().enumerate();
        let edges = self.edges.into_iter().enumerate().map(|(idx, cells)| (EDGE_AT + idx, cells));
        let corners = self.corners.into_iter().enumerate().map(|(idx, cells)| (CORNER_AT + idx, cells));
        squares.chain(edges).chain(corners)
    }
}

/// What every cell adds to the promise of a move, by the role in which the move has it.
#[derive(Clone, Debug)]
pub(super) struct Promise {
    squares: Vec<f32>,
    edges: Vec<f32>,
    corners: Vec<f32>,
    pieces: [f32; N_PIECES],
}

impl Promise {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        let zeros = || vec![0.0; MAPPED];
        Self { squares: zeros(), edges: zeros(), corners: zeros(), pieces: [0.0; N_PIECES] }
    }

    /// Spreads the weights over the cells of a board.
    #[inline(always)]
    pub(super) fn fill<const W: usize>(&mut self, sight: &Sight<W>, distances: &[f32], weights: &Weights) {
        let cells = distances.len();
        for (map, outside) in [
            (&mut self.squares, 0.0),
            (&mut self.edges, weights[EDGE_AT]),
            (&mut self.corners, weights[CORNER_AT]),
        ] {
            map[..MARGIN].fill(outside);
            map[MARGIN..MARGIN + cells].fill(0.0);
            map[MARGIN + cells..].fill(outside);
        }
        let inside = Cells { count: cells as u32 };
        for (class, &weight) in weights[..SQUARES].iter().enumerate() {
            inside.add(&mut self.squares, sight.threats[class], weight);
        }
        for (class, &weight) in weights[EDGE_AT..CORNER_AT].iter().enumerate() {
            inside.add(&mut self.edges, sight.edges[class], weight);
        }
        for (class, &weight) in weights[CORNER_AT..EXTRA_AT].iter().enumerate() {
            inside.add(&mut self.corners, sight.corners[class], weight);
        }
        let extras = &weights[EXTRA_AT..PIECE_AT];
        inside.add(&mut self.squares, sight.partner_open, extras[0]);
        inside.add(&mut self.squares, sight.partner_anchors, extras[1]);
        let gained = sight.corners[2..].iter().fold(Bits::EMPTY, |all, &cells| all | cells);
        inside.add(&mut self.corners, gained & !sight.threats[0], extras[2]);
        inside.add(&mut self.corners, gained & sight.anchors(), extras[3]);
        for (promise, far) in self.squares[MARGIN..].iter_mut().zip(distances) {
            *promise += extras[4] * far;
        }
        for cell in gained {
            if let Some(far) = distances.get(cell as usize) {
                self.corners[MARGIN + cell as usize] += extras[5] * far;
            }
        }
        self.pieces.copy_from_slice(&weights[PIECE_AT..]);
    }

    /// The promise of a move: the logarithm of how likely it is, up to what all moves have in common.
    #[inline(always)]
    pub(super) fn of(&self, shapes: &Shapes, mv: Placement) -> f32 {
        let shape = &shapes.shapes[mv.orientation().index()];
        let at = (mv.code() >> 8) as i32 + MARGIN as i32;
        let mut promise = self.pieces[mv.piece().index()];
        for (map, offsets) in
            [(&self.squares, &shape.squares), (&self.edges, &shape.edges), (&self.corners, &shape.corners)]
        {
            for &offset in offsets {
                promise += map[(at + i32::from(offset)) as usize];
            }
        }
        promise
    }
}

impl<const W: usize> Sight<W> {
    /// The anchors of opponents.
    fn anchors(&self) -> Bits<W> {
        self.threats[3] | self.threats[5]
    }
}

/// The numbers of a board.
#[derive(Clone, Copy)]
struct Cells {
    count: u32,
}

impl Cells {
    #[inline(always)]
    fn add<const W: usize>(self, map: &mut [f32], cells: Bits<W>, weight: f32) {
        for cell in cells {
            if cell < self.count {
                map[MARGIN + cell as usize] += weight;
            }
        }
    }
}

/// How far a cell lies from the middle of the board, in half sides.
pub(super) fn distance(grid: Grid, cell: Cell) -> f32 {
    let off = |at: u16, side: u16| (f32::from(2 * at + 1) - f32::from(side)).abs() / f32::from(side);
    off(cell.column, grid.width()).max(off(cell.row, grid.height()))
}

/// The numbers that describe a move, counted one by one.
pub(super) fn features<const W: usize>(
    sight: &Sight<W>,
    shapes: &Shapes,
    grid: Grid,
    mv: Placement,
) -> Weights {
    let mut features = [0.0; N_FEATURES];
    let shape = &shapes.shapes[mv.orientation().index()];
    let first = (mv.code() >> 8) as i32;
    let numbers = 0..grid.numbers() as i32;
    let gained = sight.corners[2..].iter().fold(Bits::EMPTY, |all, &cells| all | cells);
    for (offsets, role, outside) in [
        (&shape.squares, 0..EDGE_AT, 0),
        (&shape.edges, EDGE_AT..CORNER_AT, EDGE_AT),
        (&shape.corners, CORNER_AT..EXTRA_AT, CORNER_AT),
    ] {
        for &offset in offsets {
            let at = first + i32::from(offset);
            if !numbers.contains(&at) {
                features[outside] += 1.0;
                continue;
            }
            let at = at as usize;
            for (class, cells) in sight.classes().filter(|(class, _)| role.contains(class)) {
                features[class] += f32::from(u8::from(cells.contains(at)));
            }
            let extra = |cells: Bits<W>| f32::from(u8::from(cells.contains(at)));
            let far = distance(grid, grid.cell(at));
            match role.start {
                0 => {
                    features[EXTRA_AT] += extra(sight.partner_open);
                    features[EXTRA_AT + 1] += extra(sight.partner_anchors);
                    features[EXTRA_AT + 4] += far;
                }
                CORNER_AT => {
                    features[EXTRA_AT + 2] += extra(gained & !sight.threats[0]);
                    features[EXTRA_AT + 3] += extra(gained & sight.anchors());
                    features[EXTRA_AT + 5] += extra(gained) * far;
                }
                _ => {}
            }
        }
    }
    features[PIECE_AT + mv.piece().index()] = 1.0;
    features
}
