//! Turns a [`Scene`](crate::Scene) or a [`GameTree`](crate::GameTree) into something that can be seen.

mod svg;
mod terminal;
mod tree;

pub use svg::svg;
pub use terminal::{Style, terminal};
pub use tree::{tree_svg, tree_text, tree_value};
