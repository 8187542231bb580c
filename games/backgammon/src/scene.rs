//! What to draw: 24 points around the bar, the tray with the cube at the right, and the dice in the middle.

use std::collections::BTreeSet;

use framework::{Cell, Die, Ground, Place, Position, Scene, Seat, Shape, Text, Tint, Token, Turn};

use crate::{
    notation,
    position::{BAR, Move, OFF, Phase, Table},
};

const COLUMNS: i16 = 14;
const ROWS: i16 = 11;
const MIDDLE: i16 = 5;
const BAR_COLUMN: i16 = 6;
const TRAY_COLUMN: i16 = 13;
/// The most checkers of a stack that are drawn; a higher one bears its number.
const STACK: u8 = 5;

/// What the seats are called.
pub(crate) fn seat_name(seat: Seat) -> Text {
    if seat == Seat::FIRST { Text::fixed("white", "Weiß") } else { Text::fixed("black", "Schwarz") }
}

/// Draws a table as a seat sees it: its own home board at the lower right, its own numbers at the points.
pub(crate) fn draw(table: &Table, seen_from: Seat) -> Scene {
    let mut scene = Scene { columns: COLUMNS, rows: ROWS, ..Scene::default() };
    draw_ground(&mut scene);
    for seat in Seat::all(2) {
        draw_checkers(&mut scene, table, seat, seen_from);
    }
    draw_cube(&mut scene, table, seen_from);
    if let Phase::Playing(dice) = table.phase() {
        for (column, face) in [(9, dice.high()), (10, dice.low())] {
            let place = Place::new(column, MIDDLE);
            scene.dice.push(Die { place, face, tint: tint(table.mover()) });
        }
    }
    if matches!(table.turn(), Turn::Seat(_)) {
        draw_choices(&mut scene, table, seen_from);
    }
    scene.status = status(table);
    scene
}

fn draw_ground(scene: &mut Scene) {
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            // Neighbors differ, and so do points that face each other.
            let dark = (column + i16::from(MIDDLE < row) + i16::from(BAR_COLUMN < column)) % 2 == 0;
            let ground = match (column, row) {
                (TRAY_COLUMN, _) | (_, MIDDLE) => Ground::Tray,
                (BAR_COLUMN, _) => Ground::Bar,
                (_, 0..MIDDLE) => Ground::PointDown { dark },
                _ => Ground::PointUp { dark },
            };
            scene.cells.push(Cell { place: Place::new(column, row), ground });
        }
    }
    for point in 1..BAR {
        let (column, is_lower) = column_of(point);
        scene.label(Place::new(column, if is_lower { ROWS } else { -1 }), point.to_string());
    }
}

/// The column of a point in the numbering of who looks, and whether it starts at the bottom.
fn column_of(point: u8) -> (i16, bool) {
    let point_number = i16::from(point);
    match point {
        ..=6 => (13 - point_number, true),
        7..=12 => (12 - point_number, true),
        13..=18 => (point_number - 13, false),
        _ => (point_number - 12, false),
    }
}

/// The cells of a seat's place, from the edge of the board inward; none for checkers that are off.
fn stack_of(place: u8, seat: Seat, seen_from: Seat) -> impl Iterator<Item = Place> {
    let (column, is_lower) = match place {
        BAR => (BAR_COLUMN, seat == seen_from),
        _ if seat == seen_from => column_of(place),
        _ => column_of(25 - place),
    };
    (0..i16::from(STACK)).map(move |idx| Place::new(column, if is_lower { ROWS - 1 - idx } else { idx }))
}

fn draw_checkers(scene: &mut Scene, table: &Table, seat: Seat, seen_from: Seat) {
    let side = table.side(seat);
    let letter = if seat == Seat::FIRST { 'O' } else { 'X' };
    let checker = |place| Token::new(place, Shape::Disc, tint(seat), letter);
    for place in 1..=BAR {
        let count = side.count(place);
        for (height, cell) in (1..=count).zip(stack_of(place, seat, seen_from)) {
            let caption = if height == STACK && STACK < count { count.to_string() } else { String::new() };
            scene.tokens.push(Token { caption, ..checker(cell) });
        }
    }
    let off = side.count(OFF);
    if off != 0 {
        let row = if seat == seen_from { ROWS - 1 } else { 0 };
        scene.tokens.push(Token { caption: off.to_string(), ..checker(Place::new(TRAY_COLUMN, row)) });
    }
}

fn draw_cube(scene: &mut Scene, table: &Table, seen_from: Seat) {
    if !table.agreement().cube {
        return;
    }
    let row = match table.cube().owner() {
        None => MIDDLE,
        Some(owner) if owner == seen_from => ROWS - 3,
        Some(_) => 2,
    };
    let cube = Token::new(Place::new(TRAY_COLUMN, row), Shape::Cube, Tint::White, '#');
    scene.tokens.push(Token { caption: table.cube().value().to_string(), ..cube });
}

/// Words in the middle for decisions, the points of the hindmost checkers for plays.
fn draw_choices(scene: &mut Scene, table: &Table, seen_from: Seat) {
    let mut moves = Vec::new();
    table.legal_moves(&mut moves);
    let mut first_places = BTreeSet::new();
    let mut words = Vec::new();
    for &mv in &moves {
        match mv {
            Move::Play(play) if !play.is_empty() => {
                first_places.extend(play.steps().next().map(|step| step.from));
            }
            _ => words.push(notation::decision::write(table, mv)),
        }
    }
    for from in first_places {
        let prefix = if from == BAR { "bar".to_owned() } else { from.to_string() };
        for place in stack_of(from, table.mover(), seen_from) {
            scene.hot_spot(place, prefix.clone());
        }
    }
    for (column, word) in [1, 4, 8].into_iter().zip(words) {
        let place = Place::new(column, MIDDLE);
        // The columns that the word covers in a terminal, two characters each.
        for covered in 0..word.len().div_ceil(2) as i16 {
            scene.hot_spot(Place::new(column + covered, MIDDLE), word.clone());
        }
        scene.label(place, word);
    }
}

fn status(table: &Table) -> Vec<Text> {
    let [white, black] = [Seat::FIRST, Seat::SECOND].map(|seat| table.side(seat).pips());
    let mut lines = vec![
        next(table),
        Text::new(
            format!("pips: white {white}, black {black}"),
            format!("Augen: Weiß {white}, Schwarz {black}"),
        ),
    ];
    let score = table.score();
    if !score.is_money() {
        let [white, black] = score.points;
        let (game_en, game_de) =
            if score.crawford { (", Crawford game", ", Crawford-Spiel") } else { ("", "") };
        lines.push(Text::new(
            format!("match to {}: white {white}, black {black}{game_en}", score.length),
            format!("Wettkampf bis {}: Weiß {white}, Schwarz {black}{game_de}", score.length),
        ));
    }
    if let Some(owner) = table.cube().owner() {
        let (value, owner) = (table.cube().value(), seat_name(owner));
        lines.push(Text::new(
            format!("cube at {value}, with {}", owner.en),
            format!("Verdopplungswürfel auf {value}, bei {}", owner.de),
        ));
    }
    lines
}

/// What happens next, in a sentence.
fn next(table: &Table) -> Text {
    let (mover, other) = (seat_name(table.mover()), seat_name(table.mover().other()));
    let offered = 2 * table.cube().value();
    let (en, de) = match table.phase() {
        Phase::Opening => {
            ("both roll for the first turn".to_owned(), "beide würfeln um den ersten Zug".to_owned())
        }
        Phase::BeforeRoll => {
            (format!("{} to roll or double", mover.en), format!("{} würfelt oder verdoppelt", mover.de))
        }
        Phase::Rolling => (format!("{} rolls", mover.en), format!("{} würfelt", mover.de)),
        Phase::Playing(dice) => {
            (format!("{} to play {dice}", mover.en), format!("{} zieht {dice}", mover.de))
        }
        Phase::Doubled => (
            format!("{} doubles to {offered}: {} to take or pass", mover.en, other.en),
            format!("{} verdoppelt auf {offered}: {} nimmt an oder gibt auf", mover.de, other.de),
        ),
        Phase::Beavered => (
            format!("{} beavers to {offered}: {} to take or pass", other.en, mover.en),
            format!("{} verdoppelt sofort auf {offered}: {} nimmt an oder gibt auf", other.de, mover.de),
        ),
        Phase::BorneOff => {
            (format!("{} has borne off", mover.en), format!("{} hat alles ausgewürfelt", mover.de))
        }
        Phase::Passed(by) => {
            let by = seat_name(by);
            (format!("{} passes", by.en), format!("{} gibt auf", by.de))
        }
    };
    Text::new(en, de)
}

const fn tint(seat: Seat) -> Tint {
    if seat.index() == 0 { Tint::White } else { Tint::Black }
}
