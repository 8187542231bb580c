//! A scene in characters.

use std::{collections::BTreeMap, fmt::Write};

use crate::{Ground, Language, Mark, Place, Scene, Shape, Tint, Token};

/// How a scene is written into a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Whether colors may be used.
    pub color: bool,
    /// The language of the status lines.
    pub language: Language,
}

impl Style {
    /// Without colors, in English: letters tell the tokens apart.
    #[must_use]
    pub const fn plain() -> Self {
        Self { color: false, language: Language::English }
    }
}

/// Writes a scene as lines of characters, two columns for each cell, each line ended by a line feed.
#[must_use]
pub fn terminal(scene: &Scene, style: &Style) -> String {
    let canvas = Canvas::of(scene, *style);
    let mut out = String::new();
    for row in -1..=scene.rows {
        let line = canvas.line(row, scene.columns);
        if !line.trim().is_empty() || (0..scene.rows).contains(&row) {
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    for line in &scene.status {
        writeln!(out, "{}", line.in_language(style.language)).expect("a string takes everything");
    }
    out
}

/// What stands at each place, already as text two characters wide (labels may be wider).
struct Canvas {
    drawn: BTreeMap<Place, String>,
    margin: usize,
}

impl Canvas {
    fn of(scene: &Scene, style: Style) -> Self {
        let mut drawn = BTreeMap::new();
        for cell in &scene.cells {
            drawn.insert(cell.place, ground(cell.ground, style));
        }
        for die in &scene.dice {
            drawn.insert(die.place, painted(&format!("{} ", face(die.face)), die.tint, Mark::None, style));
        }
        for token in &scene.tokens {
            drawn.insert(token.place, thing(token, style));
        }
        let mut margin = 0;
        for label in &scene.labels {
            let width = label.text.chars().count();
            if label.place.column < 0 {
                margin = margin.max(width + 1);
            }
            drawn.insert(label.place, format!("{:<2}", label.text));
        }
        Self { drawn, margin }
    }

    fn line(&self, row: i16, columns: i16) -> String {
        let left = self.drawn.get(&Place::new(-1, row)).map_or("", |text| text.trim_end());
        let mut line = format!("{left:>width$} ", width = self.margin.saturating_sub(1));
        if self.margin == 0 {
            line.clear();
        }
        // A label wider than its cell pushes into the next one instead of shifting the line.
        let mut owed = 0_usize;
        for column in 0..=columns {
            let text = self.drawn.get(&Place::new(column, row)).map_or("  ", String::as_str);
            if owed == 0 {
                line.push_str(text);
                owed = visible_width(text).saturating_sub(2);
            } else if text.trim().is_empty() {
                line.push_str(&" ".repeat(2_usize.saturating_sub(owed)));
                owed = owed.saturating_sub(2);
            } else {
                line.push_str(text);
                owed += visible_width(text).saturating_sub(2);
            }
        }
        line
    }
}

/// The number of characters that take up room, without color codes.
fn visible_width(text: &str) -> usize {
    let mut width = 0;
    let mut in_code = false;
    for character in text.chars() {
        match character {
            '\u{1b}' => in_code = true,
            'm' if in_code => in_code = false,
            _ if in_code => {}
            _ => width += 1,
        }
    }
    width
}

fn ground(ground: Ground, style: Style) -> String {
    match ground {
        Ground::Light | Ground::Dark | Ground::Felt | Ground::Hole => "· ".to_owned(),
        Ground::PointDown { dark } => if dark { "▼ " } else { "▽ " }.to_owned(),
        Ground::PointUp { dark } => if dark { "▲ " } else { "△ " }.to_owned(),
        Ground::Bar => "│ ".to_owned(),
        Ground::Tray => "  ".to_owned(),
        Ground::Start(tint) => painted("◌ ", tint, Mark::None, style),
    }
}

fn thing(token: &Token, style: Style) -> String {
    if token.shape == Shape::Cube {
        return format!("[{}]", token.caption);
    }
    let symbol = match (style.color, token.shape) {
        _ if !token.caption.is_empty() => format!("{:<2}", token.caption),
        (true, Shape::Square) => "██".to_owned(),
        (true, _) => "● ".to_owned(),
        (false, _) if token.mark == Mark::None => format!("{} ", token.letter),
        (false, _) => format!("{}{}", token.letter, if token.mark == Mark::Last { '\'' } else { '!' }),
    };
    painted(&symbol, token.tint, token.mark, style)
}

fn painted(symbol: &str, tint: Tint, mark: Mark, style: Style) -> String {
    if !style.color {
        return symbol.to_owned();
    }
    let color = match tint {
        Tint::Black => "38;5;240",
        Tint::White => "97",
        Tint::Red => "91",
        Tint::Yellow => "93",
        Tint::Blue => "94",
        Tint::Green => "92",
        Tint::Orange => "38;5;208",
        Tint::Purple => "95",
    };
    let emphasis = match mark {
        Mark::None => "",
        Mark::Last => ";1;4",
        Mark::Winning => ";1;7",
    };
    format!("\u{1b}[{color}{emphasis}m{symbol}\u{1b}[0m")
}

const fn face(face: u8) -> char {
    match face {
        1 => '⚀',
        2 => '⚁',
        3 => '⚂',
        4 => '⚃',
        5 => '⚄',
        _ => '⚅',
    }
}
