//! Whole games through the real program: a scripted person against computer players.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Child, ChildStdin, ChildStdout, Stdio},
};

use framework::{Record, Rng};

use crate::program;

/// The answer to `why` alone: it ends the answers to everything typed before.
const MARK: &str = "Write why MOVE.";

/// Somebody who types into the program and reads what it says, in plain sentences.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    heard: String,
}

impl Talk {
    fn begin(args: &[&str]) -> Self {
        let mut child = program::command(args)
            .args(["--plain", "--time", "100ms"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Self { child, input, output, heard: String::new() }
    }

    /// Types lines and hears everything up to the answer to the last.
    fn say(&mut self, lines: &str) -> Vec<String> {
        write!(self.input, "{lines}\nwhy\n").expect("the program listens");
        let mut heard = Vec::new();
        loop {
            let mut line = String::new();
            assert_ne!(
                self.output.read_line(&mut line).expect("it writes UTF-8"),
                0,
                "it left: {}",
                self.heard
            );
            self.heard.push_str(&line);
            if line.trim_end() == MARK {
                return heard;
            }
            heard.push(line.trim_end().to_owned());
        }
    }

    /// The moves that are legal now; none when the round is over.
    fn moves(&mut self) -> Vec<String> {
        let heard = self.say("moves");
        if heard.iter().any(|line| line == "There is nothing to play now.") {
            return Vec::new();
        }
        let is_list = |line: &&String| !line.ends_with('.') && !line.starts_with("Type");
        let lines = heard.iter().rev().take_while(is_list).collect::<Vec<_>>().into_iter().rev();
        lines.flat_map(|line| line.split("  ").map(str::to_owned)).collect()
    }

    fn quit(mut self) {
        writeln!(self.input, "quit").expect("the program listens");
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
    }
}

fn record_file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("brett-play-{name}-{}.brett", std::process::id()))
}

/// Plays random legal moves for the person until the round is over, with a step back now and then; the record
/// must hold in the end.
#[track_caller]
fn check_whole_game(args: &[&str]) {
    let mut talk = Talk::begin(args);
    let mut rng = Rng::from_seed(5);
    for turn in 1_u32.. {
        let moves = talk.moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.index(moves.len())].clone();
        talk.say(&mv);
        if turn.is_multiple_of(9) {
            talk.say("undo");
            talk.say("redo");
        }
        assert!(turn < 2_000, "the game has no end: {}", talk.heard);
    }
    let file = record_file(args[1]);
    let name = file.to_str().expect("a name in UTF-8").to_owned();
    talk.say(&format!("save {name}"));
    talk.quit();
    let replayed = program::json(&["replay", &name, "--json"]);
    assert_eq!(replayed["holds"], true);
    let record: Record = fs::read_to_string(&file).expect("it was saved").parse().expect("it is a record");
    assert!(record.rounds[0].result.is_some(), "the game was played to its end");
    fs::remove_file(file).expect("it was saved");
}

#[test]
fn a_whole_game_of_connect_four() {
    check_whole_game(&["play", "connect4", "--seats", "human,level1", "--seed", "1"]);
}

#[test]
fn a_whole_game_of_othello() {
    check_whole_game(&["play", "othello", "--seats", "level1,human", "--seed", "2"]);
}

#[test]
fn a_whole_game_of_backgammon() {
    check_whole_game(&["play", "backgammon", "--seats", "human,level1", "--seed", "3"]);
}

#[test]
fn a_whole_game_of_blokus() {
    check_whole_game(&["play", "blokus", "--seats", "human,level1,random,random", "--seed", "4"]);
}

#[test]
fn computers_play_matches_among_themselves() {
    let args = ["play", "connect4", "--seats", "random,level1", "--length", "best-of=3", "--rotate"];
    let said = program::fine(&[&args[..], &["--seed", "1", "--plain"]].concat());
    assert!(said.contains("Round 2 begins."), "{said}");
    assert!(said.trim_end().lines().last().is_some_and(|line| line.contains("Points: random")), "{said}");
}

#[test]
fn a_match_for_points_ends_when_they_are_won() {
    let args =
        ["play", "backgammon", "--variant", "match=3", "--seats", "random,random", "--seed", "6", "--plain"];
    let said = program::fine(&args);
    let last = said.trim_end().lines().last().expect("it says something");
    let points = last.rsplit_once("Points: ").expect("the points come last").1;
    assert!(points.split([' ', ',', '.']).any(|word| word.parse().is_ok_and(|won: u32| 3 <= won)), "{said}");
}

#[test]
fn computers_keep_their_clocks() {
    let args =
        ["play", "connect4", "--seats", "level10,level10", "--clock", "2s+0s", "--seed", "1", "--plain"];
    let said = program::fine(&args);
    assert!(!said.contains("no time left"), "{said}");
    assert!(said.contains("wins") || said.contains("draw"), "{said}");
}

#[test]
fn other_programs_sit_at_the_table() {
    let ours = env!("CARGO_BIN_EXE_brett");
    let seats = format!("gtp:{ours} engine othello --player level1 --time 20ms,level1");
    let seen = program::run(&[
        "play",
        "othello",
        "--variant",
        "6x6",
        "--seats",
        &seats,
        "--plain",
        "--time",
        "20ms",
    ]);
    let out = String::from_utf8(seen.stdout).expect("it writes UTF-8");
    assert_eq!(seen.status.code(), Some(0), "{out}");
    assert!(out.contains("wins") || out.contains("draw"), "{out}");
}

#[test]
fn a_program_that_does_not_speak_gets_no_seat() {
    let seats = "gtp:sh -c 'echo nonsense; exit 3',level1";
    let seen = program::run(&["play", "connect4", "--seats", seats, "--plain"]);
    assert_eq!(seen.status.code(), Some(2));
    let problem = String::from_utf8(seen.stderr).expect("it writes UTF-8");
    assert!(problem.contains("--seats"), "{problem}");
}
