//! The acceptance list is complete, and what it calls done has a proof.

use std::collections::{BTreeMap, BTreeSet};

use crate::{markdown, report, tree};

const LIST: &str = "docs/acceptance.md";
/// How many rows each document has.
const DOCUMENTS: [(&str, usize); 5] = [("000", 137), ("001", 97), ("002", 27), ("003", 32), ("004", 32)];
const KINDS: [&str; 9] = ["R", "U", "N", "A", "T", "L", "D", "X", "I"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Open,
    Done,
    Otherwise,
}

#[derive(Debug)]
struct Row {
    id: String,
    kind: String,
    requirement: String,
    proof_asked: String,
    state: State,
    evidence: String,
}

impl Row {
    fn parse(line: &str) -> Result<Self, String> {
        let cells: Vec<_> = markdown::cells(line);
        let [id, kind, requirement, proof_asked, state, evidence] = cells.as_slice() else {
            return Err(format!("a row has six cells, but this one has {}: {line}", cells.len()));
        };
        let state = match *state {
            "open" => State::Open,
            "done" => State::Done,
            "otherwise" => State::Otherwise,
            other => return Err(format!("{id}: the state is open, done or otherwise, not \"{other}\"")),
        };
        let owned = |cell: &str| cell.to_owned();
        Ok(Self {
            id: owned(id),
            kind: owned(kind),
            requirement: owned(requirement),
            proof_asked: owned(proof_asked),
            state,
            evidence: owned(evidence),
        })
    }

    fn document(&self) -> &str {
        self.id.split('-').next().unwrap_or_default()
    }
}

#[track_caller]
fn rows() -> Vec<Row> {
    let text = markdown::without_code_blocks(&tree::read(LIST));
    let is_row = |line: &&str| {
        let id = markdown::cells(line).first().copied().unwrap_or_default().as_bytes();
        id.len() == 7 && id[3] == b'-' && id.iter().filter(|byte| byte.is_ascii_digit()).count() == 6
    };
    let rows: Result<Vec<_>, _> = text.lines().filter(is_row).map(Row::parse).collect();
    rows.unwrap_or_else(|problem| panic!("{LIST}: {problem}"))
}

#[test]
fn no_row_is_lost_or_listed_twice() {
    let ids: Vec<_> = rows().into_iter().map(|row| row.id).collect();
    let expected: Vec<_> = DOCUMENTS
        .iter()
        .flat_map(|&(document, n_rows)| (1..=n_rows).map(move |number| format!("{document}-{number:03}")))
        .collect();
    assert_eq!(expected.len(), 325);
    assert_eq!(ids, expected, "the rows stand in the order of their ids, each once");
}

#[test]
fn every_row_says_what_is_asked() {
    let is_wrong = |row: &Row| {
        !KINDS.contains(&row.kind.as_str()) || row.requirement.is_empty() || row.proof_asked.is_empty()
    };
    let wrong = rows().into_iter().filter(is_wrong);
    report(
        &wrong.map(|row| format!("{}: kind, requirement or proof is missing", row.id)).collect::<Vec<_>>(),
    );
}

#[test]
fn every_state_has_the_evidence_it_needs() {
    let problems: Vec<_> = rows()
        .iter()
        .flat_map(|row| {
            let problems = match row.state {
                State::Open if row.evidence.is_empty() => vec![],
                State::Open => vec!["an open row has no evidence".to_owned()],
                State::Otherwise if row.evidence.split(' ').nth(2).is_some() => vec![],
                State::Otherwise => vec!["\"otherwise\" needs a reason, in words".to_owned()],
                State::Done => problems_of_evidence(&row.evidence),
            };
            problems.into_iter().map(|problem| format!("{}: {problem}", row.id))
        })
        .collect();
    report(&problems);
}

#[test]
fn the_summary_counts_right() {
    let mut counts: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    for row in rows() {
        for document in [row.document(), "all"] {
            let [all, done, otherwise, open] = counts.entry(document.to_owned()).or_default();
            *all += 1;
            *match row.state {
                State::Done => done,
                State::Otherwise => otherwise,
                State::Open => open,
            } += 1;
        }
    }
    let line = |(document, [all, done, otherwise, open]): (&String, &[usize; 4])| {
        format!("| {document} | {all} | {done} | {otherwise} | {open} |\n")
    };
    let head = "| document | rows | done | otherwise | open |\n|---|---|---|---|---|\n";
    let summary = format!("{head}{}", counts.iter().map(line).collect::<String>());
    assert!(tree::read(LIST).contains(&summary), "the summary in {LIST} must read\n\n{summary}");
}

/// What is wrong with the evidence of a row that is done: a list of proofs in backticks.
fn problems_of_evidence(evidence: &str) -> Vec<String> {
    let proofs: BTreeSet<_> = evidence.split('`').skip(1).step_by(2).collect();
    if proofs.is_empty() {
        return vec!["\"done\" needs a proof in backticks".to_owned()];
    }
    proofs.into_iter().filter_map(|proof| problem_of_proof(proof).err()).collect()
}

fn problem_of_proof(proof: &str) -> Result<(), String> {
    let (path, test) = match proof.split_once("::") {
        Some((path, test)) => (path, Some(test)),
        None => (proof, None),
    };
    if !tree::exists(path) {
        return Err(format!("there is no {path}"));
    }
    match test {
        Some(test) if !has_test(&tree::read(path), test, path.contains("tests/")) => {
            Err(format!("{path} has no test {test}"))
        }
        _ => Ok(()),
    }
}

/// Tells whether a source has a function `test` with a test attribute; in a tests folder any function will do,
/// for there macros may write the attribute.
fn has_test(source: &str, test: &str, is_in_tests_folder: bool) -> bool {
    let lines: Vec<_> = source.lines().map(str::trim).collect();
    let declared = format!("fn {test}(");
    let found: Vec<_> = (0..lines.len()).filter(|&idx| lines[idx].contains(&declared)).collect();
    let is_above = |line: &&&str| line.starts_with("#[") || line.starts_with("//");
    let has_attribute = |idx: usize| {
        let mut above = lines[..idx].iter().rev().take_while(is_above);
        above.any(|line| line.starts_with("#[") && line.contains("test"))
    };
    found.into_iter().any(|idx| is_in_tests_folder || has_attribute(idx))
}

#[test]
fn a_proof_must_be_a_test_that_exists() {
    let source = "#[test]\n// Why.\nfn proves() {}\n\nfn helps() {}\n";
    assert!(has_test(source, "proves", false));
    assert!(!has_test(source, "helps", false));
    assert!(has_test(source, "helps", true));
    assert!(!has_test(source, "prove", true));
    let this = "crates/house-rules/tests/it/acceptance.rs";
    assert_eq!(problems_of_evidence(&format!("`{this}::a_proof_must_be_a_test_that_exists`")), [""; 0]);
    assert_eq!(problems_of_evidence("it works"), ["\"done\" needs a proof in backticks"]);
    assert_eq!(problems_of_evidence("`no/such.rs::test`"), ["there is no no/such.rs"]);
    assert_eq!(problems_of_evidence(&format!("`{this}::nothing`")), [format!("{this} has no test nothing")]);
}
