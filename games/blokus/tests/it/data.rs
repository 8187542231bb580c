//! The tables in `tests/data`, and the games they name.

use blokus::{Blokus, Rules};

/// The lines of a table, cut into columns, without its heading.
pub(crate) fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

/// The game that a table calls by its options, if its board fits into so many words.
#[track_caller]
pub(crate) fn game<const WORDS: usize>(variant: &str) -> Option<Blokus<WORDS>> {
    let rules: Rules = variant.parse().unwrap_or_else(|error| panic!("{variant}: {error}"));
    Blokus::new(rules).ok()
}
