//! What people know of the games of the catalog: their usual records, numbers and refusals.

use crate::program::{json, run};

#[test]
fn column_digits_are_a_record_of_connect_four() {
    check_same("connect4", "4432", "4;4;3;2");
    check_same("connect4", "4 4 3 2", "4;4;3;2");
    check_same("connect4", "4", "4;");
}

#[test]
fn squares_are_a_record_of_othello() {
    check_same("othello", "f5d6c3", "f5;d6;c3");
    check_same("othello", "f5 d6 c3", "f5;d6;c3");
}

#[test]
fn plays_of_backgammon_are_separated_by_semicolons() {
    check_same("backgammon", "31; 8/5 6/5", "31\n6/5 8/5\n");
    check_refused("backgammon", "31 8/5 6/5", "separate them by ';'");
}

#[test]
fn the_first_bad_move_of_a_record_is_named() {
    check_refused("connect4", "4444444", "move 7");
    check_refused("othello", "f5 f5", "move 2, f5");
}

#[test]
fn a_full_column_is_explained() {
    let refused = run(&["legal", "connect4", "--moves", "444444", "4"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(refused.stdout, b"4 is illegal: column 4 is full\n");
}

#[test]
fn words_of_a_move_are_joined() {
    assert_eq!(json(&["legal", "backgammon", "--moves", "31", "--json", "8/5", "6/5"])["legal"], true);
}

#[test]
fn known_counts_come_out() {
    check_counts("connect4", "8", 5_673_234, 5_686_266);
    check_counts("othello", "8", 390_216, 390_216);
    check_counts("backgammon", "1", 30, 30);
    check_counts("blokus", "1", 58, 58);
}

/// Checks that two ways of writing moves lead to the same position.
#[track_caller]
fn check_same(game: &str, moves: &str, same: &str) {
    let at = |moves| json(&["show", game, "--moves", moves, "--json"])["position"].clone();
    assert_eq!(at(moves), at(same));
}

/// Checks that moves cannot be used, and that the error says something.
#[track_caller]
fn check_refused(game: &str, moves: &str, said: &str) {
    let refused = run(&["show", game, "--moves", moves]);
    let error = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2));
    assert!(error.contains(said), "{error}");
}

#[track_caller]
fn check_counts(game: &str, depth: &str, paths: u64, leaves: u64) {
    let count = json(&["perft", game, "--depth", depth, "--json"]);
    assert_eq!((count["paths"].as_u64(), count["leaves"].as_u64()), (Some(paths), Some(leaves)));
}
