//! Rollouts: what a position is worth when it is played to the end many times.
//!
//! | item | what it is |
//! | --- | --- |
//! | [`Rollout`] | a position, the choices to compare, and how they are played out |
//! | [`Trial`] | the result of every choice with the same dice |
//! | [`RolloutTally`] | means and intervals of many trials |
//!
//! Three things make the intervals narrow. The first two rolls are **stratified**: 36 trials have each first roll once and
//! each second roll once, 1,296 each pair once. All choices get the **same dice**, so that their difference is surer than
//! each of them. And the **luck** of every roll is taken away: by how much it was better than the mean of all 21 rolls, as the
//! small network sees it. That has the mean 0 whatever the network believes, so it changes no result, only its spread.

mod dice;
mod tally;
mod trial;

pub use tally::{Estimate, RolloutTally};
pub use trial::{Choice, Rollout, Settings, Trial};
