//! Numbers that were measured, one for each pair of games.

/// How many numbers there are, their mean and their spread.
///
/// ```
/// use arena::statistics::Sample;
/// let sample: Sample = [1.0, 2.0, 6.0].into_iter().collect();
/// assert_eq!((sample.count(), sample.mean(), sample.variance()), (3, 3.0, 7.0));
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sample {
    count: u64,
    mean: f64,
    /// The sum of the squared distances from the mean.
    squares: f64,
}

impl Sample {
    /// Adds a number.
    pub fn push(&mut self, number: f64) {
        self.count += 1;
        let distance = number - self.mean;
        self.mean += distance / self.count as f64;
        self.squares += distance * (number - self.mean);
    }

    /// How many numbers there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 if there are none.
    #[must_use]
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The unbiased estimate of the variance; 0 if there are fewer than two.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squares / (self.count - 1) as f64 }
    }

    /// The sum of the squared distances from some number.
    #[must_use]
    pub fn squares_around(&self, center: f64) -> f64 {
        self.squares + self.count as f64 * (self.mean - center).powi(2)
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Self {
        let mut sample = Self::default();
        for number in numbers {
            sample.push(number);
        }
        sample
    }
}
