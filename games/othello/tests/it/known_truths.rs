//! Numbers and games that the world agrees on.

use framework::{Game, Position, Turn};
use othello::{BLACK, Board, Move, Othello, Squares, WHITE};

use super::{board, counting, move_texts, small_game, truths};

#[test]
fn the_first_ten_plies_have_the_known_numbers_of_leaves() {
    counting::check_known_leaves(1..=10);
}

#[track_caller]
fn check_end_games(data: &str, expected: usize) {
    let end_games = truths::end_games(data);
    assert_eq!(end_games.len(), expected);
    for end_game in end_games {
        let board = board(&end_game.position);
        let number = end_game.number;
        assert_eq!(board.to_string(), end_game.position, "number {number} survives being read");
        assert_eq!(board.empties().count_ones(), end_game.empties, "empty squares of number {number}");
        let best = end_game.moves.iter().map(|(_, score)| *score).max();
        assert_eq!(best, Some(end_game.score), "the best move of number {number}");
        let mut moves: Vec<_> = end_game.moves.into_iter().map(|(name, _)| name).collect();
        moves.sort();
        assert_eq!(move_texts(&board), moves, "legal moves of number {number}");
    }
}

#[test]
fn the_end_game_suite_lists_exactly_the_legal_moves() {
    check_end_games(include_str!("../data/ffo01-39.txt"), 39);
    check_end_games(include_str!("../data/ffo40-49.txt"), 10);
}

#[test]
fn the_line_of_perfect_play_is_a_draw_without_a_pass() {
    let game = Othello::standard();
    let record = include_str!("../data/drawn-game.txt").trim();
    let moves = game.parse_transcript(record).unwrap();
    assert_eq!(moves.len(), 60);
    assert!(!moves.contains(&Move::Pass));
    assert_eq!(game.write_transcript(&moves), record);
    let last = game.parse_position(record).unwrap();
    assert_eq!(last.turn(), Turn::Over);
    assert_eq!((last.discs(BLACK), last.discs(WHITE)), (32, 32));
    assert_eq!(last.final_score(BLACK), Some(0));
    assert_eq!(game.result(&last).unwrap().en, "a draw, 32 to 32");
}

/// The score of the side to move when both play perfectly, by trying everything.
fn perfect_score(board: &Board, score: fn(&Board) -> i32) -> i32 {
    if board.is_over() {
        return score(board);
    }
    let after = |next: Board| -perfect_score(&next, score);
    if board.must_pass() {
        return after(board.passed());
    }
    Squares(board.mobility()).map(|square| after(board.placed(square))).max().expect("there is a move")
}

/// White wins by 11 discs to 3, as has been known since boards this small were first solved.
#[test]
fn the_second_player_wins_on_four_by_four() {
    let start = small_game().start();
    let discs = |board: &Board| {
        board.discs(board.to_move()).cast_signed() - board.discs(board.to_move().other()).cast_signed()
    };
    assert_eq!(perfect_score(&start, discs), 3 - 11);
    let with_empties = |board: &Board| board.final_score(board.to_move()).expect("the game is over");
    assert_eq!(perfect_score(&start, with_empties), 3 - 13);
}
