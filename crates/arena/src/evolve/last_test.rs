//! The last word on weights: a test in games that nobody has seen.

use crate::statistics::{Estimate, Measure, Sample, Sprt, SprtError, Verdict};

/// The last test of the champion, pair by pair.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    sprt: Sprt,
    pairs: Sample,
    verdict: Option<Verdict>,
}

impl Test {
    /// A test of "no better" against "better by `by` points a game", at 5 %.
    ///
    /// # Errors
    /// If `by` is not above 0.
    pub fn new(by: f64) -> Result<Self, SprtError> {
        let sprt = Sprt::new(Measure::Points, 0.0, by, 0.05, 0.05)?;
        Ok(Self { sprt, pairs: Sample::default(), verdict: None })
    }

    /// Adds a pair. The verdict is that of the first moment at which there was one, however many pairs follow.
    pub fn push(&mut self, points: f64) {
        self.pairs.push(points);
        self.verdict = self.verdict.or_else(|| self.sprt.verdict(&self.pairs));
    }

    /// How many pairs there were.
    #[must_use]
    pub const fn pairs(&self) -> u64 {
        self.pairs.count()
    }

    /// What has been decided.
    #[must_use]
    pub const fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// What the pairs say; `None` if there are none.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        Measure::Points.estimate(&self.pairs)
    }
}
