//! The framework's tests, in one binary.

#![allow(clippy::unwrap_used, reason = "an unwrap that fails is a test that fails")]

mod clocks;
mod dice;
mod dice_race;
mod drawings;
mod erased;
mod laws;
mod offers;
mod options;
mod random_numbers;
mod records;
mod rounds;
mod searches;
mod table;

/// How many damaged texts each reader is given: many more when asked for.
fn fuzz_inputs() -> usize {
    std::env::var("BRETT_FUZZ_INPUTS").ok().and_then(|inputs| inputs.parse().ok()).unwrap_or(20_000)
}
