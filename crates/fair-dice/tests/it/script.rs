//! The script that needs nothing of this project finds the same.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::games::played;

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/verify_dice.py")
}

fn verified(text: &str, name: &str) -> Output {
    let file = env::temp_dir().join(format!("fair-dice-{}-{name}.brett", std::process::id()));
    fs::write(&file, text).unwrap();
    let output = Command::new("python3").arg(script()).arg(&file).output().unwrap();
    fs::remove_file(file).unwrap();
    output
}

#[test]
fn the_script_is_as_short_as_the_book_promises() {
    let source = fs::read_to_string(script()).unwrap();
    assert!(source.lines().count() <= 60, "the book promises sixty lines");
    let imports: Vec<_> = source.lines().filter(|line| line.contains("import ")).collect();
    assert_eq!(imports, ["import hashlib, hmac, re, sys"], "only the standard library");
}

/// The project promises only Rust and Node, so the script is run where Python is.
#[test]
fn the_script_proves_true_records_and_refutes_changed_ones_where_python_is() {
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    for seed in 0..3 {
        let text = played(seed, ["nocube", "hypergammon", ""][seed as usize]).to_string();
        let output = verified(&text, "true");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{said}");
        assert!(said.starts_with("proved: "), "{said}");
    }
    let text = played(5, "nocube").to_string();
    let proof = text.find("\ndice 1 ").unwrap() + 1;
    for step in 0..25 {
        let place = proof + step * (text.len() - proof) / 25;
        let mut bytes = text.clone().into_bytes();
        bytes[place] = if bytes[place] == b'1' { b'2' } else { b'1' };
        let changed = String::from_utf8(bytes).unwrap();
        let output = verified(&changed, "false");
        assert_eq!(output.status.code(), Some(1), "byte {place} of\n{changed}");
    }
    let rolled = text.replacen("\n* 5", "\n* 6", 1);
    assert_ne!(rolled, text);
    assert_eq!(verified(&rolled, "rolled").status.code(), Some(1));
}
