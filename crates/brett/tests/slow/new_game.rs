//! A new game compiles and keeps the laws.

use std::{env, fs, path::Path, process::Command};

#[test]
fn a_new_game_passes_its_tests() {
    let folder = env::temp_dir().join(format!("brett-slow-new-{}", std::process::id()));
    let made = Command::new(env!("CARGO_BIN_EXE_brett"))
        .args(["new", "game", "three-men", "--folder"])
        .arg(&folder)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .unwrap();
    assert!(made.success());
    // The program around the game is the one that is being tested here; to build it once more would take minutes.
    fs::remove_file(folder.join("src/main.rs")).unwrap();
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let kept = manifest.lines().filter(|line| !line.starts_with("brett =") && !line.starts_with("catalog ="));
    let kept: String = kept.flat_map(|line| [line, "\n"]).collect();
    fs::write(folder.join("Cargo.toml"), kept).unwrap();
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    fs::copy(lock, folder.join("Cargo.lock")).unwrap();
    let output = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()))
        .args(["test", "--offline", "--target-dir", "target"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let told =
        String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}");
    assert!(told.contains("keeps_the_laws ... ok"), "{told}");
    fs::remove_dir_all(folder).unwrap();
}
