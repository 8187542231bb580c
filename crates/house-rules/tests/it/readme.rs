//! What the README promises to a newcomer.

#[cfg(unix)]
use crate::sources::SCRIPTS;
use crate::tree;

#[test]
fn the_two_commands_exist() {
    let readme = tree::read("README.md");
    for command in ["cargo run --release", "./test"] {
        assert!(readme.lines().any(|line| line.trim() == command), "the README shows {command}");
    }
    assert!(tree::read("Cargo.toml").contains("default-members = [\"crates/brett\"]"));
    assert!(tree::exists("crates/brett/src/main.rs"));
}

#[cfg(unix)]
#[test]
fn scripts_can_be_executed() {
    use std::os::unix::fs::PermissionsExt;
    for script in SCRIPTS.into_iter().chain(["deploy/try-proxies.sh"]) {
        let mode = tree::root().join(script).metadata().expect("the script exists").permissions().mode();
        assert_eq!(mode & 0o111, 0o111, "{script} can be executed by everybody");
    }
}

#[test]
fn every_room_is_on_the_map() {
    let readme = tree::read("README.md");
    for folder in ["crates", "games", "examples"] {
        for room in tree::folders_in(folder) {
            assert!(readme.contains(&room), "the README's map of the workspace lacks {folder}/{room}");
        }
    }
}
