//! What games prove: estimates with intervals, the sequential test, ratings.
//!
//! Everything is computed on pairs of games with the same opening or the same dice and the seats swapped, because
//! the two games of a pair are not independent of each other, while pairs are.

mod estimate;
mod normal;
mod ratings;
mod sample;
mod sprt;
mod without_luck;

pub use estimate::{Estimate, Interval, Measure, elo_of_score, score_of_elo};
pub use normal::normal_below;
pub use ratings::{Rated, Rating, Ratings};
pub use sample::Sample;
pub use sprt::{Sprt, SprtError, Verdict};
pub use without_luck::WithoutLuck;
