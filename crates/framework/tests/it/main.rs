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
mod tunable;
