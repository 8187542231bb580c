//! `brett match`: through the command line, and through the real program where that can die.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use brett::Exit;
use framework::Record;
use insta::assert_snapshot;
use serde_json::Value;

use crate::{
    scratch::Scratch,
    session::{Seen, Session, brett},
};

/// What a match showed, without what depends on the machine.
fn result(json: &str) -> Value {
    let mut value: Value = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"));
    let fields = value.as_object_mut().expect("an object");
    for of_the_machine in
        ["seconds", "threads", "overhead", "games_per_minute_and_core", "journal", "encounters_before"]
    {
        fields.remove(of_the_machine).unwrap_or_else(|| panic!("{of_the_machine} is told"));
    }
    for player in fields["players"].as_array_mut().expect("two players") {
        let player = player.as_object_mut().expect("an object");
        player.retain(|key, _| !key.ends_with("seconds"));
    }
    value
}

/// Leaves six decimals of every number.
fn round(value: &mut Value) {
    match value {
        Value::Object(fields) => fields.values_mut().for_each(round),
        Value::Array(items) => items.iter_mut().for_each(round),
        Value::Number(number) if number.is_f64() => {
            *value = number.as_f64().map(|number| (number * 1e6).round() / 1e6).into();
        }
        _ => {}
    }
}

/// What people see, without what depends on the machine.
pub(crate) fn table(seen: &Seen) -> String {
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    let is_of_the_machine = |line: &&str| {
        ["moves", "speed", "Züge", "Tempo", "journal"].iter().any(|word| line.starts_with(word))
    };
    seen.out.lines().filter(|line| !is_of_the_machine(line)).map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_match_is_told_as_a_table() {
    let command = "match nim mcts@nodes=100 random --games 40 --no-journal --threads 2";
    assert_snapshot!(table(&brett(command)));
    assert_snapshot!(table(&brett(&format!("{command} --lang de"))));
    let tested = brett("match nim mcts@nodes=100 random --games 400 --sprt 0,100 --no-journal");
    assert_snapshot!(table(&tested));
}

#[test]
fn a_match_is_told_as_json() {
    let seen = brett("match nim mcts@nodes=100 random --games 20 --no-journal --json");
    // The last digits of logarithms may differ from machine to machine.
    let mut rounded = result(&seen.out);
    round(&mut rounded);
    assert_snapshot!(serde_json::to_string_pretty(&rounded).unwrap());
}

#[test]
fn a_match_does_not_depend_on_threads() {
    let with = |threads: u32| {
        let test = "--sprt 0,150 --errors 0.1,0.1";
        let command = format!("match nim mcts@nodes=50 random --games 300 {test} --no-journal --json");
        result(&brett(&format!("{command} --threads {threads}")).out)
    };
    assert_eq!(with(1), with(4));
}

#[test]
fn every_game_is_kept_and_can_be_replayed() {
    let scratch = Scratch::new("records");
    let (records, csv, chart) =
        (scratch.path("records"), scratch.path("games.csv"), scratch.path("games.svg"));
    let seen = Session::new().run([
        "match",
        "nim",
        "random",
        "random",
        "--games",
        "8",
        "--no-journal",
        "--best-of",
        "3",
        "--records",
        &records,
        "--csv",
        &csv,
        "--chart",
        &chart,
    ]);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    let files: Vec<_> = fs::read_dir(&records).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 8);
    for file in files {
        let record: Record = fs::read_to_string(&file).unwrap().parse().expect("a record");
        record.replay(&[nim::ENTRY]).expect("it holds what it claims");
    }
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 9, "a heading and eight matches");
    assert!(fs::read_to_string(&chart).unwrap().contains("random – random"));
}

#[test]
fn the_journal_goes_on_where_it_was_ended() {
    let scratch = Scratch::new("journal");
    let journal = scratch.path("nim.arena");
    let play = |games: &str| {
        let seen = Session::new().run([
            "match",
            "nim",
            "mcts@nodes=50",
            "random",
            "--games",
            games,
            "--journal",
            &journal,
            "--json",
        ]);
        assert_eq!(seen.exit, Exit::Fine, "{seen}");
        let before: Value = serde_json::from_str(&seen.out).unwrap();
        (before["encounters_before"].as_u64().unwrap(), result(&seen.out))
    };
    assert_eq!(play("20").0, 0);
    let (before, more) = play("60");
    assert_eq!(before, 20, "twenty were known");
    assert_eq!(play("60"), (60, more.clone()));
    let at_once = brett("match nim mcts@nodes=50 random --games 60 --no-journal --json");
    assert_eq!(result(&at_once.out), more);
}

#[test]
fn a_journal_of_another_match_is_refused() {
    let scratch = Scratch::new("other");
    let journal = scratch.path("nim.arena");
    let play = |seed: &str| {
        Session::new().run([
            "match",
            "nim",
            "random",
            "random",
            "--games",
            "2",
            "--seed",
            seed,
            "--journal",
            &journal,
        ])
    };
    assert_eq!(play("1").exit, Exit::Fine);
    let refused = play("2");
    assert_eq!(refused.exit, Exit::Unusable);
    assert!(refused.err.contains("seed is \"1\" there and \"2\" here"), "{refused}");
}

/// Runs the real program to its end and gives its answer.
fn program(args: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_brett")).args(args).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    result(&String::from_utf8(output.stdout).expect("UTF-8"))
}

fn n_lines(path: &Path) -> usize {
    fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
}

#[test]
fn a_killed_match_ends_as_if_nothing_had_happened() {
    let scratch = Scratch::new("killed");
    let journal = scratch.path("killed.arena");
    let args = [
        "match",
        "connect4",
        "mcts@nodes=400",
        "level1@nodes=400",
        "--variant",
        "5x4x3",
        "--games",
        "80",
        "--threads",
        "2",
        "--json",
        "--journal",
    ];
    let killed: Vec<&str> = args.iter().copied().chain([journal.as_str()]).collect();
    for lines in [3, 20, 50] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_brett"))
            .args(&killed)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let began = Instant::now();
        while n_lines(Path::new(&journal)) < lines && began.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it is gone");
    }
    // As if it had died in the middle of a line.
    let text = fs::read(&journal).expect("the journal");
    fs::write(&journal, &text[..text.len() - 5]).expect("it can be written");
    let resumed = program(&killed);
    assert_eq!(n_lines(Path::new(&journal)), 81, "a header and every game once");
    let other = scratch.path("other.arena");
    let at_once: Vec<&str> = args.iter().copied().chain([other.as_str()]).collect();
    assert_eq!(program(&at_once), resumed);
}

/// A match of Nim against a program, which is given its answers by a script.
fn against(script: &str, time: &str) -> Value {
    let player = format!("gtp:{script}");
    let seen = Session::new().run([
        "match",
        "nim",
        "random",
        &player,
        "--games",
        "4",
        "--no-journal",
        "--json",
        "--threads",
        "1",
        "--time",
        time,
        "--grace",
        "100ms",
    ]);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    serde_json::from_str(&seen.out).expect("JSON")
}

#[test]
fn faults_of_other_programs_are_counted() {
    const GREET: &str = "read line; printf '= genmove\\n\\n';";
    for (script, kind) in [
        (format!("{GREET} exit 3"), "crashed"),
        ("while read line; do printf '= 9-9\\n\\n'; done".to_owned(), "illegal-move"),
        ("read a; printf '= \\n\\n'; read b; printf '= \\n\\n'; sleep 60".to_owned(), "time-over"),
    ] {
        let result = against(&script, "200ms");
        let faults = result["faults"].as_array().expect("faults");
        assert_eq!(faults.len(), 1, "{kind}: {faults:?}");
        assert_eq!(faults[0]["kind"], kind);
        assert_eq!(faults[0]["side"], "second");
        let lost = result["players"][1]["lost"].as_u64().expect("a number");
        assert_eq!(faults[0]["count"].as_u64(), Some(lost), "every loss but those on the board");
        assert!(3 <= lost, "{kind}");
    }
}

#[test]
fn programs_that_resign_lose_without_a_fault() {
    let result = against("while read line; do printf '= resign\\n\\n'; done", "2s");
    assert_eq!(result["faults"].as_array().map(Vec::len), Some(0));
    assert_eq!(result["players"][0]["won"], 4);
}

#[test]
fn nonsense_is_refused_with_a_remedy() {
    for (line, remedy) in [
        ("match nim nobody random --no-journal", "choose level1 to level10"),
        ("match nim random random@fast --no-journal", "write 200ms, nodes=10000 or depth=6"),
        ("match nim random level1..level3 --no-journal", "brett tournament takes more"),
        ("match nim random random --sprt 5,0 --no-journal", "the first must be the lower one"),
        ("match nim random random --sprt 5 --no-journal", "write two numbers with a comma between them"),
        ("match nim random random --sprt 0,5 --errors 0,1 --no-journal", "above 0 and below 0.5"),
        ("match nim random random --luck mcts --no-journal", "leave out the judge of luck"),
        ("match nim random random --games 1 --no-journal", "write a whole number from 2"),
        ("match nim random random --best-of 0 --no-journal", "write a whole number from 1"),
        ("match nim random gtp:/nowhere/at/all --no-journal", "the program has ended"),
        ("match nim random random --journal /nowhere/x.arena", "No such file"),
    ] {
        refused(line, remedy);
    }
}

/// Types a command line that cannot be used, and looks for what to do instead.
#[track_caller]
pub(crate) fn refused(line: &str, remedy: &str) {
    let seen = brett(line);
    assert_eq!(seen.exit, Exit::Unusable, "{line}");
    assert!(seen.err.contains(remedy), "{line}: {seen}");
}

#[test]
fn people_see_how_far_it_is() {
    let seen = Session::on_terminal().run([
        "match",
        "nim",
        "random",
        "random",
        "--games",
        "20",
        "--no-journal",
        "--color",
        "never",
    ]);
    assert!(seen.err.contains("░ ") && seen.err.contains("/20  +"), "{seen}");
    assert!(seen.err.contains("Elo"), "{seen}");
}

#[test]
fn four_seats_are_shared_by_two_players() {
    let seen = Session::new().run_with(
        catalog::GAMES,
        [
            "match",
            "blokus",
            "greedy",
            "random",
            "--variant",
            "classic",
            "--games",
            "2",
            "--no-journal",
            "--json",
            "--opening-plies",
            "0",
        ],
    );
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    let report: Value = serde_json::from_str(&seen.out).unwrap();
    assert_eq!(report["players"][0]["won"], 2, "two greedy players lead two that play anything: {report}");
}

#[test]
fn luck_is_taken_out_of_games_with_dice() {
    let seen = Session::new().run_with(
        catalog::GAMES,
        [
            "match",
            "backgammon",
            "welfenlab-2006",
            "greedy",
            "--variant",
            "hypergammon",
            "--games",
            "60",
            "--no-journal",
            "--json",
            "--luck",
            "greedy",
        ],
    );
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    let report: Value = serde_json::from_str(&seen.out).unwrap();
    let left = report["points_without_luck"]["variance_left"].as_f64().unwrap();
    assert!((0.0..0.9).contains(&left), "{left}");
}

#[test]
fn two_sets_of_weights_meet() {
    let seen = Session::new().run_with(
        catalog::GAMES,
        [
            "match",
            "backgammon",
            "welfenlab-2006",
            "welfenlab-2006:w1=300,w2=-40",
            "--games",
            "40",
            "--depth",
            "1",
            "--no-journal",
            "--json",
        ],
    );
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    let report: Value = serde_json::from_str(&seen.out).unwrap();
    assert_eq!(report["measure"], "points");
    assert_eq!(report["games"], 40);
    let points = report["points"]["mean"].as_f64().unwrap();
    assert!(0.0 < points, "the weights of the original are better than the opposite: {points}");
}
