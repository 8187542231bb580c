//! What is needed to publish crates and a version, so that a release begins with nothing to repair.

use std::{collections::BTreeSet, env, process::Command};

use crate::{report, tree};

/// What a registry accepts as one crate.
const MAX_CRATE_BYTES: u64 = 10 * 1024 * 1024;

/// The folders of the crates that are published, in the order in which they have to be.
const PUBLISHED: [&str; 8] = [
    "crates/framework",
    "games/connect4",
    "games/othello",
    "games/backgammon",
    "games/blokus",
    "crates/fair-dice",
    "crates/schedule",
    "crates/arena",
];

/// The value of a line such as `version = "0.2.0"` of a manifest.
fn value(manifest: &str, key: &str) -> Option<String> {
    let line = manifest.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "))?;
    Some(line.trim_matches('"').to_owned())
}

/// The folder of every crate of the workspace with its manifest.
fn manifests() -> Vec<(String, String)> {
    let folders = ["crates", "games", "examples"].into_iter().flat_map(|parent| {
        tree::folders_in(parent).into_iter().map(move |folder| format!("{parent}/{folder}"))
    });
    let with_manifest = folders.filter(|folder| tree::exists(&format!("{folder}/Cargo.toml")));
    with_manifest.map(|folder| (folder.clone(), tree::read(&format!("{folder}/Cargo.toml")))).collect()
}

fn version() -> String {
    value(&tree::read("Cargo.toml"), "version").expect("the workspace has a version")
}

#[test]
fn published_crates_say_what_a_registry_asks_and_no_other_crate_is_published() {
    let mut problems = Vec::new();
    for (folder, manifest) in manifests() {
        let is_private = value(&manifest, "publish.workspace").is_some();
        if PUBLISHED.contains(&folder.as_str()) == is_private {
            problems
                .push(format!("{folder}: publish.workspace = true belongs to crates that are not published"));
        }
        if is_private {
            continue;
        }
        let name = value(&manifest, "name").unwrap_or_default();
        let code = folder.rsplit('/').next().expect("a path has an end");
        if name != format!("brettwerk-{code}") {
            problems.push(format!("{folder}: {name} must be brettwerk-{code}: short names are taken"));
        }
        for key in
            ["description", "license.workspace", "readme", "keywords", "categories", "rust-version.workspace"]
        {
            if value(&manifest, key).is_none_or(|value| value.is_empty()) {
                problems.push(format!("{folder}: {key} is missing"));
            }
        }
        let n_keywords = value(&manifest, "keywords").unwrap_or_default().matches(", ").count() + 1;
        if n_keywords > 5 {
            problems.push(format!("{folder}: a registry takes five keywords at most"));
        }
        let used =
            format!("{code} = {{ package = \"{name}\", version = \"{}\", path = \"{folder}\" }}", version());
        if !tree::read("Cargo.toml").contains(&used) {
            problems.push(format!("Cargo.toml: the line of {code} must be: {used}"));
        }
    }
    report(&problems);
}

/// Whoever finds a crate in a registry sees its README, whose example is one that the tests have run.
#[test]
fn readmes_of_published_crates_show_the_tested_example_of_the_crate() {
    let mut problems = Vec::new();
    for folder in PUBLISHED {
        let readme = tree::read(&format!("{folder}/README.md"));
        let example = readme.split_once("```rust\n").and_then(|(_, rest)| rest.split_once("```\n"));
        let Some((example, _)) = example else {
            problems.push(format!("{folder}/README.md has no example"));
            continue;
        };
        let documentation: String = tree::read(&format!("{folder}/src/lib.rs"))
            .lines()
            .filter_map(|line| line.strip_prefix("//!"))
            .map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned() + "\n")
            .collect();
        if !documentation.contains(example) {
            problems.push(format!("{folder}/README.md: the example is not that of src/lib.rs"));
        }
    }
    report(&problems);
}

#[test]
fn published_crates_are_packed_with_everything_they_need_and_nothing_that_tools_have_made() {
    let mut problems = Vec::new();
    for folder in PUBLISHED {
        let manifest = tree::root().join(folder).join("Cargo.toml");
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let listed = Command::new(cargo)
            .args(["package", "--list", "--allow-dirty", "--offline", "--manifest-path"])
            .arg(manifest)
            .output()
            .expect("cargo can be started");
        let complaint = String::from_utf8_lossy(&listed.stderr);
        assert!(listed.status.success(), "{folder}: {complaint}");
        let files = String::from_utf8_lossy(&listed.stdout).into_owned();
        let files: BTreeSet<_> = files.lines().collect();
        for needed in ["Cargo.toml", "README.md", "src/lib.rs"] {
            if !files.contains(needed) {
                problems.push(format!("{folder} is packed without {needed}"));
            }
        }
        let mut n_bytes = 0;
        for file in &files {
            let path = tree::root().join(folder).join(file);
            n_bytes += path.metadata().map_or(0, |metadata| metadata.len());
            if ["target/", ".snap.new", ".rs.orig"].iter().any(|made| file.contains(made)) {
                problems.push(format!("{folder} is packed with {file}"));
            }
        }
        if n_bytes > MAX_CRATE_BYTES {
            problems.push(format!("{folder} has {n_bytes} bytes, and a registry takes {MAX_CRATE_BYTES}"));
        }
    }
    report(&problems);
}

#[test]
fn the_version_is_the_same_everywhere() {
    let version = version();
    let mut problems = Vec::new();
    for (file, line) in [
        ("web/package.json", format!("  \"version\": \"{version}\",")),
        ("web/package-lock.json", format!("  \"version\": \"{version}\",")),
    ] {
        if !tree::read(file).lines().any(|other| other == line) {
            problems.push(format!("{file} lacks the line {line}"));
        }
    }
    let changelog = tree::read("CHANGELOG.md");
    let newest = changelog.lines().find_map(|line| line.strip_prefix("## [").or(line.strip_prefix("## 0")));
    if !changelog.lines().any(|line| line.starts_with(&format!("## {version} "))) {
        problems.push(format!("CHANGELOG.md has no section for {version}, and its newest one is {newest:?}"));
    }
    report(&problems);
}

/// A command of the documentation that names a crate must work when it is pasted.
#[test]
fn commands_name_crates_that_are_there() {
    let names: BTreeSet<_> = manifests()
        .iter()
        .map(|(_, manifest)| value(manifest, "name").expect("a crate has a name"))
        .collect();
    let mut problems = Vec::new();
    let written =
        tree::files_below("").into_iter().filter(|file| tree::has_extension(file, &["md", "rs", "toml"]));
    // Snapshots of projects that `brett new` makes, and texts of its templates, speak of crates of their own.
    for file in written.filter(|file| !file.contains("/commands/new/")) {
        for (idx, line) in tree::read(&file).lines().enumerate() {
            for command in line.split("cargo ").skip(1) {
                let command = command.split(['`', '|', ';']).next().unwrap_or_default();
                let words: Vec<_> = command.split_whitespace().collect();
                let own = words.iter().position(|word| *word == "--").unwrap_or(words.len());
                for pair in words[..own].windows(2) {
                    // What follows the name may be an escape of the text in which the command stands.
                    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
                    let name = pair[1].split(|letter| !is_part(letter)).next().unwrap_or_default();
                    let is_name = name.starts_with(|first: char| first.is_ascii_lowercase());
                    if ["-p", "--package"].contains(&pair[0]) && is_name && !names.contains(name) {
                        problems.push(format!("{file}:{}: there is no crate {name}", idx + 1));
                    }
                }
            }
        }
    }
    report(&problems);
}
