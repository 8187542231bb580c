//! Folders for new games and bots.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use brett::Exit;

use crate::session::Session;

/// A folder of this test that is not there yet.
fn fresh(name: &str) -> PathBuf {
    env::temp_dir().join(format!("brett-new-{}-{name}", std::process::id()))
}

fn make(line: &str, folder: &Path) {
    let seen = Session::new().run(line.split(' ').chain(["--folder", folder.to_str().expect("plain text")]));
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
}

fn run_in(folder: &Path, program: &str, args: &[&str]) {
    let output = Command::new(program).args(args).current_dir(folder).output().expect("it starts");
    let told =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(output.status.success(), "{program} {args:?}: {told}");
}

#[test]
fn a_new_bot_passes_its_tests_in_each_language() {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    for (language, program, args) in [
        ("python", "python3", ["-m", "unittest"].as_slice()),
        ("javascript", "node", &["--test"]),
        ("rust", &cargo, &["test", "--offline", "--target-dir", "target"]),
    ] {
        let folder = fresh(language);
        make(&format!("new bot careful-one --language {language}"), &folder);
        run_in(&folder, program, args);
        let readme = fs::read_to_string(folder.join("README.md")).unwrap();
        assert!(readme.starts_with("# Careful one\n"), "{readme}");
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_new_game_is_named_throughout() {
    let folder = fresh("game");
    make("new game three-men", &folder);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert!(read("src/lib.rs").contains("pub const ENTRY: GameEntry = GameEntry::of::<ThreeMen>(&INFO);"));
    assert!(read("src/lib.rs").contains("id: \"three-men\","));
    assert!(read("src/main.rs").contains("brett::main(&[&[three_men::ENTRY], catalog::GAMES].concat())"));
    assert!(read("tests/three_men.rs").contains("use three_men::{Board, ThreeMen};"));
    assert!(read("README.md").contains("cargo run --release -- play three-men"));
    for file in ["Cargo.toml", "README.md", "src/lib.rs", "src/main.rs", "tests/three_men.rs"] {
        let text = read(file).to_lowercase();
        let mentions = text.matches("tictactoe").count() + text.matches("{sources}").count();
        assert_eq!(mentions, 0, "{file}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn nothing_is_overwritten_and_names_are_checked() {
    let folder = fresh("there");
    fs::create_dir(&folder).unwrap();
    for (line, problem) in [
        (format!("new bot careful --folder {}", folder.display()), "is there already"),
        ("new game Three".to_owned(), "use up to 40 small letters"),
        ("new game nim".to_owned(), "there is a game nim already"),
        ("new game three --sources /".to_owned(), "does not hold the sources"),
    ] {
        let seen = Session::new().run(line.split(' '));
        assert_eq!(seen.exit, Exit::Unusable, "{line}");
        assert!(seen.err.contains(problem), "{line}: {seen}");
    }
    fs::remove_dir(folder).unwrap();
}
