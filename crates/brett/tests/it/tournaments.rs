//! `brett tournament`.

use std::fs;

use brett::Exit;
use insta::assert_snapshot;
use serde_json::Value;

use crate::{
    matches::{refused, table},
    scratch::Scratch,
    session::{Seen, Session, brett},
};

#[test]
fn a_tournament_is_told_as_a_table() {
    let players = "random mcts@nodes=30 mcts@nodes=300";
    assert_snapshot!(table(&brett(&format!("tournament nim {players} --no-journal --threads 2"))));
    assert_snapshot!(table(&brett(&format!(
        "tournament nim {players} --no-journal --anchor random --lang de"
    ))));
    assert_snapshot!(table(&brett(&format!("tournament nim {players} --no-journal --format knock-out"))));
}

#[test]
fn levels_are_named_by_a_range() {
    let seen = brett("tournament nim level1..level3@nodes=40 --format ladder --games 4 --no-journal --json");
    let report: Value = serde_json::from_str(&seen.out).unwrap();
    let mut names: Vec<_> =
        report["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["level1@nodes=40", "level2@nodes=40", "level3@nodes=40"]);
    assert_eq!(report["encounters"], 12, "three pairings of four games");
}

#[test]
fn every_format_is_played_to_its_end() {
    for (format, encounters) in
        [("round-robin", 40), ("gauntlet", 16), ("ladder", 28), ("swiss", 24), ("knock-out", 16)]
    {
        let seen = brett(&format!(
            "tournament nim random mcts@nodes=20 random mcts@nodes=60 random --games 4 --format {format} --no-journal --json"
        ));
        assert_eq!(seen.exit, Exit::Fine, "{seen}");
        let report: Value = serde_json::from_str(&seen.out).unwrap();
        let played = report["encounters"].as_u64().unwrap();
        match format {
            // Who draws plays again.
            "knock-out" => {
                assert!(encounters <= played && report["champion"].is_string(), "{format}: {played}");
            }
            _ => assert_eq!(played, encounters, "{format}"),
        }
    }
}

#[test]
fn a_tournament_goes_on_from_its_journal() {
    for format in ["round-robin", "swiss", "knock-out"] {
        let scratch = Scratch::new(&format!("tournament-{format}"));
        let journal = scratch.path("nim.arena");
        let play = |journal: &str| {
            let seen = Session::new().run([
                "tournament",
                "nim",
                "random",
                "mcts@nodes=20",
                "mcts@nodes=60",
                "random",
                "--games",
                "6",
                "--format",
                format,
                "--journal",
                journal,
            ]);
            table(&seen)
        };
        let whole = play(&journal);
        let text = fs::read_to_string(&journal).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        // Some games of the first round, one of them torn.
        let kept: String = lines[..6].concat() + &lines[6][..20];
        let begun = scratch.path("begun.arena");
        fs::write(&begun, kept).unwrap();
        assert_eq!(play(&begun), whole, "{format}");
    }
}

#[test]
fn results_are_written_for_other_programs() {
    let scratch = Scratch::new("written");
    let (csv, chart) = (scratch.path("table.csv"), scratch.path("ratings.svg"));
    let seen = Session::new().run([
        "tournament",
        "nim",
        "random",
        "mcts@nodes=60",
        "--games",
        "10",
        "--no-journal",
        "--csv",
        &csv,
        "--chart",
        &chart,
    ]);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    assert_snapshot!(fs::read_to_string(csv).unwrap());
    assert_snapshot!(fs::read_to_string(chart).unwrap());
}

/// Runs a command with the games of the catalog, some of which are for four.
fn at_tables(line: &str) -> Seen {
    Session::new().run_with(catalog::GAMES, line.split_whitespace())
}

#[test]
fn at_a_table_of_four_everybody_plays_for_themselves() {
    let play = |more: &str| {
        at_tables(&format!("tournament blokus random greedy random random --nodes 5 --games 4 {more}"))
    };
    let report: Value = serde_json::from_str(&play("--no-journal --json").out).unwrap();
    assert_eq!(report["encounters"], 4, "one group, and everybody on every seat");
    let players = report["players"].as_array().unwrap();
    assert_eq!(players.len(), 4);
    let wins: f64 = players.iter().map(|player| player["wins"].as_f64().unwrap()).sum();
    assert!((wins - 4.0).abs() < 1e-9, "every game is won by somebody: {wins}");
    let scratch = Scratch::new("tables");
    let (journal, records) = (scratch.path("blokus.arena"), scratch.path("records"));
    let kept = format!("--journal {journal} --records {records}");
    let whole = table(&play(&kept));
    assert!(whole.contains("won"), "{whole}");
    assert_eq!(fs::read_dir(&records).unwrap().count(), 4);
    let text = fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    fs::write(&journal, lines[..3].concat() + &lines[3][..20]).unwrap();
    assert_eq!(table(&play(&kept)), whole, "it goes on from the journal");
}

#[test]
fn nonsense_is_refused_with_a_remedy() {
    for (line, remedy) in [
        ("tournament nim random mcts --flag game --no-journal", "write round or match"),
        ("tournament nim random --no-journal", "name at least two"),
        ("tournament nim --no-journal", "required arguments"),
        ("tournament nim level3..level1 --no-journal", "level1..level10"),
        ("tournament nim random mcts --rounds 3 --no-journal", "--format swiss only"),
        ("tournament nim random mcts --anchor level1 --no-journal", "none of the players"),
        ("tournament nim random nobody --no-journal", "choose level1 to level10"),
    ] {
        refused(line, remedy);
    }
}

#[test]
fn what_does_not_fill_tables_of_four_is_refused_with_a_remedy() {
    for (players, remedy) in [
        ("random random random", "name at least 4"),
        ("random random random random --format swiss", "leave out --format"),
        ("random random random random --best-of 3", "leave out --best-of"),
        ("level1..level10 level1..level10 --games 10000000", "name fewer players"),
    ] {
        let seen = at_tables(&format!("tournament blokus {players} --no-journal"));
        assert_eq!(seen.exit, Exit::Unusable, "{players}: {seen}");
        assert!(seen.err.contains(remedy), "{players}: {seen}");
    }
}
