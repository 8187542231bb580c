//! The normal distribution and Student's.

use std::f64::consts::{FRAC_2_SQRT_PI, SQRT_2};

/// The two-sided 95 % quantile of the normal distribution.
pub(crate) const NORMAL_95: f64 = 1.959_963_984_540_054;

/// The two-sided 95 % quantiles of Student's distribution with 1 to 10 degrees of freedom, as in every table.
const STUDENT_95: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];

/// The probability that a standard normal number lies below `x`.
///
/// ```
/// use arena::statistics::normal_below;
/// assert!((normal_below(1.959964) - 0.975).abs() < 1e-6);
/// assert!((normal_below(-1.0) - 0.158655254).abs() < 1e-8);
/// ```
#[must_use]
pub fn normal_below(x: f64) -> f64 {
    if x.is_nan() {
        return 0.5;
    }
    let upper = upper_tail(x.abs());
    if x < 0.0 { upper } else { 1.0 - upper }
}

/// The probability of a number above `x`, which is not negative.
fn upper_tail(x: f64) -> f64 {
    let z = x / SQRT_2;
    if z < 3.0 {
        // The series of the error function, whose terms all have the same sign in this form.
        let mut term = z;
        let mut sum = z;
        for n in 1..200 {
            term *= 2.0 * z * z / f64::from(2 * n + 1);
            sum += term;
            if term < sum * 1e-17 {
                break;
            }
        }
        return 0.5 * (1.0 - FRAC_2_SQRT_PI * (-z * z).exp() * sum);
    }
    // The continued fraction of its complement, from the inside outwards.
    let mut fraction = z;
    for n in (1..=60).rev() {
        fraction = z + f64::from(n) / 2.0 / fraction;
    }
    0.5 * (-z * z).exp() * FRAC_2_SQRT_PI / 2.0 / fraction
}

/// The two-sided 95 % quantile of Student's distribution: how many standard errors an interval reaches.
pub(crate) fn student_95(degrees: u64) -> f64 {
    let tabulated = degrees.checked_sub(1).and_then(|idx| STUDENT_95.get(usize::try_from(idx).ok()?));
    match tabulated {
        Some(&quantile) => quantile,
        None if degrees == 0 => STUDENT_95[0],
        None => {
            // The expansion of the quantile in powers of one over the degrees of freedom.
            let (z, nu) = (NORMAL_95, degrees as f64);
            let first = (z.powi(3) + z) / 4.0;
            let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
            let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
            z + (first + (second + third / nu) / nu) / nu
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tails_agree_with_published_tables() {
        for (x, below) in [(0.0, 0.5), (0.5, 0.691_462_461_3), (2.0, 0.977_249_868_1), (4.0, 0.999_968_328_8)]
        {
            assert!((normal_below(x) - below).abs() < 1e-9, "{x}");
            assert!((normal_below(-x) - (1.0 - below)).abs() < 1e-9, "{x}");
        }
        assert!((normal_below(-6.0) / 9.865_876_450e-10 - 1.0).abs() < 1e-8);
        assert_eq!(normal_below(f64::INFINITY), 1.0);
        assert_eq!(normal_below(f64::NEG_INFINITY), 0.0);
    }

    #[test]
    fn students_quantile_falls_to_that_of_the_normal_distribution() {
        assert_eq!(student_95(4), 2.776);
        for (degrees, quantile) in [(11, 2.201), (20, 2.086), (30, 2.042), (100, 1.984), (1_000, 1.962)] {
            assert!((student_95(degrees) - quantile).abs() < 1e-3, "{degrees}");
        }
        assert!((student_95(u64::MAX) - NORMAL_95).abs() < 1e-9);
    }
}
