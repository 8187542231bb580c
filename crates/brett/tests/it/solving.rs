//! Solving and analyzing positions, and the book of openings.

use std::fs;

use brett::Exit;
use insta::assert_snapshot;

use crate::{
    scratch::Scratch,
    session::{Seen, Session},
};

fn solve(line: &str) -> Seen {
    Session::new().run_with(catalog::GAMES, line.split_whitespace())
}

#[test]
fn a_position_is_solved() {
    assert_snapshot!(solve("solve connect4 --moves 353476331514 --no-book --table 8"));
    assert_snapshot!(solve("solve connect4 --moves 353476331514 --no-book --table 8 --weak --lang de"));
    assert_snapshot!(solve("solve connect4 --variant 5x4x4 --json"));
}

#[test]
fn a_file_is_solved_line_by_line_and_what_cannot_be_is_told() {
    let session =
        Session::with_input("353476331514 3 W\n# a comment\n\n1212121\n88\n11111111\n344354346557\n");
    let seen = session.run_with(catalog::GAMES, "solve connect4 --no-book --table 8 --file -".split(' '));
    assert_eq!(seen.exit, Exit::No);
    let lines: Vec<&str> = seen.out.lines().collect();
    assert_eq!(lines[0], "353476331514 3");
    assert_eq!(lines[1], "1212121 error: the game is over");
    assert!(lines[2].starts_with("88 error: ") && lines[2].contains("there is no column 8"), "{seen}");
    assert!(lines[3].starts_with("11111111 error: ") && lines[3].contains("column 1 is full"), "{seen}");
    assert_eq!(lines[4..], ["344354346557 -2"]);
    assert!(seen.err.starts_with("2 positions solved, 3 refused, "), "{seen}");
}

#[test]
fn a_file_that_is_fine_ends_well() {
    let session = Session::with_input("353476331514\n344354346557\n");
    let args = "solve connect4 --no-book --table 8 --cold --json --file -".split(' ');
    let seen = session.run_with(catalog::GAMES, args);
    assert_eq!(seen.exit, Exit::Fine);
    assert!(seen.out.starts_with(r#"{"moves":"353476331514","score":3,"nodes":"#), "{seen}");
    assert_eq!(seen.out.lines().count(), 2);
}

/// Numbers 1 and 2 of the end-game suite.
const END_GAMES: [&str; 2] = [
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
    "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X",
];

#[test]
fn an_othello_position_is_solved_with_its_best_move() {
    let solve = |more: &[&str]| {
        let args = ["solve", "othello", "--position", END_GAMES[0]];
        Session::new().run_with(catalog::GAMES, args.into_iter().chain(more.iter().copied()))
    };
    assert!(solve(&[]).out.starts_with("+18 g8 (wins by 18; "), "{}", solve(&[]));
    assert!(solve(&["--lang", "de"]).out.contains("gewinnt mit 18 Unterschied"));
    assert!(solve(&["--weak"]).out.starts_with("+1 "), "{}", solve(&["--weak"]));
    let json: String = solve(&["--threads", "2", "--json"]).out.split_whitespace().collect();
    assert!(json.contains(r#""score":18,"best":"g8""#), "{json}");
}

#[test]
fn a_file_of_othello_positions_is_solved_in_the_order_of_its_lines() {
    let [one, two] = END_GAMES;
    let text = format!("{one}; g8:+18; h1:+12;\n# a remark\n\nXX\nf5x9\n{two}\n");
    let session = Session::with_input(text.as_str());
    let seen = session.run_with(catalog::GAMES, "solve othello --json --file -".split(' '));
    assert_eq!(seen.exit, Exit::No);
    let lines: Vec<&str> = seen.out.lines().collect();
    assert_eq!(lines.len(), 4, "{seen}");
    assert!(lines[0].starts_with(&format!(r#"{{"position":"{one}","score":18,"best":"g8","#)), "{seen}");
    assert!(lines[1].contains(r#""error":"#) && lines[2].contains(r#""error":"#), "{seen}");
    assert!(lines[3].starts_with(&format!(r#"{{"position":"{two}","score":10,"best":"a4","#)), "{seen}");
    assert!(seen.err.starts_with("2 positions solved, 2 refused, "), "{seen}");
}

#[test]
fn every_move_of_an_end_game_of_othello_is_told_with_its_exact_score() {
    let analyze = |more: &[&str]| {
        let args = ["analyze", "othello", "--position", END_GAMES[0]];
        Session::new().run_with(catalog::GAMES, args.into_iter().chain(more.iter().copied()))
    };
    let told = analyze(&[]).out;
    assert!(
        told.contains("+18 (exact)") && told.contains("*   g8   +18") && told.contains("    h1   +12"),
        "{told}"
    );
    let json: serde_json::Value = serde_json::from_str(&analyze(&["--json"]).out).unwrap();
    assert_eq!(
        (&json["score"], &json["exact"], &json["confidence_percent"]),
        (&18.into(), &true.into(), &100.into())
    );
    assert_eq!(json["moves"][0]["move"], "g8");
    assert_eq!(json["line"][0], "g8");
    // The line fills the board, or ends when nobody can move.
    assert!(10 < json["line"].as_array().unwrap().len(), "{json}");
}

#[test]
fn a_middle_game_of_othello_is_told_with_depth_and_confidence_the_same_every_time() {
    let line = "analyze othello --moves f5d6c3d3c4 --depth 6 --json";
    let json: serde_json::Value = serde_json::from_str(&solve(line).out).unwrap();
    assert_eq!(
        (&json["exact"], &json["depth"], &json["confidence_percent"]),
        (&false.into(), &6.into(), &76.into())
    );
    let legal = json["moves"].as_array().unwrap();
    assert_eq!(legal.len(), 6, "{json}");
    let again: serde_json::Value = serde_json::from_str(&solve(line).out).unwrap();
    assert_eq!(
        (&json["moves"], &json["line"], &json["nodes"]),
        (&again["moves"], &again["line"], &again["nodes"])
    );
    assert!(solve("analyze othello --moves f5d6 --depth 3").out.contains("3 squares ahead at 76 %"));
    // The names of openings: of the position, and of those behind its moves.
    assert!(solve("analyze othello --moves f5d6c3d3c4 --depth 1").out.contains("Tiger"));
    assert!(solve("analyze othello --moves f5d6c3d3 --depth 1").out.contains("Tiger"));
    assert!(!solve("analyze othello --moves f5 --depth 1").out.contains("Tiger"));
    assert!(solve("analyze othello --variant 6x6").err.contains("choose a board of 8x8"));
    assert!(solve("analyze connect4 --depth 3").err.contains("--depth are for Othello"));
}

#[test]
fn every_column_is_told_with_its_worth() {
    assert_snapshot!(solve("analyze connect4 --moves 344354346557 --no-book --table 8"));
    assert_snapshot!(solve("analyze connect4 --moves 344354346557 --no-book --table 8 --lang de"));
    assert_snapshot!(solve("analyze connect4 --variant 4x4x4 --json --table 8"));
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for line in [
        "solve othello --variant 6x6",
        "solve backgammon",
        "analyze connect4 --variant 12x12x5",
        "solve connect4 --moves 1212121",
        "analyze connect4 --moves 1212121",
        "solve connect4 --file no-such-file",
        "lab book connect4 --variant 4x4x4 --plies 12 --out /no/such/folder/book",
    ] {
        let seen = solve(line);
        assert_eq!(seen.exit, Exit::Unusable, "{line}: {seen}");
        assert!(seen.err.starts_with("error: "), "{line}: {seen}");
    }
    assert!(solve("solve othello --variant 6x6").err.contains("choose a board of 8x8"));
    assert!(solve("solve backgammon").err.contains("choose connect4"));
    assert!(solve("analyze connect4 --variant 12x12x5").err.contains("12x12x5 is too large to be solved"));
}

#[test]
fn the_benchmark_does_the_same_work_everywhere() {
    assert_snapshot!(solve("bench connect4"));
    let (first, second) = (solve("bench blokus"), solve("bench blokus"));
    assert_eq!(first.exit, Exit::Fine, "{first}");
    let signature = |seen: &Seen| seen.out.lines().find(|line| line.contains("signature")).map(str::to_owned);
    assert!(signature(&first).is_some() && signature(&first) == signature(&second), "{first}");
    assert_eq!(solve("bench backgammon").exit, Exit::Unusable);
}

#[test]
fn a_book_is_made_and_its_journal_is_gone_on_with() {
    let scratch = Scratch::new("book");
    let out = scratch.path("book.bin");
    let journal = format!("{out}.journal");
    let make =
        || solve(&format!("lab book connect4 --variant 5x4x4 --plies 4 --threads 2 --table 8 --out {out}"));
    let seen = make();
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    assert!(seen.out.contains("177 were solved now"), "{seen}");
    let book = fs::read(&out).expect("a book");
    // As after a crash: half of the journal is missing, and its last line is cut off.
    let text = fs::read_to_string(&journal).expect("a journal");
    let kept = text.lines().count() / 2;
    let cut: Vec<&str> = text.lines().take(kept).collect();
    fs::write(&journal, format!("{}\n12", cut.join("\n"))).expect("the journal");
    fs::remove_file(&out).expect("the book is there");
    let seen = make();
    assert!(seen.out.contains(&format!("{} were solved now", 177 - (kept - 1))), "{seen}");
    assert_eq!(fs::read(&out).expect("a book"), book);
    // The journal of one book is not taken for that of another.
    let other = solve(&format!("lab book connect4 --variant 5x4x4 --plies 3 --table 8 --out {out}"));
    assert_eq!(other.exit, Exit::Unusable);
    assert!(other.err.contains("belongs to another book"), "{other}");
    fs::write(&journal, format!("{}\nnonsense\n", cut[0])).expect("the journal");
    assert!(make().err.contains("line 2: \"nonsense\" is no score"), "{}", make());
}
