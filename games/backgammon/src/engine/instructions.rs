//! Runs what computes much with the best instructions that the processor has.
//!
//! Networks add and multiply long rows of numbers. What every x86-64 processor can do is four numbers of 32 bits at a
//! time; AVX2, which nearly all have, does eight. Work is compiled twice from the same source, and both copies compute
//! the same: whole numbers are exact anyway, and of others products and sums are rounded one by one in either.
//!
//! Measured with `cargo bench --bench networks`: with AVX2 the fast network judges 1.7 times as many boards in the same
//! time, and the big one 1.2 times.

/// Something to be run once.
pub(super) trait Work {
    type Output;

    /// Does the work. Everything below it must be inlined (`#[inline(always)]`): what is not is compiled for every
    /// processor.
    fn run(self) -> Self::Output;
}

/// Does work with the best instructions there are.
pub(super) fn run<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        #[expect(unsafe_code, reason = "the one place where work is entered with more instructions")]
        // SAFETY: the processor was asked, and has AVX2.
        return unsafe { run_with_avx2(work) };
    }
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_with_avx2<W: Work>(work: W) -> W::Output {
    work.run()
}
