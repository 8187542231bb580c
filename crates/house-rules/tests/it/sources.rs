//! What no source file may contain.

use crate::{report, tree};

/// The longest file of code that a reader can be expected to hold in mind.
const MAX_LINES: usize = 800;

/// Scripts whose names have no ending.
pub(crate) const SCRIPTS: [&str; 7] = [
    "test",
    "package",
    ".ci/run",
    "deploy/api-docs",
    "deploy/cross-rust",
    "deploy/package/install",
    "deploy/package/uninstall",
];

/// All files that people write and read as text. Snapshots and captured data are as they are.
fn sources() -> Vec<String> {
    let is_source = |path: &String| {
        let is_text =
            tree::has_extension(path, &["rs", "toml", "md", "sh", "yml", "ts", "css", "html", "py"]);
        let is_script = SCRIPTS.contains(&path.as_str());
        (is_text || is_script) && !path.contains("/tests/data/")
    };
    tree::files_below("").into_iter().filter(is_source).collect()
}

fn code() -> impl Iterator<Item = String> {
    sources().into_iter().filter(|path| tree::has_extension(path, &["rs", "ts", "py"]))
}

/// Reports every line of the files for which `problem` finds something.
#[track_caller]
fn check_lines(files: impl IntoIterator<Item = String>, problem: impl Fn(&str) -> Option<&'static str>) {
    let mut problems = Vec::new();
    for file in files {
        for (idx, line) in tree::read(&file).lines().enumerate() {
            problems.extend(problem(line).map(|problem| format!("{file}:{}: {problem}", idx + 1)));
        }
    }
    report(&problems);
}

#[test]
fn no_line_ends_in_a_space() {
    check_lines(sources(), |line| (line.trim_end() != line).then_some("ends in a space"));
}

#[test]
fn every_file_ends_with_one_line_end() {
    let is_wrong = |text: String| !text.is_empty() && (!text.ends_with('\n') || text.ends_with("\n\n"));
    let wrong = sources().into_iter().filter(|file| is_wrong(tree::read(file)));
    report(&wrong.map(|file| format!("{file} does not end with exactly one line end")).collect::<Vec<_>>());
}

#[test]
fn no_debugging_is_left_behind() {
    let macro_name = concat!("db", "g!");
    check_lines(code(), |line| line.contains(macro_name).then_some("prints for debugging"));
}

#[test]
fn what_is_to_be_done_names_its_issue() {
    let word = concat!("TO", "DO");
    let names_issue = |rest: &str| {
        let number = rest.strip_prefix("(#").and_then(|rest| rest.split(')').next());
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    check_lines(sources(), |line| {
        let all_named = line.split(word).skip(1).all(names_issue);
        (!all_named).then_some("says what is to be done without the number of an issue, as in (#12)")
    });
}

#[test]
fn no_test_is_switched_off_or_expects_a_panic() {
    let attributes = [concat!("#[ign", "ore"), concat!("#[should_", "panic")];
    check_lines(code(), |line| {
        let found = attributes.iter().any(|attribute| line.trim_start().starts_with(attribute));
        found
            .then_some("is behind --features slow-tests if slow, and asserts what happens instead of a panic")
    });
}

#[test]
fn no_file_of_code_is_too_long() {
    // What a program has written nobody has to read.
    let n_lines = |file: &String| match tree::read(file) {
        text if text.starts_with("// Generated from ") => 0,
        text => text.lines().count(),
    };
    let long = code().filter(|file| file.contains("src/") && MAX_LINES < n_lines(file));
    report(&long.map(|file| format!("{file} has more than {MAX_LINES} lines")).collect::<Vec<_>>());
}
