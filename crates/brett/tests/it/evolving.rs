//! `brett evolve`, `brett ai-evolver` and weight files: through the command line, and through the real program
//! where it can be interrupted.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use brett::Exit;

use crate::{
    program::command,
    scratch::Scratch,
    session::{Seen, Session},
};

/// A small run on the smallest backgammon.
const SMALL: [&str; 12] = [
    "evolve",
    "backgammon",
    "welfenlab-2006",
    "--variant",
    "hypergammon",
    "--games",
    "2000",
    "--pairs",
    "8",
    "--test-games",
    "400",
    "--whole-test",
];

/// The paper's weights, as its command line has them.
const OF_2006: &str = "-400 -400 100 100 100 100 -600 -100 700";

fn brett(args: &[&str]) -> Seen {
    Session::new().run_with(catalog::GAMES, args.iter().copied())
}

#[track_caller]
fn fine(args: &[&str]) -> String {
    let seen = brett(args);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    seen.out
}

fn small<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&SMALL[..], &["--out", out], more].concat()
}

fn files(folder: &str) -> [String; 3] {
    let read = |name| fs::read_to_string(Path::new(folder).join(name)).expect(name);
    ["journal", "best.toml", "chart.svg"].map(read)
}

/// Starts the real program, sends it a signal in the middle of its work, and waits for its end.
fn interrupted(args: &[&str], folder: &str, signal: &str) -> (Option<i32>, String) {
    let child = command(args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    let journal = Path::new(folder).join("journal");
    let n_lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    let began = Instant::now();
    while n_lines() < 3 && began.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(2));
    }
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("a signal");
    assert!(sent.success(), "it is still running");
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn the_same_seed_finds_the_same_on_any_number_of_threads() {
    let scratch = Scratch::new("threads");
    let (one, two) = (scratch.path("one"), scratch.path("two"));
    fine(&small(&one, &["--threads", "1"]));
    fine(&small(&two, &["--threads", "2"]));
    assert_eq!(files(&one), files(&two));
}

#[test]
fn after_ctrl_c_or_a_kill_the_same_command_goes_on_to_the_same_end() {
    let scratch = Scratch::new("signals");
    let whole = scratch.path("whole");
    fine(&small(&whole, &[]));
    for (signal, threads) in [("-INT", "1"), ("-KILL", "2")] {
        let folder = scratch.path(signal);
        // Enough games that the end is not reached before the signal.
        let args = small(&folder, &["--threads", threads]);
        let (code, err) = interrupted(&args, &folder, signal);
        if signal == "-INT" {
            assert_eq!(code, Some(1), "{err}");
            assert!(err.contains("the same command goes on"), "{err}");
        }
        let again = brett(&args);
        assert!(again.err.contains("goes on at"), "{again}");
        assert_eq!(files(&folder), files(&whole), "{signal}");
    }
}

#[test]
fn found_weights_play_wherever_a_player_is_named() {
    let scratch = Scratch::new("plays");
    let (folder, journal) = (scratch.path("run"), scratch.path("match"));
    let report = fine(&small(&folder, &[]));
    assert!(report.contains("points a game") && report.contains("checker-is-hit"), "{report}");
    let player = format!("welfenlab-2006:{folder}/best.toml");
    let hint = fine(&["hint", "backgammon", "--moves", "31", "--engine", &player]);
    assert!(hint.contains("to move"), "{hint}");
    let played = fine(&[
        "match",
        "backgammon",
        &player,
        "welfenlab-2006",
        "--variant",
        "hypergammon",
        "--games",
        "10",
        "--journal",
        &journal,
    ]);
    assert!(played.contains("welfenlab-2006"), "{played}");
    let explained = fine(&["explain", "backgammon", "--moves", "31", "--evaluation", &player]);
    assert!(explained.contains("CHECKER"), "{explained}");
    let seats = format!("{player},{player}");
    let game = fine(&["play", "backgammon", "--variant", "hypergammon", "--seats", &seats]);
    assert!(game.contains("wins"), "{game}");
    // They are a start for the next run, too.
    let further = scratch.path("further");
    let best = format!("{folder}/best.toml");
    fine(&small(&further, &["--from", &best]));
}

#[test]
fn a_weight_file_that_does_not_fit_is_refused() {
    let scratch = Scratch::new("refused");
    let file = scratch.path("weights.toml");
    let hint = |game: &str, engine: &str| {
        let seen = brett(&["hint", game, "--engine", engine]);
        assert_eq!(seen.exit, Exit::Unusable, "{seen}");
        seen.err
    };
    let missing = hint("othello", &format!("denkmaschine-2014:{}", scratch.path("none.toml")));
    assert!(missing.contains("none.toml") && missing.contains("No such file"), "{missing}");
    fs::write(&file, "format = 1\ngame = 'othello'\nplayer = denkmaschine\n").expect("a file");
    let broken = hint("othello", &format!("denkmaschine-2014:{file}"));
    assert!(broken.contains("line 3"), "{broken}");
    let text =
        "format = 1\ngame = 'othello'\nvariant = '8x8'\nplayer = 'denkmaschine-2014'\n[weights]\na1 = 50\n";
    fs::write(&file, text).expect("a file");
    let partly = hint("othello", &format!("denkmaschine-2014:depth=2,{file}"));
    assert!(partly.contains("the weight b1 is missing"), "{partly}");
    let other = hint("connect4", &format!("woellert-2006:{file}"));
    assert!(other.contains("of the game othello, not of connect4"), "{other}");
    assert!(hint("othello", &format!("random:{file}")).contains("has no weights"));
    assert!(hint("othello", &format!("denkmaschine-2014:{file},{file}")).contains("two weight files"));
}

#[test]
fn what_cannot_be_improved_is_told() {
    let problem = |args: &[&str]| {
        let seen = brett(args);
        assert_eq!(seen.exit, Exit::Unusable, "{seen}");
        seen.err
    };
    let level = problem(&["evolve", "backgammon", "level5"]);
    assert!(level.contains("has no weights that could be improved; choose welfenlab-2006"), "{level}");
    assert!(problem(&["evolve", "backgammon", "nobody"]).contains("no player \"nobody\""));
    assert!(
        problem(&["evolve", "backgammon", "welfenlab-2006", "--from", "nowhere.toml"])
            .contains("nowhere.toml")
    );
    assert!(
        problem(&["evolve", "backgammon", "welfenlab-2006", "--against", "nobody"]).contains("--against")
    );
    assert!(problem(&["evolve", "backgammon", "welfenlab-2006", "--games", "1"]).contains("from 100"));
    assert!(problem(&["evolve", "backgammon", "welfenlab-2006", "--beside", "nowhere"]).contains("nowhere"));
}

#[test]
fn every_tunable_player_can_be_improved() {
    let scratch = Scratch::new("all");
    for (game, player) in [
        ("backgammon", "welfenlab-2006"),
        ("othello", "denkmaschine-2014:depth=1"),
        ("connect4", "woellert-2006:depth=1"),
        ("connect4", "praktikum-2018:level=1"),
        ("blokus", "blokus-2005:noise=0"),
    ] {
        let folder = scratch.path(&player.replace(':', "-"));
        let variant = if game == "blokus" { "duo" } else { "" };
        let args = [
            "evolve",
            game,
            player,
            "--variant",
            variant,
            "--games",
            "100",
            "--pairs",
            "4",
            "--test-games",
            "20",
            "--out",
            &folder,
            "--json",
        ];
        let answer: serde_json::Value = serde_json::from_str(&fine(&args)).expect("JSON");
        assert_eq!(answer["player"], player.split(':').next().expect("a name"));
        assert!(100 <= answer["games"].as_u64().expect("a number"), "{answer}");
        assert!(answer["test"]["interval"].is_array(), "{answer}");
        let best = format!("{}:{folder}/best.toml", player.split(':').next().expect("a name"));
        if game != "backgammon" {
            fine(&["hint", game, "--variant", variant, "--engine", &best, "--depth", "1"]);
        }
    }
}

#[test]
fn the_evolver_of_2006_takes_its_arguments_in_their_order() {
    let scratch = Scratch::new("classic");
    let run = |line: &str, name: &str| {
        let folder = scratch.path(name);
        let args: Vec<&str> = line.split_whitespace().chain(["--out", &folder]).collect();
        brett(&args)
    };
    let thirteen = run(&format!("ai-evolver 3 0.5 50 2 {OF_2006} --generations 12"), "thirteen");
    assert_eq!(thirteen.exit, Exit::Fine, "{thirteen}");
    let fourteen = run(&format!("ai-evolver 3 0.5 50 2 {OF_2006} 3000 --generations 1"), "fourteen");
    assert_eq!(fourteen.exit, Exit::Fine, "{fourteen}");
    let twelve = run("ai-evolver 3 0.5 50 2 -400 -400 100 100 100 100 -600 -100", "twelve");
    assert_eq!(twelve.exit, Exit::Unusable, "{twelve}");
    for (wrong, problem) in [
        (format!("ai-evolver 3 1.5 50 2 {OF_2006}"), "mutation probability"),
        (format!("ai-evolver 3 0.5 -1 2 {OF_2006}"), "mutation radius"),
        (format!("ai-evolver 3 0.5 50 2 {OF_2006} 0.5"), "time for a move"),
        (format!("ai-evolver 1 0.5 50 2 {OF_2006}"), "from 2 to 1000"),
    ] {
        let seen = run(&wrong, "wrong");
        assert_eq!(seen.exit, Exit::Unusable, "{seen}");
        assert!(seen.err.contains(problem), "{seen}");
    }
}

#[test]
fn the_evolver_of_2006_begins_anew_in_another_folder_when_its_weights_change() {
    let scratch = Scratch::new("classic-again");
    let run = |weights: &str| {
        let line = format!("ai-evolver 2 0.5 50 1 {weights} --generations 1 --threads 1");
        let words: Vec<&str> = line.split_whitespace().collect();
        let output = command(&words).current_dir(&scratch.0).output().expect("the program starts");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{err}");
        err
    };
    let folders = || {
        let mut names: Vec<String> = fs::read_dir(&scratch.0)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    run(OF_2006);
    assert_eq!(folders(), ["ai-evolver"]);
    let others = "-300 -400 100 100 100 100 -600 -100 700";
    for _ in 0..2 {
        // The second time it is the same run, which is over.
        let err = run(others);
        assert!(err.contains("so this one is kept in ai-evolver-2"), "{err}");
        assert_eq!(folders(), ["ai-evolver", "ai-evolver-2"]);
    }
    assert!(!run(OF_2006).contains("ai-evolver-2"), "the first run is found again");
}

#[test]
fn the_evolver_of_2006_shows_games_as_brackets_and_dots_and_its_best_weights() {
    let scratch = Scratch::new("signs");
    let folder = scratch.path("run");
    let line = format!("ai-evolver 3 0.5 50 2 {OF_2006} --generations 12 --threads 1 --out {folder}");
    let shown = fine(&line.split_whitespace().collect::<Vec<_>>());
    let statuses: Vec<&str> = shown.lines().filter(|line| line.starts_with("generation ")).collect();
    // The clock of the test runs so fast that minutes pass between improvements.
    assert!(3 < statuses.len(), "{shown}");
    for status in &statuses {
        let (_, weights) = status.split_once("best weights: ").expect("the best weights");
        assert_eq!(weights.split(' ').filter(|weight| weight.parse::<f64>().is_ok()).count(), 9, "{status}");
    }
    let games: String = shown.chars().filter(|sign| "[].".contains(*sign)).collect();
    assert!(games.contains("[....."), "{shown}");
    let is_game = |line: &&str| line.starts_with('[') && line.ends_with(']');
    let n_games: usize = shown.lines().filter(is_game).map(|line| line.matches('[').count()).sum();
    assert!(12 * 3 * 2 <= n_games, "{n_games} games in {shown}");
    assert!(
        fs::read_to_string(format!("{folder}/best.toml")).expect("weights").contains("method = \"genetic\"")
    );
}

#[test]
fn the_time_limit_also_ends_a_generation_that_would_last_for_hours() {
    let scratch = Scratch::new("time-limit");
    let out = scratch.path("run");
    let args = ["--games", "100", "--pairs", "1000000", "--test-games", "2", "--time-limit", "300ms"];
    let ended = command(&["evolve", "connect4", "woellert-2006:depth=1", "--out", &out])
        .args(args)
        .output()
        .expect("the program starts");
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    let [journal, ..] = files(&out);
    assert!(!journal.contains(r#"{"generation":{"#), "a generation was ended: {journal}");
    assert!(journal.contains(r#"{"played-off":{"#) && journal.contains(r#"{"tested":["#), "{journal}");
}
