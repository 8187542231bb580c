//! The real program, with every game of the catalog.

use std::{
    ffi::OsStr,
    fs::File,
    io::Write,
    os::unix::ffi::OsStrExt,
    process::{Command, Output, Stdio},
};

use framework::GameEntry;

#[test]
fn every_game_is_listed() {
    let list = fine(&["games"]);
    for entry in catalog::GAMES {
        assert!(list.contains(&format!("{} · {}", entry.info.id, entry.info.name.en)), "{list}");
    }
}

#[test]
fn every_variant_is_shown_and_its_position_is_read_again() {
    for_each_variant(|entry, variant| {
        let shown: serde_json::Value = json(&["show", entry.info.id, "--variant", variant, "--json"]);
        let position = shown["position"].as_str().expect("a position");
        let again = json(&["show", entry.info.id, "--variant", variant, "--position", position, "--json"]);
        assert_eq!(shown, again);
        assert!(fine(&["show", entry.info.id, "--variant", variant, "--svg", "-"]).starts_with("<svg"));
    });
}

#[test]
fn every_legal_move_of_every_variant_is_legal() {
    for_each_variant(|entry, variant| {
        let moves = json(&["legal", entry.info.id, "--variant", variant, "--json"]);
        let moves = moves["moves"].as_array().expect("a list");
        for mv in moves.iter().take(20).map(|mv| mv.as_str().expect("a text")) {
            let verdict = json(&["legal", entry.info.id, "--variant", variant, "--json", mv]);
            assert_eq!((&verdict["move"], &verdict["legal"]), (&mv.into(), &true.into()));
        }
        let perft = json(&["perft", entry.info.id, "--variant", variant, "--depth", "1", "--json"]);
        assert_eq!(perft["paths"], moves.len());
    });
}

#[test]
fn random_games_of_every_variant_have_records_that_replay() {
    let folder = std::env::temp_dir().join(format!("brett-catalog-{}", std::process::id()));
    let path = folder.to_str().expect("a name in UTF-8");
    for_each_variant(|entry, variant| {
        let id = entry.info.id;
        fine(&["random", id, "--variant", variant, "--games", "2", "--records", path]);
        for number in [1, 2] {
            let replayed = json(&["replay", &format!("{path}/{id}-1-{number}.brett"), "--json"]);
            assert_eq!(replayed["holds"], true);
        }
        std::fs::remove_dir_all(&folder).expect("the folder was made");
    });
}

#[test]
fn exit_codes_tell_yes_no_and_unusable() {
    assert_eq!(run(&["--version"]).status.code(), Some(0));
    assert_eq!(run(&["show", "chess"]).status.code(), Some(2));
    let record = "brettwerk record 1\ngame chess 8x8\n";
    assert_eq!(with_input(&["replay", "-"], record.as_bytes()).status.code(), Some(2));
}

#[test]
fn broken_utf8_is_unusable() {
    let output = Command::new(env!("CARGO_BIN_EXE_brett")).arg(OsStr::from_bytes(&[0xff])).output();
    assert_eq!(output.expect("the program starts").status.code(), Some(2));
    assert_eq!(with_input(&["replay", "-"], &[0xff]).status.code(), Some(2));
}

#[test]
fn a_broken_pipe_is_success() {
    let mut child = command(&["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told() {
    let full = File::create("/dev/full").expect("there is a full device");
    let output = command(&["completions", "bash"]).stdout(full).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.starts_with(b"error: "), "{output:?}");
}

fn for_each_variant(check: impl Fn(&GameEntry, &str)) {
    for entry in catalog::GAMES {
        for variant in entry.info.variants {
            check(entry, variant.options);
        }
    }
}

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brett"));
    command.args(args).env_clear().stdin(Stdio::null());
    command
}

pub(crate) fn run(args: &[&str]) -> Output {
    command(args).output().expect("the program starts")
}

fn with_input(args: &[&str], input: &[u8]) -> Output {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("it is piped").write_all(input).expect("it is read");
    child.wait_with_output().expect("the program ends")
}

/// What the program answers when all is fine.
#[track_caller]
pub(crate) fn fine(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(0), "brett {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the program writes UTF-8")
}

#[track_caller]
pub(crate) fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&fine(args)).expect("the program writes JSON")
}
