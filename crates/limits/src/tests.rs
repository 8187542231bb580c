//! The chapter about limits has a row for every constant, with its value, and no other rows.

use std::{collections::BTreeMap, ops::RangeInclusive, time::Duration};

use framework::Millis;

use super::Rate;

const CHAPTER: &str = include_str!("../../../docs/src/limits.md");

/// How a value stands in the chapter.
pub(super) trait Row {
    fn row(&self, name: &str) -> String;
}

impl Row for Duration {
    fn row(&self, _: &str) -> String {
        let (seconds, millis) = (self.as_secs(), self.subsec_millis());
        match seconds {
            _ if millis != 0 => format!("{} ms", self.as_millis()),
            _ if seconds != 0 && seconds.is_multiple_of(86_400) => format!("{} d", seconds / 86_400),
            _ if seconds != 0 && seconds.is_multiple_of(3_600) => format!("{} h", seconds / 3_600),
            _ if 120 <= seconds && seconds.is_multiple_of(60) => format!("{} min", seconds / 60),
            _ => format!("{seconds} s"),
        }
    }
}

impl Row for Millis {
    fn row(&self, name: &str) -> String {
        Duration::from_millis(self.0).row(name)
    }
}

impl Row for Rate {
    fn row(&self, name: &str) -> String {
        format!("{} in {}", u64::from(self.count).row(name), self.per.row(name))
    }
}

impl Row for u64 {
    fn row(&self, name: &str) -> String {
        let is_bytes = name.ends_with("_BYTES");
        match *self {
            0 => "0".to_owned(),
            bytes if is_bytes && bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
            bytes if is_bytes && bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
            millis if name.ends_with("_MS") => Duration::from_millis(millis).row(name),
            // Digits in groups of three, as in 20 000, are hard to search for; the book writes them together.
            number => number.to_string(),
        }
    }
}

impl Row for u32 {
    fn row(&self, name: &str) -> String {
        u64::from(*self).row(name)
    }
}

impl Row for usize {
    fn row(&self, name: &str) -> String {
        (*self as u64).row(name)
    }
}

impl Row for RangeInclusive<usize> {
    fn row(&self, _: &str) -> String {
        format!("{} to {}", self.start(), self.end())
    }
}

fn constants() -> Vec<(&'static str, String)> {
    [
        super::accounts::rows(),
        super::answers::rows(),
        super::connections::rows(),
        super::engines::rows(),
        super::originals::rows(),
        super::people::rows(),
        super::puzzles::rows(),
        super::reports::rows(),
        super::sessions::rows(),
        super::store::rows(),
        super::tables::rows(),
        super::tournaments::rows(),
    ]
    .concat()
}

/// The rows of the chapter: the constant, which stands in the last cell, and the limit, which stands in the second.
fn chapter() -> Vec<(String, String)> {
    let rows = CHAPTER.lines().filter_map(|line| {
        let cells: Vec<_> = line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect();
        let [_, limit, _, _, name] = cells.as_slice() else { panic!("{line} has not five cells") };
        let name = name.strip_prefix('`')?.strip_suffix('`')?;
        Some((name.to_owned(), (*limit).to_owned()))
    });
    rows.collect()
}

#[test]
fn the_book_has_one_row_for_every_limit_with_its_value() {
    let rows = chapter();
    let constants: BTreeMap<_, _> = constants().into_iter().collect();
    let mut problems = Vec::new();
    for (name, value) in &constants {
        let found: Vec<_> = rows.iter().filter(|(row, _)| row == name).map(|(_, limit)| limit).collect();
        match found.as_slice() {
            [limit] if limit.as_str() == value => {}
            [limit] => problems.push(format!("{name} is {value}, and the book says {limit}")),
            [] => problems.push(format!("{name} ({value}) has no row")),
            _ => problems.push(format!("{name} has {} rows", found.len())),
        }
    }
    for (name, _) in &rows {
        if !constants.contains_key(name.as_str()) {
            problems.push(format!("the row of {name} names no constant"));
        }
    }
    assert!(problems.is_empty(), "docs/src/limits.md:\n{}", problems.join("\n"));
}
