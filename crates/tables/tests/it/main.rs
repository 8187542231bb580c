//! Tables without a server around them.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod table;
