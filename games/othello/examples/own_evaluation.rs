//! A player of Othello with an evaluation of one's own; the book's chapter "Write your own evaluation" explains it.
//!
//! ```text
//! cargo build --release -p brettwerk-othello --example own_evaluation
//! brett match othello 'gtp:target/release/examples/own_evaluation' denkmaschine-2014@depth=4 --games 100
//! ```
//!
//! The first argument is how many plies it looks ahead, 4 if there is none.

use std::{
    env,
    error::Error,
    io::{self, BufRead, Write},
};

use framework::{
    Game, Seat,
    search::{AlphaBeta, AlphaBetaFeatures, Limits, final_value},
    testkit,
};
use othello::{Board, Othello};

/// a1, h1, a8 and h8.
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// What a position is worth to a seat: this is the function to change.
fn worth(board: &Board, seat: Seat) -> f32 {
    if let Some(value) = final_value(board, seat) {
        return value;
    }
    let corners = |seat: Seat| (board.discs_of(seat) & CORNERS).count_ones() as f32;
    let moves = |seat: Seat| {
        let to_move = if board.to_move() == seat { *board } else { board.passed() };
        to_move.mobility().count_ones() as f32
    };
    let other = seat.other();
    10.0 * (corners(seat) - corners(other)) + moves(seat) - moves(other)
}

/// The answer to a command of the arena; `None` to end.
pub(crate) fn answer(command: &str, depth: u32) -> Option<String> {
    let (name, rest) = command.trim().split_once(' ').unwrap_or((command.trim(), ""));
    match name {
        "quit" => None,
        "name" => Some("= own evaluation".to_owned()),
        "list_commands" => Some("= name\nlist_commands\nchoose_move\nquit".to_owned()),
        "choose_move" => Some(match choose(rest, depth) {
            Ok(mv) => format!("= {mv}"),
            Err(error) => format!("? {error}"),
        }),
        _ => Some(format!("? {name} is not known")),
    }
}

/// The best move: `rest` is the seat, the position and the legal moves, with semicolons between them.
fn choose(rest: &str, depth: u32) -> Result<String, Box<dyn Error>> {
    let position = rest.split(';').nth(1).ok_or("choose_move needs a position")?;
    let board = Othello::standard().parse_position(position)?;
    let mut player = AlphaBeta::new(worth, AlphaBetaFeatures::ALL);
    Ok(testkit::search(&mut player, &board, &Limits::depth(depth)).best.to_string())
}

fn main() -> Result<(), Box<dyn Error>> {
    let depth = env::args().nth(1).map_or(Ok(4), |text| text.parse())?;
    for line in io::stdin().lock().lines() {
        let Some(answer) = answer(&line?, depth) else { break };
        writeln!(io::stdout(), "{answer}\n")?;
        io::stdout().flush()?;
    }
    Ok(())
}
