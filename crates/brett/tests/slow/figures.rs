//! Figures of the book that a command computes, the same on every machine: they are compared with what it says now.
//!
//! `docs/figures` writes them anew. A figure that changes is a change of a player: read the diff, and the sentences
//! around it in the book.

use std::{env, fs, path::Path, process::Command};

/// The file in `docs/src/figures`, and the command line whose answer it holds.
const FIGURES: [(&str, &str); 5] = [
    ("match", "match connect4 level3 level4 --nodes 2000 --games 400"),
    (
        "tournament",
        "tournament othello greedy denkmaschine-2014 alphabeta@depth=2 mcts@nodes=200 --games 60 --depth 4",
    ),
    ("evolve-woellert", "evolve connect4 woellert-2006:depth=2 --games 6000 --pairs 20 --test-games 4000"),
    ("evolve-praktikum", "evolve connect4 praktikum-2018:level=2 --games 6000 --pairs 20 --test-games 4000"),
    (
        "evolve-denkmaschine",
        "evolve othello denkmaschine-2014:depth=2 --games 6000 --pairs 10 --test-games 6000",
    ),
];

/// Lines that tell of the machine, the time or a folder.
const OF_THIS_RUN: [&str; 4] = ["moves  ", "journal  ", "speed  ", "file  "];

/// What the program answers, without what another run would answer otherwise.
fn computed(name: &str, line: &str, folder: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brett"));
    command.args(line.split(' ')).current_dir(folder);
    if line.starts_with("evolve") {
        command.args(["--out", name]);
    } else {
        command.arg("--no-journal");
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "brett {line}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let kept = text.lines().filter(|line| !OF_THIS_RUN.iter().any(|start| line.starts_with(start)));
    let kept: String = kept.flat_map(|line| [line, "\n"]).collect();
    format!("$ brett {line}\n{kept}")
}

#[test]
fn figures_of_the_book_are_what_the_program_computes() {
    let folder = env::temp_dir().join(format!("brett-figures-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let kept_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/figures");
    let is_writing = env::var_os("BRETT_WRITE_FIGURES").is_some();
    let mut changed = Vec::new();
    for (name, line) in FIGURES {
        let now = computed(name, line, &folder);
        let file = kept_in.join(format!("{name}.txt"));
        if is_writing {
            fs::write(file, now).unwrap();
        } else if fs::read_to_string(&file).ok().as_deref() != Some(&*now) {
            changed.push(now);
        }
    }
    fs::remove_dir_all(folder).unwrap();
    assert!(
        changed.is_empty(),
        "the book says otherwise; docs/figures writes them anew:\n{}",
        changed.join("\n")
    );
}
