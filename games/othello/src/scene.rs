//! The board as a drawing.

use framework::{Game, Ground, Place, Scene, Seat, Shape, Text, Tint, Token};

use crate::{
    BLACK, Board, Move, Othello, Square, SquareSet, Squares, WHITE, game::seat_name, notation::letter,
};

/// Draws a board, with row 1 at the top for either seat.
pub(crate) fn draw<S: SquareSet>(game: &Othello<S>, board: &Board<S>) -> Scene {
    let mut scene = discs(board);
    add_hot_spots(&mut scene, board.empties(), board.mobility(), board.must_pass());
    scene.status = vec![turn(board.to_move(), board.must_pass(), game.result(board)), counts(board)];
    scene
}

/// The board with its discs and the names of its lines.
pub(crate) fn discs<S: SquareSet>(board: &Board<S>) -> Scene {
    let side = i16::from(board.side());
    let mut scene = Scene::grid(side, side, Ground::Felt);
    for line in 0..board.side() {
        let place = i16::from(line);
        scene.label(Place::new(place, -1), char::from(b'a' + line));
        scene.label(Place::new(-1, place), (line + 1).to_string());
    }
    for (seat, tint) in [(BLACK, Tint::Black), (WHITE, Tint::White)] {
        let symbol = letter(seat);
        scene.tokens.extend(
            Squares(board.discs_of(seat)).map(|square| Token::new(place(square), Shape::Disc, tint, symbol)),
        );
    }
    scene
}

/// Every square that can be played on is hot; who must pass may touch any empty square to do so.
pub(crate) fn add_hot_spots<S: SquareSet>(scene: &mut Scene, empties: S, mobility: S, must_pass: bool) {
    if must_pass {
        for square in Squares(empties) {
            scene.hot_spot(place(square), Move::Pass.to_string());
        }
    } else {
        for square in Squares(mobility) {
            scene.hot_spot(place(square), square.to_string());
        }
    }
}

fn place(square: Square) -> Place {
    Place::new(square.column().into(), square.row().into())
}

/// Whose turn it is, or how the game ended.
pub(crate) fn turn(mover: Seat, must_pass: bool, result: Option<Text>) -> Text {
    let (name, symbol) = (seat_name(mover), letter(mover));
    result.unwrap_or_else(|| match must_pass {
        true => Text::new(
            format!("{} ({symbol}) has no square to play on and must pass", name.en),
            format!("{} ({symbol}) hat kein Feld und muss passen", name.de),
        ),
        false => {
            Text::new(format!("{} ({symbol}) to move", name.en), format!("{} ({symbol}) ist am Zug", name.de))
        }
    })
}

fn counts<S: SquareSet>(board: &Board<S>) -> Text {
    let (black, white, empty) = (board.discs(BLACK), board.discs(WHITE), board.empties().count());
    Text::new(
        format!("black {black} · white {white} · empty {empty}"),
        format!("Schwarz {black} · Weiß {white} · leer {empty}"),
    )
}
