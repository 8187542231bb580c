//! Times, sorted into classes.

use std::time::Duration;

use serde::Serialize;

/// How many classes there are between a power of two and the next: a class is 3 % wide.
const PER_OCTAVE: u64 = 32;

/// Times in classes that are 3 % wide, so that millions of them cost a few kilobytes.
///
/// ```
/// use std::time::Duration;
/// let mut times = drill::Histogram::default();
/// (1..=1_000).for_each(|millis| times.add(Duration::from_millis(millis)));
/// let median = times.quantile(0.5).as_millis();
/// assert!((500..=516).contains(&median), "{median}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Histogram {
    classes: Vec<u64>,
    count: u64,
    longest: Duration,
}

impl Histogram {
    /// Adds a time.
    pub fn add(&mut self, time: Duration) {
        let class = class_of(time.as_micros() as u64);
        if self.classes.len() <= class {
            self.classes.resize(class + 1, 0);
        }
        self.classes[class] += 1;
        self.count += 1;
        self.longest = self.longest.max(time);
    }

    /// Adds all times of another one.
    pub fn merge(&mut self, other: &Self) {
        if self.classes.len() < other.classes.len() {
            self.classes.resize(other.classes.len(), 0);
        }
        for (mine, others) in self.classes.iter_mut().zip(&other.classes) {
            *mine += others;
        }
        self.count += other.count;
        self.longest = self.longest.max(other.longest);
    }

    /// How many times it holds.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The time that a share of all does not exceed: the upper end of its class, and never more than the longest.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Duration {
        let wanted = (self.count as f64 * share).ceil().max(1.0) as u64;
        let mut seen = 0;
        let class = self.classes.iter().position(|count| {
            seen += count;
            wanted <= seen
        });
        class.map_or(self.longest, |class| Duration::from_micros(upper_end(class)).min(self.longest))
    }

    /// The share of all that took no longer than a time, counted by whole classes.
    ///
    /// ```
    /// use std::time::Duration;
    /// let mut times = drill::Histogram::default();
    /// (1..=1_000).for_each(|millis| times.add(Duration::from_millis(millis)));
    /// assert!((times.share_within(Duration::from_millis(250)) - 0.25).abs() < 0.01);
    /// assert_eq!(times.share_within(Duration::from_secs(2)), 1.0);
    /// ```
    #[must_use]
    pub fn share_within(&self, time: Duration) -> f64 {
        if self.longest <= time {
            return 1.0;
        }
        let whole = self.classes.iter().take(class_of(time.as_micros() as u64));
        whole.sum::<u64>() as f64 / self.count as f64
    }

    /// The numbers that people want to know, in milliseconds.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let millis = |time: Duration| (time.as_secs_f64() * 100_000.0).round() / 100.0;
        Summary {
            count: self.count,
            p50: millis(self.quantile(0.5)),
            p90: millis(self.quantile(0.9)),
            p95: millis(self.quantile(0.95)),
            p99: millis(self.quantile(0.99)),
            p999: millis(self.quantile(0.999)),
            max: millis(self.longest),
        }
    }
}

/// What is known of many times, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Summary {
    /// How many there are.
    pub count: u64,
    /// Half of them took no longer.
    pub p50: f64,
    /// 90 % took no longer.
    pub p90: f64,
    /// 95 % took no longer.
    pub p95: f64,
    /// 99 % took no longer.
    pub p99: f64,
    /// 99.9 % took no longer.
    pub p999: f64,
    /// The longest.
    pub max: f64,
}

fn class_of(micros: u64) -> usize {
    if micros < 2 * PER_OCTAVE {
        return micros as usize;
    }
    let octave = u64::from(micros.ilog2() - PER_OCTAVE.ilog2());
    (octave * PER_OCTAVE + (micros >> octave)) as usize
}

/// The largest number of microseconds in a class.
fn upper_end(class: usize) -> u64 {
    let class = class as u64;
    if class < 2 * PER_OCTAVE {
        return class;
    }
    let octave = class / PER_OCTAVE - 1;
    let mantissa = class - octave * PER_OCTAVE;
    ((mantissa + 1) << octave) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_follow_each_other_without_gaps() {
        for micros in (0..100_000).chain([1 << 30, (1 << 33) + 12_345]) {
            let class = class_of(micros);
            let before = class.checked_sub(1).map_or(0, |before| upper_end(before) + 1);
            assert!((before..=upper_end(class)).contains(&micros), "{micros} in {class}");
            assert!(upper_end(class) - before <= before / PER_OCTAVE, "{micros}: a class is 3 % wide");
        }
    }

    #[test]
    fn quantiles_agree_with_sorting() {
        let mut rng = framework::Rng::stream(3, "times", 0);
        let mut time = || {
            let bits = 1 + rng.below(22);
            rng.below(1 << bits)
        };
        let mut times: Vec<u64> = (0..10_000).map(|_| time()).collect();
        let mut histogram = Histogram::default();
        times.iter().for_each(|&micros| histogram.add(Duration::from_micros(micros)));
        times.sort_unstable();
        for share in [0.5, 0.9, 0.99, 0.999, 1.0] {
            let exact = times[(times.len() as f64 * share) as usize - 1];
            let found = histogram.quantile(share).as_micros() as u64;
            assert!((exact..=exact + exact / PER_OCTAVE).contains(&found), "{share}: {exact} and {found}");
        }
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let (mut left, mut right, mut whole) =
            (Histogram::default(), Histogram::default(), Histogram::default());
        for millis in 0..500 {
            let part = if millis % 3 == 0 { &mut left } else { &mut right };
            part.add(Duration::from_millis(millis));
            whole.add(Duration::from_millis(millis));
        }
        left.merge(&right);
        assert_eq!(left, whole);
    }

    #[test]
    fn nothing_has_no_times() {
        assert_eq!(Histogram::default().summary(), Summary::default());
    }
}
