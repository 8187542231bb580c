//! Boards for unit tests, of which only the rows with discs are written.

use framework::Game;

use crate::{Bits, Board, Connect4};

/// The board whose lowest rows are these; the rest is empty.
#[track_caller]
pub(crate) fn board<B: Bits>(options: &str, rows: &str) -> Board<B> {
    let game = Connect4::<B>::from_options(&options.parse().expect("options are words")).expect(options);
    let (columns, n_rows) = (usize::from(game.size().columns()), usize::from(game.size().rows()));
    let n_empty = n_rows - rows.split('/').count();
    let picture = format!("{}{rows}", format!("{}/", "-".repeat(columns)).repeat(n_empty));
    game.parse_position(&picture).unwrap_or_else(|error| panic!("{picture}: {error}"))
}
