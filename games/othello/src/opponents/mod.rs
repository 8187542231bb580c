//! Players as others built them, faithful to their descriptions and never improved.

mod denkmaschine_2014;

pub use denkmaschine_2014::{Denkmaschine2014, Judge, Judgment, SquareWeights};
