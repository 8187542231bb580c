//! A game tree as text and as an SVG picture.

use std::fmt::Write;

use crate::{Bound, GameTree, Language, NodeKind, Text, TreeBranch, TreeNode, search::WIN};

/// The width of the place of a leaf.
const LEAF_WIDTH: u32 = 58;
/// The distance between two levels.
const LEVEL_HEIGHT: u32 = 104;
/// The room around the tree.
const MARGIN: u32 = 24;
/// The room below the tree for what the signs mean.
const LEGEND_HEIGHT: u32 = 56;
/// The least width, which what the signs mean needs.
const MIN_WIDTH: u32 = 700;
/// Half the width and half the height of the frame around a value.
const FRAME: (u32, u32) = (25, 14);

const STYLE: &str = "<style>\
    svg{--ground:#fff;--ink:#222;--faint:#8a8a8a;--max:#c62828;--min:#1565c0}\
    @media (prefers-color-scheme:dark){svg{--ground:#1e1e1e;--ink:#eee;--faint:#9a9a9a;--max:#ff7b72;--min:#6cb6ff}}\
    .ground{fill:var(--ground)}text{fill:var(--ink);font:13px sans-serif;text-anchor:middle}\
    .move{font-size:12px;paint-order:stroke;stroke:var(--ground);stroke-width:4px}\
    .window{font-size:10px;paint-order:stroke;stroke:var(--ground);stroke-width:4px}.cut text,.window{fill:var(--faint)}\
    line{stroke:var(--faint);stroke-width:1}\
    .to-max{stroke:var(--max);stroke-width:3}.to-min{stroke:var(--min);stroke-width:3}\
    .cut line{stroke-dasharray:4 3}.cut .bar{stroke-dasharray:none;stroke:var(--ink);stroke-width:2}\
    .frame{fill:var(--ground);stroke:var(--ink);stroke-width:1.5}.max{stroke:var(--max)}.min{stroke:var(--min)}.leaf{stroke:none}\
    .legend{text-anchor:start;font-size:12px}\
    </style>\n";

macro_rules! put {
    ($out:expr, $($format:tt)*) => {
        writeln!($out, $($format)*).expect("a string takes everything")
    };
}

/// A value in a tree as people read it: won and lost games by name, any other with at most two decimals.
#[must_use]
pub fn tree_value(value: f64, language: Language) -> String {
    let won = f64::from(WIN);
    let word = |en, de| Text::fixed(en, de).in_language(language).to_owned();
    match value {
        _ if value == f64::INFINITY => "+∞".to_owned(),
        _ if value == f64::NEG_INFINITY => "−∞".to_owned(),
        _ if won <= value => word("win", "Sieg"),
        _ if value <= -won => word("loss", "verloren"),
        _ => {
            let text = format!("{:.2}", value.abs());
            let text = text.trim_end_matches('0').trim_end_matches('.');
            if value < 0.0 && text != "0" { format!("−{text}") } else { text.to_owned() }
        }
    }
}

/// The value of a node, with a sign where it is only a bound.
fn bounded(node: &TreeNode, language: Language) -> String {
    let value = tree_value(node.value, language);
    match node.bound {
        Bound::Exact => value,
        Bound::AtLeast => format!("≥ {value}"),
        Bound::AtMost => format!("≤ {value}"),
    }
}

/// Writes a tree line by line: one move each, indented by its depth, the best ones marked with `*`.
#[must_use]
pub fn tree_text(tree: &GameTree, language: Language) -> String {
    let mut out = String::new();
    write_node(&mut out, &tree.root, language);
    write_branches(&mut out, &tree.root, "", language);
    out
}

fn write_node(out: &mut String, node: &TreeNode, language: Language) {
    let word = match node.kind {
        NodeKind::Max => "max ",
        NodeKind::Min => "min ",
        NodeKind::Leaf | NodeKind::Over => "",
    };
    out.push_str(word);
    out.push_str(&bounded(node, language));
    if let Some(window) = node.window {
        let [alpha, beta] = [window.alpha, window.beta].map(|value| tree_value(value, language));
        write!(out, "  α {alpha} β {beta}").expect("a string takes everything");
    }
    out.push('\n');
}

fn write_branches(out: &mut String, node: &TreeNode, indent: &str, language: Language) {
    for (idx, TreeBranch { mv, is_best, node: next }) in node.branches.iter().enumerate() {
        let is_last = idx + 1 == node.branches.len();
        let (line, below) = if is_last { ("└─", "   ") } else { ("├─", "│  ") };
        let mark = if *is_best { "*" } else { " " };
        write!(out, "{indent}{line}{mark}{mv}: ").expect("a string takes everything");
        match next {
            None => put!(out, "{}", Text::fixed("cut off", "abgeschnitten").in_language(language)),
            Some(next) => {
                write_node(out, next, language);
                write_branches(out, next, &format!("{indent}{below}"), language);
            }
        }
    }
}

/// Draws a tree as a stand-alone SVG document, for light and dark screens.
///
/// Squares look for the greatest value and circles for the least; the edge to the greatest is red and the edge to the
/// least is blue. Branches that alpha-beta cut off are dashed and crossed out.
#[must_use]
pub fn tree_svg(tree: &GameTree, title: &str, language: Language) -> String {
    let (root, n_leaves, n_levels) = place(&tree.root);
    let width = (n_leaves * LEAF_WIDTH + 2 * MARGIN).max(MIN_WIDTH);
    let height = (n_levels - 1) * LEVEL_HEIGHT + 2 * (MARGIN + FRAME.1) + LEGEND_HEIGHT;
    let left = (width - n_leaves * LEAF_WIDTH) / 2;
    let value = bounded(&tree.root, language);
    let line = tree.best_line().join(", ");
    let about = Text::new(
        format!("The value at the root is {value}; the line to it is {line}."),
        format!("Der Wert an der Wurzel ist {value}; der Weg dorthin ist {line}."),
    );
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-labelledby=\"title about\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"about\">{}</desc>\n{STYLE}\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n",
        escaped(title),
        escaped(about.in_language(language)),
    );
    let mut drawing = Drawing { out: &mut out, left, language };
    drawing.edges(&root, 0);
    drawing.nodes(&root, 0);
    legend(&mut out, height - LEGEND_HEIGHT + MARGIN, tree.n_cut, language);
    out.push_str("</svg>\n");
    out
}

/// A node with its place: the middle of its own leaves, in leaves from the left, times two.
struct Placed<'a> {
    column: u32,
    /// `None` for a branch that was cut off.
    node: Option<&'a TreeNode>,
    below: Vec<(&'a TreeBranch, Placed<'a>)>,
}

/// Places a tree; also how many leaves and levels it has.
fn place(root: &TreeNode) -> (Placed<'_>, u32, u32) {
    fn placed<'a>(
        node: Option<&'a TreeNode>,
        depth: u32,
        n_leaves: &mut u32,
        n_levels: &mut u32,
    ) -> Placed<'a> {
        *n_levels = (*n_levels).max(depth + 1);
        let branches = node.map_or(&[][..], |node| &node.branches);
        let below: Vec<_> = branches
            .iter()
            .map(|branch| (branch, placed(branch.node.as_ref(), depth + 1, n_leaves, n_levels)))
            .collect();
        let column = match (below.first(), below.last()) {
            (Some((_, first)), Some((_, last))) => (first.column + last.column) / 2,
            _ => {
                *n_leaves += 1;
                2 * *n_leaves - 1
            }
        };
        Placed { column, node, below }
    }
    let (mut n_leaves, mut n_levels) = (0, 0);
    let root = placed(Some(root), 0, &mut n_leaves, &mut n_levels);
    (root, n_leaves, n_levels)
}

struct Drawing<'a> {
    out: &'a mut String,
    left: u32,
    language: Language,
}

impl Drawing<'_> {
    fn center(&self, placed: &Placed<'_>, level: u32) -> (f64, f64) {
        let x = self.left + placed.column * LEAF_WIDTH / 2;
        let y = MARGIN + FRAME.1 + level * LEVEL_HEIGHT;
        (f64::from(x), f64::from(y))
    }

    /// Draws all edges first, so that nodes lie above them.
    fn edges(&mut self, placed: &Placed<'_>, level: u32) {
        let (x, y) = self.center(placed, level);
        for (branch, below) in &placed.below {
            let (to_x, to_y) = self.center(below, level + 1);
            // The move stands seven tenths of the way down, where edges are apart.
            let at = |share: f64| (x + (to_x - x) * share, y + (to_y - y) * share);
            let (text_x, text_y) = at(0.7);
            let mv = escaped(&branch.mv);
            if below.node.is_none() {
                let (bar_x, bar_y) = at(0.52);
                put!(
                    self.out,
                    "<g class=\"cut\"><line x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\"/>\
                     <line class=\"bar\" x1=\"{:.1}\" y1=\"{bar_y:.1}\" x2=\"{:.1}\" y2=\"{bar_y:.1}\"/>\
                     <text class=\"move\" x=\"{text_x:.1}\" y=\"{text_y:.1}\">{mv}</text></g>",
                    bar_x - 8.0,
                    bar_x + 8.0
                );
                continue;
            }
            let class = match placed.node.map(|node| node.kind) {
                Some(NodeKind::Max) if branch.is_best => " class=\"to-max\"",
                Some(NodeKind::Min) if branch.is_best => " class=\"to-min\"",
                _ => "",
            };
            put!(
                self.out,
                "<line{class} x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\"/>\
                 <text class=\"move\" x=\"{text_x:.1}\" y=\"{text_y:.1}\">{mv}</text>"
            );
            self.edges(below, level + 1);
        }
    }

    fn nodes(&mut self, placed: &Placed<'_>, level: u32) {
        let (x, y) = self.center(placed, level);
        let Some(node) = placed.node else { return };
        let (half_width, half_height) = (f64::from(FRAME.0), f64::from(FRAME.1));
        let frame = |class: &str, radius: f64| {
            format!(
                "<rect class=\"frame {class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{radius}\"/>",
                x - half_width,
                y - half_height,
                2.0 * half_width,
                2.0 * half_height
            )
        };
        let frame = match node.kind {
            NodeKind::Max => frame("max", 2.0),
            NodeKind::Min => frame("min", half_height),
            NodeKind::Leaf | NodeKind::Over => frame("leaf", 2.0),
        };
        let value = escaped(&bounded(node, self.language));
        put!(self.out, "{frame}<text x=\"{x}\" y=\"{}\">{value}</text>", y + 4.5);
        if let Some(window) = node.window {
            let [alpha, beta] = [window.alpha, window.beta].map(|value| tree_value(value, self.language));
            let (above, beneath) = (y + half_height + 11.0, y + half_height + 22.0);
            put!(
                self.out,
                "<text class=\"window\" x=\"{x}\" y=\"{above}\">α {alpha}</text>\
                 <text class=\"window\" x=\"{x}\" y=\"{beneath}\">β {beta}</text>"
            );
        }
        for (_, below) in &placed.below {
            self.nodes(below, level + 1);
        }
    }
}

fn legend(out: &mut String, y: u32, n_cut: usize, language: Language) {
    let say = |en, de| Text::fixed(en, de).in_language(language).to_owned();
    let (middle, base) = (y - 4, y);
    put!(
        out,
        "<line class=\"to-max\" x1=\"24\" y1=\"{middle}\" x2=\"56\" y2=\"{middle}\"/>\
         <text class=\"legend\" x=\"64\" y=\"{base}\">{}</text>\
         <line class=\"to-min\" x1=\"250\" y1=\"{middle}\" x2=\"282\" y2=\"{middle}\"/>\
         <text class=\"legend\" x=\"290\" y=\"{base}\">{}</text>",
        say("to the maximum (square)", "zum Maximum (Rechteck)"),
        say("to the minimum (round)", "zum Minimum (rund)"),
    );
    if n_cut != 0 {
        put!(
            out,
            "<g class=\"cut\"><line x1=\"462\" y1=\"{middle}\" x2=\"494\" y2=\"{middle}\"/>\
             <line class=\"bar\" x1=\"478\" y1=\"{}\" x2=\"478\" y2=\"{}\"/></g>\
             <text class=\"legend\" x=\"502\" y=\"{base}\">{}</text>",
            middle - 8,
            middle + 8,
            say("cut off, never looked at", "abgeschnitten, nie angesehen"),
        );
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
