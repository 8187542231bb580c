//! A blue wall with holes, discs in them, and the columns numbered.

use framework::{Game, Ground, Mark, Place, Position, Scene, Seat, Shape, Text, Tint, Token, Turn};

use crate::{Bits, Board, Column, Connect4, notation::LETTERS};

const TINTS: [Tint; 2] = [Tint::Yellow, Tint::Red];

/// Draws a board. Both seats look at it from the same side.
pub(crate) fn scene<B: Bits>(game: &Connect4<B>, pos: &Board<B>) -> Scene {
    let (columns, rows) = (i16::from(pos.size().columns()), i16::from(pos.size().rows()));
    let mut scene = Scene::grid(columns, rows, Ground::Hole);
    let place = |column: Column, row: u8| Place::new(column.index().into(), rows - 1 - i16::from(row));
    let winning = pos.winning_cells();
    for column in pos.columns() {
        // Two digits fill the width of a cell in a terminal: neighbors then go to different margins.
        let above = 9 < columns && column.index() % 2 == 0;
        let margin = if above { -1 } else { rows };
        scene.label(Place::new(column.index().into(), margin), column.to_string());
        for row in 0..pos.height(column) {
            let Some(seat) = pos.disc(column, row) else { continue };
            let disc =
                Token::new(place(column, row), Shape::Disc, TINTS[seat.index()], LETTERS[seat.index()]);
            let mark = if winning.contains(&(column, row)) { Mark::Winning } else { Mark::None };
            scene.tokens.push(disc.marked(mark));
        }
        if pos.is_legal(column) {
            scene.hot_spot(Place::new(column.index().into(), 0), column.to_string());
        }
    }
    scene.status = status(game, pos);
    scene
}

fn status<B: Bits>(game: &Connect4<B>, pos: &Board<B>) -> Vec<Text> {
    let [yellow, red] = [Seat::FIRST, Seat::SECOND].map(|seat| game.seat_name(seat));
    let state = match pos.turn() {
        Turn::Seat(seat) => {
            let (name, letter) = (game.seat_name(seat), LETTERS[seat.index()]);
            Some(Text::new(
                format!("{} ({letter}) to move", name.en),
                format!("{} ({letter}) ist am Zug", name.de),
            ))
        }
        Turn::Chance | Turn::Over => game.result(pos),
    };
    let (n_yellow, n_red) = (pos.ply().div_ceil(2), pos.ply() / 2);
    let k = pos.size().k();
    let counts = Text::new(
        format!("{} {n_yellow}, {} {n_red}; {k} in a row win", yellow.en, red.en),
        format!("{} {n_yellow}, {} {n_red}; {k} in einer Reihe gewinnen", yellow.de, red.de),
    );
    state.into_iter().chain([counts]).collect()
}
