//! Chooses the instructions for which the simulations were compiled, once for each burst of them.

use super::search::Search;

/// How many simulations run between two looks at the clock.
pub(super) const BURST: u64 = 32;

/// Runs simulations with the fastest instructions that this processor has.
pub(super) fn simulate<const W: usize>(search: &mut Search<W>, count: u64) {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        #[expect(unsafe_code, reason = "the one place where the search is entered with more instructions")]
        // SAFETY: the processor was asked for all of these instructions.
        unsafe {
            with_avx2(search, count);
        }
        return;
    }
    portable(search, count);
}

/// Runs simulations with the instructions that every machine has.
pub(super) fn portable<const W: usize>(search: &mut Search<W>, count: u64) {
    (0..count).for_each(|_| search.simulate());
}

/// Tells whether the processor has what the search was compiled for besides.
#[cfg(target_arch = "x86_64")]
pub(super) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<const W: usize>(search: &mut Search<W>, count: u64) {
    for _ in 0..count {
        search.simulate();
    }
}
