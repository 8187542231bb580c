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

/// Writes a scene as lines of characters, each line ended by a line feed. A cell is two characters wide, or
/// three where labels of two characters stand side by side.
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

/// What stands at each place, already as text as wide as a cell (labels may be wider).
struct Canvas {
    drawn: BTreeMap<Place, String>,
    cell_width: usize,
    margin: usize,
}

impl Canvas {
    fn of(scene: &Scene, style: Style) -> Self {
        let cell_width = if has_crowded_labels(scene) { 3 } else { 2 };
        let mut drawn = BTreeMap::new();
        for cell in &scene.cells {
            drawn.insert(cell.place, ground(cell.ground, cell_width, style));
        }
        for die in &scene.dice {
            let symbol = format!("{:<cell_width$}", face(die.face));
            drawn.insert(die.place, painted(&symbol, die.tint, Mark::None, style));
        }
        for token in &scene.tokens {
            drawn.insert(token.place, thing(token, cell_width, style));
        }
        let mut margin = 0;
        for label in &scene.labels {
            let width = label.text.chars().count();
            if label.place.column < 0 {
                margin = margin.max(width + 1);
            }
            drawn.insert(label.place, format!("{:<cell_width$}", label.text));
        }
        Self { drawn, cell_width, margin }
    }

    fn line(&self, row: i16, columns: i16) -> String {
        let left = self.drawn.get(&Place::new(-1, row)).map_or("", |text| text.trim_end());
        let mut line = match self.margin {
            0 => String::new(),
            margin => format!("{left:>width$} ", width = margin - 1),
        };
        // A text wider than its cell pushes into the empty ones after it instead of shifting the line.
        let mut owed = 0_usize;
        for column in 0..=columns {
            let empty = " ".repeat(self.cell_width);
            let text = self.drawn.get(&Place::new(column, row)).unwrap_or(&empty);
            let is_blank = text.trim().is_empty();
            let taken = if is_blank { owed.min(self.cell_width) } else { 0 };
            line.push_str(&text[taken..]);
            owed = owed - taken + visible_width(text).saturating_sub(self.cell_width);
        }
        line
    }
}

/// Tells whether labels of two characters or more stand side by side above or below the board.
fn has_crowded_labels(scene: &Scene) -> bool {
    let is_wide = |label: &&crate::Label| {
        !(0..scene.rows).contains(&label.place.row) && 2 <= label.text.chars().count()
    };
    let mut wide: Vec<Place> = scene.labels.iter().filter(is_wide).map(|label| label.place).collect();
    wide.sort_unstable_by_key(|place| (place.row, place.column));
    wide.windows(2).any(|pair| pair[0].row == pair[1].row && pair[0].column + 1 == pair[1].column)
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

fn ground(ground: Ground, width: usize, style: Style) -> String {
    let symbol = match ground {
        // The points of a backgammon board stay thin, so that the checkers stand out.
        Ground::PointDown { dark: true } | Ground::PointUp { dark: true } => '┊',
        Ground::PointDown { .. } | Ground::PointUp { .. } => '·',
        Ground::Light | Ground::Dark | Ground::Felt | Ground::Hole => '·',
        Ground::Bar => '│',
        Ground::Tray => ' ',
        Ground::Start(_) => '◌',
    };
    let symbol = format!("{symbol:<width$}");
    match ground {
        Ground::Start(tint) => painted(&symbol, tint, Mark::None, style),
        _ => symbol,
    }
}

fn thing(token: &Token, width: usize, style: Style) -> String {
    if token.shape == Shape::Cube {
        return format!("{:<width$}", format!("[{}]", token.caption));
    }
    let symbol = match (style.color, token.shape, token.mark) {
        _ if !token.caption.is_empty() => token.caption.clone(),
        (true, Shape::Square, _) => "█".repeat(width),
        (true, _, _) => "●".to_owned(),
        (false, _, Mark::None) => token.letter.to_string(),
        (false, _, Mark::Last) => format!("{}'", token.letter),
        (false, _, Mark::Winning) => format!("{}!", token.letter),
    };
    painted(&format!("{symbol:<width$}"), token.tint, token.mark, style)
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
