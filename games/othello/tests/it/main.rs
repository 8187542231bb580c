//! The rules of Othello, tested from outside.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its own data must fail")]

mod formats;
mod ggf;
mod known_truths;
mod laws;
mod middle_game;
mod notation;
mod openings;
mod options;
mod oracle;
mod own_evaluation;
mod patterns;
mod players;
mod playthrough;
mod reversi;
mod rules;
mod scene;
mod searching;
mod solver;
mod why_not;

#[path = "../support/counting.rs"]
mod counting;
#[path = "../support/slow_solver.rs"]
mod slow_solver;
#[path = "../support/truths.rs"]
mod truths;

use framework::{Game, Position};
use othello::{Board, Othello};

/// A position on the standard board.
fn board(text: &str) -> Board {
    Othello::standard().parse_position(text).unwrap()
}

/// A position on a board of 4×4.
fn small_board(text: &str) -> Board {
    small_game().parse_position(text).unwrap()
}

fn small_game() -> Othello {
    Othello::new(4).unwrap()
}

/// The texts of the legal moves, in alphabetical order.
fn move_texts(board: &Board) -> Vec<String> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    let mut texts: Vec<_> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}
