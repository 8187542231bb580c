//! Moves and flips in plain 64-bit arithmetic, for every machine, and the search built on them.

/// Marks a function of the search that cannot be inlined into its caller. Here it changes nothing; its twin in
/// `avx2` compiles the same functions for more instructions.
macro_rules! hot {
    ($($function:tt)*) => { $($function)* };
}

#[path = "core/mod.rs"]
pub(super) mod core;

/// All columns but the outer ones. A run that is to be enclosed sideways never reaches those, and without them
/// no shift can carry a disc from one end of a row to the other end of the next.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Exchanges row 1 with row 8, row 2 with row 7 and so on, in the index of a square.
const MIRROR: usize = 0b11_1000;

/// The squares, empty or not, from which a straight run of `opp` discs leads to a disc of `own`.
#[inline(always)]
pub(crate) const fn ends_of_runs(own: u64, opp: u64) -> u64 {
    let inner = opp & INNER_COLUMNS;
    ends_on_line::<1>(own, inner)
        | ends_on_line::<7>(own, inner)
        | ends_on_line::<8>(own, opp)
        | ends_on_line::<9>(own, inner)
}

/// The squares on which `own` may put a disc.
#[inline(always)]
pub(crate) const fn mobility(own: u64, opp: u64) -> u64 {
    ends_of_runs(own, opp) & !(own | opp)
}

/// The discs of `opp` that a disc of `own` on a square would enclose.
#[inline(always)]
pub(crate) fn flips(own: u64, opp: u64, square: usize) -> u64 {
    let rays = &RAYS[square];
    let ahead = enclosed_ahead(&rays.ahead, own, opp);
    // Addition carries upwards only. On the board upside down, what was above is below; what was to the
    // right still is, and has been found.
    let [_, downwards @ ..] = &RAYS[square ^ MIRROR].ahead;
    let above = enclosed_ahead(downwards, own.swap_bytes(), opp.swap_bytes());
    ahead | above.swap_bytes() | enclosed_to_the_left(rays.left, own, opp)
}

/// The squares at the ends of runs of `opp` that begin beside a disc of `own`, in both directions of a line
/// whose neighbors are `STEP` bits apart.
///
/// A run has at most six discs: after one, two, four and six of them all are found (Kogge and Stone's adder).
#[inline(always)]
const fn ends_on_line<const STEP: u32>(own: u64, opp: u64) -> u64 {
    let mut ahead = opp & own << STEP;
    let mut back = opp & own >> STEP;
    ahead |= opp & ahead << STEP;
    back |= opp & back >> STEP;
    let pairs_ahead = opp & opp << STEP;
    let pairs_back = opp & opp >> STEP;
    ahead |= pairs_ahead & ahead << (2 * STEP);
    back |= pairs_back & back >> (2 * STEP);
    ahead |= pairs_ahead & ahead << (2 * STEP);
    back |= pairs_back & back >> (2 * STEP);
    ahead << STEP | back >> STEP
}

/// The discs of `opp` that are enclosed along any of some rays towards higher bits.
///
/// The compiler does four rays at once in vectors, and three one by one. That mix keeps all units of the processor
/// busy: eleven plies take 2.2 s with it, 2.8 s without vectors (CPU time on an AMD EPYC, every leaf made).
#[inline(always)]
fn enclosed_ahead<const RAYS: usize>(rays: &[u64; RAYS], own: u64, opp: u64) -> u64 {
    rays.iter().fold(0, |discs, &ray| discs | enclosed(ray, own, opp))
}

/// The discs of `opp` from the lower end of `ray` up to the first disc that is not theirs, if that one is
/// `own`'s.
#[inline(always)]
const fn enclosed(ray: u64, own: u64, opp: u64) -> u64 {
    let stops = ray & !opp;
    let end = stops & stops.wrapping_neg() & own;
    // No disc at the end, nothing below it: 0 stays 0.
    ray & end.wrapping_sub((end != 0) as u64)
}

/// The same for the ray that runs towards lower bits.
#[inline(always)]
const fn enclosed_to_the_left(ray: u64, own: u64, opp: u64) -> u64 {
    // The lowest bit stands for "no stop". It cannot be mistaken for one: where it lies on the ray at all and
    // was no stop, it is a disc of `opp`.
    let stops = ray & !opp | 1;
    let end = ray & own & 1 << stops.ilog2();
    ray & end.wrapping_neg() << 1
}

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
        rays[square] = Rays {
            ahead: [ray(square, 1, 0), ray(square, -1, 1), ray(square, 0, 1), ray(square, 1, 1)],
            left: ray(square, -1, 0),
        };
        square += 1;
    }
    rays
};

/// The squares from a square to the edge in one of the eight directions, without the square itself.
pub(super) const fn ray(square: usize, columns: i32, rows: i32) -> u64 {
    let (mut column, mut row) = ((square % 8) as i32, (square / 8) as i32);
    let mut squares = 0;
    loop {
        column += columns;
        row += rows;
        if column < 0 || 8 <= column || row < 0 || 8 <= row {
            return squares;
        }
        squares |= 1 << (8 * row + column);
    }
}
