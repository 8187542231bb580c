//! The report about a game at the command line: what it says, the page, and what cannot be judged.

use std::fs;

use brett::Exit;

use crate::{
    scratch::Scratch,
    session::{Seen, Session},
};

fn brett(args: &[&str]) -> Seen {
    Session::new().run_with(catalog::GAMES, args.iter().copied())
}

/// Six moves of Othello, of which the last gives a corner away.
const OTHELLO: &str = "f5f6e6f4e3d6";

#[test]
fn every_decision_of_a_game_is_judged_and_told_to_programs() {
    let scratch = Scratch::new("report");
    let (game, page) = (scratch.path("game.txt"), scratch.path("report.html"));
    fs::write(&game, OTHELLO).expect("a file can be written");
    let seen = brett(&["analyze", &game, "--time", "30ms", "--threads", "1", "--html", &page, "--json"]);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    let report: serde_json::Value = serde_json::from_str(&seen.out).expect("JSON");
    assert_eq!((report["game"].as_str(), report["unit"].as_str()), (Some("othello"), Some("discs")));
    assert_eq!(report["thresholds"], serde_json::json!([2.0, 4.0, 8.0]));
    let moves = report["rounds"][0]["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 6);
    // Black's first move is as good in all four places.
    assert_eq!(moves[0]["move"], "f5");
    for judged in moves {
        let loss = judged["verdict"]["loss"]["amount"].as_f64().expect("every decision is judged");
        assert!((0.0..64.0).contains(&loss), "{judged}");
    }
    let counts: Vec<_> =
        (0..2).map(|player| report["players"][player]["decisions"]["count"].as_u64()).collect();
    assert_eq!(counts, [Some(3), Some(3)]);
    let html = fs::read_to_string(&page).expect("the page is there");
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("<svg") && !html.contains("<script"));
}

#[test]
fn exact_results_that_are_given_away_are_named() {
    let scratch = Scratch::new("report-exact");
    let game = scratch.path("game.txt");
    // Who begins in the first column has lost.
    fs::write(&game, "1212121").expect("a file can be written");
    let seen = brett(&["analyze", &game, "--time", "200ms", "--lang", "de"]);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    assert!(seen.out.contains("connect4 7x6x4: Verluste in Partien"), "{seen}");
    assert!(seen.out.contains("??") && seen.out.contains("besser 4"), "{seen}");
}

#[test]
fn what_cannot_be_judged_says_why() {
    let scratch = Scratch::new("report-wrong");
    let (nothing, game) = (scratch.path("nothing.txt"), scratch.path("game.txt"));
    fs::write(&nothing, "what is this?").expect("a file can be written");
    fs::write(&game, OTHELLO).expect("a file can be written");
    for (args, problem) in [
        (vec!["analyze", "no-such.brett"], "cannot read no-such.brett"),
        (vec!["analyze", nothing.as_str()], "holds no game that can be judged"),
        (vec!["analyze", game.as_str(), "--depth", "3"], "leave them out"),
        (vec!["analyze", "othello", "--html", "page.html"], "--html is for the report about a game"),
        (vec!["analyze", "chess"], "invalid value 'chess'"),
    ] {
        let seen = brett(&args);
        assert!(seen.exit != Exit::Fine && seen.err.contains(problem), "{args:?}: {seen}");
    }
}
