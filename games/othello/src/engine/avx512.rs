//! Moves and flips with the vectors and masks of AVX-512, and the search built on them.
//!
//! The functions here may be called only where the processor has these instructions; `dispatch` asks once.

use std::arch::x86_64::{
    __m512i, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_lzcnt_epi64,
    _mm256_maskz_and_epi64, _mm256_maskz_ternarylogic_epi64, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_srav_epi64, _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_test_epi64_mask,
    _mm512_and_si512, _mm512_castsi512_si256, _mm512_extracti64x4_epi64, _mm512_rolv_epi64,
    _mm512_set1_epi64, _mm512_setr_epi64, _mm512_ternarylogic_epi64,
};

use super::avx2::{Lanes, RAYS, load, or_of_lanes};

/// Compiles a function of the search for processors with AVX-512 and what came before it.
macro_rules! hot {
    ($($function:tt)*) => {
        #[target_feature(enable = "avx512f,avx512vl,avx512cd,avx2,bmi1,bmi2,lzcnt,popcnt")]
        $($function)*
    };
}

#[path = "core/mod.rs"]
#[expect(clippy::duplicate_mod, reason = "the same search, compiled for another set of instructions")]
pub(super) mod core;

/// The truth tables of what three vectors are combined to.
const ALL_OF_THREE: i32 = 0b1000_0000;
const FIRST_OR_BOTH_OTHERS: i32 = 0b1111_1000;

/// The squares on which `own` may put a disc.
///
/// Each of the eight lanes follows one direction. A run that is to be enclosed never reaches the edges where its
/// direction leaves the board, so that without them rotations are as good as shifts and go both ways.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd,avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn mobility(own: u64, opp: u64) -> u64 {
    const ROWS: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    const COLUMNS: i64 = 0x00ff_ffff_ffff_ff00;
    const DIAGONALS: i64 = ROWS & COLUMNS;
    let inner = _mm512_setr_epi64(ROWS, DIAGONALS, COLUMNS, DIAGONALS, ROWS, DIAGONALS, COLUMNS, DIAGONALS);
    let step = _mm512_setr_epi64(1, 7, 8, 9, 64 - 1, 64 - 7, 64 - 8, 64 - 9);
    let two_steps = _mm512_setr_epi64(2, 14, 16, 18, 64 - 2, 64 - 14, 64 - 16, 64 - 18);
    let runs = _mm512_and_si512(_mm512_set1_epi64(opp.cast_signed()), inner);

    let beside_own = _mm512_rolv_epi64(_mm512_set1_epi64(own.cast_signed()), step);
    let mut run = _mm512_and_si512(runs, beside_own);
    run = joined(run, runs, _mm512_rolv_epi64(run, step));
    let pairs = _mm512_and_si512(runs, _mm512_rolv_epi64(runs, step));
    run = joined(run, pairs, _mm512_rolv_epi64(run, two_steps));
    run = joined(run, pairs, _mm512_rolv_epi64(run, two_steps));
    let ends = _mm512_rolv_epi64(run, step);
    let halves = _mm256_or_si256(_mm512_castsi512_si256(ends), _mm512_extracti64x4_epi64::<1>(ends));
    or_of_lanes(halves) & !(own | opp)
}

/// What is in the first vector, and what is in both others.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn joined(first: __m512i, second: __m512i, third: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(first, second, third)
}

/// The discs of `opp` that a disc of `own` on a square would enclose.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd,avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn flips(own: u64, opp: u64, square: usize) -> u64 {
    let Lanes { ahead, back } = &RAYS[square];
    let (own, opp) = (_mm256_set1_epi64x(own.cast_signed()), _mm256_set1_epi64x(opp.cast_signed()));

    // Towards higher bits: the run is everything below the lowest square of the ray that is not `opp`'s.
    let ahead = load(ahead);
    let stops = _mm256_andnot_si256(opp, ahead);
    let end = _mm256_and_si256(stops, _mm256_sub_epi64(_mm256_setzero_si256(), stops));
    let is_enclosed = _mm256_test_epi64_mask(end, own);
    let below = _mm256_add_epi64(end, _mm256_set1_epi64x(-1));
    let flips_ahead = _mm256_maskz_and_epi64(is_enclosed, ahead, below);

    // Towards lower bits: a shift of the highest bit gives the end, and one that repeats the sign everything above it,
    // too. Where there is no stop, all bits are shifted out and no end is left.
    let back = load(back);
    let n_above = _mm256_lzcnt_epi64(_mm256_andnot_si256(opp, back));
    let highest = _mm256_set1_epi64x(i64::MIN);
    let is_enclosed = _mm256_test_epi64_mask(_mm256_srlv_epi64(highest, n_above), own);
    let from_end = _mm256_srav_epi64(highest, n_above);
    let flips_back = _mm256_maskz_ternarylogic_epi64::<ALL_OF_THREE>(is_enclosed, back, opp, from_end);

    or_of_lanes(_mm256_or_si256(flips_ahead, flips_back))
}
