//! The program of the chapter "Write your own evaluation".

#[path = "../../examples/own_evaluation.rs"]
#[expect(dead_code, reason = "its main function is for the terminal")]
mod program;

use framework::{Game, Position, Turn};
use othello::Othello;

use program::answer;

#[test]
fn it_answers_what_the_arena_asks_until_it_is_told_to_end() {
    assert!(answer("list_commands", 1).unwrap().contains("choose_move"));
    assert_eq!(answer("quit", 1), None);
    assert!(answer("genmove b", 1).unwrap().starts_with('?'));
    assert!(answer("choose_move 1", 1).unwrap().starts_with('?'));
    assert!(answer("choose_move 1; nonsense; d3", 1).unwrap().starts_with('?'));
}

#[test]
fn it_plays_a_whole_game_by_the_rules() {
    let game = Othello::standard();
    let mut pos = game.start();
    while pos.turn() != Turn::Over {
        let reply = answer(&format!("choose_move 1; {pos}; …"), 2).unwrap();
        let text = reply.strip_prefix("= ").expect("a move");
        pos.play(game.parse_move(&pos, text).expect("a legal one"));
    }
}

/// A player that looks one ply ahead takes a corner that is there.
#[test]
fn it_knows_what_a_corner_is_worth() {
    let position = "-OX------------------------OX------XO--------------------------- X";
    assert_eq!(answer(&format!("choose_move 1; {position}; …"), 1).unwrap(), "= a1");
}
