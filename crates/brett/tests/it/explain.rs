//! Why a position is valued as it is.

use brett::Exit;
use insta::assert_snapshot;

use crate::{
    program::json,
    session::{Seen, Session},
};

fn explain<const N: usize>(args: [&str; N]) -> Seen {
    Session::new().run_with(catalog::GAMES, ["explain"].into_iter().chain(args))
}

#[test]
fn every_term_is_shown_with_its_amount_weight_and_share() {
    assert_snapshot!(explain(["connect4", "--moves", "443", "--evaluation", "woellert-2006"]));
    assert_snapshot!(explain([
        "backgammon",
        "--moves",
        "31",
        "--evaluation",
        "welfenlab-2006",
        "--lang",
        "de"
    ]));
    assert_snapshot!(explain(["othello", "--moves", "f5 d6 c3", "--seat", "1"]));
}

#[test]
fn a_move_is_explained_by_what_it_changes() {
    assert_snapshot!(explain([
        "connect4",
        "--moves",
        "4432",
        "--evaluation",
        "praktikum-2018:z3=0.01,z2=0.001",
        "--move",
        "3"
    ]));
    assert_snapshot!(explain([
        "backgammon",
        "--moves",
        "31",
        "--move",
        "8/5 6/5",
        "--evaluation",
        "welfenlab-2006:as-written",
    ]));
    assert_snapshot!(explain([
        "othello",
        "--move",
        "f5",
        "--evaluation",
        "denkmaschine-2014",
        "--lang",
        "de"
    ]));
}

#[test]
fn who_only_rates_moves_explains_those() {
    assert_snapshot!(explain(["blokus", "--variant", "duo", "--move", "e8,d9,e9,f9,e10"]));
    let position = explain(["blokus"]);
    assert_eq!(position.exit, Exit::Unusable);
    assert!(
        position.err.contains("blokus-2005 rates moves and not positions; name a move; use --move"),
        "{position}"
    );
    let single = explain(["blokus", "--variant", "duo", "--move", "e10"]);
    assert!(single.err.contains("blokus-2005 does not consider e10"), "{single}");
}

#[test]
fn a_move_that_ends_the_game_is_decided() {
    let won =
        explain(["connect4", "--moves", "4;1;4;1;4;1", "--move", "4", "--evaluation", "praktikum-2018"]);
    assert!(won.out.contains("\ndecided ") && won.out.contains("a line is complete"), "{won}");
}

#[test]
fn every_game_explains_its_evaluations_within_80_columns() {
    for (game, moves, mv) in [
        ("connect4", "4;4", "4"),
        ("othello", "f5;d6", "c3"),
        ("backgammon", "62;24/16;roll;33", "13/10(2) 8/5(2)"),
        ("blokus", "", "c19,a20,b20,c20,d20"),
    ] {
        let unknown = explain([game, "--moves", moves, "--evaluation", "?"]);
        let known = unknown.err.split("choose ").nth(1).expect("a list of names").trim().to_owned();
        for name in known.split(", ") {
            for lang in ["en", "de"] {
                let seen =
                    explain([game, "--moves", moves, "--evaluation", name, "--move", mv, "--lang", lang]);
                assert_eq!(seen.exit, Exit::Fine, "{seen}");
                let rows = seen.out.lines();
                assert!(rows.clone().all(|line| line.chars().count() <= 80), "{seen}");
                assert!(6 < rows.count(), "{seen}");
            }
        }
    }
}

#[test]
fn programs_get_every_number() {
    let args = ["explain", "connect4", "--moves", "443", "--evaluation", "woellert-2006", "--json"];
    let answer = json(&args);
    let terms = answer["explanation"]["terms"].as_array().expect("terms");
    let sum: f64 = terms.iter().map(|term| term["share"].as_f64().expect("a number")).sum();
    assert_eq!(Some(sum), answer["explanation"]["value"].as_f64());
    assert_eq!((&answer["valued_for"], terms[0]["weight"].as_f64()), (&2.into(), Some(10.0)));
    let answer = json(&["explain", "othello", "--move", "f5", "--json"]);
    assert_eq!(answer["move"], "f5");
    assert!(answer["before"]["terms"].is_array() && answer["after"]["value"].is_number());
}

#[test]
fn nonsense_is_refused_with_a_remedy() {
    #[track_caller]
    fn check<const N: usize>(args: [&str; N], problem: &str) {
        let seen = explain(args);
        assert_eq!((seen.exit, seen.out.as_str()), (Exit::Unusable, ""), "{seen}");
        assert!(seen.err.contains(problem), "{seen}");
    }
    check(["connect4", "--evaluation", "stockfish"], "choose own, praktikum-2018, woellert-2006");
    check(["connect4", "--evaluation", "own:depth=3"], "the evaluation own: unknown option");
    check(["connect4", "--evaluation", "praktikum-2018:z2=7"], "z2=7: this is no number from 0 to");
    check(["backgammon", "--moves", "31", "--evaluation", "welfenlab-2006:w1=x"], "this is no number");
    check(["backgammon", "--evaluation", "own"], "say for whom with --seat");
    check(["backgammon", "--seat", "1", "--move", "31"], "cannot be used with");
    check(["backgammon", "--move", "31"], "the dice are next");
    check(["connect4", "--seat", "3"], "this game has seats 1 to 2");
    check(["connect4", "--moves", "4;1;4;1;4;1;4"], "the game is over");
    check(["connect4", "--moves", "444444", "--move", "4"], "--move: illegal move");
    check(["connect4", "--move", "x"], "--move");
    let nim = Session::new().run(["explain", "nim"]);
    assert!(nim.err.contains("nim has no evaluation that could be explained"), "{nim}");
    let named = Session::new().run(["explain", "nim", "--evaluation", "own"]);
    assert!(named.err.contains("no evaluation that could be explained"), "{named}");
}

#[test]
fn an_evaluation_can_be_asked_for_while_playing() {
    let args = ["play", "connect4", "--seats", "human,human", "--plain"];
    let seen =
        Session::with_input("4\neval woellert-2006\neval chess\nquit\n").run_with(catalog::GAMES, args);
    assert!(seen.out.contains("own-runs-of-2") && seen.out.contains("own runs of 2 discs"), "{seen}");
    assert!(seen.out.contains("there is no evaluation \"chess\" in this game"), "{seen}");
}
