//! What to draw.

use framework::{Ground, Place, Position, Scene, Shape, Text, Token, Turn};

use crate::{BlokusPosition, Cell, Color, Grid, cell::column_name, paint::paint};

/// Draws a position: the board with its pieces, coordinates at the left and below, and three lines beside it.
pub(crate) fn scene<const WORDS: usize>(pos: &BlokusPosition<WORDS>) -> Scene {
    let grid = pos.rules().grid();
    let mut scene = Scene::grid(grid.width() as i16, grid.height() as i16, Ground::Light);
    draw_starts(pos, &mut scene);
    draw_pieces(pos, &mut scene);
    for column in 0..grid.width() {
        scene.label(Place::new(column as i16, grid.height() as i16), column_name(column));
    }
    for row in 0..grid.height() {
        scene.label(Place::new(-1, place(grid, Cell::new(0, row)).row), (row + 1).to_string());
    }
    add_hot_spots(pos, &mut scene);
    scene.status = vec![turn_line(pos), points_line(pos)];
    scene.status.extend(pos.to_move().map(|color| pieces_line(pos, color)));
    scene
}

fn place(grid: Grid, cell: Cell) -> Place {
    Place::new(cell.column as i16, (grid.height() - 1 - cell.row) as i16)
}

/// Marks the start cells of the colors that have not begun.
fn draw_starts<const WORDS: usize>(pos: &BlokusPosition<WORDS>, scene: &mut Scene) {
    for color in pos.rules().colors().filter(|&color| pos.stones(color).is_empty()) {
        let at = place(pos.rules().grid(), pos.rules().start(color));
        for cell in scene.cells.iter_mut().filter(|cell| cell.place == at) {
            cell.ground = Ground::Start(paint(pos.rules(), color).tint);
        }
    }
}

fn draw_pieces<const WORDS: usize>(pos: &BlokusPosition<WORDS>, scene: &mut Scene) {
    let grid = pos.rules().grid();
    let mut group = 0;
    for color in pos.rules().colors() {
        let paint = paint(pos.rules(), color);
        for piece in pos.stones(color).connected(grid) {
            scene.tokens.extend(piece.iter().map(|index| Token {
                group: Some(group),
                ..Token::new(place(grid, grid.cell(index)), Shape::Square, paint.tint, paint.letter)
            }));
            group += 1;
        }
    }
}

/// Every cell that is the first one of some move.
fn add_hot_spots<const WORDS: usize>(pos: &BlokusPosition<WORDS>, scene: &mut Scene) {
    let grid = pos.rules().grid();
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let mut firsts: Vec<Cell> = moves.iter().filter_map(|mv| mv.cells(grid).next()).collect();
    firsts.sort_unstable();
    firsts.dedup();
    firsts.into_iter().for_each(|cell| scene.hot_spot(place(grid, cell), cell.to_string()));
}

fn turn_line<const WORDS: usize>(pos: &BlokusPosition<WORDS>) -> Text {
    match (pos.to_move(), pos.turn()) {
        (Some(color), Turn::Seat(seat)) => {
            let name = &paint(pos.rules(), color).name;
            Text::new(
                format!("{} (player {seat}) to move", name.en),
                format!("{} (Spieler {seat}) zieht", name.de),
            )
        }
        _ => Text::fixed("the game is over", "das Spiel ist zu Ende"),
    }
}

fn points_line<const WORDS: usize>(pos: &BlokusPosition<WORDS>) -> Text {
    let line = |name: fn(&Text) -> &str, left: &dyn Fn(u32) -> String| {
        let entry = |color| {
            let name = name(&paint(pos.rules(), color).name);
            format!("{name} {} {}", pos.points(color), left(pos.left(color).pieces()))
        };
        pos.rules().colors().map(entry).collect::<Vec<_>>().join(" · ")
    };
    Text::new(
        line(|name| &name.en, &|left| format!("({left} left)")),
        line(|name| &name.de, &|left| format!("(noch {left})")),
    )
}

fn pieces_line<const WORDS: usize>(pos: &BlokusPosition<WORDS>, color: Color) -> Text {
    let copies = |(piece, count)| if count == 1 { format!("{piece}") } else { format!("{count}×{piece}") };
    let pieces = pos.left(color).entries().map(copies).collect::<Vec<_>>().join(" ");
    Text::new(format!("pieces: {pieces}"), format!("Steine: {pieces}"))
}
