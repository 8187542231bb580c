//! Discs that nobody can ever flip: who has many of them cannot lose by much.

use std::sync::LazyLock;

use super::bitboard::Bitboard;

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;
const FIRST_ROW: u64 = 0xff;
const LAST_ROW: u64 = FIRST_ROW << 56;

/// A bound that is not above `alpha`, if the opponent's stable discs prove one.
#[inline(always)]
pub(super) fn cut_by_stable_discs(board: Bitboard, n_empties: u32, alpha: i32) -> Option<i32> {
    // With more empty squares fewer discs are stable, and the score must be asked to be higher until it pays to count.
    if alpha < n_empties.cast_signed() - 4 {
        return None;
    }
    let n_needed = (64 - alpha + 1) / 2;
    if board.opp.count_ones().cast_signed() < n_needed {
        return None;
    }
    let upper = 64 - 2 * stable_discs(board.opp, board.own).count_ones().cast_signed();
    (upper <= alpha).then_some(upper)
}

/// Some discs of `own` that can never be flipped, as a set; there may be more.
///
/// A disc is safe if in each of the four directions it is beside a safe disc of the same color or the edge, or the
/// whole line is full. The edges are looked up, and the safety spreads from there.
#[inline]
fn stable_discs(own: u64, opp: u64) -> u64 {
    let discs = own | opp;
    let full = FullLines::of(discs);
    let everywhere = full.rows & full.columns & full.rising & full.falling;
    let mut stable = stable_on_edges(own, opp) | own & everywhere;
    if stable == 0 {
        return 0;
    }
    loop {
        let on_row = stable >> 1 & !LAST_COLUMN | stable << 1 & !FIRST_COLUMN | full.rows;
        let on_column = stable >> 8 | stable << 8 | full.columns;
        let on_rising = stable >> 7 & !FIRST_COLUMN | stable << 7 & !LAST_COLUMN | full.rising;
        let on_falling = stable >> 9 & !LAST_COLUMN | stable << 9 & !FIRST_COLUMN | full.falling;
        // Squares on the edge are decided by the table; for the others all four directions count.
        let more = stable | own & INNER & on_row & on_column & on_rising & on_falling;
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// The squares that are on no edge.
const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

/// The squares whose lines are full of discs, by the direction of the line.
struct FullLines {
    rows: u64,
    columns: u64,
    rising: u64,
    falling: u64,
}

impl FullLines {
    #[inline(always)]
    fn of(discs: u64) -> Self {
        let mut rows = discs & discs >> 4;
        rows &= rows >> 2;
        rows &= rows >> 1;
        let mut columns = discs & discs.rotate_right(32);
        columns &= columns.rotate_right(16);
        columns &= columns.rotate_right(8);
        Self {
            rows: (rows & FIRST_COLUMN) * 0xff,
            columns,
            rising: full_diagonals::<7>(discs, FIRST_ROW | LAST_COLUMN, LAST_ROW | FIRST_COLUMN),
            falling: full_diagonals::<9>(discs, FIRST_ROW | FIRST_COLUMN, LAST_ROW | LAST_COLUMN),
        }
    }
}

/// The squares of full diagonals whose neighbors are `STEP` bits apart. `first` and `last` are the squares where
/// such lines begin and end.
#[inline(always)]
fn full_diagonals<const STEP: u32>(discs: u64, first: u64, last: u64) -> u64 {
    // After three steps of doubling, a square is left if all eight squares before it are full or off the board.
    let (mut before, mut after) = (discs, discs);
    let (mut near_first, mut near_last) = (first, last);
    let mut step = STEP;
    while step <= 4 * STEP {
        before &= near_first | before << step;
        after &= near_last | after >> step;
        near_first |= near_first << step & !wrapped::<STEP>(step, true);
        near_last |= near_last >> step & !wrapped::<STEP>(step, false);
        step *= 2;
    }
    before & after
}

/// The squares that a shift along a diagonal can reach only around the edge.
#[inline(always)]
const fn wrapped<const STEP: u32>(step: u32, towards_higher: bool) -> u64 {
    let columns = step / STEP;
    // A falling diagonal goes right towards higher bits, a rising one left.
    let goes_right = (STEP == 9) == towards_higher;
    let row = if goes_right { (1 << columns) - 1 } else { 0xff & !(0xff >> columns) };
    row * FIRST_COLUMN
}

/// The discs on the four edges that no moves on the edge can flip.
#[inline]
pub(super) fn stable_on_edges(own: u64, opp: u64) -> u64 {
    let edges = &**EDGES;
    let stable = |own: u64, opp: u64| u64::from(edges[(own as usize & 0xff) << 8 | opp as usize & 0xff]);
    let column =
        |set: u64, column: u32| (set >> column & FIRST_COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let to_column = |byte: u64| {
        // Eight copies of the byte, of which each keeps the bit of its row.
        let bits = byte.wrapping_mul(FIRST_COLUMN) & 0x8040_2010_0804_0201;
        // A byte that is not 0 has its highest bit set after this.
        let marked = (bits & 0x7f7f_7f7f_7f7f_7f7f).wrapping_add(0x7f7f_7f7f_7f7f_7f7f) | bits;
        marked >> 7 & FIRST_COLUMN
    };
    stable(own, opp)
        | stable(own >> 56, opp >> 56) << 56
        | to_column(stable(column(own, 0), column(opp, 0)))
        | to_column(stable(column(own, 7), column(opp, 7))) << 7
}

/// The stable discs of the first player by the discs of both on an edge.
static EDGES: LazyLock<Box<[u8; 1 << 16]>> = LazyLock::new(|| {
    let mut edges = Box::new([0; 1 << 16]);
    // With more and more empty squares, so that what comes after a move is known already.
    for n_empties in 0..=8 {
        for own in 0..=255_u8 {
            for opp in (0..=255_u8).filter(|opp| own & opp == 0) {
                if (own | opp).count_zeros() == n_empties {
                    edges[usize::from(own) << 8 | usize::from(opp)] = stable_on_edge(&edges, own, opp);
                }
            }
        }
    }
    edges
});

/// The discs of `own` that stay, whoever plays on whichever empty square next.
fn stable_on_edge(edges: &[u8; 1 << 16], own: u8, opp: u8) -> u8 {
    let mut stable = own;
    for square in (0..8).filter(|square| (own | opp) >> square & 1 == 0) {
        let disc = 1 << square;
        let won = flips_on_edge(own, opp, square);
        let after_own = edges[usize::from(own | won | disc) << 8 | usize::from(opp & !won)];
        let lost = flips_on_edge(opp, own, square);
        let after_opp = edges[usize::from(own & !lost) << 8 | usize::from(opp | lost | disc)];
        stable &= after_own & after_opp;
    }
    stable
}

/// The discs that are flipped on a row of eight by a disc on one of its squares.
fn flips_on_edge(mover: u8, other: u8, square: u8) -> u8 {
    let mut flips = 0;
    for towards_higher in [false, true] {
        let mut run = 0;
        let mut disc = 1_u8 << square;
        loop {
            disc = if towards_higher { disc << 1 } else { disc >> 1 };
            if disc & other == 0 {
                break;
            }
            run |= disc;
        }
        if disc & mover != 0 {
            flips |= run;
        }
    }
    flips
}

#[cfg(test)]
mod tests {
    use framework::Rng;

    use super::*;
    use crate::engine::portable::{flips, mobility};

    /// Plays at random to the end and takes away from `stable` what was flipped, whoever moved.
    fn survivors(mut board: Bitboard, stable: u64, rng: &mut Rng) -> u64 {
        let mut kept = stable;
        let mut is_first_to_move = true;
        for _ in 0..2 * board.n_empties() {
            let moves = mobility(board.own, board.opp);
            if moves == 0 {
                board = board.passed();
                is_first_to_move = !is_first_to_move;
                continue;
            }
            let mut moves = moves;
            for _ in 0..rng.below(moves.count_ones().into()) {
                moves &= moves - 1;
            }
            let square = moves.trailing_zeros() as usize;
            board = board.after(1 << square, flips(board.own, board.opp, square));
            is_first_to_move = !is_first_to_move;
            kept &= if is_first_to_move { board.own } else { board.opp };
        }
        kept
    }

    #[test]
    fn stable_discs_survive_random_games_from_random_boards() {
        let mut rng = Rng::from_seed(3);
        let mut n_stable = 0;
        for _ in 0..20_000 {
            let discs = rng.bits() | rng.bits() | rng.bits();
            let own = discs & (rng.bits() | rng.bits());
            let board = Bitboard { own, opp: discs & !own };
            let stable = stable_discs(board.own, board.opp);
            assert_eq!(stable & !own, 0);
            n_stable += stable.count_ones();
            assert_eq!(survivors(board, stable, &mut rng), stable, "{board:?}");
        }
        assert!(100_000 < n_stable, "{n_stable}");
    }

    #[test]
    fn a_corner_and_what_is_joined_to_it_is_stable_and_a_full_board_is_entirely() {
        assert_eq!(stable_discs(0b111, 0), 0b111);
        assert_eq!(stable_discs(0b110, 0), 0);
        let own = 0x0123_4567_89ab_cdef;
        assert_eq!(stable_discs(own, !own), own);
    }
}
