//! Ratings after Glickman's Glicko-2, <http://www.glicko.net/glicko/glicko2.pdf>.

use std::f64::consts::PI;

/// What turns the usual scale into that of the formulas.
const SCALE: f64 = 173.717_8;

/// The rating of a newcomer, the middle of the usual scale.
const MEAN: f64 = 1_500.0;

/// How much the volatility may change; Glickman recommends 0.3 to 1.2.
const TAU: f64 = 0.5;

/// How exactly the volatility is found.
const EPSILON: f64 = 1e-6;

/// Nobody is less certain than a newcomer, and nobody so certain that the rating stands still.
const DEVIATIONS: std::ops::RangeInclusive<f64> = 45.0..=350.0;

/// After so long without a match a rating becomes as much more uncertain as one match would make it.
const PERIOD_MILLIS: f64 = 7.0 * 24.0 * 3_600_000.0;

/// A rating, how uncertain it is, and how erratic its owner plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating on the usual scale.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// How much it is expected to change by itself.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Self {
        Self { rating: MEAN, deviation: 350.0, volatility: 0.06 }
    }
}

impl Rating {
    /// A more uncertain rating is shown as provisional and stays out of leaderboards.
    pub const CERTAIN: f64 = 110.0;

    /// Tells whether the rating is too uncertain to be compared.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        Self::CERTAIN < self.deviation
    }

    /// The rating after some time without a match, in milliseconds.
    #[must_use]
    pub fn aged(self, millis: u64) -> Self {
        let periods = millis as f64 / PERIOD_MILLIS;
        let deviation = (self.deviation / SCALE).hypot(self.volatility * periods.sqrt()) * SCALE;
        Self { deviation: deviation.clamp(*DEVIATIONS.start(), *DEVIATIONS.end()), ..self }
    }

    /// The rating after results against others: 1 for a win, 0.5 for a draw, 0 for a loss.
    ///
    /// ```
    /// use store::standing::Rating;
    /// let before = Rating::default();
    /// let after = before.after(&[(Rating::default(), 1.0)]);
    /// assert!(before.rating < after.rating && after.deviation < before.deviation);
    /// ```
    #[must_use]
    pub fn after(self, results: &[(Self, f64)]) -> Self {
        if results.is_empty() {
            return self;
        }
        let (mu, phi) = ((self.rating - MEAN) / SCALE, self.deviation / SCALE);
        let (mut information, mut surprise) = (0.0, 0.0);
        for (other, score) in results {
            let g = 1.0 / (1.0 + 3.0 * (other.deviation / SCALE).powi(2) / (PI * PI)).sqrt();
            let expected = 1.0 / (1.0 + (-g * (mu - (other.rating - MEAN) / SCALE)).exp());
            information += g * g * expected * (1.0 - expected);
            surprise += g * (score - expected);
        }
        let variance = 1.0 / information;
        let volatility = self.volatility_after(phi, variance, variance * surprise);
        let before = phi.hypot(volatility);
        let phi = 1.0 / (1.0 / (before * before) + information).sqrt();
        Self {
            rating: MEAN + SCALE * (mu + phi * phi * surprise),
            deviation: (SCALE * phi).clamp(*DEVIATIONS.start(), *DEVIATIONS.end()),
            volatility,
        }
    }

    /// The new volatility, found between two bounds by the Illinois method.
    fn volatility_after(&self, phi: f64, variance: f64, delta: f64) -> f64 {
        let a = (self.volatility * self.volatility).ln();
        let f = |x: f64| {
            let (e, spread) = (x.exp(), phi * phi + variance + x.exp());
            e * (delta * delta - spread) / (2.0 * spread * spread) - (x - a) / (TAU * TAU)
        };
        let mut low = a;
        let mut high = if phi * phi + variance < delta * delta {
            (delta * delta - phi * phi - variance).ln()
        } else {
            // The function falls towards smaller volatilities from some point on, so this ends.
            (1..).map(|step| a - f64::from(step) * TAU).find(|&x| 0.0 <= f(x)).unwrap_or(a)
        };
        let (mut at_low, mut at_high) = (f(low), f(high));
        while EPSILON < (high - low).abs() {
            let middle = low + (low - high) * at_low / (at_high - at_low);
            let at_middle = f(middle);
            if at_middle * at_high <= 0.0 {
                (low, at_low) = (high, at_high);
            } else {
                at_low /= 2.0;
            }
            (high, at_high) = (middle, at_middle);
        }
        (low / 2.0).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06 }
    }

    /// The example in Glickman's paper.
    #[test]
    fn the_published_example_comes_out() {
        let results =
            [(rating(1400.0, 30.0), 1.0), (rating(1550.0, 100.0), 0.0), (rating(1700.0, 300.0), 0.0)];
        let after = rating(1500.0, 200.0).after(&results);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{after:?}");
    }

    #[test]
    fn a_draw_between_equals_changes_no_rating() {
        let after = rating(1700.0, 80.0).after(&[(rating(1700.0, 80.0), 0.5)]);
        assert!((after.rating - 1700.0).abs() < 1e-9);
        assert!(after.deviation < 80.0);
    }

    #[test]
    fn a_rating_that_rests_becomes_uncertain_again() {
        let year = 365 * 24 * 3_600_000;
        let after = rating(1700.0, 50.0).aged(year);
        assert!(85.0 < after.deviation && after.deviation < 95.0, "{after:?}");
        assert_eq!(rating(1700.0, 50.0).aged(1_000 * year).deviation, 350.0);
        assert!(Rating::default().is_provisional() && !rating(1500.0, 60.0).is_provisional());
    }

    #[test]
    fn ratings_settle_where_the_strength_is() {
        let (mut strong, mut weak) = (Rating::default(), Rating::default());
        for number in 0..200 {
            // Three wins of four are 191 points in this model.
            let score = if number % 4 == 3 { 0.0 } else { 1.0 };
            (strong, weak) = (strong.after(&[(weak, score)]), weak.after(&[(strong, 1.0 - score)]));
        }
        let distance = strong.rating - weak.rating;
        assert!((140.0..250.0).contains(&distance), "{distance}");
        assert!(!strong.is_provisional());
    }

    #[test]
    fn even_surprising_results_end_the_search_for_the_volatility() {
        for (own, other) in [(800.0, 2800.0), (2800.0, 800.0)] {
            for deviation in [45.0, 350.0] {
                for score in [0.0, 0.5, 1.0] {
                    let after = rating(own, deviation).after(&[(rating(other, 45.0), score)]);
                    assert!(after.rating.is_finite() && after.volatility < 1.0, "{after:?}");
                }
            }
        }
    }
}
