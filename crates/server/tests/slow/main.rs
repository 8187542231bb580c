//! More simulations than a quick test has time for: a thousand seeds, and a thousand clients from one.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "../it/simulation/mod.rs"]
mod simulation;
