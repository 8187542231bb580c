//! Tic-tac-toe keeps the laws, and every search of the framework plays it.

use framework::{
    Game, Options, Position, Turn,
    search::{Limits, SearchRequest},
    testkit,
};
use tictactoe::{Board, TicTacToe};

#[test]
fn keeps_the_laws() {
    testkit::check_game(&TicTacToe, 1, 200);
    testkit::check_readers(&TicTacToe, 1, 20_000);
}

/// Known numbers: 9 · 8 · 7 · 6 · 5 paths until a game can end, and 1 440 of those that follow are over.
#[test]
fn counts_its_paths() {
    testkit::check_perft(
        &TicTacToe.start(),
        &[(1, 9), (2, 72), (3, 504), (4, 3_024), (5, 15_120), (6, 54_720)],
    );
}

fn choice(player: &str, board: &Board) -> u8 {
    let entries = TicTacToe.engines();
    let entry = entries.iter().find(|entry| entry.name == player).expect("a search of that name");
    let mut engine = (entry.make)(&Options::default()).expect("no options are needed");
    let limits = Limits { depth: Some(9), nodes: Some(1_000_000), ..Limits::NONE };
    engine.search(SearchRequest::new(board, limits).expect("a seat is to move")).best
}

#[test]
fn every_search_wins_at_once_and_those_that_look_ahead_never_lose() {
    let ahead = TicTacToe.parse_position("XX.OO....").unwrap();
    for entry in TicTacToe.engines().iter().filter(|entry| entry.name != "random") {
        assert_eq!(choice(entry.name, &ahead), 2, "{} wins at once", entry.name);
    }
    for player in ["alphabeta", "minimax", "expectimax", "max-n", "paranoid", "mcts"] {
        let mut board = TicTacToe.start();
        while board.turn() != Turn::Over {
            board.play(choice(player, &board));
        }
        assert_eq!(TicTacToe.result(&board).unwrap().to_string(), "a draw", "{player} against itself");
    }
}

#[test]
fn the_rules_stay_small() {
    let lines = include_str!("../src/lib.rs").lines().count();
    assert!(lines <= 100, "tic-tac-toe promises its rules in at most 100 lines, and has {lines}");
}
