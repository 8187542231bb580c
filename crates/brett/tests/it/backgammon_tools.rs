//! Rollouts, analysis and exchange of backgammon matches at the command line.

use std::fs;

use brett::Exit;

use crate::{
    scratch::Scratch,
    session::{Seen, Session},
};

/// A short match that ends by a resignation.
const MATCH: &str = " 3 point match

 Game 1
 Anna : 0                             Bert : 0
  1)                                   42: 8/4 6/4
  2) 31: 6/2                           66: 24/18(2) 13/7(2)
      Wins 1 point
";

fn brett(args: &[&str]) -> Seen {
    Session::new().run_with(catalog::GAMES, args.iter().copied())
}

fn json(args: &[&str]) -> serde_json::Value {
    let seen = brett(args);
    serde_json::from_str(&seen.out).unwrap_or_else(|error| panic!("{error}: {seen}"))
}

const ROLLOUT: [&str; 11] = [
    "rollout",
    "backgammon",
    "--moves",
    "31",
    "--plays",
    "8/5 6/5; 24/23 13/10",
    "--truncate",
    "2",
    "--trials",
    "72",
    "--json",
];

/// A rollout without its time, which differs.
fn rolled_out(more: &[&str]) -> serde_json::Value {
    let mut answer = json(&[&ROLLOUT, more].concat());
    answer.as_object_mut().expect("an object").remove("seconds");
    answer
}

#[test]
fn plays_are_rolled_out_and_ranked_the_same_on_any_number_of_threads() {
    let (one, four) = (rolled_out(&["--threads", "1"]), rolled_out(&["--threads", "4"]));
    assert_eq!(one, four);
    assert_eq!((one["trials"].as_u64(), one["choices"][0]["move"].as_str()), (Some(72), Some("8/5 6/5")));
    let equity = |idx: usize| one["choices"][idx]["equity"].as_f64().expect("a number");
    assert!(equity(1) < equity(0), "{one}");
    assert_ne!(one, rolled_out(&["--seed", "2"]));
}

#[test]
fn a_rollout_goes_on_where_its_journal_ends() {
    let scratch = Scratch::new("rollout");
    let journal = scratch.path("journal");
    let whole = rolled_out(&["--journal", &journal]);
    let text = fs::read_to_string(&journal).expect("a journal");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 73, "a line about the run and one for each trial");
    // Cut in the middle of a line, as by a power failure.
    fs::write(&journal, &text[..text.len() / 2]).expect("the journal can be written");
    assert_eq!(rolled_out(&["--journal", &journal]), whole);
    assert_eq!(fs::read_to_string(&journal).expect("a journal").lines().count(), 73);
    let other = brett(&[&ROLLOUT[..], &["--seed", "5", "--journal", &journal]].concat());
    assert!(other.exit != Exit::Fine && other.err.contains("seed is \"1\" there and \"5\" here"), "{other}");
}

#[test]
fn a_decision_about_the_cube_is_rolled_out_and_named() {
    // One checker on the sixth point each: a double that may as well be taken or passed.
    let answer = json(&["rollout", "backgammon", "--position", "IAAAgAAAAAAAAA", "--trials", "72", "--json"]);
    let moves: Vec<&str> =
        (0..2).map(|idx| answer["choices"][idx]["move"].as_str().expect("a move")).collect();
    assert_eq!(moves, ["double", "roll"], "{answer}");
    assert!(answer["cube_action"]["en"].as_str().expect("words").starts_with("double"), "{answer}");
}

#[test]
fn stop_rules_end_a_rollout_early() {
    let answer = json(&[
        "rollout",
        "backgammon",
        "--moves",
        "31",
        "--plays",
        "8/5 6/5; 6/2",
        "--truncate",
        "1",
        "--trials",
        "100000",
        "--until-clear",
        "--json",
    ]);
    assert_eq!(answer["trials"].as_u64(), Some(144), "{answer}");
}

#[test]
fn rollouts_that_cannot_be_say_why() {
    for (line, problem) in [
        ("rollout othello", "only backgammon has rollouts"),
        ("rollout backgammon", "the opening roll is next; add it with --roll 31"),
        ("rollout backgammon --roll 99", "--roll"),
        ("rollout backgammon --roll 31 --plays 9/1", "--plays"),
        ("rollout backgammon --roll 31 --plays ;", "--plays names no play"),
        ("rollout backgammon --position 4HPwATDgc/ABMA --plays 8/5", "--plays needs a roll"),
        ("rollout backgammon --roll 31 --within 0", "--within"),
    ] {
        let seen = brett(&line.split(' ').collect::<Vec<_>>());
        assert!(seen.exit != Exit::Fine && seen.err.contains(problem), "{line}: {seen}");
    }
}

#[test]
fn a_match_is_analyzed_with_ratings_luck_and_marks() {
    let session = Session::with_input(MATCH);
    let args = "analyze backgammon --record - --plies 0 --json".split(' ');
    let seen = session.run_with(catalog::GAMES, args);
    let answer: serde_json::Value =
        serde_json::from_str(&seen.out).unwrap_or_else(|error| panic!("{error}: {seen}"));
    let (anna, bert) = (&answer["players"][0], &answer["players"][1]);
    assert_eq!((anna["name"].as_str(), bert["name"].as_str()), (Some("Anna"), Some("Bert")));
    assert_eq!(
        (anna["plays"].as_u64(), anna["blunders"].as_u64(), bert["blunders"].as_u64()),
        (Some(1), Some(1), Some(0))
    );
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    assert!(number(&bert["rating"]) < 10.0 && 50.0 < number(&anna["rating"]), "{answer}");
    assert!(0.1 < number(&bert["luck"]), "two sixes twice are luck: {answer}");
    let blunder = &answer["decisions"][0];
    assert_eq!((blunder["played"].as_str(), blunder["mark"].as_str()), (Some("6/3/2"), Some("??")));
    let told = Session::with_input(MATCH)
        .run_with(catalog::GAMES, "analyze backgammon --record - --plies 0".split(' '));
    assert!(told.out.contains("31: 6/3/2 ??") && told.out.contains("luck"), "{told}");
}

#[test]
fn matches_are_converted_there_and_back() {
    let scratch = Scratch::new("convert");
    let (mat, record, again) = (scratch.path("a.mat"), scratch.path("a.brett"), scratch.path("b.mat"));
    fs::write(&mat, MATCH).expect("a file");
    assert_eq!(brett(&["convert", &mat, &record]).exit, Exit::Fine);
    assert_eq!(brett(&["replay", &record]).exit, Exit::Fine);
    assert_eq!(brett(&["convert", &record, &again]).exit, Exit::Fine);
    let from_again = brett(&["convert", &again]).out;
    assert_eq!(from_again, fs::read_to_string(&record).expect("a record"));
    let there = brett(&["convert", &mat, &record]);
    assert!(there.exit != Exit::Fine && there.err.contains("not there yet"), "{there}");
    let seen = Session::with_input("hello").run_with(catalog::GAMES, "convert - --from mat".split(' '));
    assert!(seen.exit != Exit::Fine && seen.err.contains("is this a .mat file?"), "{seen}");
}
