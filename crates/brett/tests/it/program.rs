//! The real programme, with the catalog.

use std::process::{Command, Output, Stdio};

fn brett(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brett"));
    command.args(args).env_clear().stdin(Stdio::null()).output().expect("the programme starts")
}

#[test]
fn the_programme_answers() {
    let output = brett(&["--version"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, format!("brett {}\n", env!("CARGO_PKG_VERSION")).as_bytes());
}

#[test]
fn wrong_usage_exits_with_two() {
    let output = brett(&["show", "chess"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}
