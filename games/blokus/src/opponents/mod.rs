//! Opponents from the history of computer Blokus, rebuilt from descriptions.

mod blokus_2005;

pub use blokus_2005::{Blokus2005, Criteria};
