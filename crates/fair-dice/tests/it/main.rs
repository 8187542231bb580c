//! Whole games, drawn and verified.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod games;
mod script;
mod tampering;
mod verdicts;
