//! Turns a [`Scene`](crate::Scene), a [`GameTree`](crate::GameTree) or a [`GameReport`](crate::report::GameReport) into
//! something that can be seen.

mod report;
mod svg;
mod terminal;
mod tree;

pub use report::report_html;
pub use svg::svg;
pub use terminal::{Style, terminal};
pub use tree::{tree_svg, tree_text, tree_value};
