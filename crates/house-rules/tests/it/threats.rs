//! The threat model claims nothing that no test or limit holds.

use crate::{report, tree};

const CHAPTER: &str = "docs/src/threat-model.md";

/// The words of a text that stand between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn is_limit(word: &str) -> bool {
    word.contains('_') && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

fn is_test(word: &str) -> bool {
    3 <= word.matches('_').count()
        && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'))
}

#[test]
fn every_limit_and_test_that_the_threat_model_names_is_there() {
    let is_source = |file: &String| tree::has_extension(file, &["rs", "ts"]);
    let sources: Vec<String> = ["crates", "games", "web/browser"]
        .iter()
        .flat_map(|folder| tree::files_below(folder))
        .filter(is_source)
        .map(|file| tree::read(&file))
        .collect();
    let chapter = tree::read(CHAPTER);
    let limits = tree::read("docs/src/limits.md");
    let mut problems = Vec::new();
    let (mut n_limits, mut n_tests) = (0, 0);
    for word in quoted(&chapter) {
        if is_limit(word) {
            n_limits += 1;
            if !quoted(&limits).any(|limit| limit == word) {
                problems.push(format!(
                    "{CHAPTER} names the limit {word}, which is no row of the chapter about limits"
                ));
            }
        } else if is_test(word) {
            n_tests += 1;
            let begins = format!("fn {word}(");
            // Tests of the store are made for every kind of store by a macro, from functions of that name.
            if !sources.iter().any(|source| source.contains(&begins)) {
                problems.push(format!("{CHAPTER} names the test {word}, which is not there"));
            }
        }
    }
    assert!(15 <= n_limits && 20 <= n_tests, "{n_limits} limits and {n_tests} tests were found");
    report(&problems);
}
