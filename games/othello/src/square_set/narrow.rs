//! Boards of up to 8×8 squares in one machine word: bit 0 is a1, bit 8 is a2.

use super::SquareSet;
use crate::Square;

/// All columns but the outer ones. A run that is to be enclosed sideways never reaches those, and without them
/// no shift can carry a disc from one end of a row to the other end of the next.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// Exchanges row 1 with row 8, row 2 with row 7 and so on, in the index of a square.
const MIRROR: usize = 0b11_1000;

impl SquareSet for u64 {
    const MAX_SIDE: u8 = 8;
    const EMPTY: Self = 0;

    fn of(square: Square) -> Self {
        1 << index(square)
    }

    fn board(side: u8) -> Self {
        BOARDS[usize::from(side)]
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn pop_first(&mut self) -> Option<Square> {
        if *self == 0 {
            return None;
        }
        let bit = self.trailing_zeros() as u8;
        *self &= *self - 1;
        Some(Square::from_number((bit & 0b11_1000) << 1 | bit & 0b111))
    }

    fn ends_of_runs(mover: Self, other: Self) -> Self {
        let inner = other & INNER_COLUMNS;
        ends_on_line::<1>(mover, inner)
            | ends_on_line::<7>(mover, inner)
            | ends_on_line::<8>(mover, other)
            | ends_on_line::<9>(mover, inner)
    }

    fn flips(mover: Self, other: Self, square: Square) -> Self {
        let square = index(square);
        let rays = &RAYS[square];
        let ahead = enclosed_ahead(&rays.ahead, mover, other);
        // Addition carries upwards only. On the board upside down, what was above is below; what was to the
        // right still is, and has been found.
        let [_, downwards @ ..] = &RAYS[square ^ MIRROR].ahead;
        let above = enclosed_ahead(downwards, mover.swap_bytes(), other.swap_bytes());
        ahead | above.swap_bytes() | enclosed_to_the_left(rays.left, mover, other)
    }

    fn beside(self) -> Self {
        left_and_right(self) | self << 8 | self >> 8
    }

    fn around(self) -> Self {
        let rows = left_and_right(self) | self;
        (rows << 8 | rows >> 8) | left_and_right(self)
    }
}

/// The neighbors of squares in their rows.
const fn left_and_right(set: u64) -> u64 {
    (set & !LAST_COLUMN) << 1 | (set & !FIRST_COLUMN) >> 1
}

/// The bit of a square, below 64 for any square.
const fn index(square: Square) -> usize {
    ((square.number() >> 1 & 0b11_1000) | square.number() & 0b111) as usize
}

/// The squares at the ends of runs of `other` that begin beside a disc of `mover`, in both directions of a line
/// whose neighbors are `STEP` bits apart.
///
/// A run has at most six discs: after one, two, four and six of them all are found (Kogge and Stone's adder).
const fn ends_on_line<const STEP: u32>(mover: u64, other: u64) -> u64 {
    let mut ahead = other & mover << STEP;
    let mut back = other & mover >> STEP;
    ahead |= other & ahead << STEP;
    back |= other & back >> STEP;
    let pairs_ahead = other & other << STEP;
    let pairs_back = other & other >> STEP;
    ahead |= pairs_ahead & ahead << (2 * STEP);
    back |= pairs_back & back >> (2 * STEP);
    ahead |= pairs_ahead & ahead << (2 * STEP);
    back |= pairs_back & back >> (2 * STEP);
    ahead << STEP | back >> STEP
}

/// The discs of `other` that are enclosed along any of some rays towards higher bits.
///
/// The compiler does four rays at once in vectors, and three one by one. That mix keeps all units of the processor
/// busy: eleven plies take 2.2 s with it, 2.8 s without vectors (CPU time on an AMD EPYC, every leaf made).
fn enclosed_ahead<const RAYS: usize>(rays: &[u64; RAYS], mover: u64, other: u64) -> u64 {
    rays.iter().fold(0, |discs, &ray| discs | enclosed(ray, mover, other))
}

/// The discs of `other` from the lower end of `ray` up to the first disc that is not theirs, if that one is
/// `mover`'s.
const fn enclosed(ray: u64, mover: u64, other: u64) -> u64 {
    let stops = ray & !other;
    let end = stops & stops.wrapping_neg() & mover;
    // No disc at the end, nothing below it: 0 stays 0.
    ray & end.wrapping_sub((end != 0) as u64)
}

/// The same for the ray that runs towards lower bits.
const fn enclosed_to_the_left(ray: u64, mover: u64, other: u64) -> u64 {
    // The lowest bit stands for "no stop". It cannot be mistaken for one: where it lies on the ray at all and
    // was no stop, it is a disc of `other`.
    let stops = ray & !other | 1;
    let end = ray & mover & 1 << stops.ilog2();
    ray & end.wrapping_neg() << 1
}

/// The squares of the boards with 0 to 8 squares a side.
static BOARDS: [u64; 9] = {
    let mut boards = [0; 9];
    let mut side = 1;
    while side <= 8 {
        let row = 0xff >> (8 - side);
        boards[side] = (u64::MAX >> (64 - 8 * side)) & (row * 0x0101_0101_0101_0101);
        side += 1;
    }
    boards
};

/// The squares that lie in a straight line from a square, by direction; the square itself is in none.
struct Rays {
    /// To the right, down to the left, down, down to the right.
    ahead: [u64; 4],
    left: u64,
}

static RAYS: [Rays; 64] = {
    const NONE: Rays = Rays { ahead: [0; 4], left: 0 };
    let mut rays = [NONE; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = ((square % 8) as i32, (square / 8) as i32);
        rays[square] = Rays {
            ahead: [
                ray(column, row, 1, 0),
                ray(column, row, -1, 1),
                ray(column, row, 0, 1),
                ray(column, row, 1, 1),
            ],
            left: ray(column, row, -1, 0),
        };
        square += 1;
    }
    rays
};

const fn ray(mut column: i32, mut row: i32, columns: i32, rows: i32) -> u64 {
    let mut squares = 0;
    loop {
        column += columns;
        row += rows;
        if column < 0 || 8 <= column || 8 <= row {
            return squares;
        }
        squares |= 1 << (8 * row + column);
    }
}
