//! The append-only file in which a run remembers what was played.
//!
//! The first line says what is played; every other line is a piece of work that is done, such as an encounter or a
//! generation of an evolution. A line that was cut off when the machine or the program died is dropped, and
//! everything before it counts.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions, TryLockError},
    io::{self, BufRead, BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use thiserror::Error;

/// What the first line of every journal says about its own form.
const FORM: &str = "brettwerk arena 1";

/// A file in which a run remembers what was played.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

#[derive(Serialize, Deserialize)]
struct Header {
    form: String,
    /// How it was asked for, for people.
    command: String,
    identity: BTreeMap<String, String>,
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("the journal {}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Somebody else writes into it.
    #[error("the journal {} is being written by another run; wait for its end or name another journal", .0.display())]
    Busy(PathBuf),
    /// The file is something else.
    #[error("{} is no journal of the arena; name another file", .0.display())]
    NoJournal(PathBuf),
    /// The file belongs to another run.
    #[error("the journal {} is about other games; name another journal, or ask for the same: {differences}", .path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// What differs.
        differences: String,
    },
    /// A line in the middle is damaged.
    #[error("the journal {}, line {line}, is damaged: {problem}; remove that line to play its game again", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

impl Journal {
    /// Opens the journal of a run, or begins one; `known` hears of everything that was played before.
    ///
    /// # Errors
    /// If the file cannot be used, is damaged, or belongs to another run.
    pub fn open<T: DeserializeOwned>(
        path: &Path,
        command: &str,
        identity: &BTreeMap<String, String>,
        known: impl FnMut(T),
    ) -> Result<Self, JournalError> {
        let failed = |error| JournalError::File { path: path.to_owned(), error };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(path.to_owned())),
            // Some file systems know no locks.
            Err(TryLockError::Error(_)) => {}
        }
        let whole = read(path, &file, identity, known)?;
        file.set_len(whole).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut journal = Self { path: path.to_owned(), file };
        if whole == 0 {
            let header =
                Header { form: FORM.to_owned(), command: command.to_owned(), identity: identity.clone() };
            journal.write_line(&header)?;
        }
        Ok(journal)
    }

    /// Remembers something that was done.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, done: &impl Serialize) -> Result<(), JournalError> {
        self.write_line(done)
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a line at once, so that what dies next loses this line at most.
    fn write_line(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let failed = |error| JournalError::File { path: self.path.clone(), error };
        let mut line = serde_json::to_vec(value).map_err(|error| failed(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(failed)
    }
}

/// Reads everything that is whole, and tells how many bytes that is.
fn read<T: DeserializeOwned>(
    path: &Path,
    file: &File,
    identity: &BTreeMap<String, String>,
    mut known: impl FnMut(T),
) -> Result<u64, JournalError> {
    let mut lines = BufReader::new(file);
    let mut whole = 0;
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        let n_bytes = lines
            .read_until(b'\n', &mut text)
            .map_err(|error| JournalError::File { path: path.to_owned(), error })?;
        if n_bytes == 0 || !text.ends_with(b"\n") {
            if line == 1 && n_bytes != 0 && !FORM_START.starts_with(&text) && !text.starts_with(FORM_START) {
                return Err(JournalError::NoJournal(path.to_owned()));
            }
            break;
        }
        if line == 1 {
            check_header(path, &text, identity)?;
        } else {
            let read = serde_json::from_slice(&text);
            known(read.map_err(|error: serde_json::Error| JournalError::Damaged {
                path: path.to_owned(),
                line,
                problem: error.to_string(),
            })?);
        }
        whole += n_bytes as u64;
    }
    Ok(whole)
}

/// How every journal begins, even one whose first line was cut off.
const FORM_START: &[u8] = b"{\"form\":\"brettwerk arena ";

fn check_header(path: &Path, text: &[u8], identity: &BTreeMap<String, String>) -> Result<(), JournalError> {
    let header: Option<Header> = serde_json::from_slice(text).ok();
    let header = header
        .filter(|header| header.form == FORM)
        .ok_or_else(|| JournalError::NoJournal(path.to_owned()))?;
    let keys: std::collections::BTreeSet<_> = header.identity.keys().chain(identity.keys()).collect();
    let nothing = String::from("nothing");
    let differences: Vec<String> = keys
        .into_iter()
        .filter_map(|key| {
            let there = header.identity.get(key).unwrap_or(&nothing);
            let here = identity.get(key).unwrap_or(&nothing);
            (there != here).then(|| format!("{key} is \"{there}\" there and \"{here}\" here"))
        })
        .collect();
    if differences.is_empty() {
        return Ok(());
    }
    Err(JournalError::OtherRun { path: path.to_owned(), differences: differences.join("; ") })
}
