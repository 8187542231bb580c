//! `brett engine othello --nboard`: conversations in the protocol of NBoard.

use brett::Exit;

use crate::session::Session;

/// Number 1 of the end-game suite, whose best move g8 wins by 18.
const END_GAME: &str = "set game (;GM[Othello]PB[one]PW[two]RE[?]TY[8]BO[8 --*****--OOO**-O-OOO**O*-O*O*O**O***O***--\
    *O*O**-***OOO--OOOOO-- *];)\n";

fn talk(commands: &str) -> String {
    let session = Session::with_input(commands);
    let seen = session.run_with(catalog::GAMES, ["engine", "othello", "--nboard", "--time", "20s"]);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    seen.out
}

#[test]
fn a_solved_position_is_told_as_certain_and_a_move_is_not_played() {
    let said = talk(&format!("nboard 2\n{END_GAME}set depth 12\nping 7\ngo\nhint 3\nquit\nping 8\n"));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[..3], ["set myname Brettwerk12", "pong 7", "status Brettwerk is thinking"]);
    assert!(lines[3].starts_with("nodestats "), "{said}");
    assert!(lines[4].starts_with("=== G8 18.00 "), "{said}");
    let hints: Vec<_> = lines.iter().filter(|line| line.starts_with("search ")).collect();
    assert_eq!(hints.len(), 3, "{said}");
    assert!(hints[0].starts_with("search G8") && hints[0].contains(" 18.00 0 100%"), "{said}");
    assert!(!said.contains("pong 8"), "{said}");
}

#[test]
fn version_one_joins_the_answer_by_slashes() {
    let said = talk(&format!("nboard 1\n{END_GAME}go\n"));
    assert!(said.contains("\n=== G8/18.00/"), "{said}");
}

#[test]
fn a_depth_bounds_the_search_of_the_middle_game() {
    let said = talk("set depth 4\nmove F5\nmove d6/1.00/2.5\nhint 60\n");
    let hints: Vec<_> = said.lines().filter(|line| line.starts_with("search ")).collect();
    assert_eq!(hints.len(), 5, "{said}");
    assert!(hints.iter().all(|line| line.ends_with(" 0 4")), "{said}");
}

#[test]
fn what_is_not_understood_is_ignored_and_what_is_wrong_is_told() {
    let said = talk(
        "xyzzy\n\nset contempt 3\nset game (;\nmove a1\nlearn\nset depth x\nset depth 4294967295\nping 1",
    );
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("status ") && lines[1].starts_with("status "), "{said}");
    assert_eq!(lines[2..], ["learned", "set myname Brettwerk4294967295", "pong 1"]);
}

#[test]
fn other_boards_are_refused() {
    for game in ["connect4", "othello --variant 6x6"] {
        let args = format!("engine {game} --nboard");
        let seen = Session::new().run_with(catalog::GAMES, args.split(' '));
        assert_eq!(seen.exit, Exit::Unusable, "{seen}");
        assert!(seen.err.contains("for Othello on 8x8"), "{seen}");
    }
}
