//! `brett testat`: programs of the course are examined by a referee of ours.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use framework::Record;
use serde_json::Value;

use crate::{scratch::Scratch, sdk};

fn testat(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_brett")).arg("testat").args(args).output().unwrap()
}

#[track_caller]
fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

/// Copies a program under another name, by which some decide what they do wrong.
fn copied(scratch: &Scratch, program: &str, name: &str) -> PathBuf {
    let to = PathBuf::from(scratch.path(name));
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    fs::copy(sdk::BUILT.join(program), &to).unwrap();
    to
}

/// The record of a program's match, replayed.
#[track_caller]
fn record(program: &Value) -> Record {
    let text = fs::read_to_string(program["record"].as_str().unwrap()).unwrap();
    let record: Record = text.parse().unwrap();
    record.replay(catalog::GAMES).unwrap();
    record
}

#[test]
fn the_example_holds_its_own_against_difficulty_4() {
    let scratch = Scratch::new("testat-example");
    let program = sdk::BUILT.join("beispiel");
    let out = scratch.path("out");
    // Neither chance nor the speed of the machine decide: the match is the same in every run.
    let output = Command::new(env!("CARGO_BIN_EXE_brett"))
        .args([
            "testat",
            program.to_str().unwrap(),
            "--out",
            &out,
            "--json",
            "--seed",
            "1",
            "--seconds",
            "600",
        ])
        .env("BEISPIEL_STARTWERT", "1")
        .output()
        .unwrap();
    let report = report(&output);
    assert_eq!(output.status.code(), Some(0), "{report}");
    assert_eq!(report["level"], 4);
    let example = &report["programs"][0];
    assert_eq!(example["passed"], true, "{example}");
    let games: u64 = ["won", "lost", "drawn"].iter().map(|key| example[key].as_u64().unwrap()).sum();
    assert_eq!(games, 5, "{example}");
    let record = record(example);
    assert_eq!(record.rounds.len(), 5);
    assert_eq!(record.players, ["beispiel", "praktikum-2018:level=4"]);
    assert_eq!(record.clock.to_string(), "10m/move");
    // Its own output is kept as well, and agrees.
    let log = fs::read_to_string(Path::new(&out).join("beispiel.log")).unwrap();
    let score = format!("Stand {}:{}, unentschieden {}", example["won"], example["lost"], example["drawn"]);
    assert!(log.contains(&score), "{score}: {log}");
}

#[test]
fn a_folder_of_programs_is_examined_and_each_fault_is_named() {
    let scratch = Scratch::new("testat-folder");
    for name in ["abbruch", "langsam", "spalte9", "stumm", "zweig"] {
        copied(&scratch, "nach_dem_blatt", &format!("abgaben/{name}"));
    }
    // Not a program, and so not examined.
    fs::write(scratch.path("abgaben/lies.txt"), "hallo").unwrap();
    let (folder, out) = (scratch.path("abgaben"), scratch.path("out"));
    let output = testat(&[&folder, "--out", &out, "--json", "--jobs", "5", "--seed", "1"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let report = report(&output);
    let programs = report["programs"].as_array().unwrap();
    let names: Vec<&str> = programs.iter().map(|program| program["program"].as_str().unwrap()).collect();
    assert_eq!(names, ["abbruch", "langsam", "spalte9", "stumm", "zweig"]);
    for (program, problem) in programs.iter().zip([
        "the program has ended",
        "more than two seconds for a move (game 3, after 0 discs)",
        "column 9 cannot be played (game 1, after 0 discs)",
        "it never called Start",
    ]) {
        assert_eq!(program["passed"], false, "{program}");
        assert!(program["problem"].as_str().unwrap().starts_with(problem), "{program}");
    }
    // Who plays by the rules but badly has played all five games, and lost them.
    let last = &programs[4];
    assert_eq!((&last["problem"], &last["passed"]), (&Value::Null, &Value::Bool(false)), "{last}");
    assert_eq!(record(last).rounds.len(), 5);
    // The clock stands in the record of who was too slow.
    assert_eq!(record(&programs[1]).lost_by_time(), Some(0));
}

#[test]
fn the_difficulty_is_the_examiners_and_the_table_speaks_german() {
    let scratch = Scratch::new("testat-german");
    // The program asks for difficulty 4 and fills columns from the left.
    let program = copied(&scratch, "nach_dem_blatt", "links");
    let out = scratch.path("out");
    let output = testat(&[program.to_str().unwrap(), "--level", "1", "--out", &out, "--lang", "de"]);
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(
        table.starts_with("Fünf Spiele gegen Schwierigkeitsgrad 1, zwei Sekunden für einen Zug\n"),
        "{table}"
    );
    assert!(table.contains("Urteil\nlinks "), "{table}");
    assert!(
        table.contains("bestanden\n") && table.contains("Aufzeichnungen und Ausgaben liegen in "),
        "{table}"
    );
}

#[test]
fn a_python_program_is_examined_as_well() {
    let scratch = Scratch::new("testat-python");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/praktikum/praktikum.py");
    let out = scratch.path("out");
    let output = testat(&[source.to_str().unwrap(), "--level", "1", "--out", &out, "--json"]);
    let report = report(&output);
    let program = &report["programs"][0];
    assert_eq!(program["problem"], Value::Null, "{report}");
    assert_eq!(record(program).rounds.len(), 5);
}

#[test]
fn what_is_no_program_is_refused_with_the_remedy() {
    let scratch = Scratch::new("testat-refused");
    let source = scratch.path("meins.cpp");
    fs::write(&source, "int main() {}").unwrap();
    fs::create_dir(scratch.path("leer")).unwrap();
    for (path, reason) in [
        (source, "build it first"),
        (scratch.path("leer"), "holds no program"),
        (scratch.path("fehlt"), "does not exist"),
    ] {
        let refused = testat(&[&path, "--out", &scratch.path("out")]);
        let err = String::from_utf8_lossy(&refused.stderr);
        assert!(refused.status.code() == Some(2) && err.contains(reason), "{path}: {err}");
    }
}
