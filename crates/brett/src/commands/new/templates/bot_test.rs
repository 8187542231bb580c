//! The bot, asked as Brettwerk asks.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

#[test]
fn answers_with_a_legal_move() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bot"));
    let mut bot = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    bot.stdin.take().unwrap().write_all(b"choose_move 1; a position; 4; 5\nnonsense\nquit\n").unwrap();
    let out = String::from_utf8(bot.wait_with_output().unwrap().stdout).unwrap();
    assert!(out.starts_with("= 4\n\n? ") || out.starts_with("= 5\n\n? "), "{out}");
}
