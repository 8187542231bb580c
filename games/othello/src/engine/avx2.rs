//! Moves and flips with the vectors of AVX2, and the search built on them.
//!
//! The functions here may be called only where the processor has these instructions; `dispatch` asks once.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extracti128_si256,
    _mm256_or_si256, _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64,
    _mm256_srlv_epi64, _mm256_sub_epi64,
};

use super::portable::ray;

/// Compiles a function of the search for processors with AVX2 and the bit instructions that came before it.
macro_rules! hot {
    ($($function:tt)*) => { #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")] $($function)* };
}

#[path = "core/mod.rs"]
#[expect(clippy::duplicate_mod, reason = "the same search, compiled for another set of instructions")]
pub(super) mod core;

/// The squares on which `own` may put a disc.
///
/// Each of the four lanes follows one line of the board in both directions: rows, both diagonals and columns.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn mobility(own: u64, opp: u64) -> u64 {
    // A run that is to be enclosed sideways never reaches the outer columns, so that without them no shift wraps.
    let inner = _mm256_setr_epi64x(0x7e7e_7e7e_7e7e_7e7e, 0x7e7e_7e7e_7e7e_7e7e, -1, 0x7e7e_7e7e_7e7e_7e7e);
    let step = _mm256_setr_epi64x(1, 7, 8, 9);
    let two_steps = _mm256_setr_epi64x(2, 14, 16, 18);
    let own_lanes = _mm256_set1_epi64x(own.cast_signed());
    let runs = _mm256_and_si256(_mm256_set1_epi64x(opp.cast_signed()), inner);

    let mut ahead = _mm256_and_si256(runs, _mm256_sllv_epi64(own_lanes, step));
    let mut back = _mm256_and_si256(runs, _mm256_srlv_epi64(own_lanes, step));
    ahead = _mm256_or_si256(ahead, _mm256_and_si256(runs, _mm256_sllv_epi64(ahead, step)));
    back = _mm256_or_si256(back, _mm256_and_si256(runs, _mm256_srlv_epi64(back, step)));
    let pairs_ahead = _mm256_and_si256(runs, _mm256_sllv_epi64(runs, step));
    let pairs_back = _mm256_srlv_epi64(pairs_ahead, step);
    ahead = _mm256_or_si256(ahead, _mm256_and_si256(pairs_ahead, _mm256_sllv_epi64(ahead, two_steps)));
    back = _mm256_or_si256(back, _mm256_and_si256(pairs_back, _mm256_srlv_epi64(back, two_steps)));
    ahead = _mm256_or_si256(ahead, _mm256_and_si256(pairs_ahead, _mm256_sllv_epi64(ahead, two_steps)));
    back = _mm256_or_si256(back, _mm256_and_si256(pairs_back, _mm256_srlv_epi64(back, two_steps)));
    let ends = _mm256_or_si256(_mm256_sllv_epi64(ahead, step), _mm256_srlv_epi64(back, step));
    or_of_lanes(ends) & !(own | opp)
}

/// The discs of `opp` that a disc of `own` on a square would enclose.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn flips(own: u64, opp: u64, square: usize) -> u64 {
    let Lanes { ahead, back } = &RAYS[square];
    let (own, opp) = (_mm256_set1_epi64x(own.cast_signed()), _mm256_set1_epi64x(opp.cast_signed()));
    let zero = _mm256_setzero_si256();

    // Towards higher bits: adding 1 below a run carries to the first square that is not `opp`'s.
    let ahead = load(ahead);
    let stops_ahead = _mm256_andnot_si256(opp, ahead);
    let lowest = _mm256_and_si256(stops_ahead, _mm256_sub_epi64(zero, stops_ahead));
    let end = _mm256_and_si256(lowest, own);
    // One less than the end is everything below it; where there is no end, 0 must stay 0.
    let has_no_end = _mm256_cmpeq_epi64(end, zero);
    let below = _mm256_add_epi64(_mm256_sub_epi64(end, has_no_end), _mm256_set1_epi64x(-1));
    let flips_ahead = _mm256_and_si256(ahead, below);

    // Towards lower bits: everything from the first stop to the edge is filled along the ray; what is left of the
    // ray is the run, and the highest bit of the filled part is its end.
    let back = load(back);
    let step = _mm256_setr_epi64x(1, 7, 8, 9);
    let stops_back = _mm256_andnot_si256(opp, back);
    let mut filled = _mm256_or_si256(stops_back, _mm256_srlv_epi64(stops_back, step));
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, _mm256_setr_epi64x(2, 14, 16, 18)));
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, _mm256_setr_epi64x(4, 28, 32, 36)));
    let end = _mm256_and_si256(_mm256_andnot_si256(_mm256_srlv_epi64(filled, step), stops_back), own);
    let run = _mm256_andnot_si256(filled, back);
    let flips_back = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), run);

    or_of_lanes(_mm256_or_si256(flips_ahead, flips_back))
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn or_of_lanes(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))).cast_unsigned()
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn load(lanes: &[u64; 4]) -> __m256i {
    let [first, second, third, fourth] = lanes.map(u64::cast_signed);
    _mm256_setr_epi64x(first, second, third, fourth)
}

/// The rays of a square in the order of the lanes.
#[repr(align(64))]
pub(super) struct Lanes {
    /// To the right, down to the left, down, down to the right.
    pub(super) ahead: [u64; 4],
    /// To the left, up to the right, up, up to the left.
    pub(super) back: [u64; 4],
}

pub(super) static RAYS: [Lanes; 64] = {
    const NONE: Lanes = Lanes { ahead: [0; 4], back: [0; 4] };
    let mut rays = [NONE; 64];
    let mut square = 0;
    while square < 64 {
        rays[square] = Lanes {
            ahead: [ray(square, 1, 0), ray(square, -1, 1), ray(square, 0, 1), ray(square, 1, 1)],
            back: [ray(square, -1, 0), ray(square, 1, -1), ray(square, 0, -1), ray(square, -1, -1)],
        };
        square += 1;
    }
    rays
};
