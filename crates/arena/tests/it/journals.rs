//! What was played is remembered, whatever happens to the program.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use arena::{Finished, Journal, JournalError};

use crate::playing::{nim_plan, played};

/// A file that is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("arena-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Opens the journal of the plan for Nim and gives what it holds.
fn open(path: &Path) -> Result<(Journal, Vec<Finished>), JournalError> {
    let mut known = Vec::new();
    let journal =
        Journal::open(path, "brett match", &nim_plan().identity(), |finished| known.push(finished))?;
    Ok((journal, known))
}

#[test]
fn what_was_written_is_read_again() {
    let scratch = Scratch::new("again");
    let games = played(&nim_plan(), 6, 1);
    let (mut journal, known) = open(&scratch.0).expect("a new journal");
    assert!(known.is_empty());
    for finished in &games {
        journal.append(finished).expect("it can be written");
    }
    drop(journal);
    assert_eq!(open(&scratch.0).expect("the same journal").1, games);
}

#[test]
fn a_torn_last_line_is_dropped_wherever_it_was_torn() {
    let scratch = Scratch::new("torn");
    let games = played(&nim_plan(), 2, 1);
    let (mut journal, _) = open(&scratch.0).expect("a new journal");
    journal.append(&games[0]).expect("it can be written");
    drop(journal);
    let whole = fs::read(&scratch.0).expect("the journal");
    let header = whole.iter().position(|&byte| byte == b'\n').expect("a header") + 1;
    for cut in (0..whole.len()).step_by(7) {
        fs::write(&scratch.0, &whole[..cut]).expect("it can be written");
        let (mut journal, known) = open(&scratch.0).unwrap_or_else(|error| panic!("cut at {cut}: {error}"));
        assert!(known.is_empty(), "cut at {cut}");
        journal.append(&games[1]).expect("it can be written");
        drop(journal);
        assert_eq!(open(&scratch.0).expect("a journal").1, games[1..]);
    }
    assert!(header < whole.len());
}

#[test]
fn a_damaged_line_in_the_middle_is_named() {
    let scratch = Scratch::new("damaged");
    drop(open(&scratch.0).expect("a new journal"));
    let mut file = fs::OpenOptions::new().append(true).open(&scratch.0).expect("the journal");
    file.write_all(b"{\"round\":0}\n").expect("it can be written");
    let error = open(&scratch.0).expect_err("that is no encounter");
    assert!(matches!(error, JournalError::Damaged { line: 2, .. }), "{error}");
}

#[test]
fn a_journal_of_other_games_is_refused_with_what_differs() {
    let scratch = Scratch::new("other");
    drop(open(&scratch.0).expect("a new journal"));
    let mut identity = nim_plan().identity();
    identity.insert("seed".to_owned(), "8".to_owned());
    let error = Journal::open(&scratch.0, "", &identity, |_: Finished| ()).expect_err("another seed");
    assert!(error.to_string().ends_with("seed is \"7\" there and \"8\" here"), "{error}");
}

#[test]
fn a_file_that_is_something_else_stays_as_it_is() {
    let scratch = Scratch::new("else");
    for text in ["my diary\n", "my diary", "{}\n", "{\"form\":\"brettwerk arena 2\"}\n"] {
        fs::write(&scratch.0, text).expect("it can be written");
        let error = open(&scratch.0).expect_err("no journal");
        assert!(matches!(error, JournalError::NoJournal(_)), "{error}");
        assert_eq!(fs::read_to_string(&scratch.0).expect("it is there"), text);
    }
}

#[test]
fn two_runs_do_not_write_into_one_journal() {
    let scratch = Scratch::new("busy");
    let first = open(&scratch.0).expect("a new journal");
    let error = open(&scratch.0).expect_err("somebody writes");
    assert!(matches!(error, JournalError::Busy(_)), "{error}");
    drop(first);
    open(&scratch.0).expect("nobody writes any more");
}
