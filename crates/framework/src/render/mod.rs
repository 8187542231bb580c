//! Turns a [`Scene`](crate::Scene) into something that can be seen.

mod svg;
mod terminal;

pub use svg::svg;
pub use terminal::{Style, terminal};
