//! The placements that cover one cell.
//!
//! A piece can cover a cell in 414 ways: with each square of each of the 91 orientations. Whether one of them fits
//! depends on the cells within four steps alone, 41 with the cell itself. So the open ones among them, five at a time,
//! are looked up in tables of the ways that need none of the closed ones, and a few intersections tell all that fit,
//! whatever the size of the board and however many there are.

use std::sync::LazyLock;

use super::rows::{N_AROUND, Offset, Spot, place_around};
use crate::{MAX_SQUARES, N_PIECES, Orientation, Piece, Placement};

/// The cells of each group of neighbors: the first and how many. The cell itself lies in the larger one.
const GROUPS: [(u32, u32); 8] = [(0, 5), (5, 5), (10, 5), (15, 6), (21, 5), (26, 5), (31, 5), (36, 5)];

/// Where the table of each group begins, one after the other: at equal distances they would fight for the same lines
/// of the cache.
const TABLES: [usize; 8] = [0, 32, 64, 96, 160, 192, 224, 256];

/// How many subsets all groups have together.
const N_SUBSETS: usize = 288;

const _: () = assert!(GROUPS[7].0 + GROUPS[7].1 == N_AROUND);

/// Where the ways of pieces of one to five squares begin, so that those of each size fill words of their own, those
/// of one to three squares excepted.
const FIRST_BITS: [usize; MAX_SQUARES + 1] = [0, 470, 466, 448, 320, 0];

/// A set of ways to cover a cell, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ways(pub(super) [u64; 8]);

/// The words of ways of pieces with five squares.
pub(super) const LARGE_WORDS: usize = 5;

impl Ways {
    /// No way.
    pub(super) const NONE: Self = Self([0; 8]);

    #[inline(always)]
    pub(super) fn and(self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline(always)]
    pub(super) fn or(self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline(always)]
    pub(super) fn minus(self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many ways there are with pieces of five squares.
    #[inline(always)]
    pub(super) fn count_large(&self) -> u32 {
        self.0[..LARGE_WORDS].iter().map(|word| word.count_ones()).sum()
    }

    /// The parts in which all pieces have as many squares, with their number.
    #[inline(always)]
    pub(super) fn by_size(&self) -> [(usize, u64, usize); 10] {
        let small = self.0[7];
        [
            (5, self.0[0], 0),
            (5, self.0[1], 64),
            (5, self.0[2], 128),
            (5, self.0[3], 192),
            (5, self.0[4], 256),
            (4, self.0[5], 320),
            (4, self.0[6], 384),
            (3, small & THREES, 448),
            (2, small & TWOS, 448),
            (1, small & ONE, 448),
        ]
    }
}

const THREES: u64 = (1 << 18) - 1;
const TWOS: u64 = 0b1111 << 18;
const ONE: u64 = 1 << 22;

/// The tables.
#[derive(Debug)]
pub(super) struct Covering {
    /// For each group and each set of open cells in it the ways that cover no closed cell of the group.
    kept: [Ways; N_SUBSETS],
    /// The ways of each piece.
    of_piece: [Ways; N_PIECES],
    /// What each way is.
    ways: [Way; 512],
}

/// One way to cover a cell.
#[derive(Clone, Copy, Debug)]
struct Way {
    orientation: Orientation,
    /// Columns and rows from the cell to the first square.
    to_first: (i8, i8),
}

static COVERING: LazyLock<Box<Covering>> = LazyLock::new(|| Box::new(Covering::new()));

impl Covering {
    /// The tables, which are made when they are first needed.
    pub(super) fn tables() -> &'static Self {
        &COVERING
    }

    fn new() -> Self {
        let nothing = Way { orientation: Orientation::new(0), to_first: (0, 0) };
        let mut covering =
            Self { kept: [Ways::NONE; N_SUBSETS], of_piece: [Ways::NONE; N_PIECES], ways: [nothing; 512] };
        let mut next = FIRST_BITS;
        for orientation in Orientation::all() {
            let steps: Vec<(i8, i8)> = orientation.steps().collect();
            for &(right, up) in &steps {
                let bit = &mut next[steps.len()];
                let cells = steps.iter().map(|&(x, y)| 1 << place_around(x - right, y - up));
                covering.add(*bit, cells.sum(), orientation.piece());
                covering.ways[*bit] = Way { orientation, to_first: (-right, -up) };
                *bit += 1;
            }
        }
        debug_assert_eq!(next[1..], [471, 470, 466, 396, 315], "there are 414 ways");
        covering
    }

    /// Puts a way that needs some cells into all tables.
    fn add(&mut self, bit: usize, needed: u64, piece: Piece) {
        for (table, (first, count)) in TABLES.into_iter().zip(GROUPS) {
            let needed = needed >> first & ((1 << count) - 1);
            for (open, ways) in (0..1 << count).zip(&mut self.kept[table..]) {
                if needed & !open == 0 {
                    ways.0[bit / 64] |= 1 << (bit % 64);
                }
            }
        }
        self.of_piece[piece.index()].0[bit / 64] |= 1 << (bit % 64);
    }

    /// The ways of a piece.
    #[inline(always)]
    pub(super) fn of_piece(&self, piece: Piece) -> &Ways {
        &self.of_piece[piece.index()]
    }

    /// The ways that need only open cells, by the open cells around.
    #[inline(always)]
    pub(super) fn fitting(&self, open: u64) -> Ways {
        let of_group = |group: usize| {
            let (first, count) = GROUPS[group];
            &self.kept[TABLES[group] + (open >> first & ((1 << count) - 1)) as usize]
        };
        let mut ways = of_group(0).and(of_group(1));
        for group in 2..GROUPS.len() {
            ways = ways.and(of_group(group));
        }
        ways
    }

    /// What has to be added to 256 times the number of a cell for the code of each placement that covers it, on a
    /// board with rows of `stride` numbers.
    pub(super) fn codes(&self, stride: u32) -> Vec<i32> {
        let code = |way: &Way| {
            let (right, up) = way.to_first;
            ((i32::from(up) * stride as i32 + i32::from(right)) << 8) + way.orientation.index() as i32
        };
        self.ways.iter().map(code).collect()
    }
}

/// The cells of each orientation and around it, by rows from the one below its first square.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// The squares; the first has [`MARGIN`](super::rows::MARGIN) columns to its left.
    pub(super) squares: [u16; 8],
    /// The squares and the cells that share an edge with one.
    pub(super) closed: [u16; 8],
    /// From the first square to the cells that touch the piece at a corner only.
    pub(super) corners: Vec<Offset>,
}

impl Outline {
    /// The outlines of all orientations.
    pub(super) fn all() -> Vec<Self> {
        Orientation::all().map(Self::of).collect()
    }

    fn of(orientation: Orientation) -> Self {
        let steps: Vec<(i8, i8)> = orientation.steps().collect();
        let mut outline = Self { squares: [0; 8], closed: [0; 8], corners: Vec::new() };
        let put = |rows: &mut [u16; 8], (right, up): (i8, i8)| {
            rows[(up + 1) as usize] |= 1 << (right + 4);
        };
        for &(right, up) in &steps {
            put(&mut outline.squares, (right, up));
            for (x, y) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)] {
                put(&mut outline.closed, (right + x, up + y));
            }
        }
        let mut corners = Vec::new();
        for &(right, up) in &steps {
            for (x, y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let corner = (right + x, up + y);
                let is_closed = outline.closed[(corner.1 + 1) as usize] >> (corner.0 + 4) & 1 != 0;
                if !is_closed && !corners.contains(&corner) {
                    corners.push(corner);
                }
            }
        }
        outline.corners = corners.into_iter().map(|(right, up)| Spot::offset(right, up)).collect();
        outline
    }
}

/// The placement of a way to cover a cell.
#[inline(always)]
pub(super) fn placement(codes: &[i32], index: i32, way: usize) -> Placement {
    Placement::from_code(((index << 8) + codes[way]) as u32)
}
