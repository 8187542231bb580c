//! What a process holds while it is under load, and whether that grows.

use std::{fs, time::Duration};

use serde::Serialize;

use crate::resident_memory;

/// How long a load has to last before a slope says anything: memory settles for minutes after the start.
const MIN_DURATION: Duration = Duration::from_secs(600);

/// How memory and descriptors of a server changed under a steady load.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Growth {
    /// By how many percent an hour its memory grew in the second half: the slope of a line through all samples.
    pub memory_percent_per_hour: f64,
    /// How many descriptors it had open at the middle.
    pub descriptors_at_half_time: u64,
    /// How many it had open in the end.
    pub descriptors_at_end: u64,
}

#[derive(Clone, Copy, Debug)]
struct Sample {
    at: Duration,
    memory: u64,
    descriptors: u64,
}

/// Samples of what a process holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Footprint {
    samples: Vec<Sample>,
}

impl Footprint {
    /// Notes what a process holds so long after the beginning, where the system tells.
    pub(super) fn sample(&mut self, at: Duration, process: u32) {
        let descriptors = fs::read_dir(format!("/proc/{process}/fd")).map(|open| open.count() as u64);
        if let (Some((memory, _)), Ok(descriptors)) = (resident_memory(process), descriptors) {
            self.samples.push(Sample { at, memory, descriptors });
        }
    }

    /// How it grew in the second half; `None` if it was looked at for too short a time.
    pub(super) fn growth(&self) -> Option<Growth> {
        let last = self.samples.last()?;
        if last.at < MIN_DURATION {
            return None;
        }
        let settled: Vec<_> = self.samples.iter().filter(|sample| last.at / 2 <= sample.at).collect();
        let n = settled.len() as f64;
        let hours = |sample: &Sample| sample.at.as_secs_f64() / 3_600.0;
        let mean_hours = settled.iter().map(|sample| hours(sample)).sum::<f64>() / n;
        let mean_memory = settled.iter().map(|sample| sample.memory as f64).sum::<f64>() / n;
        let (mut covariance, mut variance) = (0.0, 0.0);
        for sample in &settled {
            let from_mean = hours(sample) - mean_hours;
            covariance += from_mean * (sample.memory as f64 - mean_memory);
            variance += from_mean * from_mean;
        }
        Some(Growth {
            memory_percent_per_hour: 100.0 * covariance / variance / mean_memory,
            descriptors_at_half_time: settled.first()?.descriptors,
            descriptors_at_end: last.descriptors,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hour_with(memory: impl Fn(u64) -> u64) -> Footprint {
        let sample = |second: u64| Sample {
            at: Duration::from_secs(second),
            memory: memory(second),
            descriptors: 40 + second / 60,
        };
        Footprint { samples: (0..=3_600).step_by(5).map(sample).collect() }
    }

    #[test]
    fn memory_that_settles_at_first_does_not_grow() {
        let growth = hour_with(|second| 50_000_000 + 20_000 * second.min(900)).growth().unwrap();
        assert!(growth.memory_percent_per_hour.abs() < 1e-9, "{growth:?}");
        assert_eq!((growth.descriptors_at_half_time, growth.descriptors_at_end), (70, 100));
    }

    #[test]
    fn steady_growth_is_measured_against_the_mean() {
        let growth = hour_with(|second| 97_000_000 + 4_000_000 * second / 3_600).growth().unwrap();
        assert!((growth.memory_percent_per_hour - 4.0).abs() < 1e-3, "{growth:?}");
    }

    #[test]
    fn a_short_look_says_nothing_about_growth() {
        let mut short = hour_with(|_| 50_000_000);
        short.samples.truncate(60);
        assert_eq!(short.growth(), None);
        assert_eq!(Footprint::default().growth(), None);
    }
}
