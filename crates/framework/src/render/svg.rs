//! A scene as an SVG picture.

use std::fmt::Write;

use crate::{Cell, Die, Ground, Label, Mark, Place, Scene, Shape, Tint, Token};

/// The side of a cell in the picture.
const SIDE: i32 = 40;
/// The room around the board for labels.
const MARGIN: i32 = 28;

/// Draws a scene as a stand-alone SVG document.
#[must_use]
pub fn svg(scene: &Scene) -> String {
    let width = i32::from(scene.columns) * SIDE + 2 * MARGIN;
    let height = i32::from(scene.rows) * SIDE + 2 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#3a2a1e\"/>\n"
    );
    scene.cells.iter().for_each(|cell| draw_cell(&mut out, *cell));
    scene.cells.iter().for_each(|cell| draw_point(&mut out, *cell, scene));
    scene.tokens.iter().for_each(|token| draw_token(&mut out, token, &scene.tokens));
    scene.dice.iter().for_each(|die| draw_die(&mut out, *die));
    scene.labels.iter().for_each(|label| draw_label(&mut out, label, scene));
    out.push_str("</svg>\n");
    out
}

fn corner(place: Place) -> (i32, i32) {
    (MARGIN + i32::from(place.column) * SIDE, MARGIN + i32::from(place.row) * SIDE)
}

fn center(place: Place) -> (i32, i32) {
    let (x, y) = corner(place);
    (x + SIDE / 2, y + SIDE / 2)
}

macro_rules! draw {
    ($out:expr, $($format:tt)*) => {
        writeln!($out, $($format)*).expect("a string takes everything")
    };
}

fn square(out: &mut String, place: Place, fill: &str, line: &str) {
    let (x, y) = corner(place);
    draw!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" stroke=\"{line}\"/>"
    );
}

fn draw_cell(out: &mut String, cell: Cell) {
    let (cx, cy) = center(cell.place);
    match cell.ground {
        Ground::Light => square(out, cell.place, "#e9e4d8", "#c9c2b2"),
        Ground::Dark => square(out, cell.place, "#d8d0bf", "#c9c2b2"),
        Ground::Felt => square(out, cell.place, "#2e7d4f", "#1d5536"),
        Ground::Bar => square(out, cell.place, "#5b3d27", "#5b3d27"),
        Ground::Tray => square(out, cell.place, "#4a3222", "#4a3222"),
        Ground::Hole => {
            square(out, cell.place, "#1f4fa3", "#1f4fa3");
            draw!(out, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"16\" fill=\"#10305f\"/>");
        }
        Ground::Start(tint) => {
            square(out, cell.place, "#e9e4d8", "#c9c2b2");
            draw!(out, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"7\" fill=\"{}\"/>", fill(tint));
        }
        Ground::PointDown { .. } | Ground::PointUp { .. } => square(out, cell.place, "#d9c49c", "#d9c49c"),
    }
}

/// Draws the triangle of a backgammon point when the cell is its base; the other cells of it are beneath.
fn draw_point(out: &mut String, cell: Cell, scene: &Scene) {
    let (inward, dark) = match cell.ground {
        Ground::PointDown { dark } => (1, dark),
        Ground::PointUp { dark } => (-1, dark),
        _ => return,
    };
    let belongs = |steps: i16| {
        let place = Place::new(cell.place.column, cell.place.row + steps * inward);
        scene.cells.iter().any(|other| other.place == place && other.ground == cell.ground)
    };
    if belongs(-1) {
        return;
    }
    let height = (0..).take_while(|&steps| belongs(steps)).count() as i32 * SIDE;
    let (x, y) = corner(cell.place);
    let (base, tip) = if inward == 1 { (y, y + height - 6) } else { (y + SIDE, y + SIDE - height + 6) };
    let tone = if dark { "#8a4b2a" } else { "#f3e6c8" };
    let (left, middle, right) = (x + 2, x + SIDE / 2, x + SIDE - 2);
    draw!(out, "<path d=\"M{left} {base}L{middle} {tip}L{right} {base}Z\" fill=\"{tone}\"/>");
}

fn draw_token(out: &mut String, token: &Token, all: &[Token]) {
    let (x, y) = corner(token.place);
    let (cx, cy) = center(token.place);
    let tone = fill(token.tint);
    match token.shape {
        Shape::Disc => {
            draw!(out, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"16\" fill=\"{tone}\" stroke=\"#00000055\"/>");
        }
        Shape::Square => {
            draw!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{tone}\"/>");
            draw_seams(out, token, all);
        }
        Shape::Cube => {
            let (left, top) = (cx - 15, cy - 15);
            draw!(
                out,
                "<rect x=\"{left}\" y=\"{top}\" width=\"30\" height=\"30\" rx=\"4\" fill=\"#fafafa\" stroke=\"#333\"/>"
            );
        }
    }
    match token.mark {
        Mark::None => {}
        Mark::Last => {
            draw!(out, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"4\" fill=\"{}\"/>", contrast(token.tint));
        }
        Mark::Winning => draw!(
            out,
            "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"11\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\"/>",
            contrast(token.tint)
        ),
    }
    if !token.caption.is_empty() {
        let ink = if token.shape == Shape::Cube { "#111" } else { contrast(token.tint) };
        draw!(
            out,
            "<text x=\"{cx}\" y=\"{}\" font-size=\"16\" font-weight=\"bold\" fill=\"{ink}\">{}</text>",
            cy + 6,
            escaped(&token.caption)
        );
    }
}

/// Lines around a piece, but none between its own squares.
fn draw_seams(out: &mut String, token: &Token, all: &[Token]) {
    let (x, y) = corner(token.place);
    let (right, bottom) = (x + SIDE, y + SIDE);
    let sides = [
        (-1, 0, format!("M{x} {y}V{bottom}")),
        (1, 0, format!("M{right} {y}V{bottom}")),
        (0, -1, format!("M{x} {y}H{right}")),
        (0, 1, format!("M{x} {bottom}H{right}")),
    ];
    for (columns, rows, path) in sides {
        let beside = Place::new(token.place.column + columns, token.place.row + rows);
        let joined = token.group.is_some()
            && all.iter().any(|other| other.place == beside && other.group == token.group);
        let (line, width) = if joined { ("#ffffff33", 1) } else { ("#00000099", 2) };
        draw!(out, "<path d=\"{path}\" stroke=\"{line}\" stroke-width=\"{width}\"/>");
    }
}

fn draw_die(out: &mut String, die: Die) {
    let (cx, cy) = center(die.place);
    let (left, top) = (cx - 15, cy - 15);
    draw!(
        out,
        "<rect x=\"{left}\" y=\"{top}\" width=\"30\" height=\"30\" rx=\"6\" fill=\"{}\" stroke=\"#00000088\"/>",
        fill(die.tint)
    );
    for (column, row) in pips(die.face) {
        draw!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"2.8\" fill=\"{}\"/>",
            cx + 8 * column,
            cy + 8 * row,
            contrast(die.tint)
        );
    }
}

/// Where the pips of a face lie, in steps from the center.
fn pips(face: u8) -> &'static [(i32, i32)] {
    match face {
        1 => &[(0, 0)],
        2 => &[(-1, -1), (1, 1)],
        3 => &[(-1, -1), (0, 0), (1, 1)],
        4 => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5 => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        _ => &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    }
}

fn draw_label(out: &mut String, label: &Label, scene: &Scene) {
    let (mut cx, mut cy) = center(label.place);
    // Margins are narrower than cells: their labels move towards the board.
    let inward = (SIDE - MARGIN) / 2;
    cx += if label.place.column < 0 {
        inward
    } else if scene.columns <= label.place.column {
        -inward
    } else {
        0
    };
    cy += if label.place.row < 0 {
        inward
    } else if scene.rows <= label.place.row {
        -inward
    } else {
        0
    };
    draw!(
        out,
        "<text x=\"{cx}\" y=\"{}\" font-size=\"14\" fill=\"#e8dcc6\">{}</text>",
        cy + 5,
        escaped(&label.text)
    );
}

const fn fill(tint: Tint) -> &'static str {
    match tint {
        Tint::Black => "#1b1b1b",
        Tint::White => "#f7f5ee",
        Tint::Red => "#d33a2c",
        Tint::Yellow => "#f2c324",
        Tint::Blue => "#2f6fd0",
        Tint::Green => "#3a9d4b",
        Tint::Orange => "#ef8a2b",
        Tint::Purple => "#8a4fbf",
    }
}

const fn contrast(tint: Tint) -> &'static str {
    match tint {
        Tint::White | Tint::Yellow | Tint::Orange => "#1b1b1b",
        Tint::Black | Tint::Red | Tint::Blue | Tint::Green | Tint::Purple => "#ffffff",
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
