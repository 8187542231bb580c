//! Hints, and who can give them.

use brett::Exit;
use insta::assert_snapshot;

use crate::{
    program::{fine, json},
    session::{Session, brett},
};

#[test]
fn players_are_listed() {
    assert_snapshot!(brett("players nim"));
    assert_snapshot!(brett("players nim --lang de"));
    assert_snapshot!(brett("players nim --json"));
}

#[test]
fn options_of_historic_players_are_listed_with_their_defaults() {
    for (game, option) in [
        ("connect4", "depth=4 (1–12): plies that it looks ahead"),
        ("connect4", "level=4 (1–6): difficulty of the course"),
        ("othello", "evaluation=2 (1, 0, corners): evaluation"),
        ("backgammon", "as-written: the terms as the paper describes them"),
        ("backgammon", "9 weights; --json lists them"),
        ("blokus", "4 weights; --json lists them"),
    ] {
        let listed = fine(&["players", game]);
        assert!(listed.contains(option), "{option}: {listed}");
    }
    let players = json(&["players", "backgammon", "--json"]);
    let player =
        players["players"].as_array().unwrap().iter().find(|player| player["name"] == "welfenlab-2006");
    let weights = player.unwrap()["weights"].as_array().unwrap();
    assert_eq!((weights.len(), &weights[0]["short"]), (9, &"w1".into()));
}

#[test]
fn every_game_has_players_that_can_be_asked() {
    for entry in catalog::GAMES {
        let players = json(&["players", entry.info.id, "--json"]);
        let players = players["players"].as_array().expect("a list");
        assert!(!players.is_empty());
        for player in players {
            let name = player["name"].as_str().expect("a name");
            // The first roll of backgammon comes before the first decision.
            let moves = if entry.info.has_chance { "31" } else { "" };
            let args =
                ["hint", entry.info.id, "--moves", moves, "--engine", name, "--time", "40ms", "--json"];
            let hint = json(&args);
            let best = hint["best"].as_str().expect("a move");
            let verdict = json(&["legal", entry.info.id, "--moves", moves, "--json", best]);
            assert_eq!(verdict["legal"], true, "{name}: {best}");
            assert_eq!(hint["moves"][0]["move"], best, "the best move comes first");
        }
    }
}

#[test]
fn a_hint_of_a_fixed_effort_is_always_the_same() {
    let hint = "hint nim --variant 1+2 --engine mcts --nodes 500 --top 2";
    assert_snapshot!(brett(hint));
    assert_snapshot!(brett(&format!("{hint} --lang de")));
    let twice = [(); 2].map(|()| {
        let mut hint: serde_json::Value =
            serde_json::from_str(&brett(&format!("{hint} --json")).out).unwrap();
        hint["millis"] = 0.into();
        hint
    });
    assert_eq!(twice[0], twice[1]);
}

#[test]
fn a_winning_move_is_found() {
    let args = ["hint", "connect4", "--moves", "4;1;4;1;4;2", "--time", "300ms", "--json"];
    assert_eq!(json(&args)["best"], "4");
}

#[test]
fn nobody_to_move_means_no_hint() {
    let over = Session::new().run(["hint", "nim", "--variant", "1", "--moves", "1-1"]);
    assert_eq!(over.exit, Exit::Unusable);
    assert!(over.err.contains("the game is over"), "{over}");
    let dice = Session::new().run_with(catalog::GAMES, ["hint", "backgammon"]);
    assert_eq!(dice.exit, Exit::Unusable);
    assert!(dice.err.contains("the dice are next"), "{dice}");
}
