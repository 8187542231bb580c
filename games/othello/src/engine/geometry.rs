//! What is known about squares before any disc lies on them.

use super::portable::ray;

/// The four corners.
pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The squares on the edge beside a corner.
pub(super) const BESIDE_CORNERS: u64 = 0x4281_0000_0000_8142;

/// The squares diagonally beside a corner.
pub(super) const DIAGONAL_TO_CORNERS: u64 = 0x0042_0000_0000_4200;

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// The quarter of the board in which a square lies, as one of four bits.
pub(super) static QUARTER: [u8; 64] = {
    let mut quarters = [0; 64];
    let mut square = 0;
    while square < 64 {
        quarters[square] = 1 << (square / 32 * 2 + square % 8 / 4);
        square += 1;
    }
    quarters
};

/// The squares of some quarters, given as a set of their bits.
///
/// Used with the quarters in which an odd number of squares is empty. Who plays there first can also be the last to
/// play there, which is worth discs; so these moves are tried first.
pub(super) static ODD_QUARTERS: [u64; 16] = {
    let mut sets = [0; 16];
    let mut parity = 0;
    while parity < 16 {
        let mut square = 0;
        while square < 64 {
            if QUARTER[square] & parity as u8 != 0 {
                sets[parity] |= 1 << square;
            }
            square += 1;
        }
        parity += 1;
    }
    sets
};

/// The quarters with an odd number of empty squares.
pub(super) fn parity_of(mut empties: u64) -> u8 {
    let mut parity = 0;
    while empties != 0 {
        parity ^= QUARTER[empties.trailing_zeros() as usize];
        empties &= empties - 1;
    }
    parity
}

/// The squares around each square.
pub(super) static NEIGHBORS: [u64; 64] = {
    let mut sets = [0; 64];
    let mut square = 0;
    while square < 64 {
        sets[square] = around(1 << square);
        square += 1;
    }
    sets
};

/// The squares that share a side or a corner with a square of the set, and maybe squares of the set.
#[inline(always)]
pub(super) const fn around(set: u64) -> u64 {
    let beside = (set & !LAST_COLUMN) << 1 | (set & !FIRST_COLUMN) >> 1;
    let rows = beside | set;
    beside | rows << 8 | rows >> 8
}

/// How many discs a player flips by a disc on the only empty square of the board.
#[inline(always)]
pub(super) fn flip_count_on_full_board(own: u64, square: usize) -> i32 {
    let square = square & 63;
    let (column, row) = (square & 7, square >> 3);
    let Diagonals { rising, falling } = DIAGONALS[square];
    // A multiplication adds the rows up into the highest byte; each column of a diagonal has one square. The column
    // of the square is turned into a row by a multiplication, too.
    let on_row = (own >> (8 * row)) & 0xff;
    let on_column = (own >> column & FIRST_COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let on_rising = (own & rising).wrapping_mul(FIRST_COLUMN) >> 56;
    let on_falling = (own & falling).wrapping_mul(FIRST_COLUMN) >> 56;
    let on_rows = &FLIP_COUNTS[column];
    let n_flips = on_rows[on_row as usize & 0xff]
        + FLIP_COUNTS[row][on_column as usize & 0xff]
        + on_rows[on_rising as usize & 0xff]
        + on_rows[on_falling as usize & 0xff];
    n_flips.into()
}

/// The two diagonals through a square, without the square itself.
#[derive(Clone, Copy)]
struct Diagonals {
    rising: u64,
    falling: u64,
}

static DIAGONALS: [Diagonals; 64] = {
    let mut diagonals = [Diagonals { rising: 0, falling: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        diagonals[square] = Diagonals {
            rising: ray(square, 1, -1) | ray(square, -1, 1),
            falling: ray(square, 1, 1) | ray(square, -1, -1),
        };
        square += 1;
    }
    diagonals
};

/// How many discs are flipped on a line of eight by a disc on one of its squares, by the discs of the mover on the
/// line; the opponent has all others. A line that is shorter looks as if the opponent had discs beyond its end,
/// which nobody encloses.
static FLIP_COUNTS: [[u8; 256]; 8] = {
    let mut counts = [[0; 256]; 8];
    let mut square = 0;
    while square < 8 {
        let mut own = 0;
        while own < 256 {
            let above = (own >> square >> 1) as u32;
            let below = (own & ((1 << square) - 1)) as u8;
            let mut count = 0;
            if above != 0 {
                count += above.trailing_zeros() as u8;
            }
            if below != 0 {
                count += square as u8 - 1 - below.ilog2() as u8;
            }
            counts[square][own] = count;
            own += 1;
        }
        square += 1;
    }
    counts
};
