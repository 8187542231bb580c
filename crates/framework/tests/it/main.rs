//! The framework's tests, in one binary.

#![allow(clippy::unwrap_used, reason = "an unwrap that fails is a test that fails")]

mod annotated_records;
mod clocks;
mod dice;
mod dice_race;
mod drawings;
mod erased;
mod flags;
mod handicapped;
mod laws;
mod leaving;
mod offers;
mod options;
mod proofs;
mod random_numbers;
mod records;
mod remembering;
mod report;
mod rounds;
mod searches;
mod table;
mod time_shares;
mod tunable;
